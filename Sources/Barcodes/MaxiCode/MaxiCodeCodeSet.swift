/// The five code sets, each of 64 codes. ISO/IEC 16023:2000 Annex A.
enum MaxiCodeCodeSet: Int, CaseIterable, Sendable {
  /// Capital letters, digits and signs.
  case a
  /// Small letters and signs.
  case b
  /// Accented capital letters, accented small ones, and control characters.
  case c, d, e

  /// What a code says.
  enum Meaning: Hashable, Sendable {
    case byte(UInt8)
    /// The next so many characters are of a set.
    case shift(MaxiCodeCodeSet, Int)
    case latch(MaxiCodeCodeSet)
    /// In a set that was shifted to: stay.
    case lock
    case eci
    /// Five codes that are nine digits.
    case number
    case pad
  }

  static let numberCode = 31
  static let eciCode = 27
  static let padCode = 33

  func meaning(of code: Int) -> Meaning { Self.tables[rawValue][code] }

  /// The code of a byte, or nil where the set has none.
  func code(of byte: UInt8) -> Int? { Self.codes[rawValue][Int(byte)] }

  private static let tables: [[Meaning]] = MaxiCodeCodeSet.allCases.map { set in
    switch set {
    case .a: tableA
    case .b: tableB
    case .c:
      latin(0xC0)
        + [0xDB, 0xDC, 0xDD, 0xDE, 0xDF, 0xAA, 0xAC, 0xB1, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC, 0xBD, 0xBE]
        .map(Meaning.byte) + bytes(0x80...0x89) + ending(.c)
    case .d:
      latin(0xE0)
        + [0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0xA1, 0xA8, 0xAB, 0xAF, 0xB0, 0xB4, 0xB7, 0xB8, 0xBB, 0xBF, 0x8A]
        .map(Meaning.byte) + bytes(0x8B...0x94) + ending(.d)
    case .e:
      bytes(0x00...0x1A) + [.eci, .pad, .pad, .byte(0x1B), .number] + bytes(0x1C...0x1F)
        + [0x9F, 0xA0, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA9, 0xAD, 0xAE, 0xB6].map(Meaning.byte)
        + bytes(0x95...0x9E) + ending(.e)
    }
  }

  private static func bytes(_ range: ClosedRange<UInt8>) -> [Meaning] { range.map(Meaning.byte) }

  private static func text(_ text: String) -> [Meaning] { text.utf8.map(Meaning.byte) }

  /// Codes 27 to 31 of all sets but E.
  private static let middle: [Meaning] = [.eci, .byte(0x1C), .byte(0x1D), .byte(0x1E), .number]

  private static let tableA: [Meaning] =
    [.byte(0x0D)] + bytes(0x41...0x5A) + middle + [.byte(0x20), .pad] + bytes(0x22...0x3A)
    + [.shift(.b, 1), .shift(.c, 1), .shift(.d, 1), .shift(.e, 1), .latch(.b)]

  private static let tableB: [Meaning] =
    bytes(0x60...0x7A) + middle + [.byte(0x7B), .pad] + text("}~\u{7F};<=>?[\\]^_ ,./:@!|")
    + [
      .pad, .shift(.a, 2), .shift(.a, 3), .pad, .shift(.a, 1), .shift(.c, 1), .shift(.d, 1), .shift(.e, 1), .latch(.a),
    ]

  /// The first 32 codes of the sets of accented letters.
  private static func latin(_ first: UInt8) -> [Meaning] { bytes(first...first + 26) + middle }

  /// Codes 58 to 63 of the sets that are locked to: the set's own place among the shifts locks it.
  private static func ending(_ own: MaxiCodeCodeSet) -> [Meaning] {
    [.latch(.a), .byte(0x20)] + [c, d, e].map { $0 == own ? .lock : .shift($0, 1) } + [.latch(.b)]
  }

  private static let codes: [[Int?]] = tables.map { table in
    var codes = [Int?](repeating: nil, count: 256)
    for (code, meaning) in table.enumerated() {
      if case .byte(let byte) = meaning, codes[Int(byte)] == nil { codes[Int(byte)] = code }
    }
    return codes
  }
}
