public import Barcodes
public import Capture
public import Geometry
public import Imaging
import Synchronization

/// Detects on a thread of its own: frames in, reports out. The names are AVCaptureMetadataOutput's.
///
/// An actor, because a detector keeps buffers and serves one thread. What the main thread sets while the
/// picture runs (`rectOfInterest`, `symbologies`) stands behind a lock, since that thread never awaits; a
/// change counts from the next frame on. Of waiting frames only the newest is kept.
///
/// ```swift
/// let output = MetadataOutput(detector: Detector(options), availableSymbologies: options.symbologies)
/// output.rectOfInterest = layer.metadataOutputRect(fromLayerRect: viewfinder)
/// for await report in output.reports() { print(report.observations) }
/// ```
public actor MetadataOutput {
  /// All that this output can look for.
  public nonisolated let availableSymbologies: Set<Symbology>
  package nonisolated let executor = ThreadExecutor(name: "detector")

  private let detector: any FrameDetector
  /// The frame before, by which the next one is told to be of the same source.
  private var last: (sequence: Int, size: Size<FramePixels>)?
  /// Why the last frames were not read.
  private var verdict: Diagnosis.Verdict?
  private let now: @Sendable () -> Duration
  private nonisolated let configurationBox: Mutex<DetectionConfiguration>
  private nonisolated let letGo = Atomic<Int>(0)
  private nonisolated let subscribers = Subscribers()
  private nonisolated let frames: AsyncStream<Frame>.Continuation

  /// - Parameters:
  ///   - detector: becomes the actor's own.
  ///   - availableSymbologies: what the detector can read; all of it is looked for until `setSymbologies`.
  ///   - now: a clock that never goes back, for `DetectionReport.elapsed`.
  package init(
    detector: sending any FrameDetector, availableSymbologies: Set<Symbology>,
    now: @escaping @Sendable () -> Duration = { ContinuousClock.now.sinceStart }
  ) {
    self.detector = detector
    self.availableSymbologies = availableSymbologies
    self.now = now
    self.configurationBox = Mutex(DetectionConfiguration(symbologies: availableSymbologies))
    let (stream, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: .bufferingNewest(1))
    self.frames = continuation
    Task { await self.run(stream) }
  }

  // MARK: What is looked for, and where

  /// A copy of all settings.
  public nonisolated var configuration: DetectionConfiguration { configurationBox.withLock { $0 } }

  /// What is looked for; all that is available unless set.
  public nonisolated var symbologies: Set<Symbology> { configuration.symbologies }

  /// Looks for these from the next frame on.
  ///
  /// - Throws: `UnavailableSymbologies` if one is not in `availableSymbologies`; then nothing changes.
  public nonisolated func setSymbologies(_ wanted: Set<Symbology>) throws(UnavailableSymbologies) {
    let missing = wanted.subtracting(availableSymbologies)
    guard missing.isEmpty else { throw UnavailableSymbologies(symbologies: missing) }
    configurationBox.withLock { $0.symbologies = wanted }
  }

  /// The part of each frame that counts, as a fraction: origin at the top left of the frame as delivered,
  /// unmirrored. What reaches past 0…1 is cut off. All of the frame unless set.
  public nonisolated var rectOfInterest: Rect<Normalized> {
    get { configuration.rectOfInterest }
    set { configurationBox.withLock { $0.rectOfInterest = newValue.clippedToUnit } }
  }

  /// Which codes count as in the region.
  public nonisolated var regionRule: RegionRule {
    get { configuration.rule }
    set { configurationBox.withLock { $0.rule = newValue } }
  }

  /// True if reports are to tell the time of each stage and the evidence.
  public nonisolated var keepsInsight: Bool {
    get { configuration.keepsInsight }
    set { configurationBox.withLock { $0.keepsInsight = newValue } }
  }

  /// False if frames that run on need not each say by themselves why they were not read.
  public nonisolated var weighsEachFrame: Bool {
    get { configuration.weighsEachFrame }
    set { configurationBox.withLock { $0.weighsEachFrame = newValue } }
  }

  // MARK: Frames in

  /// Leaves a frame for the detector and returns at once. A frame that waits already is let go.
  public nonisolated func submit(_ frame: Frame) {
    if case .dropped = frames.yield(frame) { letGo.add(1, ordering: .relaxed) }
  }

  /// Ends the work after the frame at hand; streams of reports end too. Call it once the frames have ended.
  public nonisolated func finish() { frames.finish() }

  /// Frames that newer ones replaced before the detector came to them.
  public nonisolated var framesLetGo: Int { letGo.load(ordering: .relaxed) }

  private func run(_ stream: AsyncStream<Frame>) async {
    for await frame in stream { subscribers.deliver(detect(in: frame)) }
    subscribers.finish()
  }

  /// One frame from settings to report: what the thread does, for callers that wait for the answer.
  public func detect(in frame: Frame) -> DetectionReport {
    // Sources count up from their first frame: what counts anew is another one, or the same one opened again.
    if let last, frame.sequence < last.sequence || frame.size != last.size {
      detector.reset()
    }
    // What stands still may be another picture, and is weighed by itself.
    if let last, frame.sequence <= last.sequence || frame.size != last.size { verdict = nil }
    last = (frame.sequence, frame.size)
    return detector.report(on: frame, configuration, now: now, framesLetGo: framesLetGo, verdict: &verdict)
  }

  // MARK: Reports out

  /// Calls `body` with each report, on the detector's thread and in order: it must be quick.
  public nonisolated func onReport(_ body: @escaping @Sendable (DetectionReport) -> Void) {
    subscribers.add(body)
  }

  /// Puts each report into a slot and wakes its reader.
  public nonisolated func deliver(
    to slot: Latest<DetectionReport>, wake: @escaping @Sendable () -> Void
  ) {
    onReport { report in
      slot.put(report)
      wake()
    }
  }

  /// The reports from now on. A reader that is slow loses the oldest of those that wait.
  ///
  /// - Parameter waiting: how many reports may wait, at least 1.
  public nonisolated func reports(waiting: Int = 8) -> AsyncStream<DetectionReport> {
    subscribers.stream(waiting: waiting)
  }
}

/// Symbologies that were asked for and cannot be read.
public struct UnavailableSymbologies: Error, Hashable, Sendable, CustomStringConvertible {
  public let symbologies: Set<Symbology>

  public init(symbologies: Set<Symbology>) { self.symbologies = symbologies }

  public var description: String {
    "not available: \(symbologies.map(\.name).sorted().joined(separator: ", "))"
  }
}

extension ContinuousClock.Instant {
  /// The time since the clock's own beginning, for differences alone.
  public var sinceStart: Duration { ContinuousClock.Instant.beginning.duration(to: self) }

  private static let beginning = ContinuousClock.now
}
