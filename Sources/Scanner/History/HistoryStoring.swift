public import Foundation

/// Keeps what was read and made. Calls wait for the disk: they belong on a thread that may wait.
public protocol HistoryStoring: Sendable {
  /// Notes that a code was read or made. One that is there already (same origin, symbology, bytes and recipe)
  /// is counted up and moves to the top.
  func record(_ content: HistoryContent, at time: Date) throws(HistoryFailure)

  /// Pinned entries first, then the newest; each part by the last time.
  func entries(matching query: HistoryQuery) throws(HistoryFailure) -> [HistoryEntry]

  /// The entry, or nil if it was deleted.
  func entry(_ id: HistoryEntry.ID) throws(HistoryFailure) -> HistoryEntry?

  func count() throws(HistoryFailure) -> Int

  func setPinned(_ isPinned: Bool, _ id: HistoryEntry.ID) throws(HistoryFailure)

  /// Names an entry; nil or an empty text takes the name away.
  func setLabel(_ label: String?, _ id: HistoryEntry.ID) throws(HistoryFailure)

  /// - Returns: whether there was such an entry.
  @discardableResult
  func delete(_ id: HistoryEntry.ID) throws(HistoryFailure) -> Bool

  /// Deletes every entry, pinned ones as well.
  ///
  /// - Returns: how many there were.
  @discardableResult
  func clear() throws(HistoryFailure) -> Int

  /// Adds entries of an export. One that is there already keeps its name if it has one, is pinned if either is,
  /// spans both times and has the larger count: importing the same file twice changes nothing.
  ///
  /// - Returns: how many were new.
  func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int
}

/// Which entries are wanted.
public struct HistoryQuery: Hashable, Sendable {
  /// Words that all must occur in the text or the label, in any order; letters match without regard to case
  /// and diacritics.
  public var search: String
  /// Nil is both.
  public var origin: HistoryEntry.Origin?
  public var pinnedOnly: Bool
  /// At most so many; nil is all.
  public var limit: Int?
  /// Where the part before was empty or long enough: so many are left out first.
  public var offset: Int

  public init(
    search: String = "", origin: HistoryEntry.Origin? = nil, pinnedOnly: Bool = false, limit: Int? = 100,
    offset: Int = 0
  ) {
    self.search = search
    self.origin = origin
    self.pinnedOnly = pinnedOnly
    self.limit = limit
    self.offset = offset
  }
}

/// How much is kept. Pinned entries count, but are never removed.
public struct HistoryLimits: Hashable, Sendable {
  /// Entries beyond it are removed, oldest first. More remembers longer; 100,000 take about 60 MB on disk.
  public var entries: Int
  /// Seconds after the last time, when an entry is removed; nil keeps it.
  public var age: TimeInterval?

  public init(entries: Int = 10_000, age: TimeInterval? = nil) {
    self.entries = entries
    self.age = age
  }

  /// As the user has set them.
  public init(_ settings: Settings.History) {
    self.init(entries: settings.entries, age: settings.days.map { 86_400 * Double($0) })
  }
}
