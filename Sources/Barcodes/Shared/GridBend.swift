import Geometry

/// A smooth displacement of a symbol's plane, in modules: a polynomial in x and y for each direction.
///
/// A cylinder seen from any side is nearly quadratic over the angle that stays readable; creases and
/// lens distortion ask for the third and fourth degree.
struct GridBend {
  /// Modules from the symbol's middle to its sides, by which places are from −1 to 1.
  let (halfWidth, halfHeight): (Double, Double)
  /// How far places go along their rows, and down their columns.
  let (across, down): (LinePolynomials, LinePolynomials)

  var degree: Int { across.degree }

  /// Where a place of the flat symbol went.
  func moved(_ x: Double, _ y: Double) -> Point<Modules> {
    let (s, t) = (x / halfWidth - 1, y / halfHeight - 1)
    return Point(x + across.onLine(at: t).value(s), y + down.onLine(at: s).value(t))
  }

  /// How far the places of a row went along it, by their x.
  func alongRow(_ y: Double) -> (Double) -> Double {
    let row = across.onLine(at: y / halfHeight - 1)
    return { row.value($0 / halfWidth - 1) }
  }

  /// How far the places of a column went down it, by their y.
  func alongColumn(_ x: Double) -> (Double) -> Double {
    let column = down.onLine(at: x / halfWidth - 1)
    return { column.value($0 / halfHeight - 1) }
  }
}

/// A polynomial of one coordinate, from −1 to 1: its coefficients by their powers, up to the seventh.
struct LinePolynomial {
  let coefficients: SIMD8<Double>

  func value(_ place: Double) -> Double { (coefficients * powers(of: place)).sum() }
}

/// A polynomial in two coordinates, from −1 to 1: on a line on which one is constant it is a polynomial of the other.
struct LinePolynomials {
  /// By the power of the line's own place: the coefficients by the power of a place along it.
  private let byLine: [SIMD8<Double>]

  /// - Parameters:
  ///   - degree: of both coordinates together, up to 7.
  ///   - coefficients: as `terms` has them.
  init(degree: Int, _ coefficients: [Double]) {
    var byLine = [SIMD8<Double>](repeating: .zero, count: degree + 1)
    for (term, coefficient) in zip(Self.terms(degree), coefficients) { byLine[term.line][term.along] = coefficient }
    self.byLine = byLine
  }

  /// The powers of both coordinates whose products up to a degree are.
  static func terms(_ degree: Int) -> [(along: Int, line: Int)] {
    (0...degree).flatMap { line in (0...degree - line).map { (along: $0, line: line) } }
  }

  var degree: Int { byLine.count - 1 }

  func onLine(at place: Double) -> LinePolynomial {
    var (coefficients, power) = (byLine[0], 1.0)
    for more in byLine.dropFirst() {
      power *= place
      coefficients += power * more
    }
    return LinePolynomial(coefficients: coefficients)
  }
}

/// The powers of a number from 0 to 7.
func powers(of x: Double) -> SIMD8<Double> {
  let (x2, x4) = (x * x, x * x * (x * x))
  return SIMD8(1, x, x2, x2 * x, x4, x4 * x, x4 * x2, x4 * x2 * x)
}
