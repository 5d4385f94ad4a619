import Barcodes
import Foundation
public import Geometry
public import Imaging

/// What is done to a picture before it is searched, to see what would help a code that is not read.
public struct PictureChange: Hashable, Sendable {
  /// Greys below it become black and all others white, 1…255; nil leaves them.
  public var threshold: Int?
  /// Strength by which edges are sharpened, in tenths: 0 leaves them.
  public var sharpening = 0
  /// Both sides times as long, 1…4.
  public var enlargement = 1
  /// Quarter turns clockwise.
  public var quarterTurns = 0

  public init() {}

  public var isNone: Bool { self == PictureChange() }

  /// The frame in grey with the changes; itself if there are none.
  public func applied(to frame: Frame) -> Frame {
    guard !isNone, let grey = LuminanceImage(frame) else { return frame }
    var (width, height, pixels) = (grey.width, grey.height, grey.pixels)
    if sharpening > 0 { pixels = Self.sharpened(pixels, width: width, height: height, by: Double(sharpening) / 10) }
    if enlargement > 1 {
      pixels = Self.enlarged(pixels, width: width, height: height, by: enlargement)
      (width, height) = (width * enlargement, height * enlargement)
    }
    for _ in 0..<(quarterTurns % 4 + 4) % 4 {
      pixels = Self.turned(pixels, width: width, height: height)
      (width, height) = (height, width)
    }
    if let threshold { pixels = pixels.map { Int($0) < threshold ? 0 : 255 } }
    let changed = try? Frame(
      format: .grey, width: width, height: height, bytes: pixels, sequence: frame.sequence, timestamp: frame.timestamp)
    return changed ?? frame
  }

  /// Where a region lies after the turns.
  public func applied(to region: Rect<Normalized>) -> Rect<Normalized> {
    var region = region
    for _ in 0..<(quarterTurns % 4 + 4) % 4 {
      region = Rect(x: 1 - region.maxY, y: region.minX, width: region.height, height: region.width)
    }
    return region
  }

  /// The flags of `viewfinder explain` that do the same.
  var flags: [String] {
    var flags: [String] = []
    if let threshold { flags += ["--threshold", "\(threshold)"] }
    if sharpening > 0 { flags += ["--sharpen", "\(sharpening)"] }
    if enlargement > 1 { flags += ["--enlarge", "\(enlargement)"] }
    if quarterTurns % 4 != 0 { flags += ["--turn", "\((quarterTurns % 4 + 4) % 4 * 90)"] }
    return flags
  }

  /// Each pixel away from the mean of its 5 × 5 neighbors.
  private static func sharpened(_ pixels: [UInt8], width: Int, height: Int, by strength: Double) -> [UInt8] {
    var columns = [Int](repeating: 0, count: width)
    var result = pixels
    for y in 0..<height {
      let rows = max(0, y - 2)...min(height - 1, y + 2)
      for x in 0..<width { columns[x] = rows.reduce(0) { $0 + Int(pixels[$1 * width + x]) } }
      for x in 0..<width {
        let span = max(0, x - 2)...min(width - 1, x + 2)
        let mean = Double(span.reduce(0) { $0 + columns[$1] }) / Double(span.count * rows.count)
        let value = Double(pixels[y * width + x])
        result[y * width + x] = UInt8(min(max(value + strength * (value - mean), 0), 255))
      }
    }
    return result
  }

  /// Between pixels by straight lines.
  private static func enlarged(_ pixels: [UInt8], width: Int, height: Int, by factor: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: width * height * factor * factor)
    func source(_ index: Int, _ end: Int) -> (from: Int, to: Int, share: Double) {
      let place = min(max((Double(index) + 0.5) / Double(factor) - 0.5, 0), Double(end - 1))
      return (Int(place), min(end - 1, Int(place) + 1), place - place.rounded(.down))
    }
    let columns = (0..<width * factor).map { source($0, width) }
    for y in 0..<height * factor {
      let row = source(y, height)
      for (x, column) in columns.enumerated() {
        func level(_ row: Int) -> Double {
          let (a, b) = (Double(pixels[row * width + column.from]), Double(pixels[row * width + column.to]))
          return a + (b - a) * column.share
        }
        let (above, below) = (level(row.from), level(row.to))
        result[y * width * factor + x] = UInt8(above + (below - above) * row.share)
      }
    }
    return result
  }

  private static func turned(_ pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: pixels.count)
    for y in 0..<height { for x in 0..<width { result[x * height + height - 1 - y] = pixels[y * width + x] } }
    return result
  }
}
