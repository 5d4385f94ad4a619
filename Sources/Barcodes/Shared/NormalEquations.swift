/// Weighted linear least squares by the sums of its equations: what they add up to is solved for the unknowns.
struct NormalEquations {
  private let unknowns: Int
  private var matrix: [Double]
  private let right: [Double]

  /// - Parameters:
  ///   - products: the sum of the products of two unknowns' coefficients, by their weights.
  ///   - values: the same of an unknown's coefficients with the values.
  init(unknowns: Int, products: (Int, Int) -> Double, values: (Int) -> Double) {
    self.unknowns = unknowns
    right = (0..<unknowns).map(values)
    matrix = [Double](repeating: 0, count: unknowns * unknowns)
    for i in 0..<unknowns {
      for j in i..<unknowns { matrix[i * unknowns + j] = products(i, j) }
    }
  }

  /// Draws unknown `index` towards 0 as strongly as `weight` equations of coefficient 1 would.
  mutating func damp(_ index: Int, _ weight: Double) { matrix[index * unknowns + index] += weight }

  /// The unknowns, or nil where the equations do not determine them. By Cholesky's decomposition.
  func solution() -> [Double]? {
    let n = unknowns
    var lower = [Double](repeating: 0, count: n * n)
    for j in 0..<n {
      var diagonal = matrix[j * n + j]
      for k in 0..<j { diagonal -= lower[j * n + k] * lower[j * n + k] }
      // Relative to the unknown's own weight: what is left after the others explained it is rounding.
      guard diagonal > 1e-12 * matrix[j * n + j], diagonal > 0 else { return nil }
      let root = diagonal.squareRoot()
      lower[j * n + j] = root
      for i in j + 1..<max(n, j + 1) {
        var value = matrix[j * n + i]
        for k in 0..<j { value -= lower[i * n + k] * lower[j * n + k] }
        lower[i * n + j] = value / root
      }
    }
    var x = right
    for i in 0..<n {
      for k in 0..<i { x[i] -= lower[i * n + k] * x[k] }
      x[i] /= lower[i * n + i]
    }
    for i in (0..<n).reversed() {
      for k in i + 1..<max(n, i + 1) { x[i] -= lower[k * n + i] * x[k] }
      x[i] /= lower[i * n + i]
    }
    return x
  }
}
