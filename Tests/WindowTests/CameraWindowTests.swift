import Foundation
import Scanner
import TestSupport
import Testing

/// The window before a camera that the preload library makes, and keys that set it.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable)) final class CameraWindowTests {
  private let display: VirtualDisplay
  private let folder: URL

  init() throws {
    display = try VirtualDisplay()
    folder = FileManager.default.temporaryDirectory.appending(path: "viewfinder-camera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func window() throws -> RunningWindow {
    try Data("camera video0\nid usb-Maker_Model_1234\noptics 120\nformat GREY 48 48 100 frames\n".utf8)
      .write(to: folder.appending(path: "cameras"))
    try Data(BlurredCheckerboard.frames).write(to: folder.appending(path: "frames"))
    let library = try PreloadLibrary.build("FakeCamera")
    return try RunningWindow(
      display, [], home: folder, variables: ["LD_PRELOAD": library.path, "FAKE_CAMERA": folder.path])
  }

  /// Two cameras that see a code each, with their name.
  private func twoCameras() throws -> RunningWindow {
    for name in ["Left", "Right"] {
      let code = try #require(try CatalogGenerator().codes(for: CodeRecipe(text: "\(name) camera")).first)
      var pixels = [UInt8](repeating: 215, count: 240 * 240)
      let (width, height) = code.size(CodeAppearance())
      let (left, top) = ((240 - 6 * width) / 2, (240 - 6 * height) / 2)
      for run in code.runs(CodeAppearance()) {
        for y in 6 * run.y..<6 * (run.y + run.height) {
          for x in 6 * run.x..<6 * (run.x + run.width) { pixels[(top + y) * 240 + left + x] = 40 }
        }
      }
      try Data(pixels).write(to: folder.appending(path: name))
    }
    let cameras = ["Left", "Right"].enumerated().map {
      "camera video\($0.offset)\ncard \($0.element)\nformat GREY 240 240 30 \($0.element)\n"
    }
    try Data(cameras.joined().utf8).write(to: folder.appending(path: "cameras"))
    let library = try PreloadLibrary.build("FakeCamera")
    return try RunningWindow(
      display, ["--device", "/dev/video0", "--device", "/dev/video1"], home: folder,
      variables: ["LD_PRELOAD": library.path, "FAKE_CAMERA": folder.path])
  }

  /// Of programs beside the window that have its files.
  private var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(
      ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path]
    ) { $1 }
  }

  /// How many results of each camera's code the history has.
  private func results() throws -> [String: Int] {
    struct Line: Decodable {
      let text: String?
      let count: Int?
    }
    let history = try BuiltProgram(["history", "export"], environment: environment)
    let lines = history.output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return Dictionary(uniqueKeysWithValues: lines.map { (String($0.text?.prefix { $0 != " " } ?? ""), $0.count ?? 0) })
  }

  @Test func twoCamerasAreReadEachInItsHalfAndKeysAreForOneOfThem() throws {
    let window = try twoCameras()
    try window.eventually("both read their code") { try results() == ["Left": 1, "Right": 1] }
    // Space scans again where the keys are: at first on the left.
    try window.press("space")
    try window.eventually("the left one reads again") { try results() == ["Left": 2, "Right": 1] }
    try window.press("ctrl+Tab")
    try window.press("space")
    try window.eventually("the right one reads again") { try results() == ["Left": 2, "Right": 2] }
    try window.press("ctrl+q")
    #expect(try window.exitStatus() == 0)
  }

  @Test func whatIsSavedIsOfTheCameraThatKeysAreFor() throws {
    let window = try twoCameras()
    try window.eventually("both read their code") { try results() == ["Left": 1, "Right": 1] }
    for name in ["Left", "Right"] {
      try window.press("d")
      try window.press("s")
      try window.eventually("the frame is saved") { try saved(".png").count == 1 }
      let read = try BuiltProgram(["scan"] + saved(".png"), environment: environment)
      #expect(read.output.contains("\(name) camera"), "\(read.output)")
      // Half a second's frames or more.
      try window.press("y")
      try window.eventually("the frames are saved") { try saved(".y4m").count == 1 }
      let watched = try BuiltProgram(["watch", "--once", "--source"] + saved(".y4m"), environment: environment)
      #expect(watched.output.contains("\(name) camera"), "\(watched.output)")
      try window.press("b")
      try window.press("b")
      try window.eventually("the bundle is saved") { try saved(".zip").count == 1 }
      let found = try BuiltProgram(["explain"] + saved(".zip"), environment: environment)
      #expect(found.output.contains("\(name) camera"), "\(found.output)")
      try FileManager.default.removeItem(at: folder.appending(path: "Downloads"))
      try window.press("ctrl+Tab")
    }
    try window.press("ctrl+q")
    #expect(try window.exitStatus() == 0)
  }

  /// The paths of what was saved with such an ending.
  private func saved(_ ending: String) throws -> [String] {
    let downloads = folder.appending(path: "Downloads").path
    guard FileManager.default.fileExists(atPath: downloads) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: downloads).filter { $0.hasSuffix(ending) }
      .map { downloads + "/" + $0 }
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  private var kept: String { text("viewfinder/cameras.conf") }

  @Test func keysSetTheCameraWhileItFilmsAndTheSweepTurnsIt() throws {
    let window = try window()
    // Until the first picture there is no camera to ask.
    try window.eventually("the focus is set") {
      try window.press("k")
      try window.press("Right")
      try window.press("k")
      return text("controls").contains("Focus, Absolute = 5\n")
    }
    try window.eventually("it is kept") { kept.contains("focus:") }
    // What the sweep finds is tested without a window, which takes its time for each picture.
    try window.press("k")
    try window.eventually("the focus is set on") {
      try window.press("Right")
      return text("controls").contains("Focus, Absolute = 10\n")
    }
    try window.press("Return")
    func lines() -> [Substring] { text("controls").split(separator: "\n") }
    try window.eventually("the sweep turns the exposure") {
      lines().count { $0.hasPrefix("Exposure Time, Absolute") } >= 4
    }
    try window.press("Escape")
    try window.eventually("all is as it was") { lines().suffix(3).contains("Auto Exposure = 0") }
    #expect(kept.contains("focus:") && !kept.contains("exposure"))
    try window.press("ctrl+q")
    #expect(try window.exitStatus() == 0)
  }
}
