import Foundation
import Geometry

/// Fits a finder's square to its edges: rays from the middle cross three rings of edges, at 1.5, 2.5 and 3.5
/// modules along the pattern's own axes.
struct QRFinderShape {
  /// Rays over the full turn; a multiple of 8 so that no side is favoured, enough for six points a side.
  static let rays = 32
  private static let directions = (0..<rays).map { ray in
    let angle = Double(ray) * 2 * Double.pi / Double(rays)
    return Vector<ImagePixels>(cos(angle), sin(angle))
  }

  private struct Crossing {
    let place: Vector<ImagePixels>
    let ring: Int
  }

  private let sampler: GreySampler
  private let origin: Point<ImagePixels>
  private var crossings: [Crossing] = []
  private var dark: Float = 0
  private var light: Float = 0

  /// The pattern at a hint, or nil where its edges are not those of a square with a ring in it.
  static func fit(_ hint: QRFinderHint, _ sampler: GreySampler) -> QRFinder? {
    var shape = QRFinderShape(sampler, origin: hint.center)
    guard shape.castRays(across: hint.across, down: hint.down), let spread = shape.spread() else { return nil }
    let (axes, squareness) = shape.roughAxes(spread)
    let square = shape.refined(axes, isInverted: hint.isInverted)
    guard squareness < leastSquare, let round = shape.round(spread, isInverted: hint.isInverted) else { return square }
    guard var square else { return round }
    if round.residual < leastGain * square.residual {
      (square.circles, square.residual) = (round.circles, round.residual)
    }
    return square
  }

  private init(_ sampler: GreySampler, origin: Point<ImagePixels>) {
    self.sampler = sampler
    self.origin = origin
  }

  /// Distance of each ring's edge from the middle, in modules along an axis.
  private static let radius = [1.5, 2.5, 3.5]

  private mutating func castRays(across: Double, down: Double) -> Bool {
    // Levels of this very pattern: the core's middle, and the light ring half way between its edges.
    var darks: Float = 0
    for (dx, dy) in [(0.0, 0.0), (0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7)] {
      darks += sampler.value(origin.x + dx * across, origin.y + dy * down)
    }
    dark = darks / 5
    var lights: Float = 0
    for (dx, dy) in [(2.0, 0.0), (-2, 0), (0, 2), (0, -2)] {
      lights += sampler.value(origin.x + dx * across, origin.y + dy * down)
    }
    light = lights / 4
    guard light > dark + 4 else { return false }
    let threshold = (light + dark) / 2

    // A ray leaves through a corner at most: √2 of the longer axis, and tilt hides half of the other.
    let module = max(across, down)
    let step = max(0.5 / sampler.scale, min(across, down) / 5)
    let reach = 3.5 * 2.2 * module
    // A quarter of the rays may be lost to damage or to what stands beside the pattern.
    var lost = 0
    for direction in Self.directions {
      var ring = 0
      var last = sampler.value(origin)
      var distance = step
      while distance < reach && ring < 3 {
        // Outside the picture everything is light: a code may fill its picture to the border.
        let place = origin + direction * distance
        let value = sampler.contains(place) ? sampler.value(place) : max(light, 255)
        if (value < threshold) != (last < threshold) {
          let edge = distance - step * Double((value - threshold) / (value - last))
          crossings.append(Crossing(place: direction * edge, ring: ring))
          ring += 1
        }
        last = value
        distance += step
      }
      if ring < 2 {
        lost += 1
        if 4 * lost > Self.rays { return false }
      }
    }
    return true
  }

  /// The part of a square's fourth harmonic below which rings may be circles. Of a square it is 0.07 of the mean distance from the
  /// middle to the edge.
  private static let leastSquare = 0.5 * 0.07
  /// How much nearer to circles than to squares edges must lie for rings to be taken for round.
  private static let leastGain = 0.7

  /// A symmetric matrix that spreads the edges evenly in all directions: what is a module long becomes √2 long.
  private typealias Spread = (xx: Double, xy: Double, yy: Double)

  private func spread() -> Spread? {
    var (xx, xy, yy, n) = (0.0, 0.0, 0.0, 0.0)
    for crossing in crossings where crossing.ring < 2 {
      let p = crossing.place * (1 / Self.radius[crossing.ring])
      xx += p.x * p.x
      xy += p.x * p.y
      yy += p.y * p.y
      n += 1
    }
    guard n >= 8 else { return nil }
    (xx, xy, yy) = (xx / n, xy / n, yy / n)
    // The inverse square root of the spread, in closed form for 2×2.
    let determinant = xx * yy - xy * xy
    guard determinant > 0 else { return nil }
    let root = determinant.squareRoot()
    let trace = (xx + yy + 2 * root).squareRoot()
    return ((yy + root) / (root * trace), -xy / (root * trace), (xx + root) / (root * trace))
  }

  /// The axes to begin with: the edges spread evenly, then turned to where the square's corners stand out (the fourth harmonic of
  /// the distance).
  ///
  /// - Returns: also that harmonic's size, as a share of the mean distance.
  private func roughAxes(_ spread: Spread) -> (
    axes: (a: Vector<ImagePixels>, b: Vector<ImagePixels>), squareness: Double
  ) {
    let (wxx, wxy, wyy) = spread
    var (cosine, sine, mean, n) = (0.0, 0.0, 0.0, 0.0)
    // The fourth harmonic of a direction, (x + iy)⁴ / r⁴, needs no angle.
    var (cosines, sines) = (0.0, 0.0)
    for crossing in crossings where crossing.ring < 2 {
      let p = crossing.place * (1 / Self.radius[crossing.ring])
      let q = Vector<ImagePixels>(wxx * p.x + wxy * p.y, wxy * p.x + wyy * p.y)
      let square = q.squaredLength
      guard square > 0 else { continue }
      let (radius, double) = (square.squareRoot(), (x: q.x * q.x - q.y * q.y, y: 2 * q.x * q.y))
      let (c, s) = (
        (double.x * double.x - double.y * double.y) / (square * square), 2 * double.x * double.y / (square * square)
      )
      mean += radius
      cosine += radius * c
      sine += radius * s
      cosines += c
      sines += s
      n += 1
    }
    mean /= n
    cosine -= mean * cosines
    sine -= mean * sines
    let turn = (atan2(sine, cosine) + Double.pi) / 4
    // A square's edge is on average 4/π·ln(1 + √2) = 1.122 half sides from its middle.
    let k = 1.122 / mean
    let (c, s) = (cos(turn) * k, sin(turn) * k)
    let axes = (
      a: Vector<ImagePixels>(c * wxx + s * wxy, c * wxy + s * wyy),
      b: Vector<ImagePixels>(-s * wxx + c * wxy, -s * wxy + c * wyy)
    )
    return (axes, (cosine * cosine + sine * sine).squareRoot() / (n * mean))
  }

  /// Least squares for the affine map from pixels to modules: an edge point of ring r on the +u side has
  /// u = r. A common bias of dark against light edges (ink spread, threshold) is one more unknown.
  private func refined(
    _ start: (a: Vector<ImagePixels>, b: Vector<ImagePixels>), isInverted: Bool
  ) -> QRFinder? {
    var rowU = [start.a.x, start.a.y, 0.0, 0.0]
    var rowV = [start.b.x, start.b.y, 0.0, 0.0]
    var residual = 0.0
    for turn in 0..<4 {
      var equationsU = FewUnknowns(4)
      var equationsV = FewUnknowns(4)
      // Points that do not fit are left out, more strictly as the fit settles.
      let tolerance = [1.2, 0.8, 0.6, 0.6][turn]
      var sum = 0.0
      for crossing in crossings {
        let p = crossing.place
        let pu = rowU[0] * p.x + rowU[1] * p.y + rowU[2]
        let pv = rowV[0] * p.x + rowV[1] * p.y + rowV[2]
        // Corners are rounded by blur and belong to no side.
        let (longer, shorter) = (max(abs(pu), abs(pv)), min(abs(pu), abs(pv)))
        guard shorter < 0.85 * longer else { continue }
        let radius = Self.radius[crossing.ring]
        guard abs(longer - radius) < tolerance else { continue }
        let isU = abs(pu) > abs(pv)
        let sign: Double = (isU ? pu : pv) > 0 ? 1 : -1
        let bias: Double = crossing.ring == 1 ? 1 : -1
        let coefficients = SIMD8(p.x, p.y, 1, sign * bias, 0, 0, 0, 0)
        if isU {
          equationsU.add(coefficients, equals: sign * radius)
        } else {
          equationsV.add(coefficients, equals: sign * radius)
        }
        sum += (longer - radius) * (longer - radius)
      }
      guard equationsU.count >= 8, equationsV.count >= 8 else { return nil }
      equationsU.damp(3, 1)
      equationsV.damp(3, 1)
      guard let u = equationsU.solution(), let v = equationsV.solution() else { return nil }
      (rowU, rowV) = (u, v)
      residual = (sum / Double(equationsU.count + equationsV.count)).squareRoot()
      if turn == 3 && equationsU.count + equationsV.count < crossings.count / 2 { return nil }
    }

    // Columns of the inverse are the axes in pixels.
    let determinant = rowU[0] * rowV[1] - rowU[1] * rowV[0]
    guard abs(determinant) > 1e-9 else { return nil }
    let u = Vector<ImagePixels>(rowV[1] / determinant, -rowV[0] / determinant)
    let v = Vector<ImagePixels>(-rowU[1] / determinant, rowU[0] / determinant)
    let center = origin - u * rowU[2] - v * rowV[2]
    // Half a module is what a false pattern shows; true ones stay well below even when blurred.
    guard residual < 0.4, abs(u.cross(v)) > 0.2 * u.length * v.length else { return nil }
    guard u.length < 6 * v.length, v.length < 6 * u.length else { return nil }
    return QRFinder(
      center: center, u: u, v: u.cross(v) > 0 ? v : -v, dark: dark, light: light, residual: residual,
      isInverted: isInverted)
  }

  /// Least squares for the symmetric matrix that has the edges at their rings' distances, were these circles; with the same bias.
  private func round(_ spread: Spread, isInverted: Bool) -> QRFinder? {
    let scale = 0.5.squareRoot()
    var (a, b, d) = (spread.xx * scale, spread.xy * scale, spread.yy * scale)
    var middle = Vector<Modules>(0, 0)
    var residual = 0.0
    for _ in 0..<Self.roundTurns {
      var equations = FewUnknowns(6)
      var sum = 0.0
      for crossing in crossings {
        let p = crossing.place
        let seen = Vector<Modules>(a * p.x + b * p.y, b * p.x + d * p.y) + middle
        let radius = Self.radius[crossing.ring]
        guard abs(seen.length - radius) < Self.roundTolerance, let n = seen.normalized else { continue }
        equations.add(
          SIMD8(n.x * p.x, n.x * p.y + n.y * p.x, n.y * p.y, n.x, n.y, crossing.ring == 1 ? 1 : -1, 0, 0),
          equals: radius)
        sum += (seen.length - radius) * (seen.length - radius)
      }
      guard 4 * equations.count >= 3 * crossings.count else { return nil }
      equations.damp(5, 1)
      guard let found = equations.solution() else { return nil }
      (a, b, d, middle) = (found[0], found[1], found[2], Vector(found[3], found[4]))
      residual = (sum / Double(equations.count)).squareRoot()
    }
    let determinant = a * d - b * b
    guard determinant > 1e-9, a > 0, residual < Self.mostRoundResidual else { return nil }
    let (u, v) = (
      Vector<ImagePixels>(d / determinant, -b / determinant), Vector<ImagePixels>(-b / determinant, a / determinant)
    )
    return QRFinder(
      center: origin - u * middle.x - v * middle.y, u: u, v: v, circles: QRFinder.Circles(u: u, v: v), dark: dark,
      light: light, residual: residual, isInverted: isInverted)
  }

  /// Turns of the fit, of which the first begins with the spread edges.
  private static let roundTurns = 3
  /// Modules from its ring up to which an edge belongs to it.
  private static let roundTolerance = 0.7
  /// Modules by which circles' edges may be off, root mean square: half of what a square's may.
  private static let mostRoundResidual = 0.2
}
