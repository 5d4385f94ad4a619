import Barcodes
import Foundation
import Geometry
import Imaging

/// Three finders of QR that stand as those of one symbol do, whether or not a grid was found between them.
struct FinderTriple {
  /// Of the symbol, as flat paper has them.
  let corners: Quadrilateral<FramePixels>
  /// Frame pixels, mean of the three.
  let moduleSize: Double

  /// Patterns that are compared, the largest: a text has hundreds by chance, of which rings leave few.
  private static let mostCompared = 40

  /// The largest that is likely; nil where none is.
  static func best(of patterns: [FoundPattern], in image: LuminanceImage) -> FinderTriple? {
    var places: [FoundPattern] = []
    for pattern in patterns.sorted(by: { $0.moduleSize > $1.moduleSize }) where pattern.symbology == .qr {
      guard !places.contains(where: { $0.center.distance(to: pattern.center) < 3 * pattern.moduleSize }) else {
        continue
      }
      let side = 7 * pattern.moduleSize
      let box = image.toFrame.inverse(Rect<FramePixels>(center: pattern.center, size: Size(side, side)))
      guard let area = PixelArea(image, box) else { continue }
      let (low, high) = area.extremes(leaving: 0.05)
      guard image.hasFinder(pattern, middle: (low + high) / 2, leniency: 0.2) else { continue }
      places.append(pattern)
      if places.count == mostCompared { break }
    }
    var best: FinderTriple?
    for corner in places.indices {
      for first in places.indices where first != corner {
        for second in places.indices where second > first && second != corner {
          guard let triple = FinderTriple(places[corner], places[first], places[second]) else { continue }
          if triple.corners.signedArea.magnitude > best?.corners.signedArea.magnitude ?? 0 { best = triple }
        }
      }
    }
    return best
  }

  /// Nil where they do not stand as the three of a symbol that is seen from less than 45° aside.
  private init?(_ corner: FoundPattern, _ first: FoundPattern, _ second: FoundPattern) {
    let sizes = [corner, first, second].map(\.moduleSize).sorted()
    let (a, b) = (first.center - corner.center, second.center - corner.center)
    let module = sizes.reduce(0, +) / 3
    let modules = (a.length + b.length) / 2 / module
    // From version 1, whose finders lie 14 modules apart, to version 40.
    guard sizes[2] < 1.6 * sizes[0], modules > 11, modules < 190,
      min(a.length, b.length) > 0.65 * max(a.length, b.length),
      abs(a.dot(b)) < 0.35 * a.length * b.length
    else { return nil }
    let (right, down) = a.cross(b) > 0 ? (a, b) : (b, a)
    let (x, y) = (right * (3.5 * module / right.length), down * (3.5 * module / down.length))
    let origin = corner.center
    corners = Quadrilateral(
      origin - x - y, origin + right + x - y, origin + right + down + x + y, origin + down - x + y)
    moduleSize = module
  }

  /// As a candidate that came no farther.
  func candidate(_ weight: Double) -> DetectionCandidate {
    DetectionCandidate(
      symbology: .qr, reach: .grouped, corners: corners, moduleSize: moduleSize, failure: nil, observation: nil,
      grid: nil, line: nil, agreement: nil, weight: weight)
  }
}
