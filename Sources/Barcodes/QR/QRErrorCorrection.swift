/// How much damage a symbol stands: about 7, 15, 25 or 30 % of its codewords. ISO/IEC 18004:2024 §6.5.1.
package enum QRErrorCorrection: Int, CaseIterable, Hashable, Sendable, Comparable {
  case low, medium, quartile, high

  /// L, M, Q or H.
  package var letter: String {
    switch self {
    case .low: "L"
    case .medium: "M"
    case .quartile: "Q"
    case .high: "H"
    }
  }

  /// - Parameter letter: L, M, Q or H, in either case.
  package init?(letter: String) {
    guard let level = Self.allCases.first(where: { $0.letter == letter.uppercased() }) else { return nil }
    self = level
  }

  /// The indicator in the format information: L is 01, M 00, Q 11, H 10. ISO/IEC 18004:2024 Table 12.
  package var indicator: Int { rawValue ^ 1 }

  package init(indicator: Int) {
    guard let level = Self(rawValue: indicator & 3 ^ 1) else { preconditionFailure("two bits") }
    self = level
  }

  package static func < (a: QRErrorCorrection, b: QRErrorCorrection) -> Bool { a.rawValue < b.rawValue }
}
