import Capture
import Presentation
import Testing

private let failures: [CaptureFailure] = [
  .noCamera, .notFound(device: "front"), .permissionDenied(path: "/dev/video0", group: "video"),
  .permissionDenied(path: "/dev/video0", group: nil),
  .busy(path: "/dev/video0", holder: ProcessIdentity(name: "cheese", identifier: 42)),
  .busy(path: "/dev/video0", holder: nil), .disconnected(name: "Cam"), .stalled(name: "Cam", seconds: 2),
  .unsupportedFormat(name: "Cam", offered: ["H264"]), .unsupportedFormat(name: "Cam", offered: []),
  .unreadableSource(path: "a.y4m", reason: "it ends early"), .system(call: "VIDIOC_STREAMON", message: "no space"),
]

@Test("Each failure says what happened and what to do, each as one sentence of its own")
func everyFailureHasItsWords() {
  for failure in failures {
    for sentence in [failure.sentence.description, failure.advice.description] {
      #expect(sentence.hasSuffix("."))
      #expect(sentence.first?.isLowercase != true || sentence.hasPrefix("/") || sentence.hasPrefix("a.y4m"))
    }
  }
  #expect(Set(failures.map(\.sentence)).count == failures.count - 1)  // permission is refused in the same words
  #expect(Set(failures.map(\.description)).count == failures.count)
}

@Test func theWordsNameTheThing() {
  #expect("\(failures[2])".contains("usermod -aG video"))
  #expect("\(failures[4])".contains("cheese (process 42)"))
  #expect("\(failures[7])".contains("for 2 seconds"))
}
