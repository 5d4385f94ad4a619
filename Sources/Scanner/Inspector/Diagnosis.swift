public import Barcodes
public import Geometry
import Imaging
public import Presentation

/// Why nothing was read in a frame, or what was: the candidates, and one sentence.
public struct Diagnosis: Sendable {
  /// What may be codes: those that were read first, or the one that the cause is told of; then the likeliest.
  public let candidates: [DetectionCandidate]
  /// Why the likeliest is not read; nil where anything was.
  public let cause: Cause?
  /// What the cause is told of; nil where nothing was found.
  public let suspect: Quadrilateral<FramePixels>?
  /// The candidate that the cause is told of; nil where that is only something that stands out.
  let meant: DetectionCandidate?

  /// What was read, or why nothing was; one line, harmless to a terminal.
  public var sentence: Sentence {
    if let cause { return Self.notRead(cause) }
    let read = candidates.compactMap(\.observation).flatMap { observation -> [Sentence] in
      ["\(observation.symbol.symbology.title) “\(Explanation.content(observation))”"] + Explanation.manner(observation)
    }
    return "read: \(Sentence.list(read) ?? "")"
  }

  static func notRead(_ cause: Cause) -> Sentence { "not read: \(cause.sentence)" }

  /// By what one detection told.
  public init(_ inspection: Inspection) { self.init(inspection, verdict: nil) }

  /// The same with a verdict that was given already, such as on the frame before; nil weighs it.
  init(_ inspection: Inspection, verdict: Verdict?) {
    let all = DetectionCandidate.all(in: inspection)
    guard inspection.observations.isEmpty else {
      (candidates, cause, suspect, meant) = (all, nil, nil, nil)
      return
    }
    if let verdict {
      (cause, suspect, meant) = (verdict.cause, verdict.suspect, verdict.meant)
    } else {
      let evidence = CauseEvidence(inspection, all)
      cause = CauseTable.cause(evidence)
      suspect = evidence.outline.map { inspection.luminance.toFrame($0) }
      meant = evidence.candidate
    }
    candidates = Self.ordered(all, meant)
  }

  /// The one that is meant before all others, once.
  private static func ordered(_ all: [DetectionCandidate], _ meant: DetectionCandidate?) -> [DetectionCandidate] {
    guard let meant else { return all }
    return [meant]
      + all.filter { other in
        other.symbology != meant.symbology || !other.corners.contains(meant.corners.center)
          || !meant.corners.contains(other.corners.center)
      }
  }

  /// Why nothing was read in a frame, for those that follow it.
  struct Verdict: Sendable {
    let cause: Cause
    let suspect: Quadrilateral<FramePixels>?
    let meant: DetectionCandidate?
    let region: Rect<FramePixels>?
    let at: Duration

    /// How long one stands while frames come one after another: to weigh a frame takes half as long as to search it, and a
    /// sentence that changes faster is not read.
    static let time = Duration.milliseconds(150)
  }

  /// By what one detection told, and by what others tell that look for more: what they read was not asked for. Costs
  /// several times as much as a detection.
  public init(_ inspection: Inspection, askingBy detector: Detector) {
    let told = Diagnosis(inspection)
    guard let cause = told.cause, let found = Self.readWithMore(inspection, detector) else {
      self = told
      return
    }
    _ = cause
    (candidates, self.cause, suspect, meant) = (told.candidates, found.cause, found.corners, told.meant)
  }

  /// What is read where more is asked for, each with its sentence; the first that reads anything.
  private static func readWithMore(
    _ inspection: Inspection, _ detector: Detector
  ) -> (cause: Cause, corners: Quadrilateral<FramePixels>)? {
    let asked = inspection.options
    defer { detector.options = asked }
    func read(
      _ kind: Cause.Kind, _ change: (inout DetectionOptions) -> Void, region: Rect<FramePixels>?,
      sentence: (Observation) -> Sentence
    ) -> (cause: Cause, corners: Quadrilateral<FramePixels>)? {
      var options = asked
      options.budget = nil
      options.followsFrames = false
      change(&options)
      detector.options = options
      guard let read = detector.detect(in: inspection.frame, region: region).first else { return nil }
      return (Cause(kind, severity: .infinity, sentence(read)), read.corners)
    }
    let everything = Catalog.available
    if asked.symbologies != everything,
      let found = read(
        .notAskedFor, { $0.symbologies = everything }, region: inspection.searched,
        sentence: { "it is \($0.symbol.symbology.title), which is not looked for: choose it among the symbologies" })
    {
      return found
    }
    if !asked.triesInverted,
      let found = read(
        .inverted, { $0.triesInverted = true }, region: inspection.searched,
        sentence: { "light on dark \($0.symbol.symbology.title), which is not looked for so: allow inverted codes" })
    {
      return found
    }
    if inspection.searched != nil,
      let found = read(
        .outsideRegion, { $0.symbologies = everything }, region: nil,
        sentence: { "\($0.symbol.symbology.title) lies outside the viewfinder: move it, or the viewfinder" })
    {
      return found
    }
    if asked.effort != .thorough || asked.budget != nil {
      return read(
        .effort, { $0.effort = .thorough }, region: inspection.searched,
        sentence: { "hard to read: \($0.symbol.symbology.title) is read with more time: use --effort thorough" })
    }
    return nil
  }
}
