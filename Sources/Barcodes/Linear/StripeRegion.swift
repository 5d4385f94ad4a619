import Foundation
package import Geometry
import Imaging

/// A part of the image that consists of stripes, as a rectangle turned to lie along them; pixels are those of
/// the image at full size.
package struct StripeRegion: Hashable, Sendable {
  package let center: Point<ImagePixels>
  /// Across the stripes, length 1: the way that a scan line goes.
  package let direction: Vector<ImagePixels>
  /// Half of the extent across the stripes.
  package let halfLength: Double
  /// Half of the extent along them.
  package let halfHeight: Double
  /// How far the stripes' middles move along the stripes on a way across them, as a part of that way: seen aslant a symbol's
  /// rows need not be square to its bars.
  package let skew: Double

  package init(
    center: Point<ImagePixels>, direction: Vector<ImagePixels>, halfLength: Double, halfHeight: Double, skew: Double = 0
  ) {
    self.center = center
    self.direction = direction
    self.halfLength = halfLength
    self.halfHeight = halfHeight
    self.skew = skew
  }

  /// The rectangle's corners, clockwise where y points down.
  package var corners: Quadrilateral<ImagePixels> {
    let (u, v) = (direction * halfLength, direction.perpendicular * halfHeight)
    return Quadrilateral(center - u - v, center + u - v, center + u + v, center - u + v)
  }

  /// Where a symbol may lie, one above the other: all of them lie in one that takes up the region, and of two of a stack that it
  /// holds only one does.
  var places: [Point<ImagePixels>] {
    [0, -Self.ofStack, Self.ofStack].map { center + direction.perpendicular * ($0 * halfHeight) }
  }

  /// The share of half the height: beyond it there may be blocks that reach over a symbol, and the text below it.
  private static let ofStack = 0.6

  /// The part of the height over which the image shows at least half as much of a line as it shows of the longest one:
  /// of a symbol that fills a turned picture most lines have only a corner.
  func visibleOffsets(in bounds: Rect<ImagePixels>) -> ClosedRange<Double> {
    // A step of a thirty-second is finer than lines are laid.
    let offsets = (0...64).map { (Double($0) / 32 - 1) * halfHeight }
    let lengths = offsets.map { visibleLength(at: $0, in: bounds) }
    let least = (lengths.max() ?? 0) / 2
    guard least > 0, let first = lengths.firstIndex(where: { $0 >= least }),
      let last = lengths.lastIndex(where: { $0 >= least })
    else { return -halfHeight...halfHeight }
    return offsets[first]...max(offsets[last], offsets[first])
  }

  /// How far it is from the region's middle, across the stripes, to the farthest corner of a picture.
  func wayToBorder(_ bounds: Rect<ImagePixels>) -> Double {
    let x = max(center.x - bounds.minX, bounds.maxX - center.x)
    let y = max(center.y - bounds.minY, bounds.maxY - center.y)
    return abs(direction.x) * x + abs(direction.y) * y
  }

  /// The region with lines that go along the picture's border, where the picture cuts it so that no line square to its
  /// stripes meets them all: of a symbol in a low picture, and of one that hangs out of the picture. Nil where square lines
  /// meet as many.
  func slanted(in bounds: Rect<ImagePixels>) -> StripeRegion? {
    let square = visibleOffsets(in: bounds)
    let middle = center + direction.perpendicular * ((square.lowerBound + square.upperBound) / 2)
    let met = visibleLength(at: (middle - center).dot(direction.perpendicular), in: bounds)
    var best: (way: Vector<ImagePixels>, met: Double)?
    for axis in [Vector<ImagePixels>(1, 0), Vector(0, 1)] {
      let cosine = direction.dot(axis)
      guard abs(cosine) >= Self.leastCosine else { continue }
      let way = cosine < 0 ? axis * -1 : axis
      let line = StripeRegion(
        center: middle, direction: way, halfLength: halfLength / abs(cosine), halfHeight: halfHeight)
      let slanted = line.visibleLength(at: 0, in: bounds) * abs(cosine)
      if slanted >= Self.leastGain * met, slanted > best?.met ?? 0 { best = (way, slanted) }
    }
    return best.map { best in
      let (cosine, sine) = (direction.dot(best.way), abs(direction.perpendicular.dot(best.way)))
      return StripeRegion(
        center: middle, direction: best.way, halfLength: halfLength / cosine,
        halfHeight: halfHeight * cosine + halfLength * sine)
    }
  }

  /// The region with lines through the middles of its stripes, where a third and more of the lines square to them would not meet
  /// them all.
  func skewed() -> StripeRegion? {
    let moved = abs(skew) * halfLength
    guard moved > Self.leastMoved * halfHeight, moved < halfHeight else { return nil }
    let cosine = 1 / (1 + skew * skew).squareRoot()
    return StripeRegion(
      center: center, direction: (direction + direction.perpendicular * skew) * cosine, halfLength: halfLength / cosine,
      halfHeight: (halfHeight - moved) * cosine)
  }

  /// How far from the region's middle line the last stripe's middle may lie, as a part of half the region's height H. Where it
  /// is m, stripes are 2(H − m) high, and the lines that meet them all lie within 2(H − 2m): of a quarter two thirds, of a half
  /// none.
  private static let leastMoved = 0.25

  /// Of the angle between lines and the normal of their bars: 45 degrees, from where on the picture's other side is nearer.
  private static let leastCosine = 0.5.squareRoot()
  /// A quarter more bars: what square lines miss may be the quiet zones alone, or a corner of the outermost blocks.
  private static let leastGain = 1.25

  /// How much of the region's line at this distance from its middle lies in the image.
  private func visibleLength(at offset: Double, in bounds: Rect<ImagePixels>) -> Double {
    let middle = center + direction.perpendicular * offset
    var (first, last) = (-halfLength, halfLength)
    for (place, step, low, high) in [
      (middle.x, direction.x, bounds.minX, bounds.maxX), (middle.y, direction.y, bounds.minY, bounds.maxY),
    ] {
      if abs(step) < 1e-9 {
        if place < low || place > high { return 0 }
      } else {
        let (a, b) = ((low - place) / step, (high - place) / step)
        (first, last) = (max(first, min(a, b)), min(last, max(a, b)))
      }
    }
    return max(0, last - first)
  }

  /// True where the other one says about the same: its center inside and its extents alike.
  func resembles(_ other: StripeRegion) -> Bool {
    let way = other.center - center
    return abs(way.dot(direction)) < 0.25 * halfLength && abs(way.dot(direction.perpendicular)) < 0.5 * halfHeight
      && abs(direction.dot(other.direction)) > 0.98 && 0.75...1.33 ~= halfLength / other.halfLength
      && 0.5...2 ~= halfHeight / other.halfHeight
  }
}
