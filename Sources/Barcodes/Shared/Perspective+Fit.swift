import Geometry

/// A place in a symbol's grid and where it was seen; heavier ones pull a fit more.
struct GridPoint {
  let modules: Point<Modules>
  let image: Point<ImagePixels>
  let weight: Double
}

extension Perspective where From == Modules, To == ImagePixels {
  /// The map that brings the points' modules nearest to where they were seen: least squares of the linear
  /// equations of a projective map, both sides scaled to about 1 (Hartley 1997). Nil for fewer than four
  /// points or where they do not determine a map.
  init?(fitting points: [GridPoint]) {
    guard points.count >= 4 else { return nil }
    let from = Normalization(points.lazy.map { ($0.modules.x, $0.modules.y) })
    let to = Normalization(points.lazy.map { ($0.image.x, $0.image.y) })
    var equations = FewUnknowns(8)
    for point in points {
      let (x, y) = from.apply(point.modules.x, point.modules.y)
      let (u, v) = to.apply(point.image.x, point.image.y)
      equations.add(SIMD8(x, y, 1, 0, 0, 0, -u * x, -u * y), equals: u, weight: point.weight)
      equations.add(SIMD8(0, 0, 0, x, y, 1, -v * x, -v * y), equals: v, weight: point.weight)
    }
    guard let h = equations.solution() else { return nil }
    let inner = Perspective<Modules, ImagePixels>(h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], 1)
    let before = Perspective<Modules, Modules>(
      from.scale, 0, -from.scale * from.x, 0, from.scale, -from.scale * from.y, 0, 0, 1)
    let after = Perspective<ImagePixels, ImagePixels>(1 / to.scale, 0, to.x, 0, 1 / to.scale, to.y, 0, 0, 1)
    self = before.then(inner).then(after)
  }
}

/// Brings points around the origin at a mean distance of about 1.
private struct Normalization {
  let x: Double
  let y: Double
  let scale: Double

  init(_ points: some Collection<(Double, Double)>) {
    let n = Double(points.count)
    let middle = points.reduce((0.0, 0.0)) { ($0.0 + $1.0 / n, $0.1 + $1.1 / n) }
    let spread = points.reduce(0.0) {
      let (dx, dy) = ($1.0 - middle.0, $1.1 - middle.1)
      return $0 + (dx * dx + dy * dy).squareRoot() / n
    }
    (x, y) = middle
    scale = spread > 0 ? 1 / spread : 1
  }

  func apply(_ px: Double, _ py: Double) -> (Double, Double) { ((px - x) * scale, (py - y) * scale) }
}
