/// Collects how far places of a symbol were seen from where its grid has them, in modules.
protocol GridEdgeFit {
  /// At (x, y) the symbol was seen `shift` modules further along its rows.
  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double)

  /// At (x, y) the symbol was seen `shift` modules further down its columns.
  mutating func addDown(_ x: Double, _ y: Double, shift: Double, weight: Double)
}

/// Fits a bend to where places of a symbol were seen.
struct GridBendFit: GridEdgeFit {
  private let (halfWidth, halfHeight): (Double, Double)
  private var (across, down) = (LineShifts(), LineShifts())

  init(width: Int, height: Int) { (halfWidth, halfHeight) = (Double(width) / 2, Double(height) / 2) }

  mutating func addAcross(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    across.add(at: x / halfWidth - 1, line: y / halfHeight - 1, shift, weight: weight)
  }

  mutating func addDown(_ x: Double, _ y: Double, shift: Double, weight: Double) {
    down.add(at: y / halfHeight - 1, line: x / halfWidth - 1, shift, weight: weight)
  }

  var count: Int { across.count + down.count }

  /// The bend of this degree nearest to what was added, or nil where that does not determine one.
  /// Measurements far from the first fit are left out of the second.
  ///
  /// - Parameter outlier: how far off, in modules, a measurement counts half.
  func fit(degree: Int, stiffness: Double = 0.5, outlier: Double = 0.2) -> GridBend? {
    guard let across = across.fit(degree: degree, stiffness: stiffness, outlier: outlier),
      let down = down.fit(degree: degree, stiffness: stiffness, outlier: outlier)
    else { return nil }
    return GridBend(halfWidth: halfWidth, halfHeight: halfHeight, across: across, down: down)
  }
}

/// How far places were seen along lines, each from −1 to 1 on its line as the line is among the others.
private struct LineShifts {
  private struct Shift {
    let place: Double
    let shift: Double
    let weight: Double
  }

  private var shifts: [Shift] = []
  /// Where each line is and its last shift ends: those that came one behind the other.
  private var lines: [(place: Double, end: Int)] = []

  var count: Int { shifts.count }

  mutating func add(at place: Double, line: Double, _ shift: Double, weight: Double) {
    shifts.append(Shift(place: place, shift: shift, weight: weight))
    if lines.last?.place == line {
      lines[lines.count - 1].end = shifts.count
    } else {
      lines.append((line, shifts.count))
    }
  }

  func fit(degree: Int, stiffness: Double, outlier: Double) -> LinePolynomials? {
    let terms = LinePolynomials.terms(degree)
    guard shifts.count >= terms.count else { return nil }
    var result: LinePolynomials?
    for _ in 0..<3 {
      let sums = sums(degree: degree, besides: result, outlier: outlier)
      var equations = NormalEquations(
        unknowns: terms.count,
        products: { sums.moment(along: terms[$0].along + terms[$1].along, line: terms[$0].line + terms[$1].line) },
        values: { sums.value(along: terms[$0].along, line: terms[$0].line) })
      // Higher terms are drawn to 0, so that a surface without evidence stays flat.
      for (number, term) in terms.enumerated() {
        let order = term.along + term.line
        equations.damp(number, order >= 2 ? stiffness * Double(order) : 0.01)
      }
      guard let solution = equations.solution() else { return nil }
      result = LinePolynomials(degree: degree, solution)
    }
    return result
  }

  /// What the equations add up to, by Cauchy's weights where there was a fit before.
  private func sums(degree: Int, besides earlier: LinePolynomials?, outlier: Double) -> MomentSums {
    var (sums, first) = (MomentSums(degree: degree), 0)
    for line in lines {
      let known = earlier?.onLine(at: line.place)
      var (low, high, values) = (SIMD8<Double>.zero, SIMD8<Double>.zero, SIMD8<Double>.zero)
      for shift in shifts[first..<line.end] {
        let powers = powers(of: shift.place)
        var weight = shift.weight
        if let known {
          let error = ((known.coefficients * powers).sum() - shift.shift) / outlier
          weight /= 1 + error * error
        }
        let weighted = weight * powers
        low += weighted
        if degree > 3 { high += (powers[4] * powers[4]) * weighted }
        values += shift.shift * weighted
      }
      sums.add(low, high, values, line: line.place)
      first = line.end
    }
    return sums
  }
}

/// What the equations of polynomials in two coordinates add up to: two terms' product is a power of both that other
/// pairs of terms have too, so that of the fourth degree 45 sums stand for 120 products. On a line the one coordinate's powers are
/// alike for all shifts.
private struct MomentSums {
  private let degree: Int
  /// By the power of the line's place: for each of a place along it from 0 to 7, and from 8 on.
  private var low: [SIMD8<Double>]
  private var high: [SIMD8<Double>]
  /// The same with the shifts.
  private var values: [SIMD8<Double>]

  /// - Precondition: the degree is at most 7.
  init(degree: Int) {
    precondition(degree <= 7)
    self.degree = degree
    low = [SIMD8<Double>](repeating: .zero, count: 2 * degree + 1)
    high = [SIMD8<Double>](repeating: .zero, count: max(0, 2 * degree - 7))
    values = [SIMD8<Double>](repeating: .zero, count: degree + 1)
  }

  /// Adds the sums of a line.
  mutating func add(_ low: SIMD8<Double>, _ high: SIMD8<Double>, _ values: SIMD8<Double>, line place: Double) {
    var power = 1.0
    for exponent in 0...2 * degree {
      self.low[exponent] += power * low
      if exponent < self.high.count { self.high[exponent] += power * high }
      if exponent <= degree { self.values[exponent] += power * values }
      power *= place
    }
  }

  /// The sum over all places, by their weights, of these powers' products.
  func moment(along: Int, line: Int) -> Double { along < 8 ? low[line][along] : high[line][along - 8] }
  func value(along: Int, line: Int) -> Double { values[line][along] }
}
