package import Bits

extension ModuleRow {
  /// The row as a grid one module high.
  package var matrix: BitMatrix {
    var matrix = BitMatrix(width: modules.count, height: 1)
    for (x, dark) in modules.enumerated() { matrix[x, 0] = dark }
    return matrix
  }
}
