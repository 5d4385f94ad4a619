import Foundation
public import Scanner

/// Where the history lies, and what is done with the file itself.
public struct HistoryLocation: Hashable, Sendable {
  /// The database's path; SQLite adds `-wal` and `-shm` for its own files beside it.
  public let path: String

  public init(path: String) { self.path = path }

  /// `viewfinder/history.sqlite` in the user's data folder.
  public init(of user: UserFolders) { self.init(path: user.data + "/viewfinder/history.sqlite") }

  /// Makes the folder and an empty file where they are missing, for nobody's eyes but the user's.
  func prepare() throws {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if !files.fileExists(atPath: folder) {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    do {
      // Never over a file that is there: one that only cannot be seen for a moment looks as if it were missing.
      try Data().write(to: URL(filePath: path), options: .withoutOverwriting)
    } catch {
      // Whether it is there, or cannot be made, is seen by opening it.
      return
    }
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// Tells one file from another that took its place; nil where there is none.
  var fileNumber: UInt64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.systemFileNumber] as? NSNumber)?.uint64Value
  }

  /// Moves the database and its side files to a name that tells when.
  ///
  /// - Returns: the new path, or nil where the file could not be moved.
  func setAside(at time: Date) -> String? {
    let files = FileManager.default
    let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted)).replacing("Z", with: "")
    let names = (1...99).lazy.map { path + ".broken-" + stamp + ($0 == 1 ? "" : "-\($0)") }
    guard let name = names.first(where: { !files.fileExists(atPath: $0) }) else { return nil }
    do {
      try files.moveItem(atPath: path, toPath: name)
    } catch {
      return nil
    }
    for suffix in ["-wal", "-shm"] where files.fileExists(atPath: path + suffix) {
      // Without its log the file lacks the last entries at most; it is damaged anyway.
      try? files.moveItem(atPath: path + suffix, toPath: name + suffix)
    }
    return name
  }

  /// Runs something while no other process does the same, as long as a lock file can be had.
  func exclusively<Result>(_ body: () throws -> Result) rethrows -> Result {
    let lockPath = path + ".lock"
    if !FileManager.default.fileExists(atPath: lockPath) {
      _ = FileManager.default.createFile(atPath: lockPath, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    guard let lock = FileHandle(forUpdatingAtPath: lockPath) else { return try body() }
    defer { try? lock.close() }
    flock(lock.fileDescriptor, LOCK_EX)
    defer { flock(lock.fileDescriptor, LOCK_UN) }
    return try body()
  }
}
