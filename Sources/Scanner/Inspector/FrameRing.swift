public import Barcodes
import Geometry
public import Imaging
public import Presentation

/// The last frames with what came of each, for looking back: as many as the time and the memory allow.
public struct FrameRing: Sendable {
  public struct Entry: Sendable {
    public let frame: Frame
    /// When its report came, by the window's clock.
    public let at: Duration
    public let observations: [Observation]
    public let sentence: Sentence?
    /// The detector's time.
    public let elapsed: Duration
    /// From the camera's own time of the frame to its report; nil where the source has a clock of its own.
    public let latency: Duration?
    /// The greys of what was searched.
    public let measures: FrameMeasures?
    /// Of the detector's time what each family and each stage took.
    public let families: [SymbolFamily: Duration]
    public let stages: [DetectionStage: Duration]
  }

  /// What is kept at most.
  public struct Limits: Hashable, Sendable {
    public var time: Duration
    /// Of the frames' pixels.
    public var bytes: Int

    public init(time: Duration, bytes: Int) { (self.time, self.bytes) = (time, bytes) }

    /// Five seconds, or as many as 128 MiB hold: of 1280 × 720 pixels at 2 bytes each the last 72 frames.
    public static let window = Limits(time: .seconds(5), bytes: 128 << 20)
  }

  public private(set) var entries: [Entry] = []
  public private(set) var bytes = 0
  private let limits: Limits

  public init(_ limits: Limits = .window) { self.limits = limits }

  /// Takes the frame of a report that has one, each once.
  public mutating func add(_ report: DetectionReport, at now: Duration) {
    guard let frame = report.frame else { return }
    // One that stands still is searched again.
    let isKnown = entries.contains { $0.frame.sequence == frame.sequence && $0.frame.timestamp == frame.timestamp }
    if isKnown { return }
    // A source that counts anew is another one.
    if let last = entries.last, last.frame.sequence >= frame.sequence || last.frame.size != frame.size {
      self = FrameRing(limits)
    }
    let latency = now - frame.timestamp
    entries.append(
      Entry(
        frame: frame, at: now, observations: report.observations, sentence: report.insight?.diagnosis?.sentence,
        elapsed: report.elapsed, latency: latency >= .zero && latency < limits.time ? latency : nil,
        measures: report.insight?.measures, families: report.insight?.familyTimes ?? [:],
        stages: report.insight?.stageTimes ?? [:]))
    bytes += frame.bytes.count
    var surplus = 0
    while entries.count - surplus > 1, bytes > limits.bytes || now - entries[surplus].at > limits.time {
      bytes -= entries[surplus].frame.bytes.count
      surplus += 1
    }
    entries.removeFirst(surplus)
  }

  public func place(of sequence: Int) -> Int? { entries.firstIndex { $0.frame.sequence == sequence } }

  /// The time up to which a share of the frames had their report, each with the share; nothing where no clock tells.
  public var latencies: [(share: Double, time: Duration)] {
    let sorted = entries.compactMap(\.latency).sorted()
    guard !sorted.isEmpty else { return [] }
    return [0.5, 0.9, 0.99].map { share in
      (share, sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))])
    }
  }
}
