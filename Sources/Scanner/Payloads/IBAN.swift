/// International bank account numbers, ISO 13616.
enum IBAN {
  enum Fault: String, Hashable {
    case form = "The account number is none: a country, two digits, and up to 30 letters and digits."
    case length = "The account number has another length than its country's have."
    case check = "The account number's check digits are wrong."
  }

  /// Nil for a number that can be right: its form, the length of its country, and the check digits.
  static func fault(in text: String) -> Fault? {
    let signs = text.uppercased().filter { !$0.isWhitespace }
    guard (5...34).contains(signs.count), signs.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      signs.prefix(2).allSatisfy(\.isLetter), signs.dropFirst(2).prefix(2).allSatisfy(\.isNumber)
    else { return .form }
    if let length = lengths[String(signs.prefix(2))], length != signs.count { return .length }
    return ModuloCheck.is97(signs.dropFirst(4) + signs.prefix(4)) ? nil : .check
  }

  /// In groups of four, as on paper.
  static func grouped(_ text: String) -> String {
    let signs = Array(text.filter { !$0.isWhitespace })
    return stride(from: 0, to: signs.count, by: 4).map { String(signs[$0..<min($0 + 4, signs.count)]) }
      .joined(separator: " ")
  }

  /// SWIFT's IBAN registry, for the countries of the single euro payments area and the largest others.
  private static let lengths: [String: Int] = [
    "AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BR": 29, "CH": 21, "CY": 28,
    "CZ": 24, "DE": 22, "DK": 18, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22,
    "GI": 23, "GL": 18, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26, "IT": 27, "KW": 30, "KZ": 20,
    "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MT": 31, "NL": 18, "NO": 15,
    "PK": 24, "PL": 28, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27,
    "TN": 24, "TR": 26, "UA": 29, "VA": 22, "XK": 20,
  ]
}

/// Check digits of numbers that people type.
enum ModuloCheck {
  /// ISO/IEC 7064 modulo 97-10: letters as 10…35; the remainder is 1.
  static func is97(_ signs: some Sequence<Character>) -> Bool {
    var remainder = 0
    for sign in signs {
      guard let value = Int(String(sign), radix: 36) else { return false }
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
    return remainder == 1
  }

  /// Modulo 10 recursive, as Swiss payment references have it: Swiss Payment Standards, Style Guide, annex.
  static func is10Recursive(_ digits: some Sequence<Character>) -> Bool {
    let table = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]
    var carry = 0
    var last = 0
    var expected = 0
    for sign in digits {
      guard let digit = sign.wholeNumberValue, sign.isASCII else { return false }
      expected = (10 - carry) % 10
      last = digit
      carry = table[(carry + digit) % 10]
    }
    return last == expected
  }

  /// GS1 General Specifications §7.9: weights of 3 and 1 from the right; the sum is a multiple of ten.
  static func isGS1(_ digits: some BidirectionalCollection<Character>) -> Bool {
    var sum = 0
    for (place, sign) in digits.reversed().enumerated() {
      guard let digit = sign.wholeNumberValue, sign.isASCII else { return false }
      sum += place.isMultiple(of: 2) ? digit : 3 * digit
    }
    return sum.isMultiple(of: 10)
  }

  /// Creditor references, ISO 11649: `RF`, two check digits, up to 21 letters and digits.
  static func isCreditorReference(_ text: String) -> Bool {
    let signs = text.uppercased().filter { !$0.isWhitespace }
    return signs.hasPrefix("RF") && (5...25).contains(signs.count) && is97(signs.dropFirst(4) + signs.prefix(4))
  }
}
