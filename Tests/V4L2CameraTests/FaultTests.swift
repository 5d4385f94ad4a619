import Foundation
import Testing

/// A camera of 64×48 grey pixels at 60 frames a second with these faults.
private func faulty(_ faults: String...) throws -> FakeCamera {
  try FakeCamera(
    (["camera video0", "card Cam", "format GREY 64 48 60 frames"] + faults.map { "fault \($0)" }).joined(
      separator: "\n"),
    files: ["frames": testFrames(3, bytes: 64 * 48)])
}

@Test(
  "One bad frame is counted and skipped, the next is shown",
  arguments: [
    ("flag-every 3", "flagged", 2), ("short-every 3", "short", 2), ("empty-every 3", "short", 2),
    // The driver names the error when it is asked, and frames that come meanwhile are past it.
    ("io-error-every 3", "flagged", 1),
  ])
func damagedFramesAreSkipped(fault: String, counted: String, least: Int) throws {
  let outcome = try faulty(fault).probe("--frames", "6")
  #expect(outcome.lines("frame ").count == 6)
  #expect(outcome.lines("state running").count == 1)
  #expect(outcome.count(counted) >= least)
  #expect(outcome.count("returns") == 0)
}

@Test func framesThatNeverComeWholeAreNoPicture() throws {
  let outcome = try faulty("short-every 1").probe("--until", "stalled")
  #expect(outcome.lines("frame ").isEmpty)
  #expect(outcome.lines("state stalled").first?.contains("Cam has sent no picture for 2 seconds.") == true)
  #expect(outcome.count("short") > 60)
}

@Test func aCameraThatIsPulledOutIsWaitedFor() throws {
  let outcome = try faulty("unplug-after 5").probe("--until", "waiting")
  #expect(outcome.lines("frame ").count == 5)
  #expect(outcome.states == ["running", "waiting"])
  #expect(outcome.lines("state waiting").first?.contains("Cam was disconnected.") == true)
}

@Test func aCameraThatReturnsIsUsedAgain() throws {
  let camera = try FakeCamera(
    """
    camera video0
    card Cam
    id usb-Maker_Cam_1
    format GREY 64 48 60 frames
    fault unplug-after 5
    fault return-after 400
    camera video1
    card Other
    format GREY 64 48 60 frames
    """, files: ["frames": testFrames(3, bytes: 64 * 48)])
  let outcome = try camera.probe("--frames", "8")
  #expect(outcome.lines("frame ").count == 8)
  // By its stable name: the other camera is not taken in its place.
  #expect(outcome.lines("state running") == [" Cam GREY 64x48@60", " Cam GREY 64x48@60"])
  #expect(outcome.lines("state waiting").allSatisfy { !$0.contains("Other") })
  #expect(outcome.count("returns") == 1)
}

@Test func aStalledCameraIsAStateUntilItsNextFrame() throws {
  let outcome = try faulty("stall-after 5", "stall-for 2600").probe("--frames", "8")
  #expect(outcome.states == ["running", "stalled", "running"])
  #expect(outcome.lines("state stalled").first?.contains("Cam has sent no picture for 2 seconds.") == true)
  #expect(outcome.count("returns") == 0)
}

@Test(
  "What keeps a camera from opening is said, with what to do",
  arguments: [
    ("busy", "waiting", "/dev/video0 is in use by another program."),
    ("denied", "waiting", "You may not open /dev/video0. Add yourself to group “video”"),
    ("busless", "waiting", "The camera driver failed in VIDIOC_STREAMON: No space left on device."),
    ("code-lie H264", "failed", "Cam offers only formats that Viewfinder does not read: GREY."),
    ("width-lie 100000", "failed", "Cam offers only formats that Viewfinder does not read: GREY."),
    ("length-lie 2000000000", "waiting", "The camera driver failed in mmap: Invalid argument."),
    ("index-lie 77", "waiting", "The camera driver failed in VIDIOC_DQBUF: Numerical result out of range."),
  ])
func aCameraThatDoesNotOpenSaysWhy(fault: String, state: String, words: String) throws {
  let outcome = try faulty(fault).probe("--until", state)
  let told = try #require(outcome.lines("state \(state) ").first, "\(outcome.output)")
  #expect(told.hasPrefix(words))
  #expect(outcome.lines("frame ").isEmpty)
}

@Test(
  "A driver that lies about its layout still gives the picture that it delivers",
  arguments: [
    "stride-lie 7", "stride-lie 4000000000", "stride-lie 96", "image-lie 1", "image-lie 4294967295",
    "used-lie 4294967295", "zero-sequence", "unstamped", "untold", "endless-lists",
  ])
func liesDoNotDistort(lie: String) throws {
  let camera = try faulty(lie)
  let outcome = try camera.probe("--frames", "3", "--save", camera.folder.appending(path: "saved").path)
  #expect(outcome.sequences.count == 3)
  #expect(zip(outcome.sequences, outcome.sequences.dropFirst()).allSatisfy { $0 < $1 })
  #expect(try camera.bytes(of: "saved") == Array(testFrames(1, bytes: 64 * 48)))
}

@Test(
  "A picture larger than its bytes is never made up",
  arguments: ["width-lie 640", "height-lie 480", "length-lie 1000"])
func liesAboutSizeSkipEveryFrame(lie: String) throws {
  let outcome = try faulty(lie).probe("--seconds", "0.5")
  #expect(outcome.lines("frame ").isEmpty)
  #expect(outcome.count("short") > 5)
}

@Test func noCameraIsAStateToo() throws {
  let camera = try FakeCamera("# none")
  let outcome = try camera.probe("--until", "waiting")
  #expect(outcome.lines("state waiting") == [" No camera is connected. Connect one, or try the demo."])
}
