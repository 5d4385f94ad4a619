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
  /// The middles of the finder at the corner, of the one to its right, and of the one below.
  private let centers: [Point<FramePixels>]

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
    centers = [origin, origin + right, origin + down]
  }

  /// How much the modules between the finders are like the timing patterns that a QR Code has there (ISO/IEC 18004:2024,
  /// 6.3.5), 1 at best: of the row and the column the better one. Nil where the paper is not flat between them, or the picture
  /// too coarse to tell.
  func timing(in image: LuminanceImage) -> Double? {
    let toImage = image.toFrame.inverse
    let places = centers.map { toImage($0) }
    guard moduleSize / image.toFrame.scaleX >= 2, let area = PixelArea(image, toImage(corners.bounds)) else {
      return nil
    }
    let (low, high) = area.extremes(leaving: 0.05)
    let lanes = [(places[1], places[2]), (places[2], places[1])].map { end, aside in
      Lane(from: places[0], to: end, aside: aside, in: image, middle: (low + high) / 2)?.alternation
    }
    guard let row = lanes[0], let column = lanes[1] else { return nil }
    return max(row, column)
  }

  /// As a candidate that came no farther.
  func candidate(_ weight: Double) -> DetectionCandidate {
    DetectionCandidate(
      symbology: .qr, reach: .grouped, corners: corners, moduleSize: moduleSize, failure: nil, observation: nil,
      grid: nil, line: nil, agreement: nil, weight: weight)
  }
}

/// The modules between two finders, in the line that goes on from the near side of their rings.
private struct Lane {
  private let image: LuminanceImage
  private let middle: Double
  /// The first finder's near side, and the other's.
  private let start: Point<ImagePixels>
  private let end: Point<ImagePixels>
  /// A module away from the finders.
  private let away: Vector<ImagePixels>
  /// Modules along the symbol.
  private let side: Int

  /// Nil where the near sides of both rings do not lie in one line, as on paper that bends.
  init?(
    from first: Point<ImagePixels>, to second: Point<ImagePixels>, aside: Point<ImagePixels>, in image: LuminanceImage,
    middle: Double
  ) {
    (self.image, self.middle) = (image, middle)
    guard let along = (second - first).normalized, let outward = (aside - first).normalized,
      let here = Self.module(first, along, image, middle), let there = Self.module(second, along * -1, image, middle),
      let high = Self.module(first, outward, image, middle), let highThere = Self.module(second, outward, image, middle)
    else { return nil }
    let modules = first.distance(to: second) / ((here + there) / 2) + 7
    side = max(21, 17 + 4 * Int(((modules - 17) / 4).rounded()))
    (start, end) = (first + outward * (3 * high), second + outward * (3 * highThere))
    away = outward * ((high + highThere) / 2)
    let rings = [(start, here), (end, there)].map { place, module in
      (-3...3).count { image.grey(place + along * (Double($0) * module)) < middle }
    }
    guard rings.allSatisfy({ $0 >= 6 }), abs(modules - Double(side)) < 2, side <= 177 else { return nil }
  }

  /// A finder's module in one direction: its ring ends three and a half from its middle. Nil where there is no ring.
  private static func module(
    _ center: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ image: LuminanceImage, _ middle: Double
  ) -> Double? {
    var (changes, distance, isDark) = (0, 0.0, true)
    while changes < 3, distance < 300 {
      distance += 0.25
      let place = center + direction * distance
      guard image.bounds.contains(place) else { return nil }
      if (image.grey(place) < middle) != isDark { (changes, isDark) = (changes + 1, !isDark) }
    }
    return changes == 3 ? distance / 3.5 : nil
  }

  /// Share of the modules that are dark and light in turn, or of their changes if that is more: where modules are narrower
  /// at one end they are not where they are looked for, but still change with every one.
  var alternation: Double {
    let between = Double(side - 7)
    return [-0.5, -0.25, 0, 0.25, 0.5].map { bend in
      let dark = (8..<side - 8).map { index in
        let share = (Double(index) - 3) / between
        let place = start + (end - start) * share + away * (4 * bend * share * (1 - share))
        return image.grey(place) < middle
      }
      let inTurn = dark.indices.count { dark[$0] == $0.isMultiple(of: 2) }
      let changes = dark.indices.dropFirst().count { dark[$0] != dark[$0 - 1] }
      return max(Double(inTurn) / Double(dark.count), Double(changes) / Double(dark.count - 1))
    }.max() ?? 0
  }
}
