import Capture
import Foundation
import Scanner

/// A file that is read as a whole; `-` is standard input.
enum InputFile {
  /// What messages call it.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : HarmlessText.escaped(path) }

  /// All of it, or as much as `limit` allows and one byte more, so that the reader sees it is too much.
  static func read(_ path: String, limit: Int) throws(InputFailure) -> [UInt8] {
    let file: FileHandle
    do { file = path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(filePath: path)) } catch {
      throw InputFailure(name: name(path), reason: "\(SystemReason(error))")
    }
    let reader = ByteReader(file)
    let bytes = reader.rest(limit: limit)
    if let failure = reader.failure { throw InputFailure(name: name(path), reason: failure.reason) }
    return bytes
  }
}

/// Why a file cannot be read, as where standard input is a folder.
struct InputFailure: Error, CustomStringConvertible {
  let name: String
  let reason: String

  var description: String { "\(name): \(reason)" }
}

extension ByteReader {
  /// Everything that a file or pipe gives.
  convenience init(_ file: FileHandle) {
    self.init { () throws(StreamFailure) in
      do { return try file.read(upToCount: 1 << 18).map { Array($0) } ?? [] } catch {
        throw StreamFailure(reason: "\(SystemReason(error))")
      }
    }
  }
}
