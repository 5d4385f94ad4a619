/// The character sets of Aztec Code. ISO/IEC 24778:2008 Table 2.
enum AztecMode: Int, CaseIterable {
  case upper, lower, mixed, punct, digit

  /// Bits a character.
  var width: Int { self == .digit ? 4 : 5 }

  /// What a code stands for.
  enum Meaning: Equatable {
    case text([UInt8])
    case shift(AztecMode)
    case latch(AztecMode)
    case binaryShift
    /// FLG(n): FNC1 or an Extended Channel Interpretation.
    case flag
  }

  func meaning(of code: Int) -> Meaning { Self.tables[rawValue][code] }

  /// The code of a character, or of a pair that has one, if this set has it.
  func code(of text: [UInt8]) -> Int? { Self.codes[rawValue][text] }

  private static let tables: [[Meaning]] = [
    [.shift(.punct), text(" ")] + letters(65) + [.latch(.lower), .latch(.mixed), .latch(.digit), .binaryShift],
    [.shift(.punct), text(" ")] + letters(97) + [.shift(.upper), .latch(.mixed), .latch(.digit), .binaryShift],
    [.shift(.punct), text(" ")] + (1...13).map { .text([$0]) } + (27...31).map { .text([$0]) }
      + "@\\^_`|~\u{7F}".utf8.map { .text([$0]) } + [.latch(.lower), .latch(.upper), .latch(.punct), .binaryShift],
    [.flag, text("\r"), text("\r\n"), text(". "), text(", "), text(": ")]
      + "!\"#$%&'()*+,-./:;<=>?[]{}".utf8.map { .text([$0]) } + [.latch(.upper)],
    [.shift(.punct), text(" ")] + (48...57).map { .text([$0]) }
      + [text(","), text("."), .latch(.upper), .shift(.upper)],
  ]

  private static func text(_ text: String) -> Meaning { .text(Array(text.utf8)) }
  private static func letters(_ first: UInt8) -> [Meaning] { (first..<first + 26).map { .text([$0]) } }

  private static let codes: [[[UInt8]: Int]] = tables.map { table in
    var result: [[UInt8]: Int] = [:]
    for (code, meaning) in table.enumerated() {
      if case .text(let bytes) = meaning { result[bytes] = code }
    }
    return result
  }
}
