import Foundation
import KeyboardOutput
import Scanner
import Station
import TestSupport
import Testing

/// Typing at a real X server, into a window of another program that tells each key that it gets.
@Suite(.serialized, .enabled(if: TypingDisplay.isAvailable)) final class KeyboardOutputTests {
  private let display: TypingDisplay

  init() throws { display = try TypingDisplay() }

  /// A window with the keyboard. A line a key: what it makes, by its number at the server and what is held.
  private final class Listener {
    private let process = Process()
    private let output = Pipe()
    private var rest = ""

    init(_ display: TypingDisplay) throws {
      process.executableURL = URL(filePath: "/usr/bin/python3")
      process.arguments = ["-c", Self.script]
      process.environment = ["DISPLAY": display.name]
      process.standardOutput = output
      try process.run()
      try #require(line() == "ready")
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    private func line() -> String? {
      while true {
        if let end = rest.firstIndex(of: "\n") {
          defer { rest = String(rest[rest.index(after: end)...]) }
          return String(rest[..<end])
        }
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { return nil }
        rest += String(decoding: more, as: UTF8.self)
      }
    }

    /// What was typed up to the next Enter or Tab, which is told by its name.
    func text() -> String {
      var text = ""
      while let key = line() {
        if key == "Return" || key == "Tab" { return text + key }
        guard let scalar = UInt32(key, radix: 16).flatMap(Unicode.Scalar.init) else { return text + "<\(key)>" }
        text.unicodeScalars.append(scalar)
      }
      return text + "<gone>"
    }

    private static let script = """
      from Xlib import X, display
      d = display.Display()
      s = d.screen()
      w = s.root.create_window(0, 0, 200, 100, 0, s.root_depth, event_mask=X.KeyPressMask | X.ExposureMask)
      w.map()
      while d.next_event().type != X.Expose: pass
      w.set_input_focus(X.RevertToParent, X.CurrentTime)
      d.sync()
      print('ready', flush=True)
      while True:
          e = d.next_event()
          if e.type == X.MappingNotify: d.refresh_keyboard_mapping(e)
          if e.type != X.KeyPress: continue
          k = d.keycode_to_keysym(e.detail, (1 if e.state & 1 else 0) + (4 if e.state & 0x80 else 0))
          # Modifiers themselves.
          if 0xffe1 <= k <= 0xffee or 0xfe01 <= k <= 0xfe0f or not k: continue
          if k in (0xff0d, 0xff09): print({0xff0d: 'Return', 0xff09: 'Tab'}[k], flush=True); continue
          c = chr(k & 0xffffff) if k >> 24 else '€' if k == 0x20ac else \\
              bytes([k & 0xff]).decode('koi8-r') if 0x6a0 <= k < 0x700 else chr(k)
          if e.state & 2 and c.isalpha(): c = c.swapcase()
          print('%x' % ord(c), flush=True)
      """
  }

  private func output(_ suffix: KeyboardSettings.Suffix = .enter, template: String = "{text}") throws -> KeyboardOutput
  {
    let session = KeyboardOutput.Session(environment: ["DISPLAY": display.name])
    return KeyboardOutput(
      KeyboardSettings(text: try ScanTemplate(template), suffix: suffix), session: session, uinput: "/nonexistent")
  }

  private func scan(_ text: String?) -> AcceptedScan {
    var random = SeededRandom(seed: 1)
    return AcceptedScan(
      key: ScanKey(using: &random), station: "gate", time: Date(timeIntervalSince1970: 0), symbology: "qr",
      symbologyIdentifier: "]Q1", text: text, bytes: Array((text ?? "").utf8))
  }

  private func failure(_ output: KeyboardOutput, _ text: String?) -> DeliveryFailure? {
    do throws(DeliveryFailure) {
      _ = try output.deliver(scan(text))
      return nil
    } catch {
      return error
    }
  }

  private func layout(_ name: String) throws { try display.run("setxkbmap", [name]) }

  @Test func everyCharacterOfASCIIIsTypedAsItIs() throws {
    try layout("us")
    let listener = try Listener(display)
    let all = String(String.UnicodeScalarView((0x20..<0x7F).compactMap { Unicode.Scalar($0) }))
    #expect(failure(try output(), all) == nil)
    #expect(listener.text() == all + "Return")
    #expect(failure(try output(.tab, template: "{symbology}:{text}"), "a B") == nil)
    #expect(listener.text() == "qr:a BTab")
  }

  @Test(arguments: [
    ("de", "Grüße, Ärger: @ € { [ ] } \\ ~ | µ ² z y"), ("ru", "Привет, ЁЖ 7"), ("fr", "àéè 1234567890 AZQW § ~#{["),
    ("us", "zyZY"),
  ])
  func aLayoutsOwnCharactersAreTyped(name: String, text: String) throws {
    try layout(name)
    let listener = try Listener(display)
    #expect(failure(try output(), text) == nil)
    #expect(listener.text() == text + "Return")
  }

  @Test func whatTheLayoutLacksIsSaidAndNothingIsTyped() throws {
    try layout("us")
    let listener = try Listener(display)
    #expect(failure(try output(), "Größe") == .rejected("the keyboard's layout has no “ö” (U+00F6)"))
    #expect(failure(try output(), "日") == .rejected("the keyboard's layout has no “日” (U+65E5)"))
    // Somebody changes the layout: then it can be typed.
    try layout("de")
    #expect(failure(try output(), "Größe") == nil)
    #expect(listener.text() == "GrößeReturn")
  }

  @Test func capsLockChangesNothing() throws {
    try layout("us")
    let listener = try Listener(display)
    try display.run("xdotool", ["key", "Caps_Lock"])
    #expect(failure(try output(), "aB1!") == nil)
    #expect(listener.text() == "aB1!Return")
  }

  @Test func aHeldKeyIsWaitedFor() throws {
    try layout("us")
    let listener = try Listener(display)
    try display.run("xdotool", ["keydown", "ctrl"])
    guard case .unreachable(let reason)? = failure(try output(), "w") else {
      Issue.record("Ctrl + W was pressed")
      return
    }
    #expect(reason == "somebody holds Shift, Ctrl, Alt or the like")
    try display.run("xdotool", ["keyup", "ctrl"])
    #expect(failure(try output(), "w") == nil)
    #expect(listener.text() == "wReturn")
  }

  @Test func hostileCodesPressNoKeysOfTheirOwn() throws {
    try layout("us")
    let listener = try Listener(display)
    let output = try output()
    var typed = 0
    for scan in HostileScans.all() {
      do throws(DeliveryFailure) {
        _ = try output.deliver(scan)
        #expect(listener.text() == (scan.text ?? "") + "Return")
        typed += 1
      } catch {
        guard case .rejected = error else {
          Issue.record("\(error)")
          continue
        }
        let isPlain = (scan.text ?? "").utf8.allSatisfy { 0x20..<0x7F ~= $0 } && scan.text?.isEmpty == false
        #expect(!isPlain, "\(scan.text ?? "") was not typed: \(error)")
      }
    }
    #expect(typed > 20)
  }

  // MARK: Where nobody can type

  @Test(arguments: [
    ([:], "there is no X server to type at, and "),
    (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], "Wayland lets no program type, and "),
  ])
  func whereNobodyCanTypeThatIsSaid(environment: [String: String], words: String) throws {
    let output = KeyboardOutput(
      KeyboardSettings(text: try ScanTemplate("{text}")), session: .init(environment: environment),
      uinput: "/nonexistent")
    #expect(
      failure(output, "1") == .unreachable(words + "/nonexistent may not be opened to type: No such file or directory"))
  }

  @Test func aServerThatIsGoneIsToldOf() throws {
    let session = KeyboardOutput.Session(environment: ["DISPLAY": ":54321"])
    let output = KeyboardOutput(KeyboardSettings(text: try ScanTemplate("{text}")), session: session)
    #expect(failure(output, "1") == .unreachable("there is no X server to type at"))
  }

  @Test func aUSKeyboardHasASCII() {
    for value in 0..<0x250 as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect((USKey(scalar) != nil) == (0x20..<0x7F ~= value), "\(value)")
    }
    // KEY_A, KEY_1, KEY_GRAVE and KEY_SLASH of linux/input-event-codes.h.
    #expect([USKey("a")?.code, USKey("!")?.code, USKey("~")?.code, USKey("?")?.code] == [30, 2, 41, 53])
    #expect([USKey("a")?.isShifted, USKey("A")?.isShifted, USKey("!")?.isShifted] == [false, true, true])
    #expect(Set((0x20..<0x7F).compactMap { Unicode.Scalar(UInt32($0)).flatMap(USKey.init) }).count == 95)
  }
}

/// An X server without a screen, with a layout that a test sets.
private final class TypingDisplay {
  private let server: XServer

  /// Such as `:99`.
  var name: String { server.name }

  /// Debian's packages `xvfb` (with `setxkbmap`), `xdotool` and `python3-xlib`.
  static let isAvailable = ["/usr/bin/Xvfb", "/usr/bin/xdotool", "/usr/bin/setxkbmap"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init() throws { server = try XServer(URL(filePath: "/usr/bin/Xvfb"), screen: "640x480x24") }

  /// Runs a tool on this display until it ends.
  func run(_ program: String, _ arguments: [String]) throws {
    let tool = Process()
    tool.executableURL = URL(filePath: "/usr/bin/" + program)
    tool.arguments = arguments
    tool.environment = ["DISPLAY": name, "PATH": "/usr/bin:/bin"]
    tool.standardOutput = FileHandle.nullDevice
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    tool.waitUntilExit()
    try #require(tool.terminationStatus == 0, "\(program)")
  }
}
