import Barcodes
import Foundation
import Geometry

/// An object a picture or result, by `Assets/Schema/result.schema.json`.
public struct JSONOutput: ScanOutput {
  public init() {}

  public var reportsFailures: Bool { true }

  public func bytes(for result: ScanResult) -> [UInt8] {
    Array((Self.object(for: result).description + "\n").utf8)
  }

  package static func object(for result: ScanResult) -> JSONValue {
    var members = [JSONValue.Member("source", .string(result.source))]
    if let page = result.page {
      members.append(.init("page", .integer(page.number)))
      if let dots = page.dotsPerInch { members.append(.init("dotsPerInch", .integer(dots))) }
    }
    switch result.content {
    case .unreadable(let reason):
      members.append(.init("error", .string(reason)))
    case .read(let reading):
      if let sequence = reading.sequence { members.append(.init("sequence", .integer(sequence))) }
      members += [
        .init("width", .integer(Int(reading.frameSize.width))),
        .init("height", .integer(Int(reading.frameSize.height))),
        .init("milliseconds", .number(reading.elapsed / .milliseconds(1), decimals: 3)),
        .init("observations", .array(reading.observations.map(object(for:)))),
      ]
    }
    return .object(members)
  }

  static func object(for observation: Observation) -> JSONValue {
    let symbol = observation.symbol
    let bounds = observation.bounds
    return .object([
      .init("symbology", .string(symbol.symbology.name)),
      .init("text", symbol.text.map { .string($0) } ?? .null),
      .init("bytes", .string(Data(symbol.bytes).base64EncodedString())),
      .init("corners", .array(observation.corners.points.map { .array([coordinate($0.x), coordinate($0.y)]) })),
      .init("bounds", .array([bounds.minX, bounds.minY, bounds.width, bounds.height].map(coordinate))),
      .init("mirrored", .boolean(observation.isMirrored)),
      .init("inverted", .boolean(observation.isInverted)),
      .init("details", details(of: symbol)),
    ])
  }

  /// What the family tells, by name, then what every symbol has.
  private static func details(of symbol: DecodedSymbol) -> JSONValue {
    var members = symbol.details.sorted { $0.key < $1.key }.map { key, value in
      JSONValue.Member(key, json(value))
    }
    if let part = symbol.structuredAppend {
      members.append(
        .init(
          "structuredAppend",
          .object([
            .init("index", .integer(part.index)), .init("count", part.count.map { .integer($0) } ?? .null),
            .init("identifier", .string(part.identifier)),
          ])))
    }
    members.append(.init("symbologyIdentifier", .string(symbol.symbologyIdentifier)))
    return .object(members)
  }

  private static func json(_ value: DetailValue) -> JSONValue {
    switch value {
    case .integer(let value): .integer(value)
    case .string(let value): .string(value)
    case .boolean(let value): .boolean(value)
    }
  }

  /// Pixels to a hundredth, finer than any corner is known.
  private static func coordinate(_ value: Double) -> JSONValue { .number(value, decimals: 2) }
}
