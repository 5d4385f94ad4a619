/// The number in an EAN or UPC symbol, and what it is called.
package struct EANNumber: Hashable, Sendable {
  package enum Form: Sendable { case ean13, ean8, upcE }

  package let form: Form
  /// Thirteen digits (UPC-A's with its zero in front; UPC-E's as printed: system, six, check) or eight.
  package let digits: [Int]

  package init(form: Form, digits: [Int]) {
    self.form = form
    self.digits = digits
  }

  /// Its digits that have bars of their own; the others are told by the sets of these.
  var encoded: Range<Int> {
    switch form {
    case .ean13: 1..<13
    case .ean8: 0..<8
    case .upcE: 1..<7
    }
  }

  /// For each encoded digit where its set begins among the characters: A at 0, B at 10, C at 20.
  var sets: [Int] {
    func sets(_ parity: Int) -> [Int] { (0..<6).map { 10 * (parity >> (5 - $0) & 1) } }
    return switch form {
    case .ean13: sets(EANDigits.leadingParities[digits[0]]) + [Int](repeating: 20, count: 6)
    case .ean8: [0, 0, 0, 0, 20, 20, 20, 20]
    case .upcE: sets(UPCEParity.parity(system: digits[0], check: digits[7]))
    }
  }

  /// True for a number whose symbol is as well the left half of an EAN-13, up to the first bar behind the middle guard. Only
  /// light behind it, and that its region has no other stripes, tells them apart.
  var isLikeHalf: Bool { form == .upcE && Self.isLikeHalf(system: digits[0]) }

  /// The same of a UPC-E's number system: the sets of system 1 are those that tell an EAN-13's first digit.
  static func isLikeHalf(system: Int) -> Bool { system == 1 }

  /// For each encoded digit its character: 0…9 of set A, 10…19 of B, 20…29 of C.
  var characters: [Int] { zip(encoded, sets).map { $1 + digits[$0] } }

  /// The twelve digits for which UPC-E's eight stand. ISO/IEC 15420:2009 §4.3.2.3, Table 5.
  package static func expanded(upcE digits: [Int]) -> [Int] {
    let (system, d, check) = (digits[0], Array(digits[1...6]), digits[7])
    let middle: [Int] =
      switch d[5] {
      case 0...2: [d[0], d[1], d[5], 0, 0, 0, 0, d[2], d[3], d[4]]
      case 3: [d[0], d[1], d[2], 0, 0, 0, 0, 0, d[3], d[4]]
      case 4: [d[0], d[1], d[2], d[3], 0, 0, 0, 0, 0, d[4]]
      default: [d[0], d[1], d[2], d[3], d[4], 0, 0, 0, 0, d[5]]
      }
    return [system] + middle + [check]
  }

  /// What is said, under the name that is wanted, or nil where none of its names is.
  ///
  /// A number of thirteen digits that begins with 0 is a UPC-A, whose text has twelve; where only EAN-13 is
  /// asked for it is one with all its thirteen. UPC-E is given in full, as ISO/IEC 15424 demands of `]E0`.
  package func symbol(wanted: Set<Symbology>) -> DecodedSymbol? {
    switch form {
    case .ean8:
      guard wanted.contains(.ean8) else { return nil }
      return Self.symbol(.ean8, EANDigits.text(digits), "]E4", [:])
    case .upcE:
      guard wanted.contains(.upcE) else { return nil }
      let short = EANDigits.text(digits)
      return Self.symbol(.upcE, EANDigits.text(Self.expanded(upcE: digits)), "]E0", ["upcE": .string(short)])
    case .ean13:
      if digits[0] == 0 && wanted.contains(.upcA) {
        return Self.symbol(.upcA, EANDigits.text(digits.dropFirst()), "]E0", [:])
      }
      guard wanted.contains(.ean13) else { return nil }
      return Self.symbol(.ean13, EANDigits.text(digits), "]E0", bookDetails)
    }
  }

  private static func symbol(
    _ symbology: Symbology, _ text: String, _ identifier: String, _ details: [String: DetailValue]
  ) -> DecodedSymbol {
    DecodedSymbol(
      symbology: symbology, text: text, bytes: Array(text.utf8), symbologyIdentifier: identifier, details: details)
  }

  /// The prefixes that GS1 gave to books (ISO 2108), printed music (ISO 10957) and journals (ISO 3297).
  private var bookDetails: [String: DetailValue] {
    let text = EANDigits.text(digits)
    if text.hasPrefix("9790") { return ["ismn": .string(text)] }
    if text.hasPrefix("979") { return ["isbn": .string(text)] }
    if text.hasPrefix("978") {
      let nine = digits[3..<12]
      let sum = zip(nine, 0...).reduce(0) { $0 + $1.0 * (10 - $1.1) }
      let check = (11 - sum % 11) % 11
      let isbn10 = EANDigits.text(nine) + (check == 10 ? "X" : String(check))
      return ["isbn": .string(text), "isbn10": .string(isbn10)]
    }
    if text.hasPrefix("977") {
      let seven = digits[3..<10]
      let sum = zip(seven, 0...).reduce(0) { $0 + $1.0 * (8 - $1.1) }
      let check = (11 - sum % 11) % 11
      let issn = EANDigits.text(seven.prefix(4)) + "-" + EANDigits.text(seven.suffix(3))
      return ["issn": .string(issn + (check == 10 ? "X" : String(check)))]
    }
    return [:]
  }
}

extension DecodedSymbol {
  /// The symbol with the digits of its add-on after its own. ISO/IEC 15424: `]E3`. UPC-E's stays beside it, as its text
  /// is a longer number already than the one that is printed.
  package func withAddOn(_ addOn: String) -> DecodedSymbol {
    var details = details
    details["addOn"] = .string(addOn)
    if symbology == .upcE {
      return DecodedSymbol(
        symbology: symbology, text: text, bytes: bytes, symbologyIdentifier: symbologyIdentifier, details: details)
    }
    let text = (text ?? "") + addOn
    return DecodedSymbol(
      symbology: symbology, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]E3", details: details)
  }
}
