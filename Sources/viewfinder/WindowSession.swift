import Barcodes
import Capture
import DesktopBus
import Dispatch
import DomainNames
import Foundation
import Geometry
import Imaging
import PictureFiles
import Presentation
import SDLScreen
import Scanner
import Translations
import V4L2Camera
import X11Screen

/// The window with all that stands behind it: source, detector, logic and screen, and the loop that turns them.
///
/// Three threads: the capture thread fills a slot and the detector's, the detector fills another slot, and both wake
/// this one, the main thread, which sleeps until there is something to show.
@MainActor final class WindowSession {
  let screen: SDLScreen
  let output: MetadataOutput
  let reports = Latest<DetectionReport>()
  let cameras: V4L2Cameras
  let sources: Sources
  let speech = Speech(environment: ProcessInfo.processInfo.environment)
  /// What describing a result depends on.
  let context: PayloadContext
  let links = LinkOpener(environment: ProcessInfo.processInfo.environment)
  let files = SavedFiles(environment: ProcessInfo.processInfo.environment, home: UserFolders.current.home)
  /// What came of what was begun, in sentences.
  let outcomes = Latest<Outcome>()
  /// What came of asking aside for something to show.
  let arrivals = Latest<Arrival>()
  /// How the desktop looks, whenever that changes.
  let appearances = Latest<DesktopAppearance>()
  /// Paths that the desktop's dialog gave for the composer.
  let paths = Latest<Result<String, Studio.PathTrouble>>()
  let inspector: InspectorWork
  /// Another reader, whose word stands beside ours.
  let peer: BenchPeer?
  let controlWork: ControlWork
  /// What can be set on the camera, as it told last.
  let controls = Latest<[CameraControlState]>()
  var sound: SDLSound?
  let frameLimit: Int?
  var keeper: SettingsKeeper
  /// The settings' file is another one.
  let changes = Latest<Bool>()
  let watch: (any DispatchSourceTimer)?
  var loop: ScannerLoop
  /// In which language the window speaks.
  let words: Words
  var capture: CaptureSession
  /// Beside the first camera, where two were asked for.
  var second: SecondPane?
  var focus = PaneFocus()
  var shown: ScannerLoop.Turn?
  var studio: Studio
  /// What the picture's loop must hear of once it has the window again.
  var missed: [ScreenEvent] = []
  var shownCount = 0
  let clock = CaptureClock.monotonic

  init(_ plan: WindowPlan) throws {
    let settings = plan.settings
    words = Translations.words(environment: ProcessInfo.processInfo.environment)
    var options = SDLScreen.Options(title: "Viewfinder")
    options.isFullScreen = plan.isFullScreen
    options.scale = settings.preview.scale ?? Self.desktopScale(ProcessInfo.processInfo.environment)
    screen = try SDLScreen(options)

    let wanted = settings.symbologies.symbologies(among: Catalog.available)
    output = MetadataOutput(
      detector: SteadyPictureDetector(Detector(.camera(wanted))), availableSymbologies: Catalog.available)
    try output.setSymbologies(wanted)
    output.regionRule = settings.regionRule

    // A machine that cannot play goes without.
    sound = settings.feedback.isQuiet ? nil : try? SDLSound()
    cameras = V4L2Cameras(
      settings.camera, prepare: CameraMemory.preparing(ProcessInfo.processInfo.environment))
    sources = Sources(format: plan.format, cameras: cameras)
    controlWork = ControlWork(cameras, environment: ProcessInfo.processInfo.environment) {
      [controls, waker = screen.waker] in
      controls.put($0)
      waker.wake()
    } onFailure: { [outcomes, waker = screen.waker] in
      outcomes.put(Outcome(sentence: $0, isTrouble: true))
      waker.wake()
    }
    inspector = InspectorWork { [waker = screen.waker] in waker.wake() }
    (keeper, peer) = (plan.keeper, plan.peer)
    let (changes, waker) = (changes, screen.waker)
    watch = plan.keeper.file.map { file in
      SettingsWatch(file.path).start {
        changes.put(true)
        waker.wake()
      }
    }
    frameLimit = plan.frameLimit
    context = PayloadContext(
      hostNames: IDN2HostNames(), year: Calendar(identifier: .gregorian).component(.year, from: Date()))
    studio = Studio(settings, words: words, context: context, loader: WalledPictureLoader.ofThisProgram()) {
      [waker = screen.waker] in waker.wake()
    }
    let parts = plan.secondDevice == nil ? [] : PaneLayout(window: screen.size).parts
    loop = ScannerLoop(
      settings: settings, window: parts.first?.size ?? screen.size, scale: screen.scale, region: plan.region,
      context: context, words: words)
    if plan.source.kind == .still { loop.begin(.still, region: plan.region, at: clock.now()) }
    if plan.isFirstStart { loop.welcome() }
    if plan.opensInspector { loop.openInspector() }
    capture = Self.session(sources.opening(plan.source), output, screen.waker)
    if let device = plan.secondDevice {
      second = try SecondPane(
        settings, device: device, size: parts[1].size, scale: screen.scale, context, words, waker: screen.waker
      ) { [outcomes, waker = screen.waker] in
        outcomes.put(Outcome(sentence: $0, isTrouble: true))
        waker.wake()
      }
    }
    output.deliver(to: reports) { [waker = screen.waker] in waker.wake() }
    screen.title = title(of: plan.source)
    askPeer()
    followDesktop()
  }

  /// On a thread of its own, which waits for changes for as long as the program lives. A desktop without a portal has no say.
  private func followDesktop() {
    Thread.detachNewThread { [appearances, waker = screen.waker] in
      try? Portal().watchAppearance { appearance in
        appearances.put(appearance)
        waker.wake()
        return true
      }
    }
  }

  /// Pixels per point as an X desktop tells them; nil where the display tells by itself, as under Wayland.
  private static func desktopScale(_ environment: [String: String]) -> Double? {
    guard environment["WAYLAND_DISPLAY"] == nil || environment["SDL_VIDEODRIVER"] == "x11" else { return nil }
    guard environment["DISPLAY"] != nil, (environment["SDL_VIDEODRIVER"] ?? "x11") == "x11" else { return nil }
    // GTK's whole factor, which desktops set beside the other where they double everything.
    if let factor = environment["GDK_SCALE"].flatMap(Double.init), (1...4).contains(factor) { return factor }
    return X11Resources.scale(display: environment["DISPLAY"])
  }

  static func session(
    _ open: @escaping OpenFrameSource, _ output: MetadataOutput, _ waker: ScreenWaker
  ) -> CaptureSession {
    CaptureSession(onFrame: { output.submit($0) }, wake: { waker.wake() }, open: open)
  }

  /// Runs until a person closes the window or the frames that were asked for are shown.
  ///
  /// - Returns: why there were none, where frames were asked for.
  func run() throws -> CaptureFailure? {
    capture.start()
    second?.start()
    defer {
      watch?.cancel()
      capture.stop()
      second?.stop()
      output.finish()
    }
    var isOpen = true
    while isOpen {
      isOpen = try turn(events: screen.events(timeout: timeToNextTurn), frame: capture.frames.take())
      if let ending = try endOfFrames() { return ending.failure }
    }
    return nil
  }

  /// What the window shows.
  func picture() throws -> RGBAImage {
    try screen.screenshot(panes)
  }

  // MARK: A turn

  /// Sleeps for good where time alone changes nothing: frames, reports and people wake us.
  private var timeToNextTurn: Duration {
    // A screen was left: nothing else need happen for the picture to return.
    if !studio.isOpen, !missed.isEmpty { return .zero }
    if studio.isOpen { return studio.nextTurn.map { max(.zero, $0 - clock.now()) } ?? .seconds(60) }
    guard let shown else { return .zero }
    let next = [shown.nextTurn, second?.shown?.nextTurn].compactMap(\.self).min()
    return next.map { max(.zero, $0 - clock.now()) } ?? .seconds(60)
  }

  /// - Returns: false once the window is to close.
  private func turn(events: [ScreenEvent], frame: Frame?) throws -> Bool {
    if frame != nil { shownCount += 1 }
    if let desktop = appearances.take() {
      loop.desktop = desktop
      second?.setDesktop(desktop)
      studio.setColors(desktop.palette(loop.settings))
    }
    if changes.take() != nil { readSettingsAgain() }
    if let outcome = outcomes.take() { tell(outcome) }
    if studio.isOpen { return try studioTurn(events) }
    let before = focus.part
    let routed = second == nil ? [missed + events] : focus.events(missed + events, PaneLayout(window: screen.size))
    let events = routed[0]
    missed = []
    if let states = controls.take() { loop.show(controls: states) }
    if let answer = inspector.peers.take(), answer.path == sourcePath { loop.tell(answer.reading) }
    if let arrival = arrivals.take() { take(arrival) }
    var input = ScannerLoop.Input(
      events: events, frame: frame, report: reports.take(), capture: capture.state, counts: capture.counts,
      now: clock.now())
    input.outcome = inspector.outcomes.take()
    input.answer = inspector.answers.take()
    input.sourcePath = sourcePath
    let turn = loop.turn(input, measuring: screen.text)
    if let region = turn.rectOfInterest { output.rectOfInterest = region }
    output.keepsInsight = turn.wantsInsight
    output.weighsEachFrame = turn.isPaused
    if let frame = turn.frameToSearch { output.submit(frame) }
    if let trial = turn.trial { inspector.run(trial) }
    if let probe = turn.probe { inspector.run(probe) }
    capture.isHeld = turn.isPaused
    shown = turn
    let beside = second?.turn(routed[1], at: input.now, measuring: screen.text)
    if turn.needsDrawing || beside?.needsDrawing == true || focus.part != before { try screen.present(panes) }
    screen.pointerShape = (focus.part == 0 ? nil : beside?.pointer) ?? turn.pointer
    // What was dropped together is opened together.
    let dropped = turn.effects.compactMap { if case .scan(let path) = $0 { path } else { nil } }
    if !dropped.isEmpty { openFiles(dropped) }
    let isOpen = turn.effects.reduce(true) { isOpen, effect in perform(effect) && isOpen }
    return (beside?.effects ?? []).reduce(isOpen) { isOpen, effect in performBeside(effect) && isOpen }
  }

  /// A turn of the composer or the history, while the picture waits.
  private func studioTurn(_ events: [ScreenEvent]) throws -> Bool {
    if let answer = paths.take() { studio.answer(path: answer, at: clock.now()) }
    missed += events.filter { if case .resized = $0 { true } else { false } }
    screen.pointerShape = .arrow
    var isOpen = true
    var rest = events[...]
    repeat {
      // What is pressed may end the screen; what comes after that is for the next one.
      let end = rest.firstIndex(where: \.isPress).map { $0 + 1 } ?? rest.endIndex
      isOpen = try studio.turn(events: Array(rest[..<end]), at: clock.now(), on: screen) && isOpen
      rest = rest[end...]
    } while studio.isOpen && !rest.isEmpty
    missed += rest
    if let changed = studio.takeChangedSettings() { apply(changed) }
    if let action = studio.takeAction() { carryOut(action) }
    if let wanted = studio.takeWantedPath() { choosePath(wanted.purpose, suggestion: wanted.suggestion) }
    capture.isHeld = studio.isOpen || loop.state.phase == .paused
    second?.hold(studio.isOpen)
    if !studio.isOpen { missed.append(.exposed) }
    return isOpen
  }

  // MARK: Automation

  private struct Ending {
    let failure: CaptureFailure?
  }

  /// Nil as long as there is more to show.
  private func endOfFrames() throws -> Ending? {
    guard let frameLimit else { return nil }
    let state = capture.state
    if let failure = state.failure, shownCount == 0 {
      _ = try turn(events: [], frame: nil)
      return Ending(failure: failure)
    }
    guard shownCount >= frameLimit || state.isFinal else { return nil }
    try settle()
    return Ending(failure: nil)
  }

  /// Shows the last frame with its own report, so that what is left on screen belongs together.
  private func settle() throws {
    capture.stop()
    let last = capture.frames.take()
    let sequence = (last ?? shown?.frame)?.sequence
    var isOpen = try turn(events: [], frame: last)
    let deadline = clock.now() + .seconds(2)
    while isOpen, loop.reportedSequence != sequence, clock.now() < deadline {
      isOpen = try turn(events: screen.events(timeout: .milliseconds(20)), frame: nil)
    }
  }
}

extension ScreenEvent {
  /// A key or button that goes down.
  fileprivate var isPress: Bool {
    switch self {
    case .key, .pointer(.pressed, _): true
    default: false
    }
  }
}
