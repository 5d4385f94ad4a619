/// A set of rules with a name, and when it counts.
public struct StationProfile: Hashable, Sendable {
  public let name: String
  public let rules: ScanRules
  /// The digit that chooses it at the station, 1…9; nil has none.
  public let key: Int?
  /// When it is chosen by itself; an end before the beginning goes over midnight. Nil never is.
  public let hours: (from: TimeOfDay, to: TimeOfDay)?

  public init(name: String, rules: ScanRules, key: Int? = nil, hours: (from: TimeOfDay, to: TimeOfDay)? = nil) {
    self.name = name
    self.rules = rules
    self.key = key
    self.hours = hours
  }

  /// Whether its hours hold this minute of a day.
  func covers(_ minute: Int) -> Bool {
    guard let (from, to) = hours else { return false }
    return from <= to
      ? from.minute <= minute && minute < to.minute : from.minute <= minute || minute < to.minute
  }

  public static func == (one: StationProfile, other: StationProfile) -> Bool {
    one.name == other.name && one.rules == other.rules && one.key == other.key && one.hours?.from == other.hours?.from
      && one.hours?.to == other.hours?.to
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Which profile counts: what was chosen by a key or a code, until the time of day calls for another one.
struct ProfileChoice: Hashable, Sendable {
  private let profiles: [StationProfile]
  private var chosen: String?
  /// What the time called for when it was chosen.
  private var scheduledThen: String?

  init(_ profiles: [StationProfile], after before: ProfileChoice? = nil) {
    self.profiles = profiles
    (chosen, scheduledThen) = (before?.chosen, before?.scheduledThen)
  }

  func scheduled(_ minute: Int) -> String? { profiles.first { $0.covers(minute) }?.name }

  /// Nil where there is none: the rules without a name count.
  mutating func current(_ minute: Int) -> StationProfile? {
    let scheduled = scheduled(minute)
    let isThere = profiles.contains { $0.name == chosen }
    if scheduled != scheduledThen || !isThere { chosen = nil }
    return profiles.first { $0.name == chosen ?? scheduled }
  }

  /// - Returns: false where there is no such profile.
  mutating func choose(_ name: String, _ minute: Int) -> Bool {
    guard profiles.contains(where: { $0.name == name }) else { return false }
    (chosen, scheduledThen) = (name, scheduled(minute))
    return true
  }

  func name(key: Int) -> String? { profiles.first { $0.key == key }?.name }
}
