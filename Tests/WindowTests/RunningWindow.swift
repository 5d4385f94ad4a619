import Foundation
import Geometry
import Imaging
import PictureFiles
import SDLScreen
import Testing

/// The program with its window on a virtual display, and a person's hands on keys and mouse.
final class RunningWindow {
  /// Where the window's top-left corner lies on the display. Without a window manager a window stays where it is.
  private(set) var origin = (x: 0, y: 0)
  private(set) var size = Size<ScreenPixels>(0, 0)
  /// The window's number at the server.
  private(set) var identifier = ""
  private let display: VirtualDisplay
  private let program = Process()
  private let folder: URL
  private let errors: URL

  /// The fonts that golden pictures are drawn with: where things are must not depend on the machine's.
  private static let fonts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Assets/Golden/fonts.conf").path

  /// How long a machine that is busy with other work may take for anything.
  static let patience = Duration.seconds(30)

  /// - Parameters:
  ///   - path: folders in which the program finds others; nil are the test's own.
  ///   - variables: of the program's environment, beside the test's own.
  ///   - bus: the address of the session's bus; nil is a session without one, whatever the machine's has.
  init(
    _ display: VirtualDisplay, _ arguments: [String], home: URL? = nil, path: String? = nil, bus: String? = nil,
    variables: [String: String] = [:]
  ) throws {
    self.display = display
    folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-window-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    errors = folder.appending(path: "errors")
    try Data().write(to: errors)
    let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    program.executableURL = products.appending(path: "viewfinder")
    program.arguments = ["--quiet"] + arguments
    var environment = ProcessInfo.processInfo.environment
    let home = home ?? folder
    environment.merge(
      [
        "DISPLAY": display.name, "SDL_VIDEODRIVER": "x11", "HOME": home.path, "XDG_CONFIG_HOME": home.path,
        "XDG_DATA_HOME": home.path, "XDG_PICTURES_DIR": home.path, "FONTCONFIG_FILE": Self.fonts,
        "DBUS_SESSION_BUS_ADDRESS": bus ?? "unix:path=/nonexistent",
      ],
      uniquingKeysWith: { $1 })
    environment.merge(variables) { $1 }
    if let path { environment["PATH"] = path }
    program.environment = environment
    program.standardInput = FileHandle.nullDevice
    program.standardError = try FileHandle(forWritingTo: errors)
    try program.run()
    try find()
  }

  /// Reads pictures as the program does.
  var loader: any PictureLoader {
    WalledPictureLoader(
      PictureWorkerCommand(program: program.executableURL?.path ?? "", arguments: ["decode-picture"]))
  }

  deinit {
    if program.isRunning {
      kill(program.processIdentifier, SIGKILL)
      program.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private func find() throws {
    var window = ""
    // xdotool finds no window by a name that has letters beyond ASCII.
    try eventually("the window opens") {
      window = try xdotool(["search", "--onlyvisible", "--class", "^viewfinder$"]).output
      return !window.isEmpty
    }
    let lines = try xdotool(["getwindowgeometry", "--shell", window]).output.split(separator: "\n")
    let values = Dictionary(
      lines.compactMap { line in
        let parts = line.split(separator: "=")
        return parts.count == 2 ? Int(parts[1]).map { (String(parts[0]), $0) } : nil
      }, uniquingKeysWith: { $1 })
    origin = (try #require(values["X"]), try #require(values["Y"]))
    size = Size(try #require(values["WIDTH"]), try #require(values["HEIGHT"]))
    identifier = window
    try focus()
  }

  /// Gives the window the keyboard, as a window manager does with one that comes up.
  func focus() throws { _ = try xdotool(["windowfocus", "--sync", identifier]) }

  /// What the program has said on standard error.
  func said() throws -> String { try text(of: errors) }

  // MARK: Hands

  func press(_ keys: String...) throws { _ = try xdotool(["key"] + keys) }

  /// Types text that any keyboard has.
  ///
  /// - Parameter delay: milliseconds from key to key.
  func type(_ text: String, delay: Int = 1) throws { _ = try xdotool(["type", "--delay", "\(delay)", text]) }

  func click(_ point: Point<ScreenPixels>) throws {
    _ = try xdotool(["mousemove"] + place(point) + ["click", "1"])
  }

  /// Takes hold at a place of the window and lets go at another.
  func drag(from start: Point<ScreenPixels>, to end: Point<ScreenPixels>) throws {
    let middle = start.midpoint(to: end)
    var arguments = ["mousemove"] + place(start) + ["mousedown", "1"]
    for stop in [middle, end] { arguments += ["mousemove"] + place(stop) }
    _ = try xdotool(arguments + ["mouseup", "1"])
  }

  /// What xdotool is told, on the whole display.
  func useHands(_ arguments: [String]) throws { _ = try xdotool(arguments) }

  func output(_ arguments: [String]) throws -> String { try xdotool(arguments).output }

  private func place(_ point: Point<ScreenPixels>) -> [String] {
    [String(origin.x + Int(point.x.rounded())), String(origin.y + Int(point.y.rounded()))]
  }

  private func xdotool(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let tool = Process()
    tool.executableURL = VirtualDisplay.find("xdotool")
    tool.arguments = arguments
    tool.environment = ["DISPLAY": display.name]
    let output = Pipe()
    tool.standardOutput = output
    tool.standardError = FileHandle.nullDevice
    try tool.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    tool.waitUntilExit()
    return (tool.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  // MARK: Eyes

  /// What the window shows now.
  func look() throws -> WindowPicture { WindowPicture(try display.picture(), origin: origin, size: size) }

  /// The whole display as a frame in grey.
  func screen() throws -> Frame {
    let picture = try display.picture()
    // Green alone tells dark from light.
    let grey = stride(from: 1, to: picture.pixels.count, by: 4).map { picture.pixels[$0] }
    return try Frame(format: .grey, width: picture.width, height: picture.height, bytes: grey)
  }

  /// Looks until something is so.
  func eventually(_ what: String, _ condition: () throws -> Bool) throws {
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while clock.now < deadline {
      if try condition() { return }
      guard program.isRunning else { throw WindowFailure.ended(what, try text(of: errors)) }
      Thread.sleep(forTimeInterval: 0.03)
    }
    // For the one who looks into the failure.
    let picture = FileManager.default.temporaryDirectory.appending(path: "viewfinder-failed.png")
    try? PNGExport.write(display.picture(), path: picture.path)
    throw WindowFailure.never(what, picture.path, try text(of: errors))
  }

  func eventuallyShows(_ what: String, _ condition: (WindowPicture) throws -> Bool) throws {
    try eventually(what) { try condition(look()) }
  }

  /// Presses a key until another program finds a text in the clipboard: what is pressed too early is lost.
  func eventuallyCopies(_ text: String) throws {
    try eventually("“\(text)” is copied") {
      try press("c")
      return try display.clipboard() == text
    }
  }

  // MARK: The end

  func terminate() { program.terminate() }

  func hangUp() { kill(program.processIdentifier, SIGHUP) }

  var isRunning: Bool { program.isRunning }

  func exitStatus() throws -> Int32 {
    let clock = ContinuousClock()
    let deadline = clock.now + Self.patience
    while program.isRunning {
      guard clock.now < deadline else { throw WindowFailure.never("the program ends", "", try text(of: errors)) }
      Thread.sleep(forTimeInterval: 0.03)
    }
    return program.terminationStatus
  }

  private func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
}

enum WindowFailure: Error {
  /// Waited for in vain; a picture of the screen; what the program said.
  case never(String, String, String)
  /// The program ended before.
  case ended(String, String)
}
