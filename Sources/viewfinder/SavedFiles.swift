import Foundation
import Presentation
import Scanner

/// Files that a person keeps of what was read: new ones, in the folder where downloads go.
struct SavedFiles {
  private let environment: [String: String]
  private let home: String

  init(environment: [String: String], home: String) {
    self.environment = environment
    self.home = home
  }

  /// - Returns: where it lies; a file that is there stays, and the new one gets a number.
  func save(_ file: PayloadFile) throws(Trouble) -> String {
    try save(Array(file.text.utf8), named: file.name, ending: file.ending)
  }

  /// - Parameter name: without anything that means something to a file system.
  func save(_ bytes: [UInt8], named name: String, ending: String) throws(Trouble) -> String {
    let folder = folder
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw Trouble("Not saved: \(shown(folder)) cannot be made: \(Sentence(verbatim: "\(WriteTrouble(error))"))")
    }
    for number in 1...999 {
      let path = "\(folder)/\(name)\(number == 1 ? "" : " (\(number))").\(ending)"
      do throws(WholeFile.Failure) {
        try WholeFile(path: path, replaces: false).write(bytes)
        return path
      } catch {
        if case .exists = error { continue }
        throw Trouble("Not saved: \(Sentence(verbatim: "\(error)"))")
      }
    }
    throw Trouble("Not saved: \(shown(folder)) holds 999 files of this name")
  }

  /// A path as people write it, with `~` for their own folder.
  func shown(_ path: String) -> String { path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path }

  /// As `xdg-user-dirs` writes it down (`XDG_DOWNLOAD_DIR="$HOME/Downloads"`), else `~/Downloads`.
  private var folder: String {
    if let path = environment["XDG_DOWNLOAD_DIR"], path.hasPrefix("/") { return path }
    let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
    let lines = (try? String(contentsOfFile: configuration + "/user-dirs.dirs", encoding: .utf8)) ?? ""
    for line in lines.split(separator: "\n") where line.hasPrefix("XDG_DOWNLOAD_DIR=\"") && line.hasSuffix("\"") {
      let value = line.dropFirst("XDG_DOWNLOAD_DIR=\"".count).dropLast()
      if value.hasPrefix("/") { return String(value) }
      if value.hasPrefix("$HOME/") { return home + value.dropFirst("$HOME".count) }
    }
    return home + "/Downloads"
  }
}
