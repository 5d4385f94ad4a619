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
    add(birthday: card.value("BDAY"), to: &rows)
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
    add(birthday: card["BDAY"], to: &rows)
    rows.add("Note", card["NOTE"])
    let file = PayloadFile(title: rows.first?.value, ending: "vcf", text: vCard(of: card, name: rows.first?.value))
    return PayloadDescription(kind: .contact, title: "Contact", rows: rows, action: .save(file))
  }

  /// RFC 6350 §6.2.5: a day with or without its year, with hyphens or without them, and perhaps a time; anything else as it is.
  private static func add(birthday text: String?, to rows: inout [PayloadDescription.Row]) {
    let day = (text ?? "").prefix { $0 != "T" && $0 != " " }
    let digits = day.filter { $0 != "-" }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return rows.add("Birthday", text)
    }
    let (month, dayOfMonth) = (number / 100 % 100, number % 100)
    if digits.count == 8, let date = PlainDate(year: number / 10_000, month: month, day: dayOfMonth), date.day > 0 {
      rows.add("Birthday", date.text)
    } else if digits.count == 4, day.hasPrefix("--"), let date = PlainDate(year: 2000, month: month, day: dayOfMonth),
      date.day > 0
    {
      // In a leap year, which has every day.
      rows.add("Birthday", said: date.dayAndMonth)
    } else {
      rows.add("Birthday", text)
    }
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
