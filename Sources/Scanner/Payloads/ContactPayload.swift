/// People: vCard (RFC 6350 and its elders) and MECARD.
enum ContactPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    if text.after(prefix: "BEGIN:VCARD") != nil { return vCard(ContentLines(text)) }
    if let rest = text.after(prefix: "MECARD:") { return meCard(FieldText(rest)) }
    return nil
  }

  private static func vCard(_ card: ContentLines) -> PayloadDescription {
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
    return PayloadDescription(title: "Contact", rows: rows)
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
    return PayloadDescription(title: "Contact", rows: rows)
  }

  /// The parts of a structured value that are there.
  private static func joined(_ value: String) -> String {
    value.split { $0 == ";" || $0 == "," || $0.isNewline }.map(\.trimmed).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
