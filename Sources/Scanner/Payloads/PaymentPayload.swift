import Presentation

/// The EPC's SEPA credit transfer, EPC069-12. Shown, never paid.
enum PaymentPayload: PayloadParser {
  /// EPC069-12 v2.1 §3: twelve lines at most, 331 bytes, the first four of them fixed.
  static func describe(_ text: String) -> PayloadDescription? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.trimmed }
    guard lines.count >= 7, lines[0] == "BCD", ["001", "002"].contains(lines[1]), ["SCT", "INST"].contains(lines[3])
    else { return nil }
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
    var cautions: [Sentence] = []
    if let fault = IBAN.fault(in: lines[6]) { cautions.append(Sentence(verbatim: fault.rawValue)) }
    if lines[5].isEmpty { cautions.append("The code names nobody to be paid.") }
    if let amount = line(7), !amount.isEmpty, !isAmount(amount) {
      cautions.append("The amount is none: EUR and 0.01 to 999999999.99.")
    }
    if lines[1] == "001", lines[4].isEmpty {
      cautions.append("The bank's BIC is missing, which this version asks for.")
    }
    if !lines[4].isEmpty, !isBIC(lines[4]) { cautions.append("The bank's BIC is none.") }
    if let reference = line(9), reference.hasPrefix("RF"), !ModuloCheck.isCreditorReference(reference) {
      cautions.append("The reference's check digits are wrong.")
    }
    if text.utf8.count > 331 { cautions.append("The code is longer than the standard allows.") }
    return PayloadDescription(kind: .payment, title: "Bank transfer", rows: rows, cautions: cautions)
  }

  /// `EUR12.30` as `12.30 EUR`; anything else as it is.
  private static func amount(_ text: String) -> String {
    guard let digits = text.after(prefix: "EUR"), Double(digits) != nil else { return text }
    return "\(digits) EUR"
  }

  private static func isAmount(_ text: String) -> Bool {
    guard text.hasPrefix("EUR"), case let digits = text.dropFirst(3), digits.utf8.count <= 12,
      digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let value = Double(digits)
    else { return false }
    let decimals = digits.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    return value >= 0.01 && value <= 999_999_999.99 && decimals <= 2
  }

  /// ISO 9362: four letters or digits of the bank, two letters of the country, two or five more.
  private static func isBIC(_ text: String) -> Bool {
    let signs = Array(text.uppercased())
    guard signs.count == 8 || signs.count == 11, signs.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return false
    }
    return signs[4..<6].allSatisfy(\.isLetter)
  }
}
