import Foundation
import Station

/// Where the outbox lies.
public struct OutboxLocation: Hashable, Sendable {
  /// The database's path; SQLite adds `-wal` and `-shm` for its own files beside it.
  public let path: String

  public init(path: String) { self.path = path }

  /// `viewfinder/outbox.sqlite` in the user's folder for state: `$XDG_STATE_HOME`, which counts only if it is absolute, else
  /// `~/.local/state` (XDG Base Directory Specification 0.8).
  public init(environment: [String: String], home: String) {
    let wanted = environment["XDG_STATE_HOME"] ?? ""
    let folder = wanted.hasPrefix("/") ? wanted : home + "/.local/state"
    self.init(path: folder + "/viewfinder/outbox.sqlite")
  }

  /// Makes the folder and an empty file where they are missing, for nobody's eyes but the user's.
  func prepare() throws {
    let files = FileManager.default
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if !files.fileExists(atPath: folder) {
      try files.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    guard !files.fileExists(atPath: path) else { return }
    // Whether it can be made is seen by opening it. Never over a file that is there.
    guard (try? Data().write(to: URL(filePath: path), options: .withoutOverwriting)) != nil else { return }
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// Takes the outbox for one process; it is let go when the handle is closed or the process ends, however it does.
  ///
  /// - Returns: nil where another process has it.
  func lock() throws -> FileHandle? {
    let name = path + ".lock"
    if !FileManager.default.fileExists(atPath: name) {
      _ = FileManager.default.createFile(atPath: name, contents: nil, attributes: [.posixPermissions: 0o600])
    }
    let handle = try FileHandle(forUpdating: URL(filePath: name))
    return flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0 ? handle : nil
  }
}
