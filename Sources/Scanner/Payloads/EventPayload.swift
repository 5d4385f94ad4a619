import Presentation

/// Appointments: iCalendar (RFC 5545), with or without the calendar around the event.
enum EventPayload: PayloadParser {
  static func describe(_ text: String) -> PayloadDescription? {
    let text = text.trimmed
    guard text.after(prefix: "BEGIN:VEVENT") != nil || text.after(prefix: "BEGIN:VCALENDAR") != nil else { return nil }
    let event = ContentLines(text)
    guard event.lines.contains(where: { $0.name == "BEGIN" && $0.value.uppercased() == "VEVENT" }) else { return nil }
    var rows: [PayloadDescription.Row] = []
    rows.add("Event", event.value("SUMMARY"))
    rows.add("Begins", time(event, "DTSTART"))
    rows.add("Ends", time(event, "DTEND"))
    rows.add("Place", event.value("LOCATION"))
    rows.add("Description", event.value("DESCRIPTION"))
    let rule = event.value("RRULE")
    if let said = rule.flatMap(RecurrenceRule.init)?.sentence {
      rows.add("Repeats", said: said)
    } else {
      rows.add("Repeats", rule)
    }
    rows.add("Web", event.value("URL"))
    let file = PayloadFile(title: event.value("SUMMARY"), ending: "ics", text: calendar(text))
    return PayloadDescription(kind: .event, title: "Event", rows: rows, action: .save(file))
  }

  /// A calendar around the event where there is none: files have one. RFC 5545 §3.4
  private static func calendar(_ text: String) -> String {
    guard text.after(prefix: "BEGIN:VEVENT") != nil else { return ContentLines.document(text) }
    return ContentLines.document("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Viewfinder//EN\n\(text)\nEND:VCALENDAR")
  }

  private static func time(_ event: ContentLines, _ name: String) -> String? {
    guard let line = event.lines.first(where: { $0.name == name }) else { return nil }
    let zone = line.parameters.lazy.compactMap { $0.after(prefix: "TZID=") }.first
    return readable(line.value) + (zone.map { " (\($0))" } ?? "")
  }

  /// `20260131T093000Z` as `2026-01-31 09:30 UTC`; anything else as it is.
  private static func readable(_ text: String) -> String {
    let signs = Array(text)
    let isDate = signs.count >= 8 && signs[..<8].allSatisfy { $0.isASCII && $0.isNumber }
    guard isDate else { return text }
    let date = "\(String(signs[0..<4]))-\(String(signs[4..<6]))-\(String(signs[6..<8]))"
    guard signs.count >= 13, signs[8] == "T", signs[9..<13].allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return signs.count == 8 ? date : text
    }
    return "\(date) \(String(signs[9..<11])):\(String(signs[11..<13]))" + (signs.last == "Z" ? " UTC" : "")
  }
}
