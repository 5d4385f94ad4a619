import Foundation

/// Every Swift file below a folder of the package: its path from the top, and its text.
func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
  let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  let root = top.appending(path: folder)
  let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
  var found: [(path: String, text: String)] = []
  while let file = files?.nextObject() as? URL {
    guard file.pathExtension == "swift" else { continue }
    let path = String(file.path.dropFirst(top.path.count + 1))
    found.append((path, try String(contentsOf: file, encoding: .utf8)))
  }
  return found
}
