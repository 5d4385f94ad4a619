extension PayloadForm {
  private static let contactFields = [
    Field("first", "First name"), Field("last", "Last name"), Field("company", "Company"), Field("title", "Title"),
    Field("phone", "Telephone"), Field("mail", "Mail"), Field("url", "Web address"), Field("street", "Street"),
    Field("city", "City"), Field("code", "Postal code"), Field("country", "Country"), Field("note", "Note"),
  ]

  /// vCard 3.0 (RFC 2426), which every telephone reads; 4.0 some do not.
  static let contact = PayloadForm(name: "contact", title: "Contact", fields: contactFields) {
    values throws(PayloadFailure) in
    func text(_ name: String) -> String {
      PayloadEscape.backslashed(values[name] ?? "", ["\\", ";", ","]).replacing("\n", with: "\\n")
    }
    let name = try displayName(values)
    var lines = [
      "BEGIN:VCARD", "VERSION:3.0", "N:\(text("last"));\(text("first"));;;",
      "FN:" + PayloadEscape.backslashed(name, ["\\", ";", ","]),
    ]
    for (property, field) in [
      ("ORG", "company"), ("TITLE", "title"), ("TEL", "phone"), ("EMAIL", "mail"), ("URL", "url"),
    ] where values[field] != nil { lines.append(property + ":" + text(field)) }
    if ["street", "city", "code", "country"].contains(where: { values[$0] != nil }) {
      lines.append("ADR:;;\(text("street"));\(text("city"));;\(text("code"));\(text("country"))")
    }
    if values["note"] != nil { lines.append("NOTE:" + text("note")) }
    return (lines + ["END:VCARD"]).joined(separator: "\r\n")
  }

  /// MeCard (NTT DOCOMO): shorter, and without a company's fields.
  static let meCard = PayloadForm(
    name: "mecard", title: "Contact, short",
    fields: contactFields.filter { $0.name != "title" && $0.name != "company" }
  ) { values throws(PayloadFailure) in
    func text(_ name: String) -> String? {
      values[name].map { PayloadEscape.backslashed($0, ["\\", ";", ":", ","]).replacing("\n", with: " ") }
    }
    _ = try displayName(values)
    var fields = ["N:" + [text("last"), text("first")].compactMap { $0 }.joined(separator: ",")]
    for (property, field) in [("TEL", "phone"), ("EMAIL", "mail"), ("URL", "url")] {
      if let value = text(field) { fields.append(property + ":" + value) }
    }
    let address = ["street", "city", "code", "country"].compactMap { text($0) }
    // The address's parts are told apart by commas: room, house, street, city, region, code, country.
    if !address.isEmpty {
      let parts = ["", "", text("street") ?? "", text("city") ?? "", "", text("code") ?? "", text("country") ?? ""]
      fields.append("ADR:" + parts.joined(separator: ","))
    }
    if let note = text("note") { fields.append("NOTE:" + note) }
    return "MECARD:" + fields.joined(separator: ";") + ";;"
  }

  private static func displayName(_ values: PayloadValues) throws(PayloadFailure) -> String {
    let name = ["first", "last"].compactMap { values[$0] }.joined(separator: " ")
    guard let shown = name.isEmpty ? values["company"] : name else { throw .missing("First name") }
    return shown
  }

  /// iCalendar (RFC 5545) with one event. Times without a zone mean the place where the event is.
  static let event = PayloadForm(
    name: "event", title: "Event",
    fields: [
      Field("summary", "What", isRequired: true),
      Field("start", "Begins", hint: "2026-11-21 18:30, or a day", isRequired: true),
      Field("end", "Ends", hint: "2026-11-21 20:00"), Field("location", "Where"), Field("note", "Note"),
    ]
  ) { values throws(PayloadFailure) in
    func text(_ name: String) -> String {
      PayloadEscape.backslashed(values[name] ?? "", ["\\", ";", ","]).replacing("\n", with: "\\n")
    }
    let start = try CalendarTime(values.required("start"), field: "Begins")
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "SUMMARY:" + text("summary"), start.line("DTSTART")]
    if let end = values["end"] {
      let time = try CalendarTime(end, field: "Ends")
      guard time.digits >= start.digits else { throw .malformed("Ends", value: end, wanted: "after the beginning") }
      lines.append(time.line("DTEND"))
    }
    if values["location"] != nil { lines.append("LOCATION:" + text("location")) }
    if values["note"] != nil { lines.append("DESCRIPTION:" + text("note")) }
    return (lines + ["END:VEVENT", "END:VCALENDAR"]).joined(separator: "\r\n")
  }
}

/// A day or a time as iCalendar writes it, from `2026-11-21`, `2026-11-21 18:30` and, in UTC, `…Z`.
private struct CalendarTime {
  /// `20261121` or `20261121T183000`.
  let digits: String
  private let isUTC: Bool

  init(_ text: String, field: String) throws(PayloadFailure) {
    let failure = PayloadFailure.malformed(field, value: text, wanted: "a time such as 2026-11-21 18:30")
    isUTC = text.hasSuffix("Z")
    let halves = (isUTC ? text.dropLast() : text[...]).split { $0 == " " || $0 == "T" }
    let day = halves.first?.split(separator: "-").compactMap { Int($0) } ?? []
    guard halves.count <= 2, day.count == 3, 1...9999 ~= day[0], 1...12 ~= day[1],
      1...Self.days(in: day[1], year: day[0]) ~= day[2]
    else { throw failure }
    var digits = Self.padded(day[0], 4) + Self.padded(day[1], 2) + Self.padded(day[2], 2)
    if halves.count == 2 {
      let clock = halves[1].split(separator: ":").map { Int($0) ?? -1 }
      guard 2...3 ~= clock.count, 0...23 ~= clock[0], clock.dropFirst().allSatisfy({ 0...59 ~= $0 }) else {
        throw failure
      }
      digits += "T" + (clock + [0]).prefix(3).map { Self.padded($0, 2) }.joined()
    }
    self.digits = digits
  }

  func line(_ property: String) -> String {
    digits.contains("T") ? property + ":" + digits + (isUTC ? "Z" : "") : property + ";VALUE=DATE:" + digits
  }

  private static func days(in month: Int, year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - String(value).count)) + String(value)
  }
}
