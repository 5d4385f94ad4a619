import Foundation
import Presentation
import Scanner

/// A file that is written whole or not at all.
struct WholeFile {
  let path: String
  /// Whether a file that is there gives way.
  let replaces: Bool

  enum Failure: Error, CustomStringConvertible {
    case exists(String)
    case unwritable(String, reason: String)

    var description: String { sentence.description }

    var sentence: Sentence {
      switch self {
      case .exists(let path): "\(HarmlessText.escaped(path)) is there already: choose another name or add --force"
      case .unwritable(let path, let reason):
        "\(HarmlessText.escaped(path)) cannot be written: \(Sentence(verbatim: reason))"
      }
    }
  }

  /// Writes beside the target, and gives it its name only once everything lies on the disk.
  func write(_ bytes: [UInt8]) throws(Failure) {
    let files = FileManager.default
    let kind = (try? files.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
    // A pipe or a device has no whole that could be replaced; /dev/stdout is a link to one.
    let isFile = kind == .typeRegular || kind == .typeDirectory || kind == .typeSymbolicLink
    if kind != nil, !isFile || path.hasPrefix("/dev/") { return try append(bytes) }
    if !replaces, kind != nil { throw .exists(path) }
    let target = URL(filePath: path)
    do {
      // Atomic writing makes a file of another name and renames it.
      if replaces, kind != nil { return try Data(bytes).write(to: target.resolvingSymlinksInPath(), options: .atomic) }
      // Foundation's UUID traps where /dev/urandom cannot be opened, as with too many files open.
      let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let draft = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).\(name)")
      defer { try? files.removeItem(at: draft) }
      try Data(bytes).write(to: draft)
      let handle = try FileHandle(forUpdating: draft)
      try handle.synchronize()
      try handle.close()
      // A link, unlike a move, never takes a name that somebody took meanwhile.
      try files.linkItem(at: draft, to: target)
    } catch {
      if !replaces, files.fileExists(atPath: path) { throw .exists(path) }
      throw .unwritable(path, reason: "\(WriteTrouble(error))")
    }
  }

  private func append(_ bytes: [UInt8]) throws(Failure) {
    do {
      try FileHandle(forWritingTo: URL(filePath: path)).write(contentsOf: Data(bytes))
    } catch {
      throw .unwritable(path, reason: "\(WriteTrouble(error))")
    }
  }
}
