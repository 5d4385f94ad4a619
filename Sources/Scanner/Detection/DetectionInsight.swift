package import Barcodes
public import Geometry
import Imaging

/// What a detection told on its way: the time of each stage, and its evidence. For the debug overlay.
public struct DetectionInsight: Sendable {
  package fileprivate(set) var stageTimes: [DetectionStage: Duration] = [:]
  package fileprivate(set) var patterns: [FoundPattern] = []
  package fileprivate(set) var rejections: [DetectionRecord.Rejection] = []
  /// Striped regions, in which linear symbols are looked for.
  public fileprivate(set) var stripes: [Quadrilateral<FramePixels>] = []
  /// Lines over them.
  package fileprivate(set) var scans: [ScannedLine] = []
  /// The same as candidates and one sentence.
  public fileprivate(set) var diagnosis: Diagnosis?
  /// Grids that were sampled.
  public fileprivate(set) var gridCount = 0

  public init() {}

  /// Patterns, regions and rejections kept, each: more are no longer told apart on a screen, and a picture of leaves or
  /// text has thousands.
  static let limit = 500
  /// Scan lines kept: each is drawn with its edges, of which it has some hundred.
  static let mostScans = 40

  /// In the order of a frame's way, those that took time.
  package var stages: [(stage: DetectionStage, time: Duration)] {
    DetectionStage.allCases.compactMap { stage in stageTimes[stage].map { (stage, $0) } }
  }
}

/// Gathers an insight.
final class InsightTrace: DetectionTrace {
  private(set) var insight = DetectionInsight()
  private let now: () -> Duration
  private let record = DetectionRecord()
  private var current: (stage: DetectionStage, since: Duration)?

  init(now: @escaping () -> Duration) { self.now = now }

  func didBegin(_ stage: DetectionStage) {
    close()
    current = (stage, now())
  }

  func didFinish() { close() }

  // The modules of what is read at a glance are taken for those alone who watch.
  var wantsImages: Bool { true }

  func didExtract(_ image: LuminanceImage) { record.didExtract(image) }
  func didDoubt(_ reading: DoubtedReading) { record.didDoubt(reading) }
  func didRead(_ observation: Observation) { record.didRead(observation) }

  /// Weighs what was gathered, once the frame is done.
  func diagnose(_ frame: Frame, region: Rect<FramePixels>?, options: DetectionOptions) {
    insight.diagnosis = Inspection(record, of: frame, region: region, options: options).map { Diagnosis($0) }
  }

  func didFind(_ patterns: [FoundPattern]) {
    record.didFind(patterns)
    insight.patterns += patterns.prefix(DetectionInsight.limit - insight.patterns.count)
  }

  func didSample(_ grid: SampledGrid) {
    insight.gridCount += 1
    record.didSample(grid)
  }

  func didReject(
    _ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure
  ) {
    guard insight.rejections.count < DetectionInsight.limit else { return }
    record.didReject(corners, as: symbology, because: failure)
    insight.rejections.append(DetectionRecord.Rejection(corners: corners, symbology: symbology, failure: failure))
  }

  func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) {
    record.didFindStripes(regions)
    insight.stripes += regions.prefix(DetectionInsight.limit - insight.stripes.count)
  }

  func didScan(_ line: ScannedLine) {
    record.didScan(line)
    if insight.scans.count < DetectionInsight.mostScans { insight.scans.append(line) }
  }

  private func close() {
    guard let current else { return }
    insight.stageTimes[current.stage, default: .zero] += now() - current.since
    self.current = nil
  }
}
