package import Bits

/// One of the eight patterns that keep a symbol's data from looking like its finders, or from being all of
/// one color. ISO/IEC 18004:2024 §7.8.2, Table 10.
package struct QRMask: Hashable, Sendable {
  /// 0 to 7, as the format information says it.
  package let number: Int

  /// - Precondition: `number` is in 0…7.
  package init(_ number: Int) {
    precondition(0...7 ~= number, "mask out of range")
    self.number = number
  }

  package static let all = (0...7).map(QRMask.init)

  /// Whether the module in column `x` of row `y` is inverted.
  package func inverts(x: Int, y: Int) -> Bool {
    switch number {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (y / 2 + x / 3) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }

  /// After so many modules each pattern repeats, across and down: the least common multiple of the
  /// formulas' periods 2, 3, 4 and 6.
  package static let period = 12

  /// The modules, row after row, with those inverted where the pattern says so: codewords come out of it, and
  /// function patterns are spoilt.
  package func inverting(_ modules: BitMatrix) -> [Bool] {
    var result = modules.rowMajor
    let (width, height) = (modules.width, modules.height)
    for phase in 0..<min(Self.period, height) {
      let tile = (0..<Self.period).map { inverts(x: $0, y: phase) }
      let row = (0..<width).map { tile[$0 % Self.period] }
      for y in stride(from: phase, to: height, by: Self.period) {
        let start = y * width
        for x in 0..<width { result[start + x] = result[start + x] != row[x] }
      }
    }
    return result
  }
}
