public import Barcodes
public import Geometry
public import Imaging

/// One frame's detection with all that it told, as a value that may go to another thread: what the candidates, the
/// sentence, the layers and the page are made of.
public struct Inspection: Sendable {
  /// What was looked for, and how.
  public let options: DetectionOptions
  public let frame: Frame
  /// The part of the frame that was searched; nil for all of it.
  public let searched: Rect<FramePixels>?
  /// The grey image that was searched.
  public let luminance: LuminanceImage
  /// Levels of it as dark and light, with the grey that was compared.
  public let binaries: [(binary: BinaryImage, image: LuminanceImage)]
  /// Parts of it with their blur undone or their contrast raised.
  public let restored: [LuminanceImage]
  package let patterns: [FoundPattern]
  package let grids: [SampledGrid]
  /// Rows of stacked symbols, each place once: as told by most lines.
  public let stackedRows: [StackedRows]
  package let rejections: [DetectionRecord.Rejection]
  /// Striped regions, the largest first.
  public let stripes: [Quadrilateral<FramePixels>]
  package let scans: [ScannedLine]
  package let doubts: [DoubtedReading]
  public let observations: [Observation]

  /// Detects in a frame and keeps what it tells; nil where the region lies outside the frame.
  ///
  /// - Parameter region: where to look; nil is everywhere.
  public init?(_ frame: Frame, region: Rect<FramePixels>? = nil, by detector: Detector) {
    let record = DetectionRecord()
    _ = detector.detect(in: frame, region: region, trace: record)
    self.init(record, of: frame, region: region, options: detector.options)
  }

  /// Nil for a record of no picture.
  package init?(
    _ record: DetectionRecord, of frame: Frame, region: Rect<FramePixels>? = nil, options: DetectionOptions
  ) {
    guard let luminance = record.luminance else { return nil }
    self.options = options
    self.frame = frame
    self.searched = region
    self.luminance = luminance
    binaries = record.binaries
    restored = record.restored
    patterns = record.patterns
    grids = record.grids
    stackedRows = Self.lastOfEachPlace(record.stackedRows)
    rejections = record.rejections
    stripes = record.stripes
    scans = record.scans
    doubts = record.doubts
    observations = record.observations
  }
}

extension Inspection {
  /// Of rows that lie on one another the last.
  private static func lastOfEachPlace(_ rows: [StackedRows]) -> [StackedRows] {
    var kept: [StackedRows] = []
    for one in rows.reversed() where !kept.contains(where: { $0.corners.contains(one.corners.center) }) {
      kept.append(one)
    }
    return kept.reversed()
  }

  /// The grey of the whole frame, also of what was not searched.
  public var frameGrey: LuminanceImage { isWhole ? luminance : LuminanceImage(frame) ?? luminance }

  /// Whether the grey image that was searched is the frame's.
  var isWhole: Bool { luminance.width == frame.width && luminance.height == frame.height }
}

extension LuminanceImage {
  /// A smaller copy, each pixel the mean of those that it covers.
  ///
  /// - Parameter factor: of the sides, above 0, at most 1.
  public func reduced(by factor: Double) -> LuminanceImage {
    precondition(factor > 0 && factor <= 1, "a copy is smaller")
    guard factor < 1 else { return self }
    let (columns, rows) = (max(1, Int(Double(width) * factor)), max(1, Int(Double(height) * factor)))
    var result = [UInt8](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      let (top, bottom) = (row * height / rows, max(row * height / rows + 1, (row + 1) * height / rows))
      for column in 0..<columns {
        let (left, right) = (
          column * width / columns, max(column * width / columns + 1, (column + 1) * width / columns)
        )
        var sum = 0
        for y in top..<bottom { for x in left..<right { sum += Int(pixels[y * width + x]) } }
        result[row * columns + column] = UInt8(sum / ((bottom - top) * (right - left)))
      }
    }
    return LuminanceImage(width: columns, height: rows, pixels: result)
  }
}
