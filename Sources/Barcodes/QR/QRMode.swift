/// How a segment's characters are coded, or what else it says. ISO/IEC 18004:2024 §7.4.1.
package enum QRMode: String, CaseIterable, Hashable, Sendable {
  /// Digits, ten bits for three.
  case numeric
  /// Digits, capital letters and ` $%*+-./:`, eleven bits for two.
  case alphanumeric
  /// Bytes.
  case byte
  /// Two bytes of Shift JIS in thirteen bits.
  case kanji
  /// Two bytes of GB 2312 in thirteen bits. GB/T 18284-2000.
  case hanzi
  /// The character set of what follows.
  case eci
  /// GS1: the data are element strings.
  case fnc1First
  /// The data follow another industry's rules, named by an application indicator.
  case fnc1Second
  /// This symbol's place in a message over several.
  case structuredAppend
}

/// How one member of the family spells the heads of segments: QR by three ranges of versions, Micro QR by
/// version, rMQR by version.
package struct QRDialect: Hashable, Sendable {
  /// Bits of the mode indicator; none where there is but one mode.
  package let indicatorBits: Int
  /// The mode of each indicator; nil for those that mean nothing.
  package let modes: [QRMode?]
  /// Bits of the character count, for modes that have one.
  package let countBits: [QRMode: Int]
  /// Zeros that end a message, as far as there is room for them.
  package let terminatorBits: Int

  package func indicator(of mode: QRMode) -> Int? { modes.firstIndex(of: mode) }

  /// Bits of a segment's indicator and count, or nil for a mode that is not offered.
  package func headBits(of mode: QRMode) -> Int? {
    guard indicator(of: mode) != nil, let count = countBits[mode] else { return nil }
    return indicatorBits + count
  }
}

extension QRDialect {
  /// ISO/IEC 18004:2024 Tables 2 and 3.
  package static func qr(_ version: QRVersion) -> QRDialect {
    let range = version.number < 10 ? 0 : version.number < 27 ? 1 : 2
    return QRDialect(
      indicatorBits: 4,
      modes: [
        nil, .numeric, .alphanumeric, .structuredAppend, .byte, .fnc1First, nil, .eci, .kanji, .fnc1Second, nil, nil,
        nil, .hanzi, nil, nil,
      ],
      countBits: [
        .numeric: [10, 12, 14][range], .alphanumeric: [9, 11, 13][range], .byte: [8, 16, 16][range],
        .kanji: [8, 10, 12][range], .hanzi: [8, 10, 12][range],
      ],
      terminatorBits: 4)
  }
}
