import Foundation
import Geometry
import Scanner
import Testing

/// The station's window on a virtual display, with hands that want out.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable)) final class StationWindowTests {
  private let display: VirtualDisplay
  private let folder: URL
  private static let pin = "4815162342"

  init() throws {
    display = try VirtualDisplay()
    folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-station-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The line that the program makes of a PIN.
  private func hash() throws -> String {
    let program = Process()
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    program.executableURL = products.appending(path: "viewfinder")
    program.arguments = ["settings", "pin"]
    let (input, output) = (Pipe(), Pipe())
    program.standardInput = input
    program.standardOutput = output
    try program.run()
    try input.fileHandleForWriting.write(contentsOf: Data((Self.pin + "\n").utf8))
    try input.fileHandleForWriting.close()
    let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    program.waitUntilExit()
    return line
  }

  private func station() throws -> RunningWindow {
    let settings = folder.appending(path: "station.toml").path
    let text = """
      [station]
      \(try hash())
      [outbox]
      path = "\(folder.path)/outbox.sqlite"
      [[output]]
      kind = "file"
      path = "\(folder.path)/scans"
      """
    try Data(text.utf8).write(to: URL(filePath: settings))
    return try RunningWindow(display, ["--station", "--settings", settings, "--demo"])
  }

  private var scans: Int {
    ((try? String(contentsOf: folder.appending(path: "scans"), encoding: .utf8)) ?? "").split(separator: "\n").count
  }

  /// What a keyboard sends, with all that window managers and consoles listen to.
  private static let keys: [String] = {
    let plain = "abcdefghijklmnopqrstuvwxyz0123456789".map { String($0) }
    let named = [
      "Escape", "Return", "Tab", "BackSpace", "Delete", "Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next",
      "space", "Super_L", "Menu", "Print", "Pause", "KP_Enter", "KP_1", "KP_5",
    ]
    let functions = (1...12).map { "F\($0)" }
    let chords = [
      "alt+F4", "alt+Tab", "ctrl+alt+Delete", "ctrl+alt+BackSpace", "ctrl+alt+F1", "ctrl+q", "ctrl+w", "ctrl+c",
      "ctrl+z", "super+d", "super+l", "alt+space", "ctrl+Escape", "shift+Escape", "ctrl+alt+t", "alt+F2", "ctrl+d",
    ]
    return plain + named + functions + chords + chords
  }()

  @Test func tenThousandRandomKeysAndTouchesStayAtTheStation() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    #expect((window.size.width, window.size.height) == (1280, 900))
    var random = SeededRandom(seed: 4)
    for _ in 0..<100 {
      var hands: [String] = []
      for _ in 0..<100 {
        if random.unit() < 0.6 {
          hands += ["key", "--delay", "0", Self.keys[Int(random.unit() * Double(Self.keys.count))]]
        } else {
          hands += ["mousemove", "\(Int(random.unit() * 1280))", "\(Int(random.unit() * 900))"]
          hands += ["click", "--delay", "0", "\(1 + Int(random.unit() * 5))"]
        }
      }
      try window.useHands(hands)
    }
    window.hangUp()
    try window.eventually("the settings are read again") { try window.said().contains("read again") }
    // It is there, and in front of all, and scans on.
    #expect(window.isRunning)
    let before = scans
    try window.eventually("the station scans on") { scans > before }

    window.terminate()
    #expect(try window.exitStatus() == 0)
  }

  @Test func thePINLeadsOut() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    // A key that a busy machine holds for long types its digit twice: a person tries again. That it has ended may be seen in the
    // middle of a try.
    try? window.eventually("the PIN leads out") {
      try window.press("Escape")
      try window.type(Self.pin)
      try window.press("Return")
      return !window.isRunning
    }
    #expect(try window.exitStatus() == 0)
  }

  @Test func aWindowThatIsTakenAwayComesBack() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    try window.useHands(["search", "--name", "^Viewfinder$", "windowunmap", "--sync"])
    try window.eventually("the window is back") {
      try window.output(["search", "--onlyvisible", "--name", "^Viewfinder$"]) != ""
    }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }
}
