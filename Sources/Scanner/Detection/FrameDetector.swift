public import Barcodes
public import Geometry
package import Imaging

/// What `MetadataOutput` asks of a detector; tests give it one that follows a script.
package protocol FrameDetector: AnyObject {
  var options: DetectionOptions { get set }

  /// The codes in a region of a frame, each once; nil is everywhere.
  func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation]

  /// Forgets what earlier frames showed: the next one is of another source.
  func reset()
}

extension Detector: FrameDetector {}

extension FrameDetector {
  /// One frame from settings to report: the same for a camera's frame and a picture file.
  ///
  /// - Parameters:
  ///   - now: a clock that never goes back, for `DetectionReport.elapsed`.
  ///   - framesLetGo: for the report.
  public func report(
    on frame: Frame, _ configuration: DetectionConfiguration, now: @escaping () -> Duration, framesLetGo: Int = 0
  ) -> DetectionReport {
    var verdict: Diagnosis.Verdict?
    return report(on: frame, configuration, now: now, framesLetGo: framesLetGo, verdict: &verdict)
  }

  /// The same for one of many frames.
  ///
  /// - Parameter verdict: why the frames before were not read, and then this one.
  func report(
    on frame: Frame, _ configuration: DetectionConfiguration, now: @escaping () -> Duration, framesLetGo: Int,
    verdict: inout Diagnosis.Verdict?
  ) -> DetectionReport {
    let region = RegionOfInterest(configuration.rectOfInterest, frameSize: frame.size, rule: configuration.rule)
    let trace = configuration.keepsInsight ? InsightTrace(now: now) : nil
    let begin = now()
    var seen: [Observation] = []
    if let searched = region.searched, !configuration.symbologies.isEmpty {
      options.symbologies = configuration.symbologies
      seen = detect(in: frame, region: searched == frame.bounds ? nil : searched, trace: trace)
    }
    let elapsed = now() - begin
    if configuration.weighsEachFrame { verdict = nil }
    trace?.diagnose(
      frame, region: region.searched == frame.bounds ? nil : region.searched, options: options, verdict: &verdict)
    return DetectionReport(
      observations: region.results(among: seen), sequence: frame.sequence, timestamp: frame.timestamp,
      region: region, elapsed: elapsed, framesLetGo: framesLetGo, insight: trace?.insight,
      frame: configuration.keepsInsight ? frame : nil)
  }
}

/// What is looked for in a frame, and where.
public struct DetectionConfiguration: Hashable, Sendable {
  public var symbologies: Set<Symbology>
  /// As a fraction of the frame.
  public var rectOfInterest: Rect<Normalized>
  public var rule: RegionRule
  /// Have reports tell the time of each stage and the evidence. Costs a few per cent of the detector's time.
  public var keepsInsight = false
  /// Have each of those say by itself why it was not read. A camera's picture that runs on needs that some times a second: all that
  /// are in between say the same.
  public var weighsEachFrame = true

  public init(
    symbologies: Set<Symbology>, rectOfInterest: Rect<Normalized> = .full, rule: RegionRule = .boundsIntersect
  ) {
    self.symbologies = symbologies
    self.rectOfInterest = rectOfInterest
    self.rule = rule
  }
}
