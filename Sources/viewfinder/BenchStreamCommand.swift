import ArgumentParser
import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Scanner
import Synchronization

/// `viewfinder bench stream`: the time from a frame's arrival to its report, at a camera's rate.
struct BenchStreamCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stream",
    abstract: "Feed the demo's frames at a rate; measure the latency of their reports and count frames let go.",
    discussion: """
      The frames are drawn beforehand, so that only detection is measured; they go through the same actor and thread \
      as a camera's.
      """)

  @OptionGroup var symbologies: SymbologyOptions

  @Option(help: "Size and rate, such as 1280x720@30.")
  var format: RequestedFormat?

  @Option(help: ArgumentHelp("How long.", valueName: "seconds"))
  var seconds = 10.0

  func validate() throws {
    guard seconds > 0, seconds <= 3600 else { throw ValidationError("--seconds: more than 0, at most 3600") }
  }

  /// What is drawn beforehand: from before a code comes in until it lies there, then again.
  private static let drawn = 3.0

  func run() throws {
    let (width, height) = (format?.width ?? 1280, format?.height ?? 720)
    let rate = format?.rate ?? 30
    let scene = try DemoScene(width: width, height: height, writer: QRWriter())
    let frames: [Frame] = (0..<Int(Self.drawn * rate)).map { number in
      scene.frame(at: .seconds(1 + Double(number) / rate))
    }
    let output = MetadataOutput(
      detector: Detector(.camera(try symbologies.chosen())),
      availableSymbologies: Catalog.available)
    try output.setSymbologies(try symbologies.chosen())
    let score = StreamScore()
    output.onReport { score.add($0, at: ContinuousClock.now.sinceStart) }

    let start = ContinuousClock.now
    let count = Int(seconds * rate)
    for number in 0..<count {
      let due = start + .seconds(Double(number) / rate)
      Thread.sleep(forTimeInterval: max(0, (due - ContinuousClock.now) / .seconds(1)))
      let drawn = frames[number % frames.count]
      output.submit(
        try Frame(
          format: drawn.format, width: width, height: height, bytes: drawn.bytes, sequence: number,
          timestamp: ContinuousClock.now.sinceStart))
    }
    output.finish()
    // The last frame's own time to be looked at.
    Thread.sleep(forTimeInterval: 0.2)
    print(score.summary(of: count, letGo: output.framesLetGo))
  }
}

/// Latencies of reports, gathered on the detector's thread.
private final class StreamScore: Sendable {
  private struct Times {
    var all: [Double] = []
    var withCode: [Double] = []
  }

  private let times = Mutex(Times())

  func add(_ report: DetectionReport, at now: Duration) {
    let latency = (now - report.timestamp).inMilliseconds
    times.withLock {
      $0.all.append(latency)
      if !report.observations.isEmpty { $0.withCode.append(latency) }
    }
  }

  func summary(of frames: Int, letGo: Int) -> String {
    let times = times.withLock { $0 }
    return "\(frames) frames, \(times.all.count) reported, \(letGo) let go\n"
      + "frame to report: " + Self.text(times.all) + "\nframe to report with a code: " + Self.text(times.withCode)
  }

  private static func text(_ times: [Double]) -> String {
    guard !times.isEmpty else { return "none" }
    let sorted = times.sorted()
    let shown = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)].map { name, share in
      "\(name) \(String(format: "%.2f", sorted[Int(share * Double(sorted.count - 1))])) ms"
    }
    return "\(times.count), " + shown.joined(separator: ", ")
  }
}
