import Barcodes
import Scanner

/// What a GS1 code must have. The data of each identifier must be of the form that the standard gives it, in any case.
public struct GS1Rule: Hashable, Sendable {
  /// Application identifiers that must be there, such as `01`.
  public var required: [String]
  /// Refuses a code whose expiry date (17) has passed.
  public var refusesExpired: Bool

  public init(required: [String] = [], refusesExpired: Bool = false) {
    self.required = required
    self.refusesExpired = refusesExpired
  }

  /// Why the message is refused; nil if it is not.
  func refusal(of message: String, today: CalendarDay) -> ScanRefusal? {
    guard let elements = GS1ElementString.elements(message) else { return .notGS1 }
    for identifier in required where !elements.contains(where: { $0.identifier == identifier }) {
      return .missesIdentifier(identifier)
    }
    for (identifier, data) in elements {
      // GS1 General Specifications (2024) §3.2: SSCC and GTINs end with a check digit.
      if ["00", "01", "02"].contains(identifier), !CheckDigit.gs1.isRight(data) { return .checkDigit }
      guard ["11", "12", "13", "15", "16", "17"].contains(identifier) else {
        guard GS1Form.isRight(data, of: identifier) else { return .badForm(identifier: identifier) }
        continue
      }
      guard let day = CalendarDay(gs1: data, today: today) else { return .badDate(identifier: identifier, data: data) }
      if identifier == "17", refusesExpired, day < today { return .expired(day) }
    }
    return nil
  }
}

/// A day of the Gregorian calendar, where the station stands.
public struct CalendarDay: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Six digits YYMMDD. §7.12: a year 51 or more ahead is of the last century, one 50 or more back of the next. §3.4.7: day 00 is
  /// the month's last.
  init?(gs1 text: String, today: CalendarDay) {
    let digits = text.utf8.map { Int($0) - 0x30 }
    guard digits.count == 6, digits.allSatisfy({ 0...9 ~= $0 }) else { return nil }
    let (two, month, day) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3], digits[4] * 10 + digits[5])
    let difference = two - today.year % 100
    let century = today.year / 100 + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0)
    let year = century * 100 + two
    guard 1...12 ~= month, 0...Self.length(year, month) ~= day else { return nil }
    self.init(year: year, month: month, day: day == 0 ? Self.length(year, month) : day)
  }

  public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
    (one.year, one.month, one.day) < (other.year, other.month, other.day)
  }

  public var description: String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(padded(month))-\(padded(day))"
  }

  private static func length(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
