import Barcodes
import Capture
import Geometry
import Imaging

// What the open inspector shows: the layer on the picture, and what the panel tells.
extension ScannerLoop {
  /// What was last drawn of a layer, and what it was drawn of.
  struct DrawnLayer {
    struct Key: Hashable {
      let sequence: Int
      let region: Rect<Normalized>?
      let layer: InspectionLayer
      let level: Int
      let chosen: Int?
    }

    let key: Key
    let shapes: [InspectionLayer.Shape]
    let ground: Frame?
  }

  /// Draws the layer anew where it is of another frame or another choice.
  mutating func drawLayer() {
    guard let inspector = view.inspector, let insight, let inspection = insight.inspection,
      let diagnosis = insight.diagnosis
    else {
      drawnLayer = nil
      return
    }
    let key = DrawnLayer.Key(
      sequence: inspection.frame.sequence, region: report?.region.normalized, layer: inspector.layer,
      level: inspector.level, chosen: inspector.chosen)
    guard drawnLayer?.key != key else { return }
    let ground = inspection.ground(inspector.layer, level: inspector.level).flatMap { image in
      try? Frame(
        format: .grey, width: image.width, height: image.height, bytes: image.pixels,
        sequence: inspection.frame.sequence, timestamp: inspection.frame.timestamp)
    }
    drawnLayer = DrawnLayer(
      key: key, shapes: inspector.layer.shapes(inspection, diagnosis, chosen: inspector.chosen), ground: ground)
  }

  /// What the panel tells, and since when.
  struct Told {
    let numbers: InspectorNumbers
    let insight: DetectionInsight?
    let quality: [PrintQuality?]
    let sequence: Int?
    let region: Rect<Normalized>?
    let at: Duration
  }

  /// How long the panel's words stay at least while the picture runs: a figure that changes with every frame is not read
  /// by anybody, and setting it anew takes longer than all of the frame's drawing.
  private static let readingTime = Duration.milliseconds(250)

  /// Takes over what the panel is to tell, at the pace of people who read.
  mutating func tellPanel(_ input: Input) {
    guard view.inspector != nil, let numbers = numbers(input) else {
      told = nil
      return
    }
    let insight = insight
    if let told, told.insight != nil, state.phase != .paused, input.now - told.at < Self.readingTime,
      !input.events.contains(where: \.isPress)
    {
      return
    }
    // The same search tells the same.
    let region = report?.region.normalized
    let isSame = told?.insight != nil && insight != nil && told?.sequence == frame?.sequence && told?.region == region
    var quality = isSame ? told?.quality ?? [] : []
    if !isSame, let inspection = insight?.inspection, let diagnosis = insight?.diagnosis {
      quality = diagnosis.candidates.prefix(Explanation.mostTold).map { candidate in
        candidate.observation == nil ? nil : PrintQuality(candidate, in: inspection.luminance)
      }
    }
    told = Told(
      numbers: numbers, insight: insight, quality: quality, sequence: frame?.sequence, region: region, at: input.now)
  }

  /// When the panel has something new to tell; nil while it tells of the frame that is shown.
  var nextTelling: Duration? {
    guard let told, told.sequence != frame?.sequence else { return nil }
    return told.at + Self.readingTime
  }

  func inspectorModel(_ input: Input) -> InspectorModel? {
    guard let inspector = view.inspector, let place = inspectorPlace, let told else { return nil }
    var model = InspectorModel(state: inspector, numbers: told.numbers)
    model.panel = place.panel
    model.insight = told.insight
    model.quality = told.quality
    model.shapes = drawnLayer?.shapes ?? []
    if [.region, .all].contains(inspector.layer), let frame, let region = rectOfInterest {
      model.shapes.append(.outline(RegionOfInterest(region, frameSize: frame.size).inFrame.corners, .thick))
    }
    model.isFrozen = state.phase == .paused
    model.requested = requested(at: input.now)
    if let at = inspector.place, inspector.page == .why, let inspection = insight?.inspection,
      let diagnosis = insight?.diagnosis
    {
      model.loupe = Loupe(at, inspection, diagnosis, grey: inspection.frameGrey, chosen: inspector.chosen)
    }
    return model
  }

  private func numbers(_ input: Input) -> InspectorNumbers? {
    guard let frame, let region = rectOfInterest else { return nil }
    let source: FrameSourceDescription? = if case .running(let source) = input.capture { source } else { nil }
    return InspectorNumbers(
      status: StatusLine(
        source: source, shownRate: shownRate.perSecond(at: input.now),
        searchedRate: searchedRate.perSecond(at: input.now), counts: input.counts, letGo: report?.framesLetGo ?? 0),
      frameSize: frame.size, sequence: frame.sequence, viewfinder: layout.rect, regionShown: region,
      reported: report?.region, elapsed: report?.elapsed)
  }
}
