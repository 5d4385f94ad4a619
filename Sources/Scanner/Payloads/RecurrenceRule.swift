import Presentation

/// How often an event comes again (RFC 5545, 3.3.10), in words: the rules that calendars make most, and no others.
struct RecurrenceRule {
  /// Without its end, such as `every 2 weeks on Monday and Friday, until 31 December 2026`.
  let sentence: Sentence

  /// Nil for a rule that says more than there are words for, which is shown as it is written.
  init?(_ rule: String) {
    var values: [String: String] = [:]
    for part in rule.uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, values.updateValue(pair[1], forKey: pair[0]) == nil else { return nil }
    }
    // The day that weeks begin with is one for all whose weeks are not counted from another day.
    if let start = values.removeValue(forKey: "WKST"), Self.days[start] == nil { return nil }
    let known: Set = ["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "COUNT", "UNTIL"]
    guard Set(values.keys).isSubset(of: known), let frequency = values["FREQ"],
      let interval = Self.number(values["INTERVAL"] ?? "1", upTo: 999),
      let often = Self.often(frequency, every: interval),
      let placed = Self.placed(often, frequency, days: values["BYDAY"], ofMonth: values["BYMONTHDAY"])
    else { return nil }
    switch (values["COUNT"], values["UNTIL"]) {
    case (nil, nil): sentence = placed
    case (let count?, nil):
      guard let count = Self.number(count, upTo: 99_999) else { return nil }
      sentence = Sentence(one: "\(placed), {count} time", others: "\(placed), {count} times", count: count)
    case (nil, let end?):
      guard let end = Self.end(end) else { return nil }
      sentence = "\(placed), until \(end)"
    // The rules allow one of them.
    case (_?, _?): return nil
    }
  }

  private static func often(_ frequency: String, every count: Int) -> Sentence? {
    switch (frequency, count) {
    case ("DAILY", 1): "every day"
    case ("DAILY", _): Sentence(one: "every {count} day", others: "every {count} days", count: count)
    case ("WEEKLY", 1): "every week"
    case ("WEEKLY", _): Sentence(one: "every {count} week", others: "every {count} weeks", count: count)
    case ("MONTHLY", 1): "every month"
    case ("MONTHLY", _): Sentence(one: "every {count} month", others: "every {count} months", count: count)
    case ("YEARLY", 1): "every year"
    case ("YEARLY", _): Sentence(one: "every {count} year", others: "every {count} years", count: count)
    default: nil
    }
  }

  /// Which days of it: of a week by name, of a month by name with its number, or by number.
  private static func placed(
    _ often: Sentence, _ frequency: String, days: String?, ofMonth numbers: String?
  ) -> Sentence? {
    switch (frequency, days, numbers) {
    case (_, nil, nil): return often
    case ("WEEKLY", let days?, nil):
      let names = days.split(separator: ",").map(String.init)
      let told = order.filter { names.contains($0) }.compactMap { Self.days[$0] }
      guard told.count == names.count, let list = joined(told) else { return nil }
      return "\(often) on \(list)"
    case ("MONTHLY", let days?, nil):
      let told = days.split(separator: ",").compactMap { numbered(String($0)) }
      guard told.count == days.split(separator: ",").count, let list = joined(told) else { return nil }
      return "\(often) on \(list)"
    case ("MONTHLY", nil, let numbers?):
      let told = numbers.split(separator: ",").compactMap { number(String($0), upTo: 31) }.map { Sentence("\($0)") }
      guard told.count == numbers.split(separator: ",").count, let list = joined(told) else { return nil }
      return "\(often) on day \(list)"
    default: return nil
    }
  }

  private static let order = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
  private static let days: [String: Sentence] = [
    "MO": "Monday", "TU": "Tuesday", "WE": "Wednesday", "TH": "Thursday", "FR": "Friday", "SA": "Saturday",
    "SU": "Sunday",
  ]

  /// `2MO`: the second Monday.
  private static func numbered(_ text: String) -> Sentence? {
    guard let day = days[String(text.suffix(2))] else { return nil }
    switch text.dropLast(2) {
    case "1", "+1": return "the first \(day)"
    case "2", "+2": return "the second \(day)"
    case "3", "+3": return "the third \(day)"
    case "4", "+4": return "the fourth \(day)"
    case "-1": return "the last \(day)"
    default: return nil
    }
  }

  /// With an “and” before the last; nil of none.
  private static func joined(_ told: [Sentence]) -> Sentence? {
    guard told.count > 1, let last = told.last, let first = Sentence.list(told.dropLast()) else { return told.first }
    return "\(first) and \(last)"
  }

  /// From 1.
  private static func number(_ text: String, upTo most: Int) -> Int? {
    guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text), 1...most ~= number else { return nil }
    return number
  }

  /// `20261231` or `20261231T180000Z`; the last second of a day is told as the day.
  private static func end(_ text: String) -> Sentence? {
    let signs = Array(text)
    func value(_ range: Range<Int>) -> Int? {
      signs.count >= range.upperBound && signs[range].allSatisfy { $0.isASCII && $0.isNumber }
        ? Int(String(signs[range])) : nil
    }
    guard let year = value(0..<4), let month = value(4..<6), let day = value(6..<8), day > 0,
      let date = PlainDate(year: year, month: month, day: day)
    else { return nil }
    if signs.count == 8 { return date.inWords }
    guard signs[8] == "T", let hour = value(9..<11), let minute = value(11..<13), let second = value(13..<15),
      hour < 24, minute < 60, second <= 60, signs.count == 15 || signs.count == 16 && signs[15] == "Z"
    else { return nil }
    if (hour, minute) == (23, 59) { return date.inWords }
    let time = "\(PlainDate.two(hour)):\(PlainDate.two(minute))" + (signs.count == 16 ? " UTC" : "")
    return "\(date.inWords), \(time)"
  }
}
