import Foundation

/// The pictures that a command line names.
enum PictureFiles {
  /// What an argument comes to.
  enum Entry: Hashable {
    case file(String)
    case standardInput
    case unreadable(String, reason: String)
  }

  /// Endings of the formats that are read. A file that is named itself needs none of them.
  static let endings: Set = ["png", "jpg", "jpeg", "webp", "bmp", "gif", "tif", "tiff", "pbm", "pgm", "ppm", "pnm"]

  /// The arguments in order; a folder gives the pictures in and below it, by name. Hidden ones are left out
  /// and links to folders not followed, so that a walk always ends.
  static func entries(for arguments: [String]) -> [Entry] { arguments.flatMap { entries(for: $0) } }

  static func isFolder(_ path: String) -> Bool {
    (try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true
  }

  private static func entries(for argument: String) -> [Entry] {
    if argument == "-" { return [.standardInput] }
    guard isFolder(argument) else { return [.file(argument)] }
    do {
      return try FileManager.default.subpathsOfDirectory(atPath: argument).sorted()
        .filter { path in !path.split(separator: "/").contains { $0.hasPrefix(".") } && isPicture(path) }
        .map { .file(URL(filePath: argument).appending(path: $0).relativePath) }
    } catch {
      return [.unreadable(argument, reason: error.localizedDescription)]
    }
  }

  private static func isPicture(_ path: String) -> Bool {
    endings.contains(URL(filePath: path).pathExtension.lowercased())
  }
}
