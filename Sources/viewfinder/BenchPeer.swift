import ArgumentParser
import Foundation

/// Another reader, run as a program beside ours: nothing here depends on one.
struct BenchPeer: Sendable {
  private let words: [String]

  /// - Parameter command: the program and its arguments, with spaces between them; no shell sees it.
  init?(command: String) {
    words = command.split(separator: " ").map(String.init)
    guard !words.isEmpty else { return nil }
  }

  /// What people call it.
  var name: String { URL(filePath: words[0]).lastPathComponent }

  /// All that the program says of these pictures.
  ///
  /// - Throws: `ValidationError` where the program cannot be started.
  func output(of pictures: [URL]) throws -> String {
    let process = Process()
    // `env` finds the program where the shell would.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words + pictures.map(\.path)
    let said = Pipe()
    process.standardOutput = said
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // What `env` says of a program that it does not find.
    guard process.terminationStatus != 127 else { throw ValidationError("--peer: there is no program “\(words[0])”") }
    return String(decoding: data, as: UTF8.self)
  }
}
