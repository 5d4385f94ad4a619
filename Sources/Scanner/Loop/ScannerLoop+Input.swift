import Barcodes
import Capture
import Geometry
import Imaging
import Presentation

// What comes in a turn: how the camera is, a frame, a report, and what a person did.
extension ScannerLoop {
  mutating func take(_ capture: CaptureState, at now: Duration) {
    var none: [LoopEffect] = []
    if let failure = capture.failure {
      if state.phase != .unavailable(failure) { perform(.lost(failure), at: now, into: &none) }
      closeControls()
    } else if case .unavailable = state.phase {
      perform(.returned, at: now, into: &none)
    }
  }

  /// - Returns: true if the picture changed.
  mutating func take(_ newest: Frame?, _ capture: CaptureState, at now: Duration) -> Bool {
    switch capture {
    case .waiting, .failed:
      // A picture that stands still under a card would look like one that runs.
      defer { (frame, report) = (nil, nil) }
      return frame != nil
    case .stopped, .starting, .running, .stalled, .ended: break
    }
    guard let newest, state.phase != .paused else { return false }
    // Layers lie on the frame that they tell of, which comes with its report; but no report of the source before comes
    // any more.
    if view.inspector != nil, let told = report?.frame, told.size == newest.size, told.sequence <= newest.sequence {
      return false
    }
    return show(newest, at: now)
  }

  private mutating func show(_ newest: Frame, at now: Duration) -> Bool {
    frame = newest
    if view.change == .awaitsFrame { view.change = .awaitsReport }
    shownRate.note(at: now)
    // From now on it is known where things lie on screen.
    placeWantedRegion()
    return true
  }

  /// - Parameter isDamaged: set if the picture changed.
  mutating func take(
    _ report: DetectionReport, at now: Duration, isDamaged: inout Bool
  ) -> [LoopEffect] {
    searchedRate.note(at: now)
    // A report of a camera that was changed since, whose pixels mean another place.
    guard let frame, frame.size == report.frameSize else { return [] }
    switch view.change {
    case .awaitsFrame: return []
    // Each source counts its frames from 0. A report may be of a frame that came since this turn began, not of a later one.
    case .awaitsReport where report.sequence > frame.sequence + 2: return []
    case .awaitsReport: view.change = nil
    case nil: break
    }
    noteStill(report)
    // Who drops a picture on the window that is not read wants to know why.
    if view.drop == .isShown, view.stillHasCode || view.stillSearches >= Self.wholeSearch {
      view.drop = nil
      if !view.stillHasCode { openInspector() }
    }
    // While the picture stands still, only what is told of it counts.
    if state.phase == .paused {
      if report.sequence == frame.sequence {
        self.report = report
        view.inspector?.ring.add(report, at: now)
      }
      return []
    }
    self.report = report
    if view.inspector != nil, let searched = report.frame { isDamaged = show(searched, at: now) || isDamaged }
    view.inspector?.ring.add(report, at: now)
    if isTimingLatency {
      view.inspector?.latency?.take(report, at: now)
      return []
    }
    // The test's own codes are nobody's results.
    let seen = report.observations.filter { view.inspector?.latency?.isOwn($0) != true }
    // The viewfinder may have moved since the frame was searched: what lies beside it now is no result.
    let region =
      rectOfInterest.map { RegionOfInterest($0, frameSize: report.frameSize, rule: report.region.rule) }
      ?? report.region
    var effects: [LoopEffect] = []
    perform(
      .observed(region.results(among: seen), middle: region.inFrame.center), at: now, into: &effects)
    return effects
  }

  /// Which search of a still goes to the end: the first has a camera's time (`SteadyPictureDetector`).
  static var wholeSearch: Int { 2 }

  private mutating func noteStill(_ report: DetectionReport) {
    if self.report?.region.normalized != report.region.normalized { view.stillSearches = 0 }
    view.stillSearches += 1
    view.stillHasCode = !report.region.results(among: report.observations).isEmpty
  }

  mutating func take(_ event: ScreenEvent, at now: Duration) -> [LoopEffect] {
    if let effects = takeForPath(event) { return effects }
    if takeForNote(event) { return [] }
    switch event {
    case .closed: return [.quit]
    case .resized(let size, let scale):
      guard size.area > 0, scale > 0 else { return [] }
      window = (size, scale)
      placePicture()
      return []
    case .key(let key, let modifiers, let isRepeat):
      guard let command = KeyBinding.command(for: key, modifiers, inspects: hasInspectorKeys),
        !isRepeat || KeyBinding.repeats(command)
      else {
        return []
      }
      return obey(command, at: now)
    case .text(let typed):
      return KeyBinding.command(for: typed, inspects: hasInspectorKeys).map { obey($0, at: now) } ?? []
    case .wheel(let steps) where view.showsKeys || view.field != nil || isPointerOnPanel:
      return steps == 0 ? [] : obey(.scroll(steps > 0 ? -1 : 1), at: now)
    case .wheel(let steps): return steps == 0 ? [] : obey(steps > 0 ? .zoomIn : .zoomOut, at: now)
    case .pointer(let phase, let point): return follow(phase, at: point, now)
    case .dropped(let path):
      view.drop = .opens
      return [.scan(path: path)]
    case .exposed, .woken: return []
    }
  }

  private mutating func follow(_ phase: PointerPhase, at point: Point<ScreenPixels>, _ now: Duration) -> [LoopEffect] {
    view.pointer = point
    let onPicture = point - pictureOrigin
    switch phase {
    case .moved:
      if layout.isDragged { wantedRegion = nil }
      layout.drag(to: onPicture)
      hover(at: point)
      return []
    case .pressed:
      if let command = scene.command(at: point) {
        // Pressing a code is both: choosing and accepting it.
        let effects = obey(command, at: now)
        if case .choose = command { return effects + obey(.proceed, at: now) }
        return effects
      }
      if view.question == nil, !view.showsKeys, view.field == nil, view.path == nil {
        _ = layout.beginDrag(at: onPicture)
      }
      return []
    case .released:
      guard layout.isDragged else { return [] }
      layout.endDrag()
      return keepViewfinder()
    }
  }

  /// Whether keys are those of the inspector: it is open, and nothing lies on top of it.
  private var hasInspectorKeys: Bool {
    inspectorPlace != nil && view.question == nil && !view.showsKeys && view.field == nil
  }

  mutating func perform(_ event: ScannerEvent, at now: Duration, into effects: inout [LoopEffect]) {
    for effect in state.handle(event, at: now) {
      switch effect {
      case .deliver(let observation):
        view.showsSecrets = false
        view.field = nil
        effects += endWelcome()
        list(observation)
        effects.append(.deliver(observation))
      case .playSound: if !settings.feedback.isQuiet { effects.append(.playSound) }
      }
    }
  }
}

extension ScreenEvent {
  /// A key or button that goes down.
  var isPress: Bool {
    switch self {
    case .key, .text, .pointer(.pressed, _): true
    default: false
    }
  }

  var isResize: Bool { if case .resized = self { true } else { false } }
}
