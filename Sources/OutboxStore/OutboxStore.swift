import Dispatch
public import Foundation
import GRDB
import Scanner
public import Station
import Synchronization

/// The outbox in an SQLite file (write-ahead log).
///
/// Opened at the first call, and again after each failure: a disk that has room again, or a folder that may be written
/// again, is all it takes.
public final class OutboxStore: Outbox {
  /// Who uses it.
  public enum Role: Sendable {
    /// Stores and delivers: only one process at a time may.
    case station
    /// Lists and changes what waits, beside the station.
    case tool
  }

  private let location: OutboxLocation
  private let role: Role
  private let limits: OutboxLimits
  private let patience: TimeInterval
  private let pages: Int?
  private let opened = Mutex<Opened?>(nil)
  /// Calls run beside each other, and closing has them wait: GRDB's connections may not be closed beside a read that is about to
  /// begin (a null pointer goes to SQLite then).
  private let calls = DispatchQueue(label: "outbox", attributes: .concurrent)

  private struct Opened {
    let pool: DatabasePool
    let log: WriteAheadLog?
    let lock: FileHandle?
  }

  /// - Parameter patience: seconds that a call waits for another process's write, which takes milliseconds.
  public convenience init(
    _ location: OutboxLocation, role: Role, limits: OutboxLimits = OutboxLimits(), patience: TimeInterval = 2
  ) {
    self.init(location, role: role, limits: limits, patience: patience, pages: nil)
  }

  /// - Parameter pages: how many pages the file may have, past which storing fails as on a full disk.
  package init(_ location: OutboxLocation, role: Role, limits: OutboxLimits, patience: TimeInterval, pages: Int?) {
    self.location = location
    self.role = role
    self.limits = limits
    self.patience = patience
    self.pages = pages
  }

  // MARK: The station

  public func store(
    _ scan: AcceptedScan, for outputs: [String], onceIn period: String?
  ) throws(OutboxFailure) -> Int64? {
    precondition(!outputs.isEmpty, "a scan is stored for somebody")
    return try write(isDurable: true) { [limits] database in
      // A code that was stored in the period is told of even where nothing more is accepted.
      if let period, try OutboxRows.isStored(database, scan, in: period) { return nil }
      let waiting = try Int.fetchOne(database, sql: "SELECT scans FROM extent") ?? 0
      guard waiting < limits.scans else { throw OutboxFailure.full(limit: limits.scans) }
      if let period { try OutboxRows.remember(database, scan, in: period) }
      return try OutboxRows.insert(database, scan, for: outputs)
    }
  }

  public func next(for output: String) throws(OutboxFailure) -> StoredScan? {
    // By those who deliver, so that whoever stores never waits for it.
    calls.sync { opened.withLock { $0?.log }?.emptyIfLong() }
    return try read { try OutboxRows.next(database: $0, for: output) }
  }

  public func markDelivered(_ number: Int64, to output: String) throws(OutboxFailure) {
    // Without waiting for the disk: a mark that is lost has the scan delivered again, with the same key.
    try write(isDurable: false) { try OutboxRows.remove($0, number, from: .delivery, of: output) }
  }

  public func setAside(_ number: Int64, for output: String, reason: String) throws(OutboxFailure) {
    try write(isDurable: false) {
      try OutboxRows.refuse($0, number, by: output, reason: HarmlessText.escaped(reason))
    }
  }

  public func depths() throws(OutboxFailure) -> [OutboxDepth] { try read { try OutboxRows.depths($0) } }

  // MARK: The tool

  /// What waits or was set aside, in order of the numbers.
  ///
  /// - Parameters:
  ///   - output: nil is all of them.
  ///   - limit: nil is all.
  public func entries(output: String?, limit: Int?) throws(OutboxFailure) -> [OutboxEntry] {
    try read { try OutboxRows.entries($0, output: output, limit: limit) }
  }

  /// Has what was set aside delivered again.
  ///
  /// - Returns: how many deliveries.
  @discardableResult
  public func retry(output: String?) throws(OutboxFailure) -> Int {
    try write(isDurable: true) { try OutboxRows.retry($0, output: output) }
  }

  /// Removes deliveries for good, and scans that nothing waits for any more.
  ///
  /// - Parameters:
  ///   - output: nil is all of them.
  ///   - setAsideOnly: what still waits stays.
  /// - Returns: how many deliveries.
  @discardableResult
  public func purge(output: String?, setAsideOnly: Bool) throws(OutboxFailure) -> Int {
    try write(isDurable: true) { try OutboxRows.purge($0, output: output, setAsideOnly: setAsideOnly) }
  }

  // MARK: The database

  private func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(OutboxFailure) -> Value {
    try withPool { pool, _ in try pool.read(body) }
  }

  /// - Parameter isDurable: what was written has reached the disk when this returns, not only the system.
  private func write<Value: Sendable>(
    isDurable: Bool, _ body: @Sendable (Database) throws -> Value
  ) throws(OutboxFailure) -> Value {
    try withPool { pool, log in
      try pool.writeWithoutTransaction { database in
        try database.cachedStatement(sql: "PRAGMA synchronous = \(isDurable ? "FULL" : "NORMAL")").execute()
        var result: Value?
        try database.inTransaction(.immediate) {
          result = try body(database)
          return .commit
        }
        log?.noteCommit()
        guard let result else { preconditionFailure("a transaction that returns was committed") }
        return result
      }
    }
  }

  /// A read that failed may look like damage; what is damaged is so when it is read anew.
  private func withPool<Value>(
    _ body: (DatabasePool, WriteAheadLog?) throws -> Value
  ) throws(OutboxFailure) -> Value {
    do throws(OutboxFailure) {
      return try attempt(body)
    } catch .corrupt {
      return try attempt(body)
    }
  }

  private func attempt<Value>(
    _ body: (DatabasePool, WriteAheadLog?) throws -> Value
  ) throws(OutboxFailure) -> Value {
    var used: DatabasePool?
    do {
      return try calls.sync {
        let opened = try open()
        used = opened.pool
        return try body(opened.pool, opened.log)
      }
    } catch {
      let failure = failure(error)
      switch failure {
      // Nothing is wrong with the file: there is room again, or there is not.
      case .full, .diskFull: break
      // What is wrong with the file may be gone when it is opened anew.
      default: close(used)
      }
      throw failure
    }
  }

  /// Closes a pool, unless another call has done so before.
  private func close(_ used: DatabasePool?) {
    guard let used else { return }
    calls.sync(flags: .barrier) {
      opened.withLock { opened in
        guard opened?.pool === used else { return }
        opened?.log?.close()
        try? used.close()
        try? opened?.lock?.close()
        opened = nil
      }
    }
  }

  private func open() throws -> Opened {
    try opened.withLock { opened in
      if let opened { return opened }
      try location.prepare()
      var lock: FileHandle?
      if role == .station {
        lock = try location.lock()
        if lock == nil { throw OutboxFailure.inUse(path: location.path) }
      }
      var configuration = Configuration()
      configuration.busyMode = .timeout(patience)
      let pages = pages
      configuration.prepareDatabase { database in
        if let pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
      }
      let pool = try DatabasePool(path: location.path, configuration: configuration)
      guard try !pool.read({ try OutboxSchema.migrator.hasBeenSuperseded($0) }) else {
        throw OutboxFailure.newer(path: location.path)
      }
      try OutboxSchema.migrator.migrate(pool)
      let log = role == .station ? try WriteAheadLog(of: location, pool) : nil
      let new = Opened(pool: pool, log: log, lock: lock)
      opened = new
      return new
    }
  }

  private func failure(_ error: any Error) -> OutboxFailure {
    let path = location.path
    if let error = error as? OutboxFailure { return error }
    guard let error = error as? DatabaseError else {
      return .other(path: path, reason: SystemReason(error).description)
    }
    // What lies in memory beside the file is a file as well, and found no room.
    if error.extendedResultCode == .SQLITE_IOERR_SHMSIZE { return .diskFull(path: path) }
    return switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .readOnly(path: path)
    case .SQLITE_FULL: .diskFull(path: path)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: .corrupt(path: path)
    default: .other(path: path, reason: "\(error.message ?? "SQLite error") (\(error.extendedResultCode.rawValue))")
    }
  }
}

/// One scan's delivery to one output.
public struct OutboxEntry: Hashable, Sendable {
  public let stored: StoredScan
  public let output: String
  /// Why the output refused it for good; nil while it waits.
  public let reason: String?
}
