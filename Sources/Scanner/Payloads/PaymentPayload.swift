/// Payments: the EPC's SEPA credit transfer (EPC069-12), and `bitcoin:` and its kin (BIP 21). Shown, never paid.
enum PaymentPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    transfer(text) ?? coin(text.trimmed)
  }

  /// EPC069-12 v2.1 §3: twelve lines at most, 331 bytes, the first four of them fixed.
  private static func transfer(_ text: String) -> PayloadDescription? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.trimmed }
    guard lines.count >= 7, lines[0] == "BCD", ["001", "002"].contains(lines[1]), lines[3] == "SCT" else { return nil }
    func line(_ index: Int) -> String? { lines.indices.contains(index) ? lines[index] : nil }
    var rows: [PayloadDescription.Row] = []
    rows.add("To", lines[5])
    rows.add("IBAN", IBAN.grouped(lines[6]))
    rows.add("BIC", lines[4])
    rows.add("Amount", line(7).map { amount($0) })
    rows.add("Purpose", line(8))
    rows.add("Reference", line(9))
    rows.add("Text", line(10))
    rows.add("Note", line(11))
    var cautions: [String] = []
    if !IBAN.isValid(lines[6]) { cautions.append("The account number's check digits are wrong.") }
    if text.utf8.count > 331 { cautions.append("The code is longer than the standard allows.") }
    return PayloadDescription(title: "Bank transfer", rows: rows, cautions: cautions)
  }

  /// `EUR12.30` as `12.30 EUR`; anything else as it is.
  private static func amount(_ text: String) -> String {
    guard let digits = text.after(prefix: "EUR"), Double(digits) != nil else { return text }
    return "\(digits) EUR"
  }

  private static func coin(_ text: String) -> PayloadDescription? {
    for scheme in ["bitcoin", "ethereum", "litecoin", "monero", "lightning"] {
      guard let rest = text.after(prefix: scheme + ":") else { continue }
      let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let items = parts.count > 1 ? parts[1].queryItems : []
      var rows: [PayloadDescription.Row] = []
      rows.add("Currency", scheme)
      rows.add("Address", parts.first.map(String.init))
      for (name, label) in [("amount", "Amount"), ("label", "For"), ("message", "Text")] {
        rows.add(label, items.first { $0.name == name }?.value)
      }
      return PayloadDescription(title: "Payment", rows: rows, cautions: ["What is paid cannot be called back."])
    }
    return nil
  }
}

/// International bank account numbers, ISO 13616.
enum IBAN {
  /// The check digits: letters as 10…35, the first four characters at the end, modulo 97 is 1 (ISO/IEC 7064).
  static func isValid(_ text: String) -> Bool {
    let signs = text.uppercased().filter { !$0.isWhitespace }
    guard (15...34).contains(signs.count), signs.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return false
    }
    var remainder = 0
    for sign in signs.dropFirst(4) + signs.prefix(4) {
      guard let value = Int(String(sign), radix: 36) else { return false }
      remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
    }
    return remainder == 1
  }

  /// In groups of four, as on paper.
  static func grouped(_ text: String) -> String {
    let signs = Array(text.filter { !$0.isWhitespace })
    return stride(from: 0, to: signs.count, by: 4).map { String(signs[$0..<min($0 + 4, signs.count)]) }
      .joined(separator: " ")
  }
}
