import Foundation
import Imaging
import Testing

private let raw: [(String, PixelFormat)] = [
  ("YUYV", .yuyv), ("UYVY", .uyvy), ("NV12", .nv12), ("NV21", .nv21), ("YU12", .yuv420), ("YV12", .yvu420),
  ("GREY", .grey), ("RGB3", .rgb24), ("BGR3", .bgr24),
]

@Test("Every raw layout arrives byte for byte, with rows padded and not", arguments: raw, [0, 64])
func rawFramesArriveAsTheyWereTaken(layout: (String, PixelFormat), padding: Int) throws {
  let size = (layout.1.planes(width: 64, height: 48).last?.end ?? 0)
  let frames = testFrames(1, bytes: size)
  let camera = try FakeCamera(
    "camera video0\npadding \(padding)\nformat \(layout.0) 64 48 60 frames", files: ["frames": frames])
  let outcome = try camera.probe("--frames", "2", "--save", camera.folder.appending(path: "saved").path)
  #expect(outcome.lines("state running").first == " Fake Camera \(layout.0) 64x48@60")
  #expect(outcome.lines("frame ").count == 2)
  #expect(outcome.lines("frame ").allSatisfy { $0.contains(" \(layout.1) 64x48 ") })
  #expect(try camera.bytes(of: "saved") == frames)
}

@Test func theNearestFormatAndRateAreSet() throws {
  let camera = try FakeCamera(
    """
    camera video0
    format YUYV 64 48 30 small
    format YUYV 128 96 10 large
    format YUYV 128 96 5 large
    """, files: ["small": testFrames(1, bytes: 64 * 96), "large": testFrames(1, bytes: 128 * 192)])
  func running(_ requested: String) throws -> String? {
    try camera.probe("--frames", "1", "--format", requested).lines("state running").first
  }
  #expect(try running("128x96@30") == " Fake Camera YUYV 64x48@30")
  #expect(try running("128x96@12") == " Fake Camera YUYV 128x96@10")
  #expect(try running("128x96@5") == " Fake Camera YUYV 128x96@5")
}

@Test func timestampsAreTheDriversAndRise() throws {
  let camera = try FakeCamera("camera video0\nformat GREY 8 8 50 frames", files: ["frames": testFrames(1, bytes: 64)])
  let before = ProcessInfo.processInfo.systemUptime
  let outcome = try camera.probe("--frames", "5")
  let after = ProcessInfo.processInfo.systemUptime
  let stamps = outcome.lines("frame ").compactMap { Double($0.split(separator: " ")[3]) }
  #expect(stamps.count == 5)
  #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 })
  #expect(stamps.allSatisfy { before...after ~= $0 })
}

@Test func theCameraIsFoundByAnyOfItsNames() throws {
  let camera = try FakeCamera(
    """
    camera video0
    card Left
    format GREY 8 8 50 frames
    camera video3
    card Right
    id usb-Maker_Right_77
    format GREY 8 8 50 frames
    """, files: ["frames": testFrames(1, bytes: 64)])
  for name in [
    "/dev/video3", "usb-Maker_Right_77-video-index0", "right", "/dev/v4l/by-id/usb-Maker_Right_77-video-index0",
  ] {
    let outcome = try camera.probe("--frames", "1", "--device", name)
    #expect(outcome.lines("state running").first == " Right GREY 8x8@50", "\(name)")
  }
  let outcome = try camera.probe("--until", "waiting", "--device", "front")
  #expect(outcome.lines("state waiting").first?.contains("There is no camera “front”") == true)
}

@Test func withoutANameTheFirstCameraThatWeReadIsTaken() throws {
  let camera = try FakeCamera(
    """
    camera video0
    card Depth
    format Z16 8 8 50 frames
    camera video1
    card Locked
    fault denied
    format GREY 8 8 50 frames
    camera video2
    card Grey
    format GREY 8 8 50 frames
    """, files: ["frames": testFrames(1, bytes: 128)])
  #expect(try camera.probe("--frames", "1").lines("state running").first == " Grey GREY 8x8@50")
}
