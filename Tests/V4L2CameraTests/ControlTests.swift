import Foundation
import TestSupport
import Testing

/// The program's own command, on a camera that keeps a list of what was set on it.
@Suite struct ControlTests {
  private static let name = "usb-Maker_Model_1234-video-index0"

  private func camera(_ more: String = "") throws -> FakeCamera {
    try FakeCamera(
      "camera video0\nid usb-Maker_Model_1234\noptics 120\nformat GREY 48 48 200 frames\n\(more)\n",
      files: ["frames": BlurredCheckerboard.frames])
  }

  private func run(_ camera: FakeCamera, _ arguments: String...) throws -> FakeCamera.Outcome {
    try camera.run("viewfinder", ["cameras"] + arguments, ["XDG_CONFIG_HOME": camera.folder.path])
  }

  private func kept(_ camera: FakeCamera) -> String {
    (try? String(contentsOf: camera.folder.appending(path: "viewfinder/cameras.conf"), encoding: .utf8)) ?? ""
  }

  private func noted(_ camera: FakeCamera) -> [Substring] {
    ((try? String(contentsOf: camera.folder.appending(path: "controls"), encoding: .utf8)) ?? "").split(separator: "\n")
  }

  @Test func whatCanBeSetIsListed() throws {
    let outcome = try run(try camera())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      outcome.output == """
        \(Self.name)
          focus = auto  (0 to 250 by 5, or auto, at first 0)
          exposure = auto  (1 to 5000, or auto, at first 157)
          gain = 8  (0 to 63, at first 8)
          white-balance = auto  (2800 to 6500 by 10, or auto, at first 4600)
          zoom = 100  (100 to 400 by 10, at first 100)
          light = 0  (0, 1, at first 0)
          anti-flicker = 50  (0, 50, 60, at first 50)

        """)
  }

  @Test func whatIsSetIsKeptAndSetAgain() throws {
    let camera = try camera()
    let set = try run(camera, "--set", "focus=85", "--set", "anti-flicker=60", "--set", "white-balance=auto")
    #expect(set.status == 0, "\(set.errors)")
    #expect(set.lines.contains("  focus = 85  (0 to 250 by 5, or auto, at first 0)"))
    #expect(kept(camera) == "\(Self.name) = focus:85 white-balance:auto anti-flicker:60\n")
    // The camera, which another process opens, has forgotten it.
    try FileManager.default.removeItem(at: camera.folder.appending(path: "controls"))
    let again = try run(camera, "--set", "gain=10")
    #expect(again.lines.contains { $0.hasPrefix("  focus = 85 ") })
    #expect(kept(camera) == "\(Self.name) = focus:85 gain:10 white-balance:auto anti-flicker:60\n")
    #expect(
      noted(camera) == [
        "Focus, Automatic Continuous = 0", "Focus, Absolute = 85", "White Balance, Automatic = 1",
        "Power Line Frequency = 2", "Gain = 10",
      ])
  }

  @Test func theLightIsSwitchedOnAndOff() throws {
    let camera = try camera()
    let on = try run(camera, "--set", "light=1")
    #expect(on.lines.contains("  light = 1  (0, 1, at first 0)"))
    let off = try run(camera, "--set", "light=0")
    #expect(off.lines.contains("  light = 0  (0, 1, at first 0)"))
    // Each process opens a camera that is off; the second sets what is kept, and then what it is told.
    #expect(noted(camera) == ["Illuminator 1 = 1", "Illuminator 1 = 1", "Illuminator 1 = 0"])
    #expect(kept(camera) == "\(Self.name) = light:0\n")
  }

  @Test(arguments: [
    ("focus=300", "focus: 300 is not 0 to 250 by 5, or auto"), ("focus=7", "focus: 7 is not 0 to 250 by 5, or auto"),
    ("gain=auto", "gain: auto is not 0 to 63"), ("anti-flicker=55", "anti-flicker: 55 is not 0, 50, 60"),
    ("light=2", "light: 2 is not 0, 1"),
  ])
  func whatACameraDoesNotTakeIsTold(change: String, reason: String) throws {
    let camera = try camera()
    let outcome = try run(camera, "--set", change)
    #expect(outcome.status == 2)
    #expect(outcome.errors == "viewfinder: Fake Camera: \(reason)\n")
    #expect(kept(camera) == "")
    #expect(noted(camera) == [])
  }

  @Test func aSweepFindsTheSharpestFocusAndKeepsIt() throws {
    let camera = try camera()
    let outcome = try run(camera, "--sweep")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let kept = kept(camera)
    let focus = try #require(kept.firstMatch(of: /focus:(\d+)/).flatMap { Int($0.1) })
    #expect((115...125).contains(focus), "\(kept)")
    // Every exposure looks alike here: one is kept, by number.
    #expect(kept.contains(/exposure:\d+/))
  }

  /// The film goes on after the camera was away; it had no power meanwhile.
  @Test func aCameraThatComesBackIsSetAgain() throws {
    let camera = try camera("fault unplug-after 20\nfault return-after 300")
    #expect(try run(camera, "--set", "focus=85").status == 0)
    try FileManager.default.removeItem(at: camera.folder.appending(path: "controls"))
    let watch = try camera.run(
      "viewfinder", ["watch", "--timeout", "4", "--wait"], ["XDG_CONFIG_HOME": camera.folder.path])
    #expect(watch.status == 1, "\(watch.errors)")
    #expect(noted(camera).count { $0 == "Focus, Absolute = 85" } >= 2, "\(noted(camera)) \(watch.errors)")
  }
}
