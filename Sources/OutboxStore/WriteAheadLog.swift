import Foundation
import GRDB
import Synchronization

/// The outbox's write-ahead log, kept at its size and emptied beside the scans.
///
/// A commit is one `fdatasync` of the log. Where that makes the file longer, the file system writes its own journal as well: medians of
/// 7.4 to 7.8 ms in place of 5.2 to 7.2 on a virtual disk with ext4, beside other work. So the log is filled once, and from then on
/// written over from its start. SQLite would have it emptied by the commit that fills it, which then waits for the disk three times
/// more; here whoever delivers does so.
final class WriteAheadLog: Sendable {
  /// Pages that it is filled with: 2 MB.
  private static let pages = 512
  /// Commits after which it is emptied: one writes 3 to 6 pages. SQLite's own bound, 1000 pages, stays behind it for an outbox from
  /// which nobody takes.
  private static let bound = 64

  /// A connection of its own: emptying by it does not keep the other one from writing.
  private let connection: DatabaseQueue
  private let commits = Mutex(0)

  init(of location: OutboxLocation, _ pool: DatabasePool) throws {
    connection = try DatabaseQueue(path: location.path)
    // A disk that has no room for it may have some for a scan.
    try? Self.fill(location.path + "-wal", pool)
  }

  /// By SQLite itself, as nobody else may write there: a transaction that changes a number in the first page adds that page.
  private static func fill(_ path: String, _ pool: DatabasePool) throws {
    let size = (try FileManager.default.attributesOfItem(atPath: path))[.size] as? Int ?? 0
    // A page of 4096 bytes has 24 before it (SQLite, “Database File Format”, §4.1).
    guard size < pages * (4096 + 24) else { return }
    try pool.writeWithoutTransaction { database in
      for number in 1...pages { try database.execute(sql: "PRAGMA user_version = \(number)") }
      try database.checkpoint(.restart)
    }
  }

  func noteCommit() { commits.withLock { $0 += 1 } }

  /// Empties it, if it is time. Whoever reads at that moment keeps it from being emptied, and it is the next one's turn.
  func emptyIfLong() {
    guard commits.withLock({ $0 >= Self.bound }) else { return }
    guard let (there, taken) = try? connection.writeWithoutTransaction({ try $0.checkpoint(.passive) }), there == taken
    else { return }
    commits.withLock { $0 = 0 }
  }

  func close() { try? connection.close() }
}
