import Foundation

/// Lines for people, beside the results.
enum StandardError {
  static func write(_ line: String) { write(text: line + "\n") }

  static func write(text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}

/// Results.
enum StandardOutput {
  /// - Throws: `ExitStatus.deviceOrFile` once nobody reads any more, as when `head` has had its lines.
  static func write(_ bytes: [UInt8]) throws(ExitStatus) {
    guard !bytes.isEmpty else { return }
    do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
      let trouble = WriteTrouble(error)
      if !trouble.isEndOfReader { StandardError.write("viewfinder: standard output cannot be written: \(trouble)") }
      throw .deviceOrFile
    }
  }

  static func write(text: String) throws(ExitStatus) { try write(Array(text.utf8)) }
}

enum StandardInput {
  /// All of it, or as much as `limit` allows and one byte more, so that the reader sees it is too much.
  static func read(limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard let chunk = try? FileHandle.standardInput.read(upToCount: 1 << 20), !chunk.isEmpty else { break }
      bytes.append(contentsOf: chunk)
    }
    return bytes
  }
}
