import Barcodes
import Foundation
public import Geometry
public import Imaging

/// What is done to a picture before it is searched, to see what would help a code that is not read.
public struct PictureChange: Hashable, Sendable {
  /// Greys below it become black and all others white, 1…255; nil leaves them.
  public var threshold: Int?
  /// Blur that is undone: the deviation in tenths of a pixel of the spot that a point became; 0 leaves it.
  public var blur = 0
  /// Both sides times as long, 1…4.
  public var enlargement = 1
  /// Quarter turns clockwise.
  public var quarterTurns = 0

  public init() {}

  public var isNone: Bool { self == PictureChange() }

  /// The frame in grey with the changes; itself if there are none.
  public func applied(to frame: Frame) -> Frame {
    guard !isNone, let grey = LuminanceImage(frame) else { return frame }
    let sharp = blur > 0 ? grey.focused(deviation: Double(blur) / 10) : grey
    var (width, height, pixels) = (sharp.width, sharp.height, sharp.pixels)
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
    if blur > 0 { flags += ["--undo-blur", String(format: "%.1f", Double(blur) / 10)] }
    if enlargement > 1 { flags += ["--enlarge", "\(enlargement)"] }
    if quarterTurns % 4 != 0 { flags += ["--turn", "\((quarterTurns % 4 + 4) % 4 * 90)"] }
    return flags
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
