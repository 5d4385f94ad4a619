import Barcodes
import Geometry
public import Presentation

/// Times a camera that looks at this screen: codes appear on it one after another, and each is timed until its result.
///
/// A value that is told the time. The screen's own delay counts, since nobody tells when light leaves it: with a refresh of
/// 60 Hz up to 17 ms.
public struct LatencyTest: Sendable {
  /// What one code took.
  public struct Time: Hashable, Sendable {
    /// From the turn that drew it to the result.
    public let whole: Duration
    /// From the camera's own time of the frame to the result; nil where that clock is not ours.
    public let fromFrame: Duration?
  }

  private enum Step: Sendable {
    /// White, so that the code before is forgotten.
    case blank
    case code(Bitmap, says: String)
    case over
  }

  public private(set) var times: [Time] = []
  /// Codes that were not seen in time.
  public private(set) var missed = 0
  private var step = Step.blank
  private var since: Duration
  /// Tells this test's codes from those of another.
  private let name: String

  /// Codes that are shown: half of ten tell a median.
  public static let count = 10
  /// A code that has no result by then is missed: by then a person has seen that the camera looks elsewhere.
  static let patience = Duration.seconds(2)
  /// White before each code, longer than any camera's frames lie behind.
  private static let blankTime = Duration.milliseconds(400)
  /// More of it each time, so that codes appear at all phases of the camera's frames: of no length that they share.
  private static let blankStep = Duration.milliseconds(7)

  public init(at now: Duration) {
    since = now
    name = "LATENCY \(Int(now / .milliseconds(1)))"
  }

  public var isRunning: Bool { if case .over = step { false } else { true } }

  /// What is to be on the screen, black and white with its quiet zone, a pixel a module; nil for white alone.
  public var code: Bitmap? { if case .code(let bitmap, _) = step { bitmap } else { nil } }

  /// Codes shown so far, this one as well.
  public var number: Int { min(Self.count, times.count + missed + 1) }

  /// When time alone changes what is shown.
  var nextChange: Duration? {
    switch step {
    case .blank: since + blank
    case .code: since + Self.patience
    case .over: nil
    }
  }

  private var blank: Duration { Self.blankTime + Self.blankStep * (times.count + missed) }

  public mutating func stop() { step = .over }

  /// Whether something that was read is one of the test's own codes, of which a camera still delivers frames when the test is
  /// over.
  func isOwn(_ observation: Observation) -> Bool { observation.symbol.text?.hasPrefix(name + " ") ?? false }

  /// Goes on to what is due.
  public mutating func pass(to now: Duration) {
    guard let due = nextChange, now >= due else { return }
    switch step {
    case .blank: show(at: now)
    case .code:
      missed += 1
      rest(at: now)
    case .over: break
    }
  }

  /// Takes what a camera's frame gave.
  public mutating func take(_ report: DetectionReport, at now: Duration) {
    guard case .code(_, let text) = step, report.observations.contains(where: { $0.symbol.text == text }) else {
      return
    }
    // A frame that was taken before the code was there, or after now, is timed by another clock.
    let isOurs = report.timestamp >= since && report.timestamp <= now
    times.append(Time(whole: now - since, fromFrame: isOurs ? now - report.timestamp : nil))
    rest(at: now)
  }

  private mutating func show(at now: Duration) {
    let text = "\(name) \(number)"
    guard let symbol = try? Symbology.qr.write(text) else { return stop() }
    (step, since) = (.code(Self.bitmap(symbol), says: text), now)
  }

  private mutating func rest(at now: Duration) {
    (step, since) = (times.count + missed < Self.count ? .blank : .over, now)
  }

  /// QR's quiet zone (ISO/IEC 18004:2024, 9.1).
  private static let quietZone = 4

  private static func bitmap(_ symbol: WrittenSymbol) -> Bitmap {
    let side = symbol.width + 2 * quietZone
    var pixels = [UInt8](repeating: 255, count: 4 * side * side)
    for y in 0..<symbol.height {
      for x in 0..<symbol.width where symbol[x, y] {
        let at = 4 * ((y + quietZone) * side + x + quietZone)
        for part in at..<at + 3 { pixels[part] = 0 }
      }
    }
    return Bitmap(width: side, height: side, pixels: pixels)
  }

  /// What came of it so far.
  public var lines: [Sentence] {
    let shown = times.count + missed
    if isRunning { return ["code \(number) of \(Self.count): point the camera at this screen"] }
    guard !times.isEmpty else {
      return shown == 0 ? [] : ["screen to result: none of \(shown) codes was seen: point the camera at this screen"]
    }
    var lines: [Sentence] = [
      "screen to result: \(Self.words(times.map(\.whole))); \(times.count) of \(shown) codes seen"
    ]
    let fromFrame = times.compactMap(\.fromFrame)
    if !fromFrame.isEmpty { lines.append("of it from the camera’s frame to the result: \(Self.words(fromFrame))") }
    return lines
  }

  private static func words(_ times: [Duration]) -> Sentence {
    let sorted = times.sorted()
    func milliseconds(_ time: Duration) -> Int { Int((time / .milliseconds(1)).rounded()) }
    let (half, longest) = (milliseconds(sorted[(sorted.count - 1) / 2]), milliseconds(sorted[sorted.count - 1]))
    return "half within \(half) ms, the longest \(longest) ms"
  }
}

extension ScannerLoop {
  var isTimingLatency: Bool { view.inspector?.latency?.isRunning ?? false }
}

extension Overlay {
  /// A white screen in the place of the picture, and the code on it.
  mutating func drawLatencyTest(_ test: LatencyTest) {
    scene.drawing.add(.rectangle(all, radius: 0, fill: .white, stroke: nil))
    let (count, end) = (LatencyTest.count, words.key("Esc"))
    let said: Sentence = "Point the camera at this screen: code \(test.number) of \(count). \(end) ends it."
    let words = Text(words(said), pixels: look.points(15), color: .black, maxWidth: room.width, maxLines: 3)
    let size = measuring.size(of: words)
    let top = all.maxY - size.height - margin
    scene.drawing.add(.text(words, at: Point(all.center.x - size.width / 2, top)))
    guard let code = test.code else { return }
    // Whole pixels a module, so that all modules are alike.
    let space = min(all.width, top) - margin
    let side = Double(code.width) * max(1, (space / Double(code.width)).rounded(.down))
    scene.drawing.add(
      .bitmap(code, in: Rect(center: Point(all.center.x, top / 2), size: Size(side, side)), smooth: false))
  }
}
