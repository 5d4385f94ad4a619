import Barcodes
import Geometry

/// A striped region with the scan lines that went over it.
struct StripeEvidence {
  let corners: Quadrilateral<FramePixels>
  /// Scan lines, each once however often it was looked at.
  let lines: Int
  /// The one with most bars and spaces; nil if none has as many as half of a stacked symbol.
  let bestLine: ScannedLine?

  /// Bars and spaces of UPC-E (ISO/IEC 15420, 4.2), of all linear symbols the shortest.
  static let leastElements = 33
  /// Frame pixels of a module from which our own detector reads most codes: at a pixel a module neighboring bars still
  /// differ by half of their contrast.
  static let leastModule = 0.9

  static func all(of record: DetectionRecord) -> [StripeEvidence] {
    all(stripes: record.stripes, scans: record.scans)
  }

  static func all(stripes: [Quadrilateral<FramePixels>], scans: [ScannedLine]) -> [StripeEvidence] {
    stripes.map { corners in
      let along = (corners.topRight - corners.topLeft).normalized
      let over = scans.filter { scan in
        guard let along, let direction = (scan.end - scan.start).normalized else { return false }
        // A region is turned by a few degrees to its bars before it is scanned.
        return abs(direction.dot(along)) > 0.95 && corners.contains(scan.start.interpolated(to: scan.end, 0.5))
      }
      return StripeEvidence(
        corners: corners, lines: Set(over.map(\.start)).count,
        bestLine: over.max { $0.edges.count < $1.edges.count })
    }
  }

  var area: Double { abs(corners.signedArea) }
  /// Whether a line over it has as many bars as the shortest code.
  var isPromising: Bool { bestLine.map { $0.edges.count > Self.leastElements } ?? false }

  var size: String {
    let (width, height) = (
      corners.topLeft.distance(to: corners.topRight), corners.topLeft.distance(to: corners.bottomLeft)
    )
    return "\(Int(width))×\(Int(height)) pixels"
  }

  /// The width in frame pixels that a tenth of a line's bars and spaces do not reach: single ones are dirt.
  static func narrowest(_ line: ScannedLine) -> Double {
    let widths = zip(line.edges, line.edges.dropFirst()).map { $0.distance(to: $1) }.sorted()
    return widths.isEmpty ? 0 : widths[widths.count / 10]
  }
}
