import Foundation
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

  /// A checkerboard that is blurred more the further the lens is from 120.
  private static let frames: [UInt8] = (0..<26).flatMap { blur in
    (0..<48 * 48).map { index -> UInt8 in
      let (x, y) = (index % 48, index / 48)
      var sum = 0
      for shift in -blur...blur { sum += ((x + shift + 480) / 6 + y / 6).isMultiple(of: 2) ? 30 : 220 }
      return UInt8(clamping: sum / (2 * blur + 1))
    }
  }

  private func window() throws -> RunningWindow {
    try Data("camera video0\nid usb-Maker_Model_1234\noptics 120\nformat GREY 48 48 100 frames\n".utf8)
      .write(to: folder.appending(path: "cameras"))
    try Data(Self.frames).write(to: folder.appending(path: "frames"))
    let library = try PreloadLibrary.build("FakeCamera")
    return try RunningWindow(
      display, [], home: folder, variables: ["LD_PRELOAD": library.path, "FAKE_CAMERA": folder.path])
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
  }

  private var kept: String { text("viewfinder/cameras.conf") }

  @Test func keysSetTheCameraWhileItFilmsAndTheSweepFindsItsFocus() throws {
    let window = try window()
    // Until the first picture there is no camera to ask.
    try window.eventually("the focus is set") {
      try window.press("k")
      try window.press("Right")
      try window.press("k")
      return text("controls").contains("Focus, Absolute = 5\n")
    }
    #expect(kept.contains("focus:"))
    try window.press("k")
    try window.press("Return")
    try window.eventually("the sweep finds the focus") {
      guard let focus = kept.firstMatch(of: /focus:(\d+) exposure:\d+/).flatMap({ Int($0.1) }) else { return false }
      return (115...125).contains(focus)
    }
    try window.press("ctrl+q")
    #expect(try window.exitStatus() == 0)
  }
}
