import Barcodes
import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

/// A camera that sees the window's screen: it takes what is on it at its own pace, and delivers that some time later.
private struct ScreenCamera {
  /// Between two frames.
  let period: Duration
  /// From the light to the frame's report, that of a detector included.
  let delay: Duration
  private var frames: [(taken: Duration, frame: Frame)] = []
  private var next = Duration.zero
  private var sequence = 0

  init(period: Duration, delay: Duration) { (self.period, self.delay) = (period, delay) }

  /// Takes what a drawing shows where its time has come.
  mutating func look(at drawing: Drawing, _ now: Duration) throws {
    guard now >= next else { return }
    next += period
    let bitmap = drawing.items.compactMap { if case .bitmap(let bitmap, _, _) = $0 { bitmap } else { nil } }.last
    frames.append((now, try Self.frame(bitmap, sequence: sequence, at: now)))
    sequence += 1
  }

  /// The frame that has come through by now.
  mutating func delivered(_ now: Duration) -> Frame? {
    guard let first = frames.first, now >= first.taken + delay else { return nil }
    return frames.removeFirst().frame
  }

  /// Three pixels a module, on a grey wall.
  private static func frame(_ bitmap: Bitmap?, sequence: Int, at now: Duration) throws -> Frame {
    let (side, scale) = (160, 3)
    var bytes = [UInt8](repeating: 200, count: side * side)
    if let bitmap {
      for y in 0..<min(side, bitmap.height * scale) {
        for x in 0..<min(side, bitmap.width * scale) {
          bytes[y * side + x] = bitmap.pixels[4 * (y / scale * bitmap.width + x / scale)]
        }
      }
    }
    return try Frame(format: .grey, width: side, height: side, bytes: bytes, sequence: sequence, timestamp: now)
  }
}

/// A window with its inspector open, and a camera before it, by a clock that is passed in.
private struct Bench {
  var loop = ScannerLoop(settings: Settings(), window: Size(1280, 800), scale: 1, region: .full)
  var camera: ScreenCamera?
  /// By the clock that the window is told.
  var now = Duration.seconds(3)
  let detector = Detector(DetectionOptions(symbologies: [.qr]))
  let running = CaptureState.running(FrameSourceDescription(name: "camera"))
  private(set) var effects: [LoopEffect] = []

  init(_ camera: ScreenCamera?) throws {
    self.camera = camera
    loop.openInspector()
    let frame = try Frame(format: .grey, width: 160, height: 160, bytes: [UInt8](repeating: 200, count: 160 * 160))
    _ = loop.turn(ScannerLoop.Input(frame: frame, capture: running, now: now), measuring: FixedWidth())
  }

  /// - Returns: what the window says.
  mutating func run(_ time: Duration, _ events: [ScreenEvent] = []) throws -> [String] {
    let end = now + time
    var events = events
    var said: [String] = []
    while now < end {
      var input = ScannerLoop.Input(events: events, capture: running, now: now)
      events = []
      if let frame = camera?.delivered(now) {
        var configuration = DetectionConfiguration(symbologies: [.qr])
        configuration.keepsInsight = true
        input.frame = frame
        input.report = detector.report(on: frame, configuration, now: { .zero })
      }
      let turn = loop.turn(input, measuring: FixedWidth())
      effects += turn.effects
      said = turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
      try camera?.look(at: turn.drawing, now)
      now += .milliseconds(1)
    }
    return said
  }
}

private let key: [ScreenEvent] = [.key(.character("u"), [], isRepeat: false)]

@Test("The test of the latency times a camera that sees the screen, and its codes are nobody's results")
func latencyOfACamera() throws {
  var bench = try Bench(ScreenCamera(period: .milliseconds(33), delay: .milliseconds(70)))
  #expect(
    try bench.run(.milliseconds(500), key).contains { $0.hasPrefix("Point the camera at this screen: code 1 of 10") })
  let said = try bench.run(.seconds(8))
  let whole = try #require(said.first { $0.hasPrefix("screen to result: ") })
  #expect(whole.hasSuffix("; 10 of 10 codes seen"))
  // From the frame on it is the camera's delay; before it a frame's time at most.
  #expect(said.contains("of it from the camera’s frame to the result: half within 70 ms, the longest 70 ms"), "\(said)")
  let figures = whole.split(separator: " ").compactMap { Int($0) }
  #expect(figures.count == 4 && (70...103).contains(figures[0]) && (figures[0]...103).contains(figures[1]), "\(whole)")
  #expect(bench.effects.isEmpty, "\(bench.effects)")
}

@Test("A camera that looks elsewhere sees no code of the test, which says so and ends")
func latencyOfNoCamera() throws {
  var bench = try Bench(nil)
  _ = try bench.run(.milliseconds(10), key)
  let said = try bench.run(.seconds(26))
  #expect(said.contains("screen to result: none of 10 codes was seen: point the camera at this screen"), "\(said)")
}

@Test("Escape ends the test of the latency, and the picture is back")
func endedLatencyTest() throws {
  var bench = try Bench(ScreenCamera(period: .milliseconds(33), delay: .milliseconds(70)))
  _ = try bench.run(.seconds(1), key)
  let said = try bench.run(.milliseconds(300), [.key(.escape, [], isRepeat: false)])
  #expect(!said.contains { $0.hasPrefix("Point the camera") })
  #expect(said.contains { $0.hasPrefix("screen to result: ") })
}
