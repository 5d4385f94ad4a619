import Foundation
import Geometry
import Scanner
import TestSupport
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
  private func hash() throws -> String { try BuiltProgram(["settings", "pin"], input: Self.pin + "\n").output }

  private func station(on other: VirtualDisplay? = nil) throws -> RunningWindow {
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
    return try RunningWindow(other ?? display, ["--station", "--settings", settings, "--demo"])
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

  /// What a window manager, a session or another program asks of a window; and a screen that becomes another size.
  private static let asking = """
    import sys, random
    from Xlib import X, display, Xatom
    from Xlib.protocol import event
    from Xlib.ext import randr
    d = display.Display()
    root = d.screen().root
    w = d.create_resource_object('window', int(sys.argv[1]))
    a = d.intern_atom
    chance = random.Random(5)
    def to(window, kind, data, mask=0):
        window.send_event(event.ClientMessage(window=w, client_type=a(kind), data=(32, data + [0] * (5 - len(data)))), event_mask=mask)
    sizes = randr.get_screen_info(root)
    for _ in range(300):
        what = chance.randrange(9)
        if what == 0: to(w, 'WM_PROTOCOLS', [a('WM_DELETE_WINDOW'), 0])
        if what == 1: to(w, '_NET_CLOSE_WINDOW', [0, 1])
        if what == 2: to(root, '_NET_CLOSE_WINDOW', [0, 1], X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        if what == 3: to(root, '_NET_CURRENT_DESKTOP', [1, 0], X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        if what == 4: to(w, 'WM_CHANGE_STATE', [3])
        if what == 5: w.configure(width=chance.randrange(1, 1400), height=chance.randrange(1, 1000), x=chance.randrange(-300, 900))
        if what == 6: w.unmap()
        if what == 7: root.set_input_focus(X.RevertToNone, X.CurrentTime)
        if what == 8 and len(sizes.sizes) > 1:
            info = randr.get_screen_info(root)
            randr.set_screen_config(root, chance.randrange(len(sizes.sizes)), 1, info.config_timestamp)
        d.sync()
    print('asked')
    """

  @Test func whatWindowManagersAskDoesNotCloseIt() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    let said = try display.run(VirtualDisplay.python, ["-c", Self.asking, window.identifier])
    #expect(said == "asked\n")
    window.hangUp()
    try window.eventually("the settings are read again") { try window.said().contains("read again") }
    let before = scans
    try window.eventually("the station scans on") { scans > before }
    try window.eventually("the window is there") {
      try window.output(["search", "--onlyvisible", "--class", "^viewfinder$"]) != ""
    }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }

  /// A service's manager starts it again (`Restart=on-failure`), and nothing of what was accepted is lost meanwhile.
  @Test func aDisplayThatIsUnpluggedEndsItInAWayThatIsTold() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    display.unplug()
    #expect(try window.exitStatus() == 3)
    #expect(try window.said().contains("viewfinder: the display is gone\n"))
    let keys = try written()
    // At another display it goes on where it was.
    let other = try VirtualDisplay()
    let next = try station(on: other)
    try next.eventually("the station scans on") { scans > keys.count }
    #expect(try written().prefix(keys.count) == keys[...])
    next.terminate()
    #expect(try next.exitStatus() == 0)
  }

  /// The keys of scans in the order in which they were delivered.
  private func written() throws -> [String] {
    struct Line: Decodable { let key: String }
    return try String(contentsOf: folder.appending(path: "scans"), encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).key }
  }

  @Test func aFileOfSettingsThatChangesIsReadAgain() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    let file = folder.appending(path: "station.toml")
    let text = try String(contentsOf: file, encoding: .utf8)
    // What cannot be used is told, and all stays as it was.
    try Data("[station\n".utf8).write(to: file, options: .atomic)
    try window.eventually("the mistake is told") { try window.said().contains("were not taken over") }
    let other = folder.appending(path: "other").path
    try Data(text.replacing("/scans\"", with: "/other\"").utf8).write(to: file, options: .atomic)
    try window.eventually("scans go elsewhere") { FileManager.default.fileExists(atPath: other) }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }

  @Test func thePINLeadsOut() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    // A millisecond apart, as a badge reader types.
    try window.useHands(["key", "--delay", "1", "Escape"] + Self.pin.map { "\($0)" } + ["Return"])
    #expect(try window.exitStatus() == 0)
  }

  @Test func aWindowThatIsTakenAwayComesBack() throws {
    let window = try station()
    try window.eventually("the station scans") { scans > 0 }
    try window.useHands(["search", "--class", "^viewfinder$", "windowunmap", "--sync"])
    try window.eventually("the window is back") {
      try window.output(["search", "--onlyvisible", "--class", "^viewfinder$"]) != ""
    }
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }
}
