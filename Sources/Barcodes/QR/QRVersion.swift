/// The size of a QR Code symbol, 1 to 40. ISO/IEC 18004:2024 §5.3.1.
package struct QRVersion: Hashable, Sendable, Comparable {
  package let number: Int

  /// - Precondition: `number` is in 1…40.
  package init(_ number: Int) {
    precondition(1...40 ~= number, "QR Code version out of range")
    self.number = number
  }

  /// The version whose symbols have this many modules along a side, if there is one.
  package init?(side: Int) {
    guard side % 4 == 1, 21...177 ~= side else { return nil }
    number = (side - 17) / 4
  }

  package static let all = (1...40).map(QRVersion.init)

  /// Modules along one side. ISO/IEC 18004:2024 Table 1: 21 for version 1, then 4 more a step.
  package var side: Int { 17 + 4 * number }

  /// Columns, and rows, in which alignment patterns have their middle; a pattern is at each crossing where
  /// no finder pattern is. ISO/IEC 18004:2024 Annex E.
  ///
  /// The first is 6, the last 6 modules from the far side; between them they are evenly spaced from the far
  /// side on, by an even step, so that the first step takes the rest.
  package var alignmentCenters: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let span = side - 13
    // Annex E's table rounds the step up to the next even number, except for version 32.
    let step = number == 32 ? 26 : (span + 2 * count - 3) / (2 * count - 2) * 2
    return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
  }

  /// Whether the symbol states its version: from 7 on. ISO/IEC 18004:2024 §7.10.
  package var hasVersionInformation: Bool { number >= 7 }

  /// Modules that carry codewords, the remainder included: all but finders with separators (3 · 64
  /// modules) and format information (31), timing, alignment patterns and version information.
  package var dataModules: Int {
    let centers = alignmentCenters.count
    // Patterns on the timing lines share five modules with them.
    let alignment = centers == 0 ? 0 : 25 * (centers * centers - 3) - 10 * (centers - 2)
    return side * side - 223 - 2 * (side - 16) - alignment - (hasVersionInformation ? 36 : 0)
  }

  /// Codewords of data and of error correction together. ISO/IEC 18004:2024 Table 1.
  package var codewords: Int { dataModules / 8 }

  package static func < (a: QRVersion, b: QRVersion) -> Bool { a.number < b.number }
}
