/// Weighted linear least squares of up to eight unknowns: equations are added one by one, then solved for them.
struct FewUnknowns {
  /// The sums of the products of coefficients, a row for each unknown, and of each with the values.
  private var products: [SIMD8<Double>]
  private var values = SIMD8<Double>.zero
  /// Equations added so far.
  private(set) var count = 0

  /// - Precondition: there are at most eight.
  init(_ unknowns: Int) {
    precondition(unknowns <= SIMD8<Double>.scalarCount)
    products = [SIMD8<Double>](repeating: .zero, count: unknowns)
  }

  /// Adds `coefficients · unknowns = value`; coefficients of more unknowns than there are must be 0.
  mutating func add(_ coefficients: SIMD8<Double>, equals value: Double, weight: Double = 1) {
    let weighted = weight * coefficients
    for unknown in products.indices { products[unknown] += weighted[unknown] * coefficients }
    values += value * weighted
    count += 1
  }

  /// Draws unknown `index` towards 0 as strongly as `weight` equations of coefficient 1 would.
  mutating func damp(_ index: Int, _ weight: Double) { products[index][index] += weight }

  /// The unknowns, or nil where the equations do not determine them.
  func solution() -> [Double]? {
    NormalEquations(unknowns: products.count, products: { products[$0][$1] }, values: { values[$0] }).solution()
  }
}
