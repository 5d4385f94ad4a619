import Presentation

/// People: vCard (RFC 6350 and its elders) and MECARD.
enum ContactPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    if text.after(prefix: "BEGIN:VCARD") != nil { return vCard(ContentLines(text), text) }
    if let rest = text.after(prefix: "MECARD:") { return meCard(FieldText(rest)) }
    return nil
  }

  private static func vCard(_ card: ContentLines, _ text: String) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    rows.add("Name", card.value("FN") ?? card.value("N").map(joined))
    rows.add("Organization", card.value("ORG").map(joined))
    rows.add("Title", card.value("TITLE"))
    for number in card.values("TEL") { rows.add("Telephone", String(number.after(prefix: "tel:") ?? number[...])) }
    for address in card.values("EMAIL") { rows.add("Mail", address) }
    for address in card.values("ADR") { rows.add("Address", joined(address)) }
    for address in card.values("URL") { rows.add("Web", address) }
    rows.add("Birthday", card.value("BDAY"))
    rows.add("Note", card.value("NOTE"))
    let file = PayloadFile(title: rows.first?.value, ending: "vcf", text: ContentLines.document(text))
    return PayloadDescription(kind: .contact, title: "Contact", rows: rows, action: .save(file))
  }

  private static func meCard(_ card: FieldText) -> PayloadDescription {
    var rows: [PayloadDescription.Row] = []
    // The family name stands first, with a comma before the given one.
    rows.add("Name", card["N"]?.split(separator: ",").reversed().map(\.trimmed).joined(separator: " "))
    rows.add("Organization", card["ORG"])
    for number in card.all("TEL") { rows.add("Telephone", number) }
    for address in card.all("EMAIL") { rows.add("Mail", address) }
    rows.add("Address", card["ADR"].map(joined))
    for address in card.all("URL") { rows.add("Web", address) }
    rows.add("Birthday", card["BDAY"])
    rows.add("Note", card["NOTE"])
    let file = PayloadFile(title: rows.first?.value, ending: "vcf", text: vCard(of: card, name: rows.first?.value))
    return PayloadDescription(kind: .contact, title: "Contact", rows: rows, action: .save(file))
  }

  /// The same as a vCard, which address books take. RFC 6350
  private static func vCard(of card: FieldText, name: String?) -> String {
    let family = card["N"]?.split(separator: ",", maxSplits: 1).map { ContentLines.escaped($0.trimmed) } ?? []
    var lines = ["BEGIN:VCARD", "VERSION:3.0", "N:" + family.joined(separator: ";")]
    lines.append("FN:" + ContentLines.escaped(name ?? ""))
    for (field, property) in [
      ("ORG", "ORG"), ("TEL", "TEL"), ("EMAIL", "EMAIL"), ("URL", "URL"), ("BDAY", "BDAY"), ("NOTE", "NOTE"),
    ] {
      lines += card.all(field).map { "\(property):" + ContentLines.escaped($0) }
    }
    lines += card.all("ADR").map { "ADR:;;" + ContentLines.escaped($0) + ";;;;" }
    return ContentLines.document((lines + ["END:VCARD"]).joined(separator: "\n"))
  }

  /// The parts of a structured value that are there.
  private static func joined(_ value: String) -> String {
    value.split { $0 == ";" || $0 == "," || $0.isNewline }.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
