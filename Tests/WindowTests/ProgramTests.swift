import Foundation
import Testing

/// The unmodified program without a window, where a system allows little.
@Suite struct ProgramTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-program-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private struct Outcome {
    let status: Int32
    let hasEndedByItself: Bool
    let errors: String
  }

  /// - Parameter limits: shell commands before it.
  private func run(_ limits: String, _ arguments: String...) throws -> Outcome {
    defer { try? FileManager.default.removeItem(at: folder) }
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    program.arguments =
      ["-c", limits + "; exec \"$0\" \"$@\"", products.appending(path: "viewfinder").path] + arguments
    program.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    // A crash's own report, and a sanitizer's look for leaks, would take the descriptors that there are.
    environment.merge(
      [
        "XDG_DATA_HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "SWIFT_BACKTRACE": "enable=no",
        "LSAN_OPTIONS": "detect_leaks=0",
      ],
      uniquingKeysWith: { $1 })
    program.environment = environment
    let errors = Pipe()
    program.standardOutput = FileHandle.nullDevice
    program.standardError = errors
    try program.run()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return Outcome(
      status: program.terminationStatus, hasEndedByItself: program.terminationReason == .exit, errors: told)
  }

  @Test("Too few files at once are told, and end nothing by a trap", arguments: [5, 8, 31])
  func openFiles(count: Int) throws {
    let outcome = try run("ulimit -n \(count)", "generate", "hello")
    #expect(outcome.hasEndedByItself && outcome.status == 3)
    #expect(outcome.errors.contains("ulimit -n"), "\(outcome.errors)")
  }

  @Test("With as many as it asks for it works")
  func enoughFiles() throws {
    let outcome = try run("ulimit -n 32", "generate", "hello")
    #expect(outcome.hasEndedByItself && outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("A file that may not grow is named, and nothing is left of it", arguments: [0, 1])
  func fileSize(blocks: Int) throws {
    let outcome = try run(
      "ulimit -f \(blocks)", "generate", "hello", "--module-size", "60", "--private", "-o", "code.svg")
    #expect(outcome.hasEndedByItself, "\(outcome.errors)")
    #expect(outcome.status == 3)
    #expect(
      outcome.errors.contains("code.svg cannot be written") && outcome.errors.contains("ulimit -f"), "\(outcome.errors)"
    )
  }

  @Test("A folder that is not there is named, with what to do")
  func missingFolder() throws {
    let outcome = try run(":", "generate", "hello", "--private", "-o", "no/such/folder.png")
    #expect(outcome.hasEndedByItself && outcome.status == 3)
    #expect(
      outcome.errors.contains("no/such/folder.png cannot be written: its folder is not there"), "\(outcome.errors)")
  }

  @Test(
    "A megabyte of text is refused with how much would fit",
    arguments: ["qr", "code128", "dataMatrix", "pdf417", "aztec"])
  func megabyte(symbology: String) throws {
    let file = folder.appending(path: "long.txt")
    try Data(repeating: 0x37, count: 1_000_000).write(to: file)
    let outcome = try run(":", "generate", "--private", "--symbology", symbology, "--file", file.path)
    #expect(outcome.hasEndedByItself && outcome.status == 2)
    #expect(outcome.errors.contains("too long") && outcome.errors.contains("of it would fit"), "\(outcome.errors)")
  }

  @Test("Standard output that is closed is told")
  func closedOutput() throws {
    let outcome = try run("exec >&-", "generate", "hello", "--private")
    #expect(outcome.hasEndedByItself && outcome.status == 3)
    #expect(outcome.errors.contains("standard output cannot be written: it is closed"), "\(outcome.errors)")
  }

  @Test(
    "Standard input that is closed or a folder is told",
    arguments: [("exec <&-", "the file is empty"), ("exec </", "standard input: is a directory")])
  func input(shell: String, told: String) throws {
    let outcome = try run(shell, "scan", "-")
    #expect(outcome.hasEndedByItself && outcome.status == 3)
    #expect(outcome.errors.contains(told), "\(outcome.errors)")
  }

  @Test("What is no file is not imported", arguments: ["-", "/", "/dev/zero"])
  func importing(file: String) throws {
    let outcome = try run("exec </", "history", "import", file)
    #expect(outcome.hasEndedByItself && outcome.status == 3)
    #expect(
      outcome.errors.contains(file == "/dev/zero" ? "more than 256 MiB" : ": is a directory"), "\(outcome.errors)")
  }
}
