import Foundation
import TestSupport

/// Runs of the program in a folder of its own, in which one call of the system's may fail.
struct FaultyProgram {
  /// The program's home, with all that it reads and writes.
  let home: URL

  /// A call that the program makes, by its place among those of its name.
  struct Call: Hashable, CustomStringConvertible {
    let name: String
    /// From 1.
    let number: Int
    /// The path that it is about, as far as it is about one.
    let about: String

    var description: String { "\(name) \(number) (\(about))" }
  }

  struct Outcome {
    let status: Int32
    let isSignal: Bool
    let output: Data
    let errors: String
  }

  private let preloaded: [URL]
  private let log: URL
  private let files: URL

  /// - Parameters:
  ///   - folder: becomes the home and is emptied first.
  ///   - preloaded: libraries behind the one that makes calls fail.
  init(folder: URL, preloaded: [URL] = []) throws {
    home = folder.appending(path: "home")
    files = folder.appending(path: "streams")
    log = folder.appending(path: "calls")
    self.preloaded = preloaded
    try? FileManager.default.removeItem(at: folder)
    for folder in [home, files, home.appending(path: "tmp")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  /// Runs the program without a fault, and tells the calls it makes.
  func calls(_ arguments: [String], environment: [String: String]) throws -> (outcome: Outcome, calls: [Call]) {
    try? FileManager.default.removeItem(at: log)
    let outcome = try run(arguments, environment: environment, ["FAULT_LOG": log.path])
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let calls = lines.compactMap { line -> Call? in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let number = Int(words[1]) else { return nil }
      return Call(name: String(words[0]), number: number, about: String(words[2]))
    }
    return (outcome, calls)
  }

  /// Runs the program; one call fails.
  func run(_ arguments: [String], environment: [String: String], failing call: Call, _ error: Errno) throws -> Outcome {
    try run(arguments, environment: environment, ["FAULT": "\(call.name):\(call.number):\(error.number)"])
  }

  private func run(
    _ arguments: [String], environment: [String: String], _ fault: [String: String]
  ) throws -> Outcome {
    let process = Process()
    // A minute is for a busy machine; a run takes a tenth of a second.
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["60", PreloadLibrary.products.appending(path: "viewfinder").path] + arguments
    process.currentDirectoryURL = home
    var variables = ProcessInfo.processInfo.environment
    for (name, folder) in [
      ("HOME", "."), ("XDG_DATA_HOME", "data"), ("XDG_CONFIG_HOME", "config"), ("XDG_STATE_HOME", "state"),
      ("XDG_RUNTIME_DIR", "run"), ("TMPDIR", "tmp"),
    ] { variables[name] = home.appending(path: folder).standardizedFileURL.path }
    let libraries = [try Self.library.get()] + preloaded
    // A trap is told by its signal; the backtrace would take seconds.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    variables.merge(environment) { $1 }
    // timeout(1) itself runs without faults: it is env(1) behind it that sets them.
    process.arguments?.insert(
      contentsOf: ["env", "LD_PRELOAD=" + libraries.map(\.path).joined(separator: ":")]
        + fault.map { "\($0)=\($1)" }, at: 1)
    process.environment = variables
    let output = files.appending(path: "output")
    let errors = files.appending(path: "errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    let status = process.terminationStatus
    return Outcome(
      // timeout(1) ends by the signal itself or tells it by 128 and its number, and by 124 that time was over.
      status: status, isSignal: process.terminationReason == .uncaughtSignal || status >= 124,
      output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  /// Built once.
  static let library = Result { try PreloadLibrary.build("FaultInjection") }
}

/// A number of the system's for what went wrong, and its name.
struct Errno: Hashable {
  let name: String
  let number: Int32

  /// What plausibly becomes of a call.
  static func plausible(for call: FaultyProgram.Call) -> Errno {
    switch call.name {
    case "open", "openat", "fopen", "opendir", "socket", "socketpair", "accept4":
      // By turns: too many files are open, and not allowed.
      call.number.isMultiple(of: 2) ? Errno(name: "EMFILE", number: EMFILE) : Errno(name: "EACCES", number: EACCES)
    case "write", "pwrite64", "pwrite", "fwrite", "fflush", "ftruncate", "ftruncate64", "mkdir", "link":
      Errno(name: "ENOSPC", number: ENOSPC)
    case "stat", "stat64", "lstat", "lstat64", "fstatat", "statx", "access", "unlink", "unlinkat", "remove", "rmdir",
      "rename", "chmod", "fchmod", "mkstemp", "mkostemp":
      Errno(name: "EACCES", number: EACCES)
    case "mmap", "poll": Errno(name: "ENOMEM", number: ENOMEM)
    case "fcntl": Errno(name: "ENOLCK", number: ENOLCK)
    case "connect": Errno(name: "ECONNREFUSED", number: ECONNREFUSED)
    // What tells that the other side is gone would be true of a decoder that died.
    case "send", "sendmsg": Errno(name: "ENOBUFS", number: ENOBUFS)
    case "recv", "recvmsg": Errno(name: "ENOMEM", number: ENOMEM)
    case "v4l2_fd_open", "v4l2_mmap": Errno(name: "ENOMEM", number: ENOMEM)
    // By turns: others hold it, it is gone, and its wire is bad.
    case "v4l2_ioctl":
      switch call.number % 3 {
      case 0: Errno(name: "EBUSY", number: EBUSY)
      case 1: Errno(name: "ENODEV", number: ENODEV)
      default: Errno(name: "EIO", number: EIO)
      }
    default: Errno(name: "EIO", number: EIO)
    }
  }
}
