import Geometry
import Imaging

/// How thick a symbol's solid side is from where it meets the other one to its far end: in perspective what is twice as near is
/// twice as thick, evenly so along the side's image.
struct DataMatrixThickness {
  /// Pixels across the side, along the other one, where they meet.
  let atCorner: Double
  /// How many times as thick it is at its far end.
  let ratio: Double

  /// Where beside the side lies a light module, it ends after one; where a dark one does, after two or more. Of all lines
  /// through two thicknesses the one is taken that most others lie on.
  init?(
    from corner: Point<ImagePixels>, to end: Point<ImagePixels>, inward: Vector<ImagePixels>, in grey: GreyField
  ) {
    guard let direction = inward.normalized else { return nil }
    let depths = (0..<Self.places).compactMap { index -> (at: Double, depth: Double)? in
      let at = (Double(index) + 0.5) / Double(Self.places)
      return Self.depth(corner.interpolated(to: end, at), direction, limit: inward.length / 3, grey)
        .map { (at, $0) }
    }
    var best: (atCorner: Double, slope: Double, count: Int)?
    for near in depths where near.at < Self.nearPart {
      for far in depths where far.at > 1 - Self.nearPart {
        let slope = (far.depth - near.depth) / (far.at - near.at)
        let atCorner = near.depth - slope * near.at
        guard atCorner > 0.5, Self.ratios ~= (atCorner + slope) / atCorner else { continue }
        let count = depths.count {
          let expected = atCorner + slope * $0.at
          return abs($0.depth - expected) < Self.tolerance * expected
        }
        if count > best?.count ?? 0 { best = (atCorner, slope, count) }
      }
    }
    guard let best, Self.leastPart * best.count >= Self.places else { return nil }
    atCorner = best.atCorner
    ratio = (best.atCorner + best.slope) / best.atCorner
  }

  /// Two a module for sides of 16 modules.
  private static let places = 32
  /// The share of a side at either end within which one of both thicknesses lies.
  private static let nearPart = 0.4
  /// How many times as near one end of a side may be: a symbol's own length away and seen at 60°, 2.5 times.
  private static let ratios = 0.4...2.5
  /// Of a thickness: half a pixel of four, and far from two modules.
  private static let tolerance = 0.15
  /// At one module in two data are light, and at a few more corners blur.
  private static let leastPart = 4

  /// Pixels from the outer edge of what is dark at a place to where it is light again, or nil where it is not before `limit`.
  private static func depth(
    _ edge: Point<ImagePixels>, _ direction: Vector<ImagePixels>, limit: Double, _ grey: GreyField
  ) -> Double? {
    let outside = grey(edge - direction * 1.5)
    let dark = stride(from: 0, through: min(limit, 2.5), by: step).map { grey(edge + direction * $0) }.min() ?? outside
    // Below 10 grey levels noise is dark, too.
    guard outside - dark > 10 else { return nil }
    let middle = (outside + dark) / 2
    var (at, before) = (-1.5, outside)
    var start: Double?
    while at < limit {
      at += step
      let value = grey(edge + direction * at)
      if (value < middle) != (before < middle) {
        let crossing = at - step * (value - middle) / (value - before)
        if let start { return crossing - start }
        start = crossing
      }
      before = value
    }
    return nil
  }

  private static let step = 0.25
}

extension DataMatrixFinder {
  /// The same as its sides' thicknesses show it in perspective, or nil where they show none.
  ///
  /// With both sides P = (A·x + B·y) ⁄ (1 + g·x + h·y) from the corner, x and y from 0 to 1: their ends are A ⁄ (1 + g) and
  /// B ⁄ (1 + h), and the thickness of the side along B, a small part of A, goes from that to as much less as 1 ⁄ (1 + h).
  func foreshortened(in grey: GreyField) -> DataMatrixFinder? {
    let (toUp, toRight) = (up - corner, right - corner)
    guard let left = DataMatrixThickness(from: corner, to: up, inward: toRight, in: grey),
      let bottom = DataMatrixThickness(from: corner, to: right, inward: toUp, in: grey),
      max(abs(left.ratio - 1), abs(bottom.ratio - 1)) > Self.leastForeshortening
    else { return nil }
    let (upper, farther) = (1 / left.ratio, 1 / bottom.ratio)
    let depth = upper + farther - 1
    guard depth > Self.leastDepth else { return nil }
    var result = self
    result.opposite = corner + (toRight * farther + toUp * upper) / depth
    // The mean of all modules along a side is as many times shorter than at the corner as its end is nearer.
    result.moduleX = left.atCorner * bottom.ratio
    result.moduleY = bottom.atCorner * left.ratio
    return result
  }

  /// By which thicknesses at both ends of a side differ: less is found on a sheet seen from afar.
  private static let leastForeshortening = 0.15
  /// How far the opposite corner is by the corner's distance: farther ones are beyond what can be seen.
  private static let leastDepth = 0.3
}
