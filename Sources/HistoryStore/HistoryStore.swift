public import Foundation
import GRDB
public import Scanner
import Synchronization

/// The history in an SQLite file (write-ahead log, so that several instances work at once).
///
/// Opened at the first call. Trouble is met here and never leaves the file worse than it was: a damaged one is put
/// aside and a new one begun; one that is locked, full or not ours to write gives a `HistoryFailure`, and the next
/// call tries again.
public final class HistoryStore: HistoryStoring {
  private let location: HistoryLocation
  private let limits: HistoryLimits
  private let opening: OpenHistory.Conditions
  private let now: @Sendable () -> Date
  private let report: @Sendable (HistoryFailure) -> Void
  private let opened = Mutex<OpenHistory?>(nil)

  /// - Parameters:
  ///   - patience: seconds that a call waits for another instance's write. A write takes milliseconds; two seconds
  ///     outlast an import, and nobody waits for them at a window.
  ///   - now: tells the time for a broken file's new name and for the limit of age.
  ///   - report: told of trouble that was mended, such as a damaged file put aside; called on any thread.
  public convenience init(
    _ location: HistoryLocation, limits: HistoryLimits = HistoryLimits(), patience: TimeInterval = 2,
    now: @escaping @Sendable () -> Date, report: @escaping @Sendable (HistoryFailure) -> Void
  ) {
    self.init(location, limits: limits, patience: patience, pages: nil, now: now, report: report)
  }

  /// - Parameter pages: how many pages the file may have, past which writing fails as on a full disk.
  package init(
    _ location: HistoryLocation, limits: HistoryLimits, patience: TimeInterval, pages: Int?,
    now: @escaping @Sendable () -> Date, report: @escaping @Sendable (HistoryFailure) -> Void
  ) {
    self.location = location
    self.limits = limits
    opening = OpenHistory.Conditions(patience: patience, pages: pages)
    self.now = now
    self.report = report
  }

  public func record(_ content: HistoryContent, at time: Date) throws(HistoryFailure) {
    let record = HistoryRecord(content: content, first: time, last: time, count: 1)
    try write { [limits] database in
      try HistoryRows.store(database, record, isImport: false)
      try HistoryRows.prune(database, limits, now: time)
    }
  }

  public func entries(matching query: HistoryQuery) throws(HistoryFailure) -> [HistoryEntry] {
    try read { try HistoryRows.entries($0, query) }
  }

  public func entry(_ id: HistoryEntry.ID) throws(HistoryFailure) -> HistoryEntry? {
    try read { try HistoryRows.entry($0, id) }
  }

  public func count() throws(HistoryFailure) -> Int {
    try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") ?? 0 }
  }

  public func setPinned(_ isPinned: Bool, _ id: HistoryEntry.ID) throws(HistoryFailure) {
    try write { try $0.execute(sql: "UPDATE entry SET pinned = ? WHERE id = ?", arguments: [isPinned, id]) }
  }

  public func setLabel(_ label: String?, _ id: HistoryEntry.ID) throws(HistoryFailure) {
    let kept = label.flatMap { $0.isEmpty ? nil : $0 }
    try write { database in
      try database.execute(sql: "UPDATE entry SET label = ? WHERE id = ?", arguments: [kept, id])
      try HistoryRows.refold(database, id)
    }
  }

  @discardableResult
  public func delete(_ id: HistoryEntry.ID) throws(HistoryFailure) -> Bool {
    try write { try HistoryRows.delete($0, id) }
  }

  @discardableResult
  public func clear() throws(HistoryFailure) -> Int {
    let count = try write { try HistoryRows.clear($0) }
    // What was deleted shall not be left in free pages or in the log. Another instance at work prevents it; the
    // pages are overwritten at deletion (secure_delete) all the same.
    try? withDatabase(recovers: false) { try $0.writer?.vacuum() }
    return count
  }

  public func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int {
    try write { [limits, now] database in
      var added = 0
      // Oldest first, as they came: then their order is that of time already.
      for record in records.sorted(by: { $0.last < $1.last })
      where try HistoryRows.store(database, record, isImport: true) { added += 1 }
      try HistoryRows.sortByTime(database)
      // Many small segments of the index, as a large import leaves them, make a rare word twenty times slower.
      try database.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES ('optimize')")
      try HistoryRows.prune(database, limits, now: now())
      return added
    }
  }

  // MARK: The database

  private func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(HistoryFailure) -> Value {
    try withDatabase(recovers: true) { try $0.reader.read(body) }
  }

  private func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(HistoryFailure) -> Value {
    let path = location.path
    return try withDatabase(recovers: true) { history in
      guard let writer = history.writer else { throw HistoryFailure.readOnly(path: path) }
      return try writer.write(body)
    }
  }

  /// Runs something on the open database; if that finds the file damaged, once more on a mended or a new one.
  private func withDatabase<Value>(
    recovers: Bool, _ body: (OpenHistory) throws -> Value
  ) throws(HistoryFailure) -> Value {
    do {
      return try body(database())
    } catch let error as DatabaseError where recovers && error.saysDamage {
      try recover(from: error)
      return try withDatabase(recovers: false, body)
    } catch {
      throw failure(error)
    }
  }

  private func database() throws -> OpenHistory {
    try opened.withLock { opened in
      // Another instance may have put the file aside, or somebody deleted it: what is written into the old one
      // would be found by nobody.
      if let open = opened, open.fileNumber == location.fileNumber { return open }
      opened = nil
      let open = try OpenHistory(location, opening)
      opened = open
      return open
    }
  }

  /// Closes the damaged file and, unless it is the search index alone or another instance was quicker, moves it
  /// out of the way.
  private func recover(from error: DatabaseError) throws(HistoryFailure) {
    if error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
      try? withDatabase(recovers: false) { history in
        try history.writer?.write {
          try $0.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES ('rebuild')")
        }
      }
      return
    }
    // Closed by whoever uses it last: others may be reading, and a pool that is closed beside them takes the program with it.
    opened.withLock { $0 = nil }
    let path = location.path
    let keptAs: String?? = location.exclusively {
      OpenHistory.isSound(location, opening) ? .none : .some(location.setAside(at: now()))
    }
    switch keptAs {
    case .none: break
    case .some(nil): throw .corrupt(path: path, keptAs: nil)
    case .some(let name?): report(.corrupt(path: path, keptAs: name))
    }
  }

  private func failure(_ error: any Error) -> HistoryFailure {
    let path = location.path
    if let error = error as? HistoryFailure { return error }
    guard let error = error as? DatabaseError else {
      return .other(path: path, reason: SystemReason(error).description)
    }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly(path: path)
    case .SQLITE_FULL: .diskFull(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path, keptAs: nil)
    default: .other(path: path, reason: error.message ?? "SQLite error \(error.resultCode.rawValue)")
    }
  }
}

extension DatabaseError {
  fileprivate var saysDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
