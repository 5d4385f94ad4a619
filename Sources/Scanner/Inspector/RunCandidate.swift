import Barcodes
import Geometry
import Imaging

/// Where a row of the picture in black and white has dark and light in the lengths of QR's finder, 1 : 1 : 3 : 1 : 1
/// (ISO/IEC 18004:2024 §5.3.3): what a search begins with, before columns and neighbors are asked.
struct RunCandidate: Hashable, Sendable {
  let center: Point<FramePixels>
  /// Frame pixels a module along the row.
  let moduleSize: Double

  /// Of every second row, in the first of the pictures that were taken for black and white.
  static func all(in inspection: Inspection, within part: Rect<FramePixels>? = nil) -> [RunCandidate] {
    guard let (binary, image) = inspection.binaries.first else { return [] }
    var found: [RunCandidate] = []
    for row in stride(from: 0, to: binary.height, by: 2) {
      for (middle, length) in finders(inRow: row, of: binary) {
        let center = image.toFrame(Point(middle, Double(row) + 0.5))
        if part?.contains(center) ?? true {
          found.append(RunCandidate(center: center, moduleSize: length / 7 * abs(image.toFrame.scaleX)))
        }
      }
    }
    return found
  }

  /// Middles and lengths in pixels of the binary picture.
  private static func finders(inRow row: Int, of binary: BinaryImage) -> [(middle: Double, length: Double)] {
    var ends: [Int] = []
    for x in 1..<max(1, binary.width) where binary[x, row] != binary[x - 1, row] { ends.append(x) }
    guard ends.count > 5 else { return [] }
    return (0..<ends.count - 5).compactMap { first in
      guard binary[ends[first], row] else { return nil }
      let lengths = (0..<5).map { Double(ends[first + $0 + 1] - ends[first + $0]) }
      let module = lengths.reduce(0, +) / 7
      // Half a module of error each, as printing and lenses have it, and at least the pixel that a row cannot tell.
      let slack = max(1, 0.5 * module)
      let fits = zip(lengths, [1.0, 1, 3, 1, 1]).allSatisfy { abs($0 - $1 * module) <= slack }
      return fits && module >= 1 ? (Double(ends[first] + ends[first + 5]) / 2, 7 * module) : nil
    }
  }
}
