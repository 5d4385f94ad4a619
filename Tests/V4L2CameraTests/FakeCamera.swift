import Foundation
import TestSupport
import Testing

/// Fake cameras in a folder of their own, and programs that run with them.
final class FakeCamera {
  let folder: URL

  /// - Parameters:
  ///   - cameras: as Tests/FakeCamera/Configuration.c describes it.
  ///   - files: frames that it names.
  init(_ cameras: String, files: [String: [UInt8]] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fake-camera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(cameras.utf8).write(to: folder.appending(path: "cameras"))
    for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// What a program left behind.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }

    func lines(_ prefix: String) -> [String] {
      lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    }

    /// The probe's states in order. The first, `starting`, is left out: it may be over before the probe looks.
    var states: [String] {
      lines("state ").map { String($0.prefix { $0 != " " }) }.filter { $0 != "starting" }
    }

    /// The sequence numbers of the frames. A busy machine may leave some out.
    var sequences: [Int] { lines("frame ").compactMap { Int($0.prefix { $0 != " " }) } }

    /// The figure after a word of the probe's last line.
    func count(_ name: String) -> Int {
      let words = lines.last?.split(separator: " ") ?? []
      return words.firstIndex { $0 == name }.flatMap { Int(words[$0 + 1]) } ?? -1
    }
  }

  /// Runs a program of this package's, or one of the system's by its path, with the library preloaded.
  func run(_ program: String, _ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> Outcome {
    let process = Process()
    // No program outlives a minute, whatever the fault has done to it.
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments =
      ["60", program.hasPrefix("/") ? program : Self.program(program)] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LD_PRELOAD": try Self.library.get().path, "FAKE_CAMERA": folder.path], uniquingKeysWith: { $1 }
    ).merging(variables) { $1 }
    // Files rather than pipes: nothing waits for a reader.
    let output = folder.appending(path: "output")
    let errors = folder.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  /// Runs the probe.
  func probe(_ arguments: String...) throws -> Outcome {
    let outcome = try run("camera-probe", arguments)
    try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    return outcome
  }

  func bytes(of file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: file))) }

  /// The path of a program of this package's.
  static func program(_ name: String) -> String { PreloadLibrary.products.appending(path: name).path }

  /// The preload library, built once.
  private static let library = Result { try PreloadLibrary.build("FakeCamera") }
}

/// Frames of bytes that differ from one another and from row to row, back to back.
func testFrames(_ count: Int, bytes: Int) -> [UInt8] {
  // A linear congruential generator with the multiplier of Numerical Recipes; its upper bits are random enough.
  var state: UInt32 = 1
  return (0..<(count * bytes)).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(state >> 24)
  }
}
