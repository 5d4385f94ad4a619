import Geometry

/// A smooth displacement of a symbol's plane, in modules: a polynomial in x and y for each direction.
///
/// A cylinder seen from any side is nearly quadratic over the angle that stays readable; creases and
/// lens distortion ask for the third and fourth degree.
struct GridBend {
  fileprivate let degree: Int
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

/// Collects how far places of a symbol were seen from where its grid has them, and fits a bend to it.
struct GridBendFit {
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

  /// At (x, y) the symbol was seen `shift` modules further along its rows.
  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    across.append(Shift(x: x, y: y, shift: shift, weight: weight))
  }

  /// At (x, y) the symbol was seen `shift` modules further down its columns.
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
    let terms = (degree + 1) * (degree + 2) / 2
    guard shifts.count >= terms else { return nil }
    let (halfWidth, halfHeight) = (Double(width) / 2, Double(height) / 2)
    var result: [Double]?
    for _ in 0..<3 {
      var equations = NormalEquations(unknowns: terms)
      var row = [Double](repeating: 0, count: terms)
      for shift in shifts {
        fill(&row, shift.x / halfWidth - 1, shift.y / halfHeight - 1, degree)
        var weight = shift.weight
        if let result {
          // Cauchy's weight.
          var fitted = 0.0
          for term in 0..<terms { fitted += row[term] * result[term] }
          let error = (fitted - shift.shift) / outlier
          weight /= 1 + error * error
        }
        equations.add(row, equals: shift.shift, weight: weight)
      }
      // Higher terms are drawn to 0, so that a surface without evidence stays flat.
      var term = 0
      for j in 0...degree {
        for i in 0...(degree - j) {
          equations.damp(term, i + j >= 2 ? stiffness * Double(i + j) : 0.01)
          term += 1
        }
      }
      guard let solution = equations.solution() else { return nil }
      result = solution
    }
    return result
  }

  private static func fill(_ row: inout [Double], _ s: Double, _ t: Double, _ degree: Int) {
    var term = 0
    var powerT = 1.0
    for j in 0...degree {
      var power = powerT
      for _ in 0...(degree - j) {
        row[term] = power
        power *= s
        term += 1
      }
      powerT *= t
    }
  }
}
