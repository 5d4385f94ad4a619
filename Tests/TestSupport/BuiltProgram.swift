import Foundation

/// A program of this package's that ran to its end.
public struct BuiltProgram {
  public let status: Int32
  /// What it wrote on standard output.
  public let output: String

  /// - Parameters:
  ///   - input: what it is given on standard input; nil is what this process has.
  ///   - environment: all of it; nil is this process's own.
  public init(
    _ arguments: [String], name: String = "viewfinder", input: String? = nil, environment: [String: String]? = nil
  ) throws {
    let program = Process()
    program.executableURL = PreloadLibrary.products.appending(path: name)
    program.arguments = arguments
    if let environment { program.environment = environment }
    let (reading, writing) = (Pipe(), Pipe())
    program.standardOutput = writing
    program.standardError = FileHandle.nullDevice
    if input != nil { program.standardInput = reading }
    try program.run()
    if let input {
      try reading.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try reading.fileHandleForWriting.close()
    }
    output = String(decoding: writing.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    status = program.terminationStatus
  }
}
