public import Barcodes
import Geometry
import Imaging

/// What a detection told on its way: the time of each stage and family, its evidence, and what comes of it. For the
/// inspector.
public struct DetectionInsight: Sendable {
  public fileprivate(set) var stageTimes: [DetectionStage: Duration] = [:]
  public fileprivate(set) var familyTimes: [SymbolFamily: Duration] = [:]
  /// All that was told; nil where nothing was searched.
  public fileprivate(set) var inspection: Inspection?
  /// The same as candidates and one sentence.
  public fileprivate(set) var diagnosis: Diagnosis?
  /// The greys of what was searched.
  public fileprivate(set) var measures: FrameMeasures?

  public init() {}

  /// Rejections kept: more are no longer told apart on a screen, and a picture of leaves or text has thousands.
  static let limit = 500

  /// In the order of a frame's way, those that took time.
  public var stages: [(stage: DetectionStage, time: Duration)] {
    DetectionStage.allCases.compactMap { stage in stageTimes[stage].map { (stage, $0) } }
  }

  /// Those that took time, the longest first.
  public var families: [(family: SymbolFamily, time: Duration)] {
    SymbolFamily.allCases.compactMap { family in familyTimes[family].map { (family, $0) } }.sorted { $0.time > $1.time }
  }
}

/// Gathers an insight.
final class InsightTrace: DetectionTrace {
  private(set) var insight = DetectionInsight()
  private let now: () -> Duration
  private let record = DetectionRecord()
  private var current: (stage: DetectionStage, since: Duration)?
  private var work: (family: SymbolFamily, since: Duration)?

  init(now: @escaping () -> Duration) { self.now = now }

  func didBegin(_ work: SearchWork) { self.work = (work.family, now()) }

  func didEnd(_ work: SearchWork, steps: Int) {
    guard let begun = self.work else { return }
    insight.familyTimes[begun.family, default: .zero] += now() - begun.since
    self.work = nil
  }

  func didBegin(_ stage: DetectionStage) {
    close()
    current = (stage, now())
  }

  func didFinish() { close() }

  // The modules of what is read at a glance are taken for those alone who watch.
  var wantsImages: Bool { true }

  func didExtract(_ image: LuminanceImage) { record.didExtract(image) }
  func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) { record.didBinarize(binary, of: image) }
  func didRestore(_ image: LuminanceImage) { record.didRestore(image) }
  func didFind(_ patterns: [FoundPattern]) { record.didFind(patterns) }
  func didSample(_ grid: SampledGrid) { record.didSample(grid) }
  func didFollow(_ rows: StackedRows) { record.didFollow(rows) }
  func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) { record.didFindStripes(regions) }
  func didScan(_ line: ScannedLine) { record.didScan(line) }
  func didDoubt(_ reading: DoubtedReading) { record.didDoubt(reading) }
  func didRead(_ observation: Observation) { record.didRead(observation) }

  func didReject(
    _ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure
  ) {
    guard record.rejections.count < DetectionInsight.limit else { return }
    record.didReject(corners, as: symbology, because: failure)
  }

  /// Weighs what was gathered, once the frame is done.
  ///
  /// - Parameter verdict: that of an earlier frame, which stands for a while; nil weighs this one.
  func diagnose(
    _ frame: Frame, region: Rect<FramePixels>?, options: DetectionOptions, verdict: inout Diagnosis.Verdict?
  ) {
    guard let inspection = Inspection(record, of: frame, region: region, options: options) else { return }
    let begin = now()
    if let given = verdict, given.region != region || begin - given.at >= Diagnosis.Verdict.time { verdict = nil }
    let diagnosis = Diagnosis(inspection, verdict: verdict)
    if verdict == nil || diagnosis.cause == nil {
      verdict = diagnosis.cause.map {
        .init(cause: $0, suspect: diagnosis.suspect, meant: diagnosis.meant, region: region, at: begin)
      }
    }
    insight.inspection = inspection
    insight.diagnosis = diagnosis
    insight.measures = FrameMeasures(inspection.luminance)
  }

  private func close() {
    guard let current else { return }
    insight.stageTimes[current.stage, default: .zero] += now() - current.since
    self.current = nil
  }
}
