import Capture
import Imaging
import Testing

private func source(_ header: String) throws -> any FrameSource {
  var bytes = Array("YUV4MPEG2 W2 H2 Cmono \(header)\nFRAME\nabcdFRAME\nefgh".utf8)
  let reader = ByteReader {
    defer { bytes = [] }
    return bytes
  }
  return try VideoStream.source(name: "s.y4m", reader, raw: nil, rate: nil, decodeJPEG: { _, _, _ in nil })
}

@Suite("Frame rates out of headers, options and drivers")
struct StreamRateTests {
  @Test(
    "What is no rate is refused by name",
    arguments: [
      "Finf:inf", "Fnan:1", "F1e-300:1", "F1:1000000000000000000000000", "F1:9223372036854775807", "F0:1", "F1:0",
      "F-30:1",
      "F30:-1", "F30", "F30:1:1", "F", "F:", "F9223372036854775807:1", "F0x10:1", "F1e5:1", "F30000/1001",
    ])
  func refused(rate: String) {
    do {
      _ = try source(rate)
      Issue.record("\(rate) was taken")
    } catch {
      let told = "\(error)"
      #expect(told.contains("s.y4m") && told.contains("header") && told.contains(rate), "\(told)")
    }
  }

  @Test("Rates that recordings have", arguments: ["F30:1", "F30000:1001", "F1000000:1", "F1:3600", "F0:0", ""])
  func taken(rate: String) throws {
    let played = try source(rate)
    guard case .frame(let frame) = played.next(patience: .seconds(1)) else {
      Issue.record("\(rate) is not played")
      return
    }
    #expect(frame.timestamp == .zero)
  }

  @Test(
    "A request for what no camera has is none",
    arguments: [
      "640x480@1e300", "640x480@1e-300", "640x480@inf", "640x480@nan", "640x480@-1", "640x480@0", "640x480@",
      "640x480@1e7",
      "640x480@1e-6", "9223372036854775807x1", "16385x1", "0x0", "-1x5", "640x480x2", "640", "",
    ])
  func impossibleRequests(text: String) { #expect(RequestedFormat(text) == nil) }

  @Test(
    "Sides that overflow or are none",
    arguments: ["W9223372036854775807 H2", "W99999999999999999999 H2", "W-2 H2", "W0 H0"])
  func sides(header: String) {
    var bytes = Array("YUV4MPEG2 \(header)\nFRAME\n".utf8)
    let reader = ByteReader {
      defer { bytes = [] }
      return bytes
    }
    #expect(throws: CaptureFailure.self) {
      try VideoStream.source(name: "s", reader, raw: nil, rate: nil, decodeJPEG: { _, _, _ in nil })
    }
  }
}
