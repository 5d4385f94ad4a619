import Presentation

/// Boarding passes: IATA Resolution 792, Bar Coded Boarding Pass, format `M`.
enum BoardingPassPayload {
  static func describe(_ text: String, _ context: PayloadContext) -> PayloadDescription? {
    guard Secret(in: text) == .boardingPass else { return nil }
    let signs = Array(PlainPayload(text).text.unicodeScalars)
    guard signs.count >= 58, let count = number(signs[1...1]) else { return nil }
    var rows: [PayloadDescription.Row] = []
    rows.add("Name", name(string(signs[2..<22])), isSecret: true)
    // The first leg begins behind the name and the ticket's mark; each is followed by as many letters as it says.
    var start = 23
    for leg in 1...max(1, count) where signs.count >= start + 35 {
      let label = { (name: Sentence) -> Sentence in count > 1 ? "\(name) \(leg)" : name }
      let item = { (from: Int, length: Int) in string(signs[start + from..<start + from + length]) }
      rows.add(label("Flight"), "\(item(13, 3)) \(plain(item(16, 5)))")
      rows.add(label("From, to"), "\(item(7, 3)) – \(item(10, 3))")
      rows.add(label("Day"), said: day(item(21, 3), context))
      rows.add(label("Seat"), plain(item(25, 4)), isSecret: true)
      rows.add(label("Class"), item(24, 1), isDetail: true)
      rows.add(label("Booking"), item(0, 7), isSecret: true)
      rows.add(label("Number at the desk"), plain(item(29, 5)), isSecret: true, isDetail: true)
      guard signs.count >= start + 37, let more = Int(item(35, 2), radix: 16) else { break }
      start += 37 + more
    }
    return PayloadDescription(
      kind: .ticket, title: "Boarding pass", rows: rows,
      cautions: ["Whoever has its picture can look up and change the booking."])
  }

  private static func string(_ signs: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(signs)).trimmed
  }

  private static func number(_ signs: ArraySlice<Unicode.Scalar>) -> Int? { Int(string(signs)) }

  /// `DESMARAIS/LUC` as `LUC DESMARAIS`.
  private static func name(_ text: String) -> String {
    text.split(separator: "/", maxSplits: 1).reversed().map(\.trimmed).joined(separator: " ")
  }

  /// Without the zeros that fill it up.
  private static func plain(_ text: String) -> String { String(text.drop { $0 == "0" }) }

  /// The day of a year that the pass does not tell: the present one is meant.
  private static func day(_ text: String, _ context: PayloadContext) -> Sentence? {
    guard let day = Int(text), 1...366 ~= day else { return nil }
    return PlainDate(dayOfYear: day, year: context.year ?? 2001)?.dayAndMonth ?? "day \(day)"
  }
}
