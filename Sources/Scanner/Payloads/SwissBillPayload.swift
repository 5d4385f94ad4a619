import Presentation

/// The Swiss QR-bill: Swiss Payment Standards, Implementation Guidelines QR-bill v2.2 and v2.3, §4.2.
enum SwissBillPayload: PayloadParser {
  /// One element a line: 31 lines to the end mark `EPD`, then billing information and two other ways of paying.
  static func describe(_ text: String) -> PayloadDescription? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { $0.trimmed }
    guard lines.count >= 4, lines[0] == "SPC", lines[1].hasPrefix("02") else { return nil }
    func line(_ index: Int) -> String { lines.indices.contains(index) ? lines[index] : "" }
    var rows: [PayloadDescription.Row] = []
    rows.add("To", line(5))
    rows.add("IBAN", IBAN.grouped(line(3)))
    if line(18).isEmpty {
      rows.add("Amount", said: "not given")
      rows.add("Currency", line(19))
    } else {
      rows.add("Amount", "\(line(18)) \(line(19))")
    }
    rows.add("Reference", grouped(reference: line(28), kind: line(27)))
    rows.add("Text", line(29))
    rows.add("Payer", line(21))
    rows.add("Address", address(lines, at: 4), isDetail: true)
    rows.add("Payer's address", address(lines, at: 20), isDetail: true)
    rows.add("Billing information", line(31), isDetail: true)
    rows.add("Other way to pay", line(32), isDetail: true)
    rows.add("Other way to pay", line(33), isDetail: true)
    return PayloadDescription(kind: .payment, title: "Swiss QR-bill", rows: rows, cautions: cautions(lines, line))
  }

  /// Type (`S` in parts, `K` in two lines), name, street, number, post code, town, country.
  private static func address(_ lines: [String], at start: Int) -> String {
    lines.dropFirst(start + 2).prefix(5).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func cautions(_ lines: [String], _ line: (Int) -> String) -> [Sentence] {
    var cautions: [Sentence] = []
    if let fault = IBAN.fault(in: line(3)) { cautions.append(Sentence(verbatim: fault.rawValue)) }
    if !["CH", "LI"].contains(line(3).prefix(2).uppercased()) {
      cautions.append("The account is neither Swiss nor Liechtenstein's, as a QR-bill's must be.")
    }
    if !["CHF", "EUR"].contains(line(19)) { cautions.append("The currency is neither CHF nor EUR.") }
    if line(30) != "EPD" { cautions.append("The bill is cut off: its end mark is missing.") }
    let reference = line(28).filter { !$0.isWhitespace }
    switch line(27) {
    case "QRR" where reference.count != 27 || !ModuloCheck.is10Recursive(reference):
      cautions.append("The reference's check digit is wrong.")
    case "SCOR" where !ModuloCheck.isCreditorReference(reference):
      cautions.append("The reference's check digits are wrong.")
    default: break
    }
    // §3.2: an institution number of 30000 to 31999 marks an account for references, and only such a one has them.
    let institution = Int(line(3).filter { !$0.isWhitespace }.dropFirst(4).prefix(5)) ?? 0
    if (line(27) == "QRR") != (30000...31999 ~= institution) {
      cautions.append("The kind of account and the kind of reference do not go together.")
    }
    return cautions
  }

  /// 27 digits as two and groups of five, as on paper; creditor references in groups of four.
  private static func grouped(reference: String, kind: String) -> String {
    let signs = Array(reference.filter { !$0.isWhitespace })
    guard kind == "QRR", signs.count == 27 else { return IBAN.grouped(reference) }
    return String(signs[..<2]) + " "
      + stride(from: 2, to: 27, by: 5).map { String(signs[$0..<$0 + 5]) }.joined(separator: " ")
  }
}
