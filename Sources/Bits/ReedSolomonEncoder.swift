/// Makes the check codewords of a Reed–Solomon code, whose generator polynomial has the roots
/// α^firstRoot … α^(firstRoot + checkCount − 1).
public struct ReedSolomonEncoder: Sendable {
  public let field: GaloisField
  public let checkCount: Int
  /// Logarithms of the generator's coefficients below its leading 1, highest power first.
  @usableFromInline let generator: [UInt16]

  /// - Parameter firstRoot: 0 for QR, 1 for Data Matrix and Aztec.
  /// - Precondition: at least one check codeword, and fewer than the field has elements.
  public init(field: GaloisField, checkCount: Int, firstRoot: Int = 0) {
    precondition(checkCount > 0 && checkCount < field.size, "check codewords out of range")
    self.field = field
    self.checkCount = checkCount
    // Multiply (x − α^first) (x − α^(first + 1)) …, coefficients highest power first without the leading 1.
    var coefficients: [UInt16] = []
    for index in 0..<checkCount {
      let root = field.power(firstRoot + index)
      coefficients.append(0)
      for at in stride(from: coefficients.count - 1, through: 0, by: -1) {
        coefficients[at] ^= field.product(at == 0 ? 1 : coefficients[at - 1], root)
      }
    }
    generator = coefficients.map { field.logarithms[Int($0)] }
  }

  /// The check codewords for data, in the order in which they follow it: the remainder of the data, as a
  /// polynomial, after division by the generator.
  ///
  /// - Precondition: every codeword is an element of the field.
  /// - Complexity: O(data × checks) table look-ups.
  @inlinable public func checks<Data: Sequence>(for data: Data) -> [Data.Element]
  where Data.Element: FixedWidthInteger {
    // The remainder is a ring, so that a step moves its start and not its contents.
    var remainder = [UInt16](repeating: 0, count: checkCount)
    var start = 0
    for codeword in data {
      let factor = UInt16(truncatingIfNeeded: codeword) ^ remainder[start]
      remainder[start] = 0
      start = start &+ 1 == checkCount ? 0 : start &+ 1
      guard factor != 0 else { continue }
      let logarithm = Int(field.logarithms[Int(factor)])
      let head = checkCount &- start
      for index in 0..<head {
        remainder[start &+ index] ^= field.powers[Int(generator[index]) &+ logarithm]
      }
      for index in head..<checkCount {
        remainder[index &- head] ^= field.powers[Int(generator[index]) &+ logarithm]
      }
    }
    return (remainder[start...] + remainder[..<start]).map { Data.Element($0) }
  }
}
