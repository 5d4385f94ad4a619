public import Barcodes
public import Capture
public import Geometry
public import Imaging
public import Presentation

/// The window's logic as one synchronous turn: events, the newest frame and report go in; what to show and
/// what to do come out. It draws nothing, waits for nothing and reads no clock.
///
/// ```swift
/// var loop = ScannerLoop(settings: settings, window: screen.size, scale: screen.scale)
/// let turn = loop.turn(input, measuring: screen.text)
/// output.rectOfInterest = turn.rectOfInterest ?? output.rectOfInterest
/// if turn.needsDrawing { try screen.present(frame: turn.frame, placement: turn.placement, drawing: turn.drawing) }
/// ```
public struct ScannerLoop {
  /// What happened since the last turn.
  public struct Input: Sendable {
    public var events: [ScreenEvent]
    /// The newest frame, nil if there is none since the last turn.
    public var frame: Frame?
    public var report: DetectionReport?
    public var capture: CaptureState
    public var counts: CaptureCounts
    /// A clock that never goes back.
    public var now: Duration

    public init(
      events: [ScreenEvent] = [], frame: Frame? = nil, report: DetectionReport? = nil, capture: CaptureState,
      counts: CaptureCounts = CaptureCounts(), now: Duration
    ) {
      self.events = events
      self.frame = frame
      self.report = report
      self.capture = capture
      self.counts = counts
      self.now = now
    }
  }

  /// What to show and do now.
  public struct Turn: Sendable {
    /// The frame to show; nil shows none.
    public let frame: Frame?
    /// Where each point of the frame lies on screen.
    public let placement: Mapping<FramePixels, ScreenPixels>
    public let drawing: Drawing
    /// False if the screen shows all this already.
    public let needsDrawing: Bool
    /// The region under the viewfinder; nil while there is no picture.
    public let rectOfInterest: Rect<Normalized>?
    /// True if the next reports should tell stages and evidence, for the debug layers.
    public let wantsInsight: Bool
    public let pointer: PointerShape
    /// In order.
    public let effects: [LoopEffect]
    /// When the next turn is due although nothing happens, by the clock of `Input.now`; nil is never.
    public let nextTurn: Duration?
  }

  public private(set) var settings: Settings
  public private(set) var state: ScannerState
  private var layout: ViewfinderLayout
  private var view = ViewState()
  /// The frame that is shown.
  public private(set) var frame: Frame?
  private var report: DetectionReport?
  private var scene = Scene()
  private var shownRate = Rate()
  private var searchedRate = Rate()
  /// A region from the command line, until the first frame tells where it lies on screen.
  private var wantedRegion: Rect<Normalized>?

  /// What a person did to the view, and what the view told.
  private struct ViewState {
    var zoom = 1.0
    var debugLayer = DebugLayer.none
    var showsKeys = false
    var showsSecrets = false
    var question: PayloadDescription?
    var toast: (word: String, until: Duration)?
    var pointer = Point<ScreenPixels>(-1, -1)
    var drawn: (drawing: Drawing, placement: Mapping<FramePixels, ScreenPixels>)?
  }

  /// - Parameter region: where the viewfinder is to be, as a region of the frame; nil leaves it to the settings.
  public init(
    settings: Settings, window: Size<ScreenPixels>, scale: Double, region: Rect<Normalized>? = nil,
    agreement: SightingAgreement = .standard
  ) {
    self.settings = settings
    self.state = ScannerState(policy: settings.scanning, agreement: agreement)
    self.layout = ViewfinderLayout(window: window, scale: scale, placement: settings.preview.viewfinder)
    self.wantedRegion = region
  }

  /// One turn.
  public mutating func turn(_ input: Input, measuring: some TextMeasuring) -> Turn {
    var effects: [LoopEffect] = []
    var isDamaged = false
    take(input.capture, at: input.now)
    isDamaged = take(input.frame, input.capture, at: input.now)
    if let report = input.report { effects += take(report, at: input.now) }
    for event in input.events {
      isDamaged = isDamaged || event == .exposed || event.isResize
      effects += take(event, at: input.now)
    }
    perform(.timePassed, at: input.now, into: &effects)
    if let toast = view.toast, toast.until <= input.now { view.toast = nil }

    scene = Overlay.scene(of: model(input), measuring: measuring)
    let placement = layer?.toScreen ?? Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)
    let isSame = view.drawn.map { $0.drawing == scene.drawing && $0.placement == placement } ?? false
    view.drawn = (scene.drawing, placement)
    return Turn(
      frame: frame, placement: placement, drawing: scene.drawing, needsDrawing: isDamaged || !isSame,
      rectOfInterest: rectOfInterest, wantsInsight: view.debugLayer != .none, pointer: pointerShape, effects: effects,
      nextTurn: nextTurn(after: input.now))
  }

  /// Nil while there is no picture.
  private var layer: PreviewLayer? {
    frame.map {
      PreviewLayer(
        frameSize: $0.size, size: layout.window, videoGravity: settings.preview.gravity,
        isMirrored: settings.preview.isMirrored, zoom: view.zoom)
    }
  }

  /// The frame that the newest report is of.
  public var reportedSequence: Int? { report?.sequence }

  private var rectOfInterest: Rect<Normalized>? { layer?.metadataOutputRect(fromLayerRect: layout.rect) }
}

// MARK: - In

extension ScannerLoop {
  private mutating func take(_ capture: CaptureState, at now: Duration) {
    var none: [LoopEffect] = []
    if let failure = capture.failure {
      if state.phase != .unavailable(failure) { perform(.lost(failure), at: now, into: &none) }
    } else if case .unavailable = state.phase {
      perform(.returned, at: now, into: &none)
    }
  }

  /// - Returns: true if the picture changed.
  private mutating func take(_ newest: Frame?, _ capture: CaptureState, at now: Duration) -> Bool {
    switch capture {
    case .waiting, .failed:
      // A picture that stands still under a card would look like one that runs.
      defer { (frame, report) = (nil, nil) }
      return frame != nil
    case .stopped, .starting, .running, .stalled, .ended: break
    }
    guard let newest, state.phase != .paused else { return false }
    frame = newest
    shownRate.note(at: now)
    if let wantedRegion, let layer {
      layout.place(layer.layerRect(fromMetadataOutputRect: wantedRegion))
      self.wantedRegion = nil
    }
    return true
  }

  private mutating func take(_ report: DetectionReport, at now: Duration) -> [LoopEffect] {
    searchedRate.note(at: now)
    // A report of a camera that was changed since, whose pixels mean another place.
    guard let frame, frame.size == report.frameSize else { return [] }
    self.report = report
    // The viewfinder may have moved since the frame was searched: what lies beside it now is no result.
    let region =
      rectOfInterest.map { RegionOfInterest($0, frameSize: report.frameSize, rule: report.region.rule) }
      ?? report.region
    var effects: [LoopEffect] = []
    perform(
      .observed(region.results(among: report.observations), middle: region.inFrame.center), at: now, into: &effects)
    return effects
  }

  private mutating func take(_ event: ScreenEvent, at now: Duration) -> [LoopEffect] {
    switch event {
    case .closed: return [.quit]
    case .resized(let size, let scale):
      layout.resize(window: size, scale: scale)
      return []
    case .key(let key, let modifiers, let isRepeat):
      guard let command = KeyBinding.command(for: key, modifiers), !isRepeat || KeyBinding.repeats(command) else {
        return []
      }
      return obey(command, at: now)
    case .text(let typed): return KeyBinding.typed[typed].map { obey($0, at: now) } ?? []
    case .wheel(let steps): return steps == 0 ? [] : obey(steps > 0 ? .zoomIn : .zoomOut, at: now)
    case .pointer(let phase, let point): return follow(phase, at: point, now)
    case .dropped(let path): return [.scan(path: path)]
    case .exposed, .woken: return []
    }
  }

  private mutating func follow(_ phase: PointerPhase, at point: Point<ScreenPixels>, _ now: Duration) -> [LoopEffect] {
    view.pointer = point
    switch phase {
    case .moved:
      layout.drag(to: point)
      return []
    case .pressed:
      if let command = scene.command(at: point) {
        // Pressing a code is both: choosing and accepting it.
        let effects = obey(command, at: now)
        if case .choose = command { return effects + obey(.proceed, at: now) }
        return effects
      }
      if view.question == nil, !view.showsKeys { _ = layout.beginDrag(at: point) }
      return []
    case .released:
      guard layout.isDragged else { return [] }
      layout.endDrag()
      return keepViewfinder()
    }
  }

  private mutating func perform(_ event: ScannerEvent, at now: Duration, into effects: inout [LoopEffect]) {
    for effect in state.handle(event, at: now) {
      switch effect {
      case .deliver(let observation):
        view.showsSecrets = false
        effects.append(.deliver(observation))
      case .playSound: if !settings.feedback.isQuiet { effects.append(.playSound) }
      }
    }
  }
}

// MARK: - Commands

extension ScannerLoop {
  /// Points that an arrow key moves or grows by: 20 presses cross an eighth of a full-HD screen.
  private static let arrowStep = 12.0
  /// What a zoom key multiplies by: three presses double.
  private static let zoomStep = 1.26
  private static let zoomLimit = 8.0
  private static let toastTime = Duration.milliseconds(1500)

  private mutating func obey(_ command: ScannerCommand, at now: Duration) -> [LoopEffect] {
    var effects: [LoopEffect] = []
    switch command {
    case .proceed:
      if let link = view.question?.link {
        view.question = nil
        toast("Opened in the browser", at: now)
        return [.open(address: link.address)]
      }
      if view.showsKeys { view.showsKeys = false } else { perform(.proceed, at: now, into: &effects) }
    case .choose(let number): perform(.choose(number), at: now, into: &effects)
    case .chooseNext: perform(.chooseNext, at: now, into: &effects)
    case .choosePrevious: perform(.choosePrevious, at: now, into: &effects)
    case .pause: perform(state.phase == .paused ? .resume : .pause, at: now, into: &effects)
    case .back: goBack(at: now, into: &effects)

    case .copy:
      guard let text = shownObservation?.symbol.shownText else {
        toast("Nothing to copy yet", at: now)
        return []
      }
      toast("Copied", at: now)
      effects.append(.copy(text))
    case .open:
      guard let payload = shownObservation.map({ PayloadDescription(of: $0.symbol) }) else { return [] }
      if payload.link == nil { toast("This is no link", at: now) } else { view.question = payload }
    case .reveal: view.showsSecrets.toggle()

    case .mirror:
      settings.preview.isMirrored.toggle()
      toast(settings.preview.isMirrored ? "Mirrored" : "Not mirrored", at: now)
      effects.append(.keep(settings))
    case .gravity:
      settings.preview.gravity = settings.preview.gravity.next
      toast(settings.preview.gravity.word, at: now)
      effects.append(.keep(settings))
    case .moveViewfinder(let x, let y):
      let step = Self.arrowStep * layout.scale
      layout.move(by: Vector(x * step, y * step))
      effects += keepViewfinder()
    case .growViewfinder(let width, let height):
      let step = 2 * Self.arrowStep * layout.scale
      layout.grow(width: width * step, height: height * step)
      effects += keepViewfinder()
    case .resetViewfinder:
      layout.reset()
      view.zoom = 1
      effects += keepViewfinder()
    case .zoomIn: zoom(by: Self.zoomStep)
    case .zoomOut: zoom(by: 1 / Self.zoomStep)

    case .demo: effects.append(.startDemo)
    case .nextDebugLayer:
      // On the screen of a camera that is not there, the same key offers the demo.
      if case .unavailable = state.phase { effects.append(.startDemo) } else { view.debugLayer = view.debugLayer.next }
    case .nextCamera: effects.append(.nextCamera)
    case .fullScreen: effects.append(.toggleFullScreen)
    case .generator: effects.append(.showGenerator)
    case .history: effects.append(.showHistory)
    case .privacy:
      settings.history.isPrivate.toggle()
      toast(settings.history.isPrivate ? "Private: nothing is stored" : "Results are stored again", at: now)
      effects.append(.keep(settings))
    case .keys: view.showsKeys.toggle()
    case .quit: effects.append(.quit)
    }
    return effects
  }

  /// What lies on top goes first.
  private mutating func goBack(at now: Duration, into effects: inout [LoopEffect]) {
    if view.question != nil {
      view.question = nil
    } else if view.showsKeys {
      view.showsKeys = false
    } else {
      perform(.dismiss, at: now, into: &effects)
    }
  }

  private mutating func zoom(by factor: Double) { view.zoom = min(Self.zoomLimit, max(1, view.zoom * factor)) }

  private mutating func toast(_ word: String, at now: Duration) { view.toast = (word, now + Self.toastTime) }

  private mutating func keepViewfinder() -> [LoopEffect] {
    guard settings.preview.viewfinder != layout.placement else { return [] }
    settings.preview.viewfinder = layout.placement
    return [.keep(settings)]
  }

  /// The result on the card, else the code that Enter would accept.
  private var shownObservation: Observation? {
    state.result?.observation ?? (state.phase == .choosing ? state.inView.selected?.observation : nil)
  }
}

// MARK: - Out

extension ScannerLoop {
  /// How long a change of look takes.
  private static let motion = Duration.milliseconds(150)

  private func model(_ input: Input) -> OverlayModel {
    var model = OverlayModel(layout: layout)
    model.layer = layer
    model.phase = state.phase
    model.capture = input.capture
    model.outlined = state.outlined(at: input.now)
    model.selected = state.inView.selected?.key
    model.card = state.result.map { resultCard($0.observation.symbol) }
    model.progress = progress(at: input.now)
    model.question = view.question
    model.showsKeys = view.showsKeys
    model.isPrivate = settings.history.isPrivate
    model.toast = view.toast?.word
    model.figures = view.debugLayer == .none ? nil : figures(input)
    return model
  }

  private func resultCard(_ symbol: DecodedSymbol) -> OverlayModel.ResultCard {
    var card = OverlayModel.ResultCard(
      text: symbol.shownText, symbology: symbol.symbology.title, payload: PayloadDescription(of: symbol),
      offersScanAgain: settings.scanning.mode == .once)
    card.showsSecrets = view.showsSecrets
    return card
  }

  private func progress(at now: Duration) -> Double {
    guard let result = state.result else { return 0 }
    return settings.feedback.reducesMotion ? 1 : min(1, max(0.01, (now - result.at) / Self.motion))
  }

  private func figures(_ input: Input) -> DebugFigures? {
    guard let frame, let region = rectOfInterest else { return nil }
    let source: FrameSourceDescription? = if case .running(let source) = input.capture { source } else { nil }
    return DebugFigures(
      status: StatusLine(
        source: source, shownRate: shownRate.perSecond(at: input.now),
        searchedRate: searchedRate.perSecond(at: input.now), counts: input.counts, letGo: report?.framesLetGo ?? 0),
      frameSize: frame.size, sequence: frame.sequence, viewfinder: layout.rect, regionShown: region,
      reported: report?.region, elapsed: report?.elapsed, insight: report?.insight,
      showsEvidence: view.debugLayer == .evidence)
  }

  private var pointerShape: PointerShape {
    if scene.command(at: view.pointer) != nil { return .hand }
    if view.question != nil || view.showsKeys { return .arrow }
    if case .unavailable = state.phase { return .arrow }
    switch layout.handle(at: view.pointer) {
    case .inside: return .move
    case .topLeft, .bottomRight: return .resizeDown
    case .topRight, .bottomLeft: return .resizeUp
    case nil: return .arrow
    }
  }

  /// The next moment at which time alone changes the picture: an outline hides, a toast goes, a motion goes on.
  private func nextTurn(after now: Duration) -> Duration? {
    let isMoving = progress(at: now) > 0 && progress(at: now) < 1
    return [state.nextChange(after: now), view.toast?.until, isMoving ? now + .milliseconds(16) : nil]
      .compactMap { $0 }.min()
  }
}

extension DecodedSymbol {
  /// The message as text; bytes that are none are spelled out.
  public var shownText: String { text ?? HarmlessText.escaped(bytes) }
}

extension VideoGravity {
  var next: VideoGravity {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  var word: String {
    switch self {
    case .resizeAspectFill: "Picture fills the window"
    case .resizeAspect: "Whole picture"
    case .resize: "Stretched picture"
    }
  }
}

extension ScreenEvent {
  fileprivate var isResize: Bool { if case .resized = self { true } else { false } }
}
