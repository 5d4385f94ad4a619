import Foundation
import Testing

/// The rooms that meet C, the hot kernels that earned their unsafe code with a bench line, and the one file
/// that gives an actor its thread: Swift's executors are unowned references by their interface.
private let fenced = [
  "Sources/V4L2Camera/", "Sources/SDLScreen/", "Sources/JPEGFrames/", "Sources/QRencodePeer/",
  "Sources/Imaging/Kernels/",
  "Sources/Scanner/Detection/ThreadExecutor.swift",
]

@Test func unsafeCodeStaysInItsRooms() throws {
  let sources = try swiftFiles(below: "Sources")
  #expect(sources.count > 20)
  for (path, text) in sources where !fenced.contains(where: path.hasPrefix) {
    #expect(!text.contains(/\bunsafe\b|@unchecked|@safe\b|nonisolated\(unsafe\)/), "\(path)")
  }
}

@Test func nothingClaimsToBeSendableUnchecked() throws {
  for (path, text) in try swiftFiles(below: "Sources") {
    #expect(!text.contains("@unchecked Sendable"), "\(path)")
  }
}

/// Every Swift file below a folder of the package: its path from the top, and its text.
private func swiftFiles(below folder: String) throws -> [(path: String, text: String)] {
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
