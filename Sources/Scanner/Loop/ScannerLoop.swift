import Barcodes
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
    /// What came of the last trial of another way of searching.
    public var outcome: WhatIf.Outcome?
    /// What came of the last probe.
    public var answer: WhatIf.Answer?
    /// Where the file lies that is shown; nil for a camera.
    public var sourcePath: String?

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
    /// True if the next reports should tell stages and evidence, for the inspector.
    public let wantsInsight: Bool
    /// True while newer frames would not be shown, so that none need be made.
    public let isPaused: Bool
    /// The frame that stands still, where the inspector lacks what it is to tell of it: to be searched once more.
    public let frameToSearch: Frame?
    /// A frame to be searched another way, aside.
    public let trial: Trial?
    /// One to be searched for more than is asked for, aside.
    public let probe: WhatIf.Probe?
    public let pointer: PointerShape
    /// In order.
    public let effects: [LoopEffect]
    /// When the next turn is due although nothing happens, by the clock of `Input.now`; nil is never.
    public let nextTurn: Duration?
  }

  public internal(set) var settings: Settings
  /// Counts where the settings say nothing.
  public var desktop = DesktopAppearance()
  /// What describing a result depends on.
  let context: PayloadContext
  /// In which language it is said.
  let words: Words
  public internal(set) var state: ScannerState
  /// All of the window; the layout's is what is left for the picture.
  var window: (size: Size<ScreenPixels>, scale: Double)
  var layout: ViewfinderLayout
  /// What the list held when it was closed.
  var closedList = ScanList()
  var view = ViewState()
  /// The frame that is shown.
  public internal(set) var frame: Frame?
  var report: DetectionReport?
  var scene = Scene()
  var shownRate = Rate()
  var searchedRate = Rate()
  /// A region from the command line, until a person moves the viewfinder: it stays on its part of the picture, however
  /// the picture lies in the window.
  var wantedRegion: Rect<Normalized>?
  var drawnLayer: DrawnLayer?
  var told: Told?
  var triedLast: TrialKey?
  /// What another program reads in the picture, whether or not the inspector is open.
  var peer: PeerReading?
  /// Where the file lies that is shown; nil for a camera.
  private(set) var sourcePath: String?
  /// What was last asked to be searched once more.
  private var searchedAgain: (sequence: Int, region: Rect<Normalized>)?

  enum SourceChange {
    case awaitsFrame
    case awaitsReport
  }

  /// How far a picture has come that was dropped on the window.
  enum Drop {
    /// It is being opened.
    case opens
    /// It is shown, and its first report is to tell whether it is read.
    case isShown
  }

  /// What a person did to the view, and what the view told.
  struct ViewState {
    var zoom = 1.0
    /// Nil while it is closed.
    var inspector: InspectorState?
    var showsKeys = false
    var scroll = 0
    var showsSecrets = false
    /// The first steps, until a person has read a code or asked for anything.
    var welcomes = false
    var question: PayloadDescription?
    /// The list beside the picture, while it is open.
    var listing: ListView?
    /// The camera's controls, while they are shown.
    var camera: CameraPanel?
    /// The chosen one of all fields, counted from 0; nil where they are not shown.
    var field: Int?
    var toast: (word: String, until: Duration)?
    /// How far another source has come, until its first report.
    var change: SourceChange?
    var drop: Drop?
    /// The path of a file to open, while it is typed.
    var path: String?
    /// How a still lies in the window; nil while the picture is a camera's.
    var stillGravity: VideoGravity?
    /// How often the still was searched where it is selected now.
    var stillSearches = 0
    /// The last of these searches found a code there.
    var stillHasCode = false
    var pointer = Point<ScreenPixels>(-1, -1)
    /// What the result's card is docked beside.
    var subject: Quadrilateral<FramePixels>?
    var retreat = PictureRetreat()
    var drawn: (drawing: Drawing, placement: Mapping<FramePixels, ScreenPixels>, ground: DrawnLayer.Key?)?
  }

  /// - Parameter region: where the viewfinder is to be, as a region of the frame; nil leaves it to the settings.
  public init(
    settings: Settings, window: Size<ScreenPixels>, scale: Double, region: Rect<Normalized>? = nil,
    agreement: SightingAgreement = .standard, context: PayloadContext = .plain, words: Words = .english
  ) {
    self.settings = settings
    self.context = context
    self.words = words
    self.window = (window, scale)
    self.state = ScannerState(policy: settings.scanning, agreement: agreement)
    self.layout = ViewfinderLayout(window: window, scale: scale, placement: settings.preview.viewfinder)
    self.wantedRegion = region
  }

  /// One turn.
  public mutating func turn(_ input: Input, measuring: some TextMeasuring) -> Turn {
    var effects: [LoopEffect] = []
    var isDamaged = false
    sourcePath = input.sourcePath ?? sourcePath
    if let outcome = input.outcome { take(outcome) }
    view.inspector?.latency?.pass(to: input.now)
    if let answer = input.answer { view.inspector?.answer = (answer, input.now) }
    take(input.capture, at: input.now)
    isDamaged = take(input.frame, input.capture, at: input.now)
    effects += sweepCamera(input.frame, at: input.now)
    if let report = input.report { effects += take(report, at: input.now, isDamaged: &isDamaged) }
    for event in input.events {
      isDamaged = isDamaged || event == .exposed || event.isResize
      effects += take(event, at: input.now)
    }
    placePicture()
    placeWantedRegion()
    perform(.timePassed, at: input.now, into: &effects)
    if let toast = view.toast, toast.until <= input.now { view.toast = nil }

    drawLayer()
    tellPanel(input)
    retreatPicture(input, measuring)
    scene = Overlay.scene(of: model(input), measuring: measuring)
    let origin = pictureOrigin
    let toWindow = Mapping<ScreenPixels, ScreenPixels>(scaleX: 1, scaleY: 1, shiftX: origin.x, shiftY: origin.y)
    let placement =
      layer.map { $0.toScreen.then(toWindow) } ?? Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)
    let isSame =
      view.drawn.map { $0.drawing == scene.drawing && $0.placement == placement && $0.ground == drawnLayer?.key }
      ?? false
    view.drawn = (scene.drawing, placement, drawnLayer?.key)
    return Turn(
      frame: drawnLayer?.ground ?? frame, placement: placement, drawing: scene.drawing,
      needsDrawing: isDamaged || !isSame,
      rectOfInterest: isTimingLatency ? .full : rectOfInterest, wantsInsight: view.inspector != nil,
      isPaused: state.phase == .paused,
      frameToSearch: takeFrameToSearch(input.capture), trial: takeTrial(),
      probe: takeProbe(at: input.now), pointer: pointerShape, effects: effects, nextTurn: nextTurn(after: input.now))
  }

  /// Each frame and region once, where no other frame comes that would tell.
  private mutating func takeFrameToSearch(_ capture: CaptureState) -> Frame? {
    let standsStill = state.phase == .paused || capture == .ended
    guard standsStill, view.inspector != nil, let frame, let region = rectOfInterest else {
      searchedAgain = nil
      return nil
    }
    if let report, report.sequence == frame.sequence, report.insight != nil, report.region.normalized == region {
      return nil
    }
    if let searchedAgain, searchedAgain == (frame.sequence, region) { return nil }
    searchedAgain = (frame.sequence, region)
    return frame
  }

  /// Where the wanted region lies on screen now, as far as it can be seen.
  mutating func placeWantedRegion() {
    guard let wantedRegion, let layer else { return }
    let seen = layout.retreat.inverse(layer.layerRect(fromMetadataOutputRect: wantedRegion))
    layout.place(seen.intersection(Rect(origin: Point(0, 0), size: layout.window)) ?? seen)
  }

  /// Nil while there is no picture.
  var layer: PreviewLayer? {
    frame.map {
      PreviewLayer(
        frameSize: $0.size, size: layout.window,
        // Beside the inspector the whole picture is seen.
        videoGravity: inspectorPlace == nil ? view.stillGravity ?? settings.preview.gravity : .resizeAspect,
        isMirrored: settings.preview.isMirrored && view.stillGravity == nil, zoom: view.zoom, retreat: layout.retreat)
    }
  }

  /// Shows the first steps, until a person has read a code or gone on; then they are never shown again, since what is kept
  /// tells that this is not the first time.
  public mutating func welcome() { view.welcomes = true }

  mutating func endWelcome() -> [LoopEffect] {
    guard view.welcomes else { return [] }
    view.welcomes = false
    return [.keep(settings)]
  }

  /// Gives the picture what the inspector or the list leaves of the window.
  mutating func placePicture() {
    let size = (inspectorPlace?.picture ?? pictureBesideList)?.size ?? window.size
    guard layout.window != size || layout.scale != window.scale else { return }
    layout.resize(window: size, scale: window.scale)
  }

  /// The frame that the newest report is of.
  public var reportedSequence: Int? { report?.sequence }

  var rectOfInterest: Rect<Normalized>? { layer?.metadataOutputRect(fromLayerRect: layout.rect) }
}
