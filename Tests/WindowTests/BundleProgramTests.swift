import Foundation
import Testing

/// Bug bundles by the unmodified program: written by the window with its keys, and read by its commands.
@Suite(.serialized) struct BundleProgramTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-bundle-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func run(_ arguments: String...) throws -> (status: Int32, output: String, errors: String) {
    let program = Process()
    program.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "viewfinder")
    program.arguments = arguments
    program.currentDirectoryURL = folder
    let (output, errors) = (Pipe(), folder.appending(path: "errors-\(UUID().uuidString)"))
    program.standardOutput = output
    try Data().write(to: errors)
    program.standardError = try FileHandle(forWritingTo: errors)
    try program.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return (program.terminationStatus, told, try String(contentsOf: errors, encoding: .utf8))
  }

  @Test(
    "A bundle that the window wrote is replayed without one: the same observations and trace",
    .enabled(if: VirtualDisplay.isAvailable))
  func live() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let display = try VirtualDisplay()
    // The demo's frames come as those of a camera do.
    let window = try RunningWindow(display, ["--demo"], home: folder)
    // Keys that come before the first frame mean the picture, not the inspector.
    try window.eventuallyShows("a code is read") { $0.hasCard }
    try window.press("d")
    try window.eventuallyShows("the inspector stands beside the picture") { $0.hasInspector }
    try window.press("space")
    try window.press("b")
    try window.press("b")
    var bundles: [String] = []
    try window.eventuallyShows("the bundle is written") { _ in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Downloads").path)) ?? []
      bundles = names.filter { $0.hasSuffix(".zip") }
      return !bundles.isEmpty
    }
    let path = folder.appending(path: "Downloads/\(bundles[0])").path
    let replayed = try run("replay", path)
    #expect(replayed.status == 0 && replayed.output.hasPrefix("replayed: the same observations and the same trace"))
    let explained = try run("explain", path)
    #expect(explained.output.contains("replayed: the same observations and the same trace"), "\(explained)")
    #expect(try run("replay", "--json", path).output == run("replay", "--json", path).output)
  }

  @Test("A file that only says that it is a bundle is an error that names it")
  func hostile() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in [
      ("short.zip", Data("PK\u{3}\u{4}".utf8)),
      ("noise.zip", Data("PK\u{3}\u{4}".utf8) + Data(repeating: 7, count: 999)),
    ] {
      try bytes.write(to: folder.appending(path: name))
      for command in ["replay", "explain", "inspect"] {
        let told = try run(command, name)
        #expect(told.status == 3 && told.errors.contains("it is no zip, or is cut short or damaged"), "\(told)")
        #expect(told.errors.contains(name))
      }
    }
    #expect(try run("replay", "missing.zip").status == 3)
  }
}
