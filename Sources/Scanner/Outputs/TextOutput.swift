import Barcodes

/// A line a code, harmless to a terminal and to whatever reads lines.
public struct TextOutput: ScanOutput {
  /// Begin each line with `source: `, on a page of a document with `source#page=2: ` (RFC 8118 §3).
  public let namesSources: Bool

  public init(namesSources: Bool = false) { self.namesSources = namesSources }

  public var reportsFailures: Bool { false }

  public func bytes(for result: ScanResult) -> [UInt8] {
    guard case .read(let reading) = result.content else { return [] }
    let page = result.page.map { "#page=\($0.number)" } ?? ""
    let prefix = namesSources ? HarmlessText.escaped(result.source) + page + ": " : ""
    return reading.observations.flatMap { observation in
      Array((prefix + HarmlessText.line(for: observation.symbol.text, bytes: observation.symbol.bytes) + "\n").utf8)
    }
  }
}

/// Each code as it is: its text, or its bytes where they are no text, and a terminator.
public struct RawOutput: ScanOutput {
  public let terminator: UInt8

  public init(terminator: UInt8) { self.terminator = terminator }

  public var reportsFailures: Bool { false }

  public func bytes(for result: ScanResult) -> [UInt8] {
    guard case .read(let reading) = result.content else { return [] }
    return reading.observations.flatMap { observation in
      (observation.symbol.text.map { Array($0.utf8) } ?? observation.symbol.bytes) + [terminator]
    }
  }
}
