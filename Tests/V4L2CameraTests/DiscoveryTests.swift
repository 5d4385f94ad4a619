import Capture
import Foundation
import Testing
import V4L2Camera

private let frames = ["frames": testFrames(1, bytes: 64 * 48 * 2)]

private func devices(_ cameras: String, _ arguments: String...) throws -> FakeCamera.Outcome {
  try FakeCamera(cameras, files: frames).run("viewfinder", ["devices"] + arguments)
}

@Test func camerasAreListedWithWhatTheyDeliver() throws {
  let outcome = try devices(
    """
    camera video0
    card Front Camera
    bus usb-0000:00:14.0-1
    id usb-Maker_Front_1234
    format YUYV 64 48 30 frames
    format YUYV 64 48 15 frames
    format YUYV 32 24 60 frames
    format GREY 64 48 30 frames
    """)
  #expect(outcome.status == 0)
  #expect(
    outcome.output == """
      usb-Maker_Front_1234-video-index0
        Front Camera, /dev/video0
        YUYV  64x48@30,15  32x24@60
        GREY  64x48@30

      """)
  #expect(outcome.errors == "")
}

@Test func nodesThatDeliverNoPicturesAreLeftOut() throws {
  let outcome = try devices(
    """
    camera video0
    kind metadata
    camera video1
    kind output
    format GREY 64 48 30 frames
    camera video2
    kind m2m
    format GREY 64 48 30 frames
    camera video10
    card Picture
    bus usb-1
    format YUYV 64 48 30 frames
    camera video11
    card Infrared
    bus usb-1
    format GREY 64 48 30 frames
    camera video12
    card Depth
    bus usb-1
    format Z16 64 48 30 frames
    camera video13
    card Lone Grey
    bus usb-2
    format GREY 64 48 30 frames
    """)
  #expect(outcome.status == 0)
  #expect(outcome.lines.filter { !$0.hasPrefix(" ") } == ["usb-1 Picture", "usb-2 Lone Grey"])
}

@Test func twinsAreToldApart() throws {
  let twin = "card Twin\nbus usb-1\nformat YUYV 64 48 30 frames\n"
  let outcome = try devices("camera video0\n\(twin)camera video2\n\(twin)")
  #expect(outcome.lines.filter { !$0.hasPrefix(" ") } == ["usb-1 Twin", "usb-1 Twin #2"])
}

@Test func aCameraIsAnObjectALine() throws {
  let outcome = try devices(
    "camera video0\ncard A \"B\"\nbus usb-1\nformat YUYV 64 48 30 frames\nformat YUYV 64 48 15 frames", "--json")
  #expect(
    outcome.output == #"""
      {"device":"usb-1 A \"B\"","name":"A \"B\"","path":"/dev/video0","formats":[{"fourCC":"YUYV","width":64,"height":48,"rates":[30,15]}],"holder":null,"error":null}

      """#)
}

@Test func noCameraIsStatusOne() throws {
  let outcome = try devices("# none")
  #expect(outcome.status == 1)
  #expect(outcome.output == "")
  #expect(outcome.errors == "viewfinder: No camera is connected. Connect one, or try the demo.\n")
}

@Test func aCameraThatMayNotBeOpenedIsListedWithTheRemedy() throws {
  let outcome = try devices("camera video0\ngroup 44\nfault denied\nformat YUYV 64 48 30 frames")
  #expect(outcome.status == 3)
  #expect(outcome.lines.first == "/dev/video0")
  #expect(outcome.output.contains("Add yourself to group “video” (sudo usermod -aG video $USER)"))
}

@Test func theHolderOfABusyCameraIsNamed() throws {
  let camera = try FakeCamera("camera video0\nfault busy\nformat YUYV 64 48 30 frames", files: frames)
  let process = camera.folder.appending(path: "proc/4242")
  try FileManager.default.createDirectory(at: process.appending(path: "fd"), withIntermediateDirectories: true)
  try FileManager.default.createSymbolicLink(
    atPath: process.appending(path: "fd/3").path, withDestinationPath: "/dev/null")
  try FileManager.default.createSymbolicLink(
    atPath: process.appending(path: "fd/9").path, withDestinationPath: "/dev/video0")
  try Data("cheese\n".utf8).write(to: process.appending(path: "comm"))
  #expect(try camera.run("viewfinder", ["devices"]).lines.contains("  in use by cheese (process 4242)"))
  let outcome = try camera.probe("--until", "waiting")
  #expect(
    outcome.lines("state waiting") == [
      " /dev/video0 is in use by cheese (process 4242). Close cheese; the picture comes by itself then."
    ])
}

@Test func aListThatNeverEndsIsCutOff() throws {
  let outcome = try devices("camera video0\nbus usb-1\nfault endless-lists\nformat YUYV 64 48 30 frames")
  #expect(outcome.status == 0)
  #expect(outcome.lines.first == "usb-1 Fake Camera")
}

@Test func aNameOfADriverCannotActOnTheTerminal() throws {
  let outcome = try devices("camera video0\ncard \u{1B}[31mRed\u{7}\nformat YUYV 64 48 30 frames")
  #expect(!outcome.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
}

@Test func theFakeCameraIsCertified() throws {
  let tool = "/usr/bin/v4l2-compliance"
  guard FileManager.default.isExecutableFile(atPath: tool) else {
    print("skipped: v4l2-compliance is not installed (package v4l-utils)")
    return
  }
  let camera = try FakeCamera(
    """
    camera video0
    bus usb-0000:00:14.0-1
    format YUYV 64 48 60 frames
    format YUYV 32 24 30 frames
    format GREY 64 48 60 frames
    """, files: frames)
  let outcome = try camera.run(tool, ["-d", "/dev/video0", "-s", "10"])
  let total = try #require(outcome.lines.last)
  print(total)
  #expect(outcome.status == 0, "\(outcome.output)")
  #expect(total.contains("Failed: 0"))
}
