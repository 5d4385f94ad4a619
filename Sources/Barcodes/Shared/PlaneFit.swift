import Geometry

/// Fits a plane's view to where places of a symbol were seen: how the grid that they were measured by is to be moved, turned,
/// stretched, and tilted in space.
struct PlaneFit: GridEdgeFit {
  private struct Shift {
    let coefficients: SIMD8<Double>
    let shift: Double
    let weight: Double
  }

  private let center: Point<Modules>
  private var shifts: [Shift] = []

  /// - Parameter center: the place about which the plane is tilted; near it the linear terms are right.
  init(center: Point<Modules>) { self.center = center }

  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    let (u, v) = (x - center.x, y - center.y)
    shifts.append(Shift(coefficients: SIMD8(1, u, v, 0, 0, 0, u * u, u * v), shift: shift, weight: weight))
  }

  mutating func addDown(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    let (u, v) = (x - center.x, y - center.y)
    shifts.append(Shift(coefficients: SIMD8(0, 0, 0, 1, u, v, u * v, v * v), shift: shift, weight: weight))
  }

  var count: Int { shifts.count }

  /// From the symbol's places to those of the grid by which it was measured; nil where the edges do not determine it.
  ///
  /// With w = 1 − g·u − h·v a place goes to (u + a + b·u + c·v) / w, which for small tilts is u + a + b·u + c·v + g·u² + h·u·v,
  /// and so for v: linear in the eight unknowns.
  func fit() -> Perspective<Modules, Modules>? {
    var result: SIMD8<Double>?
    for _ in 0..<Self.rounds {
      var equations = FewUnknowns(8)
      for shift in shifts {
        var weight = shift.weight
        if let result {
          // Cauchy's weight: what stands beside the symbol has edges, too.
          let error = ((shift.coefficients * result).sum() - shift.shift) / Self.outlier
          weight /= 1 + error * error
        }
        equations.add(shift.coefficients, equals: shift.shift, weight: weight)
      }
      guard let solution = equations.solution() else { return nil }
      result = SIMD8(solution)
    }
    guard let t = result else { return nil }
    let (g, h) = (-t[6], -t[7])
    let (x, y) = (center.x, center.y)
    let tilted = Perspective<Modules, Modules>(
      1 + t[1] + g * x, t[2] + h * x, t[0] + x, t[4] + g * y, 1 + t[5] + h * y, t[3] + y, g, h, 1)
    return Perspective<Modules, Modules>(1, 0, -x, 0, 1, -y, 0, 0, 1).then(tilted)
  }

  private static let rounds = 3
  /// How far off, in modules, a measurement counts half.
  private static let outlier = 0.2
}
