import Presentation

/// A day of the Gregorian calendar, as labels and papers write it.
struct PlainDate: Hashable {
  let year: Int
  let month: Int
  /// 0 means the month as a whole.
  let day: Int

  /// Nil for a day that no calendar has.
  init?(year: Int, month: Int, day: Int) {
    guard 1...12 ~= month, 0...Self.days(in: month, of: year) ~= day else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  init?(dayOfYear: Int, year: Int) {
    var rest = dayOfYear
    for month in 1...12 {
      let days = Self.days(in: month, of: year)
      if 1...days ~= rest {
        (self.year, self.month, self.day) = (year, month, rest)
        return
      }
      rest -= days
    }
    return nil
  }

  /// `2027-12-31`, or `2027-12` for a month.
  var text: String { day == 0 ? "\(year)-\(Self.two(month))" : "\(year)-\(Self.two(month))-\(Self.two(day))" }

  /// `14 August`.
  var dayAndMonth: Sentence {
    let names: [Sentence] = [
      "\(day) January", "\(day) February", "\(day) March", "\(day) April", "\(day) May", "\(day) June", "\(day) July",
      "\(day) August", "\(day) September", "\(day) October", "\(day) November", "\(day) December",
    ]
    return names[month - 1]
  }

  /// `14 August 2027`.
  var inWords: Sentence {
    let names: [Sentence] = [
      "\(day) January \(year)", "\(day) February \(year)", "\(day) March \(year)", "\(day) April \(year)",
      "\(day) May \(year)", "\(day) June \(year)", "\(day) July \(year)", "\(day) August \(year)",
      "\(day) September \(year)", "\(day) October \(year)", "\(day) November \(year)", "\(day) December \(year)",
    ]
    return names[month - 1]
  }

  static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }
}
