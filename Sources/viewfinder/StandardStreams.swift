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

enum StandardStreams {
  /// Opens in its place what the program was started without (`<&-`). Else the first thing that the program opens has
  /// its number: results were written to the process that decodes pictures, and standard input never ended.
  ///
  /// Nothing comes in then, what is told goes nowhere, and a result that cannot be written is told.
  static func open() {
    let missing = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { fcntl($0, F_GETFD) < 0 }
    guard !missing.isEmpty, let nothing = FileHandle(forReadingAtPath: "/dev/null") else { return }
    // The handle has one of the numbers that are missing, and gives it back.
    let descriptor = fcntl(nothing.fileDescriptor, F_DUPFD, STDERR_FILENO + 1)
    try? nothing.close()
    for stream in missing { dup2(descriptor, stream) }
    close(descriptor)
  }
}
