extension PayloadForm {
  /// A SEPA credit transfer: EPC069-12 v2.1, "Quick Response Code: Guidelines to enable data capture", version 002,
  /// UTF-8. Its symbol has level M and at most version 13, which 331 bytes fit.
  static let payment = PayloadForm(
    name: "epc", title: "Payment",
    fields: [
      Field("name", "Beneficiary", isRequired: true), Field("iban", "IBAN", isRequired: true),
      Field("amount", "Amount in euro", hint: "12.50"), Field("text", "Purpose"), Field("bic", "BIC"),
    ]
  ) { values throws(PayloadFailure) in
    let name = values.required("name")
    guard name.count <= 70 else { throw .malformed("Beneficiary", value: name, wanted: "at most 70 characters long") }
    let text = (values["text"] ?? "").replacing("\n", with: " ")
    guard text.count <= 140 else { throw .malformed("Purpose", value: text, wanted: "at most 140 characters long") }
    let lines = [
      "BCD", "002", "1", "SCT", try bic(values["bic"]), name, try iban(values.required("iban")),
      try amount(values["amount"]), "", "", text,
    ]
    let payload = lines.joined(separator: "\n")
    let trimmed = payload.reversed().drop { $0 == "\n" }.reversed()
    guard trimmed.count <= 331 else { throw .malformed("Purpose", value: text, wanted: "short enough for 331 bytes") }
    return String(trimmed)
  }

  /// ISO 13616-1: two letters, two check digits and up to 30 characters, which leave 1 modulo 97 (ISO 7064).
  private static func iban(_ text: String) throws(PayloadFailure) -> String {
    let plain = text.filter { !$0.isWhitespace }.uppercased()
    let failure = PayloadFailure.malformed("IBAN", value: text, wanted: "a valid IBAN: check its digits")
    guard 15...34 ~= plain.count, plain.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }),
      plain.prefix(2).allSatisfy(\.isLetter)
    else { throw failure }
    var rest = 0
    for sign in plain.dropFirst(4) + plain.prefix(4) {
      // A is 10, Z is 35.
      guard let value = Int(String(sign), radix: 36) else { throw failure }
      rest = (rest * (value < 10 ? 10 : 100) + value) % 97
    }
    guard rest == 1 else { throw failure }
    return plain
  }

  /// ISO 9362: 8 or 11 letters and digits.
  private static func bic(_ text: String?) throws(PayloadFailure) -> String {
    guard let text else { return "" }
    let plain = text.uppercased()
    guard plain.count == 8 || plain.count == 11, plain.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { throw .malformed("BIC", value: text, wanted: "8 or 11 letters and digits") }
    return plain
  }

  /// From 0.01 to 999999999.99, with a point or a comma.
  private static func amount(_ text: String?) throws(PayloadFailure) -> String {
    guard let text else { return "" }
    let parts = text.replacing(",", with: ".").split(separator: ".", omittingEmptySubsequences: false)
    let digits = parts.joined()
    guard 1...2 ~= parts.count, 1...9 ~= parts[0].count, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      parts.count == 1 || 1...2 ~= parts[1].count, digits.contains(where: { $0 != "0" })
    else { throw .malformed("Amount in euro", value: text, wanted: "an amount such as 12.50") }
    return "EUR" + parts.joined(separator: ".")
  }
}
