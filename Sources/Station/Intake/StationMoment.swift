public import Foundation

/// A moment as a station's rules see it: by the machine's clock, where the station stands.
public struct StationMoment: Hashable, Sendable {
  public let date: Date
  public let day: CalendarDay
  /// Days since 1970-01-01, of the station's own midnights.
  public let dayNumber: Int
  /// Minutes since midnight, 0..<1440.
  public let minute: Int

  public init(_ date: Date, zone: TimeZone) {
    self.date = date
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    day = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    let whole = date.timeIntervalSince1970.rounded(.down)
    let seconds = (Int(exactly: whole) ?? 0) + zone.secondsFromGMT(for: date)
    // Rounded down before 1970 as well.
    dayNumber = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    minute = (seconds - dayNumber * 86_400) / 60
  }
}

/// A time of day as the settings write it, in minutes since midnight.
public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// 0..<1440.
  public let minute: Int

  /// - Parameter text: `HH:MM`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    // toml++ hands times over with their seconds.
    guard parts.count == 2 || parts.count == 3 && parts[2].prefix(2) == "00",
      parts[0].count == 2, parts[1].count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]), 0..<24 ~= hour,
      0..<60 ~= minute
    else { return nil }
    self.minute = hour * 60 + minute
  }

  public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.minute < other.minute }
}

/// When shifts begin, every day at the same times.
public struct ShiftPlan: Hashable, Sendable {
  private let starts: [TimeOfDay]

  /// - Parameter starts: in any order; none is one shift from midnight to midnight.
  public init(starts: [TimeOfDay] = []) {
    self.starts = Set(starts).sorted()
  }

  /// The shift's name, which no other has: two moments of one shift give the same.
  public func name(at moment: StationMoment) -> String {
    guard let last = starts.last else { return "\(moment.dayNumber).0" }
    guard let index = starts.lastIndex(where: { $0.minute <= moment.minute }) else {
      // Before the first of a day the last of the day before goes on.
      return "\(moment.dayNumber - 1).\(last.minute)"
    }
    return "\(moment.dayNumber).\(starts[index].minute)"
  }
}
