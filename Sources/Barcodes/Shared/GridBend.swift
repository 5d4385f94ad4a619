import Geometry

/// A smooth displacement of a symbol's plane, in modules: a polynomial in x and y for each direction.
///
/// A cylinder seen from any side is nearly quadratic over the angle that stays readable; creases and
/// lens distortion ask for the third and fourth degree.
struct GridBend {
  let degree: Int
  fileprivate let halfWidth: Double
  fileprivate let halfHeight: Double
  fileprivate let alongX: [Double]
  fileprivate let alongY: [Double]

  /// Where a place of the flat symbol went.
  func moved(_ x: Double, _ y: Double) -> Point<Modules> {
    let (s, t) = (x / halfWidth - 1, y / halfHeight - 1)
    var (dx, dy) = (0.0, 0.0)
    var term = 0
    var powerT = 1.0
    for j in 0...degree {
      var power = powerT
      for _ in 0...(degree - j) {
        dx += alongX[term] * power
        dy += alongY[term] * power
        power *= s
        term += 1
      }
      powerT *= t
    }
    return Point(x + dx, y + dy)
  }
}

/// Collects how far places of a symbol were seen from where its grid has them, in modules.
protocol GridEdgeFit {
  /// At (x, y) the symbol was seen `shift` modules further along its rows.
  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double)

  /// At (x, y) the symbol was seen `shift` modules further down its columns.
  mutating func addDown(_ x: Double, _ y: Double, shift: Double, weight: Double)
}

/// Fits a bend to where places of a symbol were seen.
struct GridBendFit: GridEdgeFit {
  private struct Shift {
    let x, y: Double
    let shift: Double
    let weight: Double
  }

  private let width: Int
  private let height: Int
  private var across: [Shift] = []
  private var down: [Shift] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    across.append(Shift(x: x, y: y, shift: shift, weight: weight))
  }

  mutating func addDown(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    down.append(Shift(x: x, y: y, shift: shift, weight: weight))
  }

  var count: Int { across.count + down.count }

  /// The bend of this degree nearest to what was added, or nil where that does not determine one.
  /// Measurements far from the first fit are left out of the second.
  ///
  /// - Parameter outlier: how far off, in modules, a measurement counts half.
  func fit(degree: Int, stiffness: Double = 0.5, outlier: Double = 0.2) -> GridBend? {
    guard let alongX = Self.polynomial(across, degree, width, height, stiffness, outlier),
      let alongY = Self.polynomial(down, degree, width, height, stiffness, outlier)
    else { return nil }
    return GridBend(
      degree: degree, halfWidth: Double(width) / 2, halfHeight: Double(height) / 2, alongX: alongX, alongY: alongY)
  }

  private static func polynomial(
    _ shifts: [Shift], _ degree: Int, _ width: Int, _ height: Int, _ stiffness: Double, _ outlier: Double
  ) -> [Double]? {
    let powers = (0...degree).flatMap { j in (0...degree - j).map { (s: $0, t: j) } }
    guard shifts.count >= powers.count else { return nil }
    let (halfWidth, halfHeight) = (Double(width) / 2, Double(height) / 2)
    var result: [Double]?
    for _ in 0..<3 {
      var sums = MomentSums(degree: degree)
      for shift in shifts {
        let place = PlanePowers(shift.x / halfWidth - 1, shift.y / halfHeight - 1)
        var weight = shift.weight
        if let result {
          // Cauchy's weight.
          let error = (place.value(result, degree: degree) - shift.shift) / outlier
          weight /= 1 + error * error
        }
        sums.add(place, shift.shift, weight: weight)
      }
      var equations = NormalEquations(
        unknowns: powers.count,
        products: { sums.moment(powers[$0].s + powers[$1].s, powers[$0].t + powers[$1].t) },
        values: { sums.value(powers[$0].s, powers[$0].t) }, count: shifts.count)
      // Higher terms are drawn to 0, so that a surface without evidence stays flat.
      for (term, power) in powers.enumerated() {
        let order = power.s + power.t
        equations.damp(term, order >= 2 ? stiffness * Double(order) : 0.01)
      }
      guard let solution = equations.solution() else { return nil }
      result = solution
    }
    return result
  }
}

/// The powers of a place's two coordinates, which are from −1 to 1 over the symbol.
private struct PlanePowers {
  /// From 0 to 7, and from 8 to 15.
  let s, highS, t, highT: SIMD8<Double>

  init(_ s: Double, _ t: Double) {
    (self.s, highS) = Self.powers(s)
    (self.t, highT) = Self.powers(t)
  }

  private static func powers(_ x: Double) -> (SIMD8<Double>, SIMD8<Double>) {
    let (x2, x4) = (x * x, x * x * (x * x))
    let low = SIMD8(1, x, x2, x2 * x, x4, x4 * x, x4 * x2, x4 * x2 * x)
    return (low, (x4 * x4) * low)
  }

  func powerOfT(_ exponent: Int) -> Double { exponent < 8 ? t[exponent] : highT[exponent - 8] }

  /// The value here of a polynomial, by its coefficients.
  func value(_ coefficients: [Double], degree: Int) -> Double {
    var (sum, term) = (0.0, 0)
    for j in 0...degree {
      var inner = 0.0
      for i in 0...degree - j {
        inner += coefficients[term] * s[i]
        term += 1
      }
      sum += inner * t[j]
    }
    return sum
  }
}

/// What the equations of polynomials in two coordinates add up to: two terms' product is a power of both that other
/// pairs of terms have too, so that of the fourth degree 45 sums stand for 120 products.
private struct MomentSums {
  private let degree: Int
  /// By the power of t: for each of s from 0 to 7, and from 8 on.
  private var low: [SIMD8<Double>]
  private var high: [SIMD8<Double>]
  /// The same with the values.
  private var values: [SIMD8<Double>]

  /// - Precondition: the degree is at most 7.
  init(degree: Int) {
    precondition(degree <= 7)
    self.degree = degree
    low = [SIMD8<Double>](repeating: .zero, count: 2 * degree + 1)
    high = [SIMD8<Double>](repeating: .zero, count: max(0, 2 * degree - 7))
    values = [SIMD8<Double>](repeating: .zero, count: degree + 1)
  }

  mutating func add(_ place: PlanePowers, _ value: Double, weight: Double) {
    for power in 0...2 * degree { low[power] += (weight * place.powerOfT(power)) * place.s }
    for power in high.indices { high[power] += (weight * place.powerOfT(power)) * place.highS }
    for power in 0...degree { values[power] += (weight * value * place.t[power]) * place.s }
  }

  /// The sum over all places of sᵃ · tᵇ.
  func moment(_ a: Int, _ b: Int) -> Double { a < 8 ? low[b][a] : high[b][a - 8] }
  func value(_ a: Int, _ b: Int) -> Double { values[b][a] }
}
