import Capture
import Testing

private func format(_ text: String) -> CaptureFormat {
  guard let requested = RequestedFormat(text), let fourCC = requested.fourCC else {
    fatalError("not a format: \(text)")
  }
  return CaptureFormat(fourCC: fourCC, width: requested.width, height: requested.height, rate: requested.rate)
}

@Test(
  "What is offered, what is requested, what is chosen",
  arguments: [
    // The usual webcam: raw is too slow at the requested size.
    (["YUYV:640x480@30", "YUYV:1280x720@10", "MJPG:1280x720@30"], "1280x720@30", "MJPG:1280x720@30"),
    // Raw before compressed where both are fast enough, even if not equally so.
    (["MJPG:1280x720@30", "YUYV:1280x720@30"], "1280x720@30", "YUYV:1280x720@30"),
    (["MJPG:1280x720@30", "YUYV:1280x720@20"], "1280x720@30", "MJPG:1280x720@30"),
    // A slow large picture against a fast small one.
    (["YUYV:640x480@30", "YUYV:1280x720@10"], "1280x720@30", "YUYV:640x480@30"),
    (["YUYV:640x480@30", "YUYV:1280x720@10"], "1280x720@10", "YUYV:1280x720@10"),
    (["YUYV:640x480@30", "YUYV:1280x720@10"], "1280x720", "YUYV:1280x720@10"),
    // Larger rather than smaller; the nearest of the larger.
    (["YUYV:640x480@30", "YUYV:1600x900@30", "YUYV:1920x1080@30"], "1280x720@30", "YUYV:1600x900@30"),
    (["YUYV:640x480@30", "YUYV:320x240@30"], "1280x720@30", "YUYV:640x480@30"),
    // Proportions tell equal areas apart.
    (["YUYV:960x960@30", "YUYV:1280x720@30"], "1280x720@30", "YUYV:1280x720@30"),
    // Rates not told count as enough.
    (["GREY:640x480", "YUYV:640x480@5"], "640x480@30", "GREY:640x480"),
    // Layouts in the order of their cost; a layout insisted on.
    (["YUYV:640x480@30", "NV12:640x480@30", "GREY:640x480@30"], "640x480@30", "NV12:640x480@30"),
    (["YUYV:640x480@30", "NV12:640x480@30", "GREY:320x240@30"], "GREY:640x480@30", "GREY:320x240@30"),
    // The rate nearest above the requested, where the rest is the same.
    (["YUYV:640x480@60", "YUYV:640x480@30", "YUYV:640x480@20"], "640x480@25", "YUYV:640x480@30"),
    (["YUYV:640x480@60", "YUYV:640x480@30"], "640x480", "YUYV:640x480@60"),
    // A layout that we do not read is never chosen.
    (["H264:1280x720@30", "YUYV:160x120@30"], "1280x720@30", "YUYV:160x120@30"),
  ])
func theBestFormatIsChosen(offered: [String], requested: String, expected: String) throws {
  let requested = try #require(RequestedFormat(requested))
  let formats = offered.map(format)
  #expect(formats.best(for: requested) == format(expected))
  #expect(formats.reversed().best(for: requested) == format(expected))
}

@Test func nothingReadableIsNoFormat() {
  #expect([format("H264:1280x720@30")].best(for: .standard) == nil)
  #expect([CaptureFormat(fourCC: "YUYV", width: 0, height: 480, rate: 30)].best(for: .standard) == nil)
  #expect([CaptureFormat]().best(for: .standard) == nil)
}

@Test("Every choice is a strict order: nothing is better than itself, and never both ways")
func theComparatorIsAStrictOrder() {
  let formats = ["MJPG:1280x720@30", "YUYV:1280x720@10", "GREY:640x480", "NV12:1920x1080@60", "YUYV:640x480@30"]
    .map(format)
  for a in formats {
    #expect(!a.isBetter(than: a, for: .standard))
    for b in formats where a != b {
      #expect(a.isBetter(than: b, for: .standard) != b.isBetter(than: a, for: .standard))
    }
  }
}

@Test(arguments: [
  ("1280x720", RequestedFormat(width: 1280, height: 720)),
  ("640x480@15", RequestedFormat(width: 640, height: 480, rate: 15)),
  ("MJPG:1920x1080@29.97", RequestedFormat(width: 1920, height: 1080, rate: 29.97, fourCC: "MJPG")),
  ("Y8  :8x8", RequestedFormat(width: 8, height: 8, fourCC: "Y8  ")),
])
func aRequestIsRead(text: String, requested: RequestedFormat) {
  #expect(RequestedFormat(text) == requested)
}

@Test(arguments: [
  "", "720", "x", "1280x", "x720", "1280x720x3", "0x720", "-1x720", "1280x720@", "1280x720@0", "1280x720@-3",
  "1280x720@nan", "1280x720@inf", "YUY:640x480", ":640x480", "99999x1", "9223372036854775808x2", "640 x 480",
])
func whatIsNoRequestIsRefused(text: String) {
  #expect(RequestedFormat(text) == nil)
}

@Test func aFormatIsPrintedForPeople() {
  #expect("\(format("YUYV:1280x720@30"))" == "YUYV 1280x720@30")
  #expect("\(format("YUYV:1280x720@29.97"))" == "YUYV 1280x720@29.97")
  #expect("\(format("GREY:8x8"))" == "GREY 8x8")
}
