import Foundation
import GRDB
import Scanner

/// An open database file.
struct OpenHistory {
  let reader: any DatabaseReader
  /// Nil where the file may only be read.
  let writer: DatabasePool?
  /// The file that was opened, to tell whether another took its place.
  let fileNumber: UInt64?

  /// How a connection behaves.
  struct Conditions: Sendable {
    /// Seconds that it waits for a lock.
    let patience: TimeInterval
    /// How many pages the file may have; nil is as many as the disk holds.
    let pages: Int?
  }

  /// Opens and brings up to date, or for reading alone where the file is not ours to write.
  ///
  /// - Throws: `DatabaseError`, or `HistoryFailure.newer`.
  init(_ location: HistoryLocation, _ conditions: Conditions) throws {
    do {
      try location.prepare()
      let pool = try DatabasePool(path: location.path, configuration: Self.configuration(conditions))
      try Self.refuseNewer(pool, location)
      try HistorySchema.migrator.migrate(pool)
      (reader, writer) = (pool, pool)
    } catch let error as DatabaseError where Self.meansReadOnly(error) {
      var configuration = Self.configuration(conditions)
      configuration.readonly = true
      let queue = try Self.openForReading(location, configuration)
      try Self.refuseNewer(queue, location)
      (reader, writer) = (queue, nil)
    }
    fileNumber = location.fileNumber
  }

  /// True if a fresh connection finds nothing wrong with the file, or cannot tell for now.
  static func isSound(_ location: HistoryLocation, _ conditions: Conditions) -> Bool {
    do {
      let queue = try DatabaseQueue(path: location.path, configuration: configuration(conditions))
      defer { try? queue.close() }
      return try queue.read { try String.fetchAll($0, sql: "PRAGMA quick_check(1)") } == ["ok"]
    } catch let error as DatabaseError {
      return error.resultCode != .SQLITE_CORRUPT && error.resultCode != .SQLITE_NOTADB
    } catch {
      return true
    }
  }

  private static func configuration(_ conditions: Conditions) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(conditions.patience)
    configuration.prepareDatabase { database in
      // A read is rare beside what a disk's sync costs: what is committed survives a power cut, too.
      try database.execute(sql: "PRAGMA synchronous = FULL")
      // What the user deletes is overwritten in the file.
      try database.execute(sql: "PRAGMA secure_delete = ON")
      if let pages = conditions.pages { try database.execute(sql: "PRAGMA max_page_count = \(pages)") }
    }
    return configuration
  }

  /// A write-ahead log needs files beside the database even to be read. Where they cannot be made, a copy is read.
  private static func openForReading(
    _ location: HistoryLocation, _ configuration: Configuration
  ) throws -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: location.path, configuration: configuration)
      _ = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      return queue
    } catch let error as DatabaseError where meansReadOnly(error) {
      // Foundation's UUID traps where /dev/urandom cannot be opened.
      let name = "viewfinder-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let copy = FileManager.default.temporaryDirectory.appending(path: name)
      try FileManager.default.createDirectory(
        at: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      defer { try? FileManager.default.removeItem(at: copy) }
      let path = copy.appending(path: "history.sqlite").path
      try FileManager.default.copyItem(atPath: location.path, toPath: path)
      try? FileManager.default.copyItem(atPath: location.path + "-wal", toPath: path + "-wal")
      let memory = try DatabaseQueue()
      try DatabaseQueue(path: path).backup(to: memory)
      return memory
    }
  }

  private static func meansReadOnly(_ error: DatabaseError) -> Bool {
    [.SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(error.resultCode)
  }

  private static func refuseNewer(_ reader: any DatabaseReader, _ location: HistoryLocation) throws {
    guard try reader.read({ try HistorySchema.migrator.hasBeenSuperseded($0) }) else { return }
    throw HistoryFailure.newer(path: location.path)
  }
}
