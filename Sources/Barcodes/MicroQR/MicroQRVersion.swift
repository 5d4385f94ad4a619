/// The size of a Micro QR Code symbol, M1 to M4. ISO/IEC 18004:2024 §5.3.1.
package struct MicroQRVersion: Hashable, Sendable, Comparable {
  package let number: Int

  /// - Precondition: `number` is in 1…4.
  package init(_ number: Int) {
    precondition(1...4 ~= number, "Micro QR Code version out of range")
    self.number = number
  }

  package init?(side: Int) {
    guard side % 2 == 1, 11...17 ~= side else { return nil }
    number = (side - 9) / 2
  }

  package static let all = (1...4).map(MicroQRVersion.init)

  /// `M1` to `M4`.
  package var name: String { "M\(number)" }

  /// Modules along one side: 11, 13, 15 or 17.
  package var side: Int { 9 + 2 * number }

  /// The levels that the version offers; M1 detects errors only, which is written as `low`.
  package var levels: [QRErrorCorrection] {
    [[.low], [.low, .medium], [.low, .medium], [.low, .medium, .quartile]][number - 1]
  }

  /// Codewords of data and of error correction together.
  package var codewords: Int { [5, 10, 17, 24][number - 1] }

  /// Check codewords of the one block. ISO/IEC 18004:2024 Table 9.
  ///
  /// - Precondition: the version offers the level.
  package func checks(_ level: QRErrorCorrection) -> Int {
    [[2], [5, 6], [6, 8], [8, 10, 14]][number - 1][level.rawValue]
  }

  package func blocks(_ level: QRErrorCorrection) -> QRBlocks {
    QRBlocks(codewords: codewords, checksPerBlock: checks(level), count: 1)
  }

  /// True where the last data codeword has four bits: M1 and M3. ISO/IEC 18004:2024 §7.4.10.
  package var endsInHalfCodeword: Bool { number % 2 == 1 }

  /// Bits for the message. ISO/IEC 18004:2024 Table 7.
  package func dataBits(_ level: QRErrorCorrection) -> Int {
    8 * (codewords - checks(level)) - (endsInHalfCodeword ? 4 : 0)
  }

  /// How segments begin. ISO/IEC 18004:2024 Tables 2 and 3.
  package var dialect: QRDialect {
    let modes: [QRMode] = [.numeric, .alphanumeric, .byte, .kanji]
    let offered = modes.prefix([1, 2, 4, 4][number - 1])
    // Digits may be 2^n − 1 in number; each further mode counts one bit less, but bytes as letters.
    let bits = [number + 2, number + 1, number + 1, number]
    var indicated = [QRMode?](repeating: nil, count: 1 << (number - 1))
    for (indicator, mode) in offered.enumerated() { indicated[indicator] = mode }
    return QRDialect(
      indicatorBits: number - 1, modes: indicated,
      countBits: Dictionary(uniqueKeysWithValues: zip(offered, bits)), terminatorBits: 2 * number + 1)
  }

  package static func < (a: MicroQRVersion, b: MicroQRVersion) -> Bool { a.number < b.number }
}
