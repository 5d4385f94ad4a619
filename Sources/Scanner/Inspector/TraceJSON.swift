import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Presentation

// All that a search told, as one object by `Assets/Schema/trace.schema.json`: the same search gives the same text.
extension Inspection {
  package var trace: JSONValue {
    .object([
      .init("kind", .string("viewfinder-trace")), .init("version", .integer(1)),
      .init("width", .integer(frame.width)), .init("height", .integer(frame.height)),
      .init("searched", Self.json(luminance)),
      .init(
        "thresholds",
        .array(
          binaries.map { pair in
            .object([
              .init("picture", Self.json(pair.image)),
              .init("dark", .integer(pair.binary.pixels.reduce(0) { $0 + Int($1) })),
              .init("checksum", .string(Self.checksum(pair.binary.pixels))),
            ])
          })),
      .init("restored", .array(restored.map(Self.json))),
      .init(
        "patterns",
        .array(
          patterns.map {
            .object([
              .init("symbology", .string($0.symbology.name)), .init("center", Self.json($0.center)),
              .init("moduleSize", .number($0.moduleSize, decimals: 3)), .init("inverted", .boolean($0.isInverted)),
            ])
          })),
      .init("stripes", .array(stripes.map(Self.json))),
      .init("scans", .array(scans.map(Self.json))),
      .init("grids", .array(grids.map(Self.json))),
      .init("stackedRows", .array(stackedRows.map(Self.json))),
      .init(
        "rejections",
        .array(
          rejections.map {
            .object([
              .init("symbology", .string($0.symbology.name)), .init("corners", Self.json($0.corners)),
              .init("reason", .string($0.failure.sentence.description)),
            ])
          })),
      .init(
        "doubts",
        .array(
          doubts.map {
            .object([
              .init("symbology", .string($0.symbol.symbology.name)),
              .init("text", $0.symbol.text.map { .string($0) } ?? .null), .init("lines", .integer($0.lines)),
              .init("linesNeeded", .integer($0.linesNeeded)),
            ])
          })),
      .init("observations", .array(observations.map(JSONOutput.object(for:)))),
    ])
  }

  private static func json(_ point: Point<FramePixels>) -> JSONValue {
    .array([.number(point.x, decimals: 3), .number(point.y, decimals: 3)])
  }

  private static func json(_ corners: Quadrilateral<FramePixels>) -> JSONValue { .array(corners.points.map(json)) }

  private static func json(_ image: LuminanceImage) -> JSONValue {
    let place = image.toFrame(image.bounds)
    return .object([
      .init("width", .integer(image.width)), .init("height", .integer(image.height)),
      .init(
        "inFrame",
        .array([place.minX, place.minY, place.width, place.height].map { .number($0, decimals: 3) })),
      .init("checksum", .string(checksum(image.pixels))),
    ])
  }

  private static func json(_ line: ScannedLine) -> JSONValue {
    .object([
      .init("start", json(line.start)), .init("end", json(line.end)), .init("edges", .array(line.edges.map(json))),
      .init("text", line.symbol?.text.map { .string($0) } ?? .null),
    ])
  }

  private static func json(_ rows: StackedRows) -> JSONValue {
    .object([
      .init("symbology", .string(rows.symbology.name)), .init("corners", json(rows.corners)),
      .init("rows", .integer(rows.rows)), .init("columns", .integer(rows.columns)),
      .init("unreadCodewords", .integer(rows.unreadCodewords)),
      .init(
        "indicators",
        .array(
          rows.indicators.map { .object([.init("place", json($0.place)), .init("row", .integer($0.row))]) })),
    ])
  }

  private static func json(_ grid: SampledGrid) -> JSONValue {
    .object([
      .init("corners", json(grid.corners)),
      .init(
        "rows",
        .array(
          (0..<grid.modules.height).map { row in
            .string(String((0..<grid.modules.width).map { grid.modules[$0, row] ? "#" : "." }))
          })),
      .init("certainty", .array(grid.confidences.map { .number(Double($0), decimals: 3) })),
    ])
  }

  /// FNV-1a over 64 bits: tells pictures apart, and is no protection.
  private static func checksum(_ bytes: [UInt8]) -> String {
    let hash = bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
