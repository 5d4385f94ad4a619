import Foundation
import Imaging
import Testing

/// Grey frames of 320×240 with a code that says `KERNEL CAMERA 42` in their middle.
func codeFrames() throws -> [UInt8] {
  let picture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "KernelCamera/code.txt")
  let rows = try String(contentsOf: picture, encoding: .utf8).split(separator: "\n").map(Array.init)
  let module = 240 / (rows.count + 8)
  let left = (320 - module * rows.count) / 2
  let top = (240 - module * rows.count) / 2
  var pixels = [UInt8](repeating: 215, count: 320 * 240)
  for y in 0..<(module * rows.count) {
    for x in 0..<(module * rows.count) where rows[y / module][x / module] == "#" {
      pixels[(top + y) * 320 + left + x] = 40
    }
  }
  return pixels
}

/// A camera that sees the code, or nothing.
private func watched(_ faults: String..., seesCode: Bool = true) throws -> FakeCamera {
  try FakeCamera(
    (["camera video0", "card Cam", "format GREY 320 240 30 frames"] + faults.map { "fault \($0)" })
      .joined(separator: "\n"),
    files: ["frames": seesCode ? codeFrames() : [UInt8](repeating: 128, count: 320 * 240)])
}

@Test func theProgramReadsACodeFromACamera() throws {
  let outcome = try watched().run("viewfinder", ["watch", "--once", "--timeout", "50"])
  #expect(outcome.output == "KERNEL CAMERA 42\n")
  #expect(outcome.status == 0)
}

@Test func theProgramTellsThatTheCameraWentAndThatItIsBack() throws {
  let camera = try watched("unplug-after 20", "return-after 300", seesCode: false)
  let outcome = try camera.run("viewfinder", ["watch", "--timeout", "6"])
  #expect(outcome.status == 1)
  #expect(outcome.output == "")
  let lines = outcome.errors.split(separator: "\n")
  #expect(lines.first == "viewfinder: Cam was disconnected. Connect it again; the picture comes back by itself.")
  #expect(lines.dropFirst().first == "viewfinder: Cam is back.")
}

@Test("A camera that is plugged in later is waited for where that is wanted", arguments: [true, false])
func absentCamera(waits: Bool) throws {
  let outcome = try watched("absent 4").run(
    "viewfinder", ["watch", "--once", "--timeout", "50"] + (waits ? ["--wait"] : []))
  #expect(outcome.output == (waits ? "KERNEL CAMERA 42\n" : ""))
  #expect(outcome.status == (waits ? 0 : 3))
  #expect(outcome.errors.hasPrefix("viewfinder: No camera is connected."), "\(outcome.errors)")
  #expect(outcome.errors.contains("viewfinder: Cam is connected.") == waits, "\(outcome.errors)")
}

@Test(
  "What keeps the camera from working is said once on standard error, with what to do",
  arguments: [
    ("busy", "/dev/video0 is in use by another program. Close the other program", 3),
    ("denied", "You may not open /dev/video0. Add yourself to group “video”", 3),
    ("width-lie 100000", "Cam offers only formats that Viewfinder does not read: GREY.", 3),
    ("stall-after 1", "Cam has sent no picture for 2 seconds. Wait, or unplug it", 1),
  ])
func faultsAreTold(fault: String, words: String, status: Int32) throws {
  let outcome = try watched(fault, seesCode: false).run("viewfinder", ["watch", "--timeout", "4"])
  #expect(outcome.output == "")
  #expect(outcome.errors.components(separatedBy: words).count == 2, "\(outcome.errors)")
  #expect(outcome.status == status)
}

@Test("A signal ends the program, and the camera is let go", arguments: ["INT", "TERM"])
func signalsLetTheCameraGo(signal: String) throws {
  // timeout(1) sends the signal after two seconds, and the program's own status comes through.
  let outcome = try watched(seesCode: false).run(
    "/usr/bin/timeout", ["--preserve-status", "--signal", signal, "2", FakeCamera.program("viewfinder"), "watch"])
  #expect(outcome.status == 1, "\(outcome.errors)")
}
