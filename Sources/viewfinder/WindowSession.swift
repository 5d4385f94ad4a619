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
  private let screen: SDLScreen
  private let output: MetadataOutput
  private let reports = Latest<DetectionReport>()
  private let cameras: V4L2Cameras
  private let sources: Sources
  private let speech = Speech(environment: ProcessInfo.processInfo.environment)
  /// What describing a result depends on.
  private let context: PayloadContext
  private let links = LinkOpener(environment: ProcessInfo.processInfo.environment)
  private let files = SavedFiles(environment: ProcessInfo.processInfo.environment, home: UserFolders.current.home)
  /// What came of what was begun, in sentences.
  private let outcomes = Latest<Outcome>()
  /// What came of asking aside for something to show.
  private let arrivals = Latest<Arrival>()
  /// How the desktop looks, whenever that changes.
  private let appearances = Latest<DesktopAppearance>()
  /// Paths that the desktop's dialog gave for the composer.
  private let paths = Latest<Result<String, Studio.PathTrouble>>()
  private let inspector: InspectorWork
  private let controlWork: ControlWork
  /// What can be set on the camera, as it told last.
  private let controls = Latest<[CameraControlState]>()
  private var sound: SDLSound?
  private let frameLimit: Int?
  private var keeper: SettingsKeeper
  /// The settings' file is another one.
  private let changes = Latest<Bool>()
  private let watch: (any DispatchSourceTimer)?
  private var loop: ScannerLoop
  /// In which language the window speaks.
  private let words: Words
  private var capture: CaptureSession
  /// Beside the first camera, where two were asked for.
  private var second: SecondPane?
  private var focus = PaneFocus()
  private var shown: ScannerLoop.Turn?
  private var studio: Studio
  /// What the picture's loop must hear of once it has the window again.
  private var missed: [ScreenEvent] = []
  private var shownCount = 0
  private let clock = CaptureClock.monotonic

  init(_ plan: WindowPlan) throws {
    let settings = plan.settings
    words = Translations.words(environment: ProcessInfo.processInfo.environment)
    var options = SDLScreen.Options(title: "Viewfinder")
    options.isFullScreen = plan.isFullScreen
    options.scale = settings.preview.scale ?? Self.desktopScale(ProcessInfo.processInfo.environment)
    screen = try SDLScreen(options)

    let wanted = settings.symbologies.symbologies(among: Catalog.available)
    output = MetadataOutput(
      detector: Detector(.camera(wanted)), availableSymbologies: Catalog.available)
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
    keeper = plan.keeper
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
    if let peer = plan.peer, let path = plan.source.path { inspector.ask(peer, of: path) }
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

  private static func session(
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

  /// What is shown in the parts of the window, and on them what tells the parts apart.
  private var panes: [SDLScreen.Pane] {
    func pane(_ rect: Rect<ScreenPixels>, _ turn: ScannerLoop.Turn?) -> SDLScreen.Pane {
      SDLScreen.Pane(
        rect: rect, frame: turn?.frame,
        placement: turn?.placement ?? Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0),
        drawing: turn?.drawing ?? Drawing())
    }
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: screen.size)
    guard let second else { return [pane(all, shown)] }
    let layout = PaneLayout(window: screen.size)
    var border = pane(all, nil)
    border.drawing = layout.drawing(focus: focus.part, scale: screen.scale)
    return zip(layout.parts, [shown, second.shown]).map(pane) + [border]
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
    if studio.isOpen { return try studioTurn(events) }
    let before = focus.part
    let routed = second == nil ? [missed + events] : focus.events(missed + events, PaneLayout(window: screen.size))
    let events = routed[0]
    missed = []
    if let outcome = outcomes.take() { tell(outcome) }
    if let states = controls.take() { loop.show(controls: states) }
    if let reading = inspector.peers.take() { loop.tell(reading) }
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

  /// What the second camera's part asks for.
  private func performBeside(_ effect: LoopEffect) -> Bool {
    guard let second, !second.perform(effect) else { return true }
    switch effect {
    case .deliver(let observation):
      remember(observation, from: second.name, second.loop.frame)
      if second.loop.settings.feedback.speaks { say(observation) }
      return true
    default: return perform(effect)
    }
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

  /// - Returns: false for a request to quit.
  private func perform(_ effect: LoopEffect) -> Bool {
    switch effect {
    case .deliver(let observation):
      remember(observation, from: sourceName, loop.frame)
      if loop.settings.feedback.speaks { say(observation) }
    case .playSound: sound?.play()
    case .copy(let text): report { try screen.copy(text) }
    case .open(let address): hand(address)
    case .save(let file, let opens): save(file, opens: opens)
    case .join(let network): join(network)
    case .toggleFullScreen: screen.isFullScreen.toggle()
    case .nextCamera: showNextCamera()
    case .camera(let request): controlWork.perform(request, isCamera: sources.current == .camera)
    case .paste: paste()
    case .openFile:
      ask { () throws(BusFailure) in
        try Portal().openFile()
      } otherwise: { _ in
        .pathWanted
      }
    case .pastePath: loop.type(intoPath: screen.clipboard)
    case .screenshot:
      let isX11 = screen.isX11
      ask { () throws(BusFailure) in
        try Portal().screenshot()
      } otherwise: {
        isX11 ? .screenWanted : .nothing("No picture of the screen: \($0); paste a screenshot with Ctrl V")
      }
    case .step(let count): step(count)
    case .showGenerator: open { studio.openComposer(at: clock.now()) }
    case .showHistory: open { studio.openHistory() }
    case .showSettings: open { studio.openSettings(loop.settings, words, loop.desktop) }
    case .startDemo: show(.demo)
    case .scan: break
    case .savePicture: savePicture()
    case .saveBundle: saveBundle()
    case .saveVideo: saveVideo()
    case .keep(let settings):
      studio.setPrivacy(HistoryPrivacy(settings.history))
      report { try keeper.keep(settings) }
    case .quit: return false
    }
    return true
  }

  /// What a person has confirmed.
  private func carryOut(_ action: PayloadAction) {
    switch action {
    case .open(let address, _): hand(address)
    case .save(let file): save(file, opens: false)
    case .join(let network): join(network)
    }
  }

  /// Aside: the desktop's dialog asks the person.
  private func choosePath(_ purpose: PathPrompt.Purpose, suggestion: String) {
    let words = words
    let title =
      switch purpose {
      case .save: words("Save the code as")
      case .logo: words("Picture in the middle of the code")
      case .sheet: words("Labels from a file of comma-separated values")
      }
    DispatchQueue.global(qos: .userInitiated).async { [paths, waker = screen.waker] in
      do throws(BusFailure) {
        let answer =
          switch purpose {
          case .save: try Portal().saveFile(title: title, suggestion: suggestion)
          case .logo: try Portal().openFile(title: title, kinds: ["image/*"])
          case .sheet: try Portal().openFile(title: title, kinds: ["text/csv", "text/plain"])
          }
        if case .path(let path) = answer { paths.put(.success(path)) }
      } catch {
        let isAbsent = error.isAbsent || error.name == nil
        paths.put(
          .failure(
            Studio.PathTrouble(
              sentence: isAbsent
                ? words("There is no desktop dialog here: type the path") : HarmlessText.escaped(error.description))))
      }
      waker.wake()
    }
  }

  /// What somebody else has changed in the file, and not the window itself.
  private func readSettingsAgain() {
    do throws(SettingsFileFailure) {
      guard let changed = try keeper.reread() else { return }
      takeOver(changed)
      StandardError.write("viewfinder: the settings were read again")
      tell(Outcome(sentence: "The settings were read again", isTrouble: false))
    } catch {
      tell(Outcome(sentence: "The settings were not taken over: \(error.path): \(error.reason)", isTrouble: true))
    }
  }

  /// Takes over what was changed on the settings' screen, and keeps it.
  private func apply(_ settings: Settings) {
    takeOver(settings)
    report { try keeper.keep(settings) }
  }

  /// As far as it does not wait for the next start.
  private func takeOver(_ settings: Settings) {
    let before = loop.settings
    loop.apply(settings, at: clock.now())
    studio.setPrivacy(HistoryPrivacy(settings.history))
    studio.setColors(loop.desktop.palette(settings))
    if !settings.feedback.isQuiet, sound == nil { sound = try? SDLSound() }
    output.regionRule = settings.regionRule
    report { try output.setSymbologies(settings.symbologies.symbologies(among: Catalog.available)) }
    if let device = settings.camera.device, device != before.camera.device {
      cameras.choose(device)
      if sources.current == .camera { capture.reopen() }
    }
  }

  /// The key that opens a screen also types its letter, which the screen shall not get.
  private func open(_ body: () -> Void) {
    body()
    while let event = screen.poll() { if case .text = event { break } else { missed.append(event) } }
    screen.waker.wake()
  }

  private func remember(_ observation: Observation, from source: String?, _ frame: Frame?) {
    studio.recorder.record(
      HistoryContent(read: observation.symbol, source: source, thumbnail: thumbnail(of: observation, in: frame)),
      at: Date())
  }

  private func say(_ observation: Observation) {
    let payload = PayloadDescription(of: observation.symbol, context)
    do throws(Speech.Failure) {
      try speech.say(
        Speech.words(payload, text: observation.symbol.shownText, kind: words(payload.title)))
    } catch {
      tell(Outcome(sentence: "\(error)", isTrouble: true))
    }
  }

  /// Where the user asked for it.
  private func thumbnail(of observation: Observation, in frame: Frame?) -> [UInt8]? {
    guard loop.settings.history.keepsThumbnails, let frame else { return nil }
    return HistoryThumbnail.image(of: frame, around: observation.bounds).flatMap { try? PNGExport.bytes($0) }
  }

  private var sourceName: String? {
    if case .running(let source) = capture.state { source.name } else { nil }
  }

  /// What came of something that a person asked for.
  private struct Outcome: Sendable {
    let sentence: String
    let isTrouble: Bool
  }

  /// To the desktop's program for it: an address, or a file's path.
  private func hand(_ address: String, said: String? = nil) {
    do throws(LinkOpener.Failure) {
      try links.open(address) { [outcomes, waker = screen.waker] failure in
        outcomes.put(Outcome(sentence: "\(failure)", isTrouble: true))
        waker.wake()
      }
      let isWeb = address.hasPrefix("http")
      tell(Outcome(sentence: said ?? (isWeb ? "Opened in the browser" : "Handed to the desktop"), isTrouble: false))
    } catch {
      tell(Outcome(sentence: "\(error)", isTrouble: true))
    }
    screen.waker.wake()
  }

  private func save(_ file: PayloadFile, opens: Bool) {
    do throws(SavedFiles.Failure) {
      let path = try files.save(file)
      let said = "Saved as \(HarmlessText.escaped(files.shown(path)))"
      if opens { hand(path, said: said) } else { tell(Outcome(sentence: said, isTrouble: false)) }
    } catch {
      tell(Outcome(sentence: "\(error)", isTrouble: true))
    }
    screen.waker.wake()
  }

  /// The frame as it is shown, without what lies on it.
  private func savePicture() {
    guard let frame = loop.frame, let bytes = InspectorWork.picture(of: frame) else { return }
    keep(bytes, named: "Viewfinder frame \(frame.sequence)", ending: "png")
  }

  /// The frames that the inspector keeps, with their own samples.
  private func saveVideo() {
    let frames = loop.keptFrames
    tell(Outcome(sentence: "Writing \(frames.count) frames…", isTrouble: false))
    inspector.record(frames) { [outcomes, files] bytes in
      guard let bytes, let first = frames.first else {
        return outcomes.put(Outcome(sentence: "Not saved: the frames are unlike each other", isTrouble: true))
      }
      outcomes.put(Self.kept(bytes, named: "Viewfinder frames \(first.sequence)", ending: "y4m", files))
    }
  }

  private func saveBundle() {
    guard let bundle = loop.bugBundle else { return }
    tell(Outcome(sentence: "Writing the bundle…", isTrouble: false))
    inspector.pack(bundle) { [outcomes, files] packed in
      switch packed {
      case .success(let bytes):
        outcomes.put(Self.kept(bytes, named: "Viewfinder bundle \(bundle.frame.sequence)", ending: "zip", files))
      case .failure(let failure): outcomes.put(Outcome(sentence: "No bundle: \(failure)", isTrouble: true))
      }
    }
  }

  private func keep(_ bytes: [UInt8], named name: String, ending: String) {
    tell(Self.kept(bytes, named: name, ending: ending, files))
    screen.waker.wake()
  }

  private nonisolated static func kept(
    _ bytes: [UInt8], named name: String, ending: String, _ files: SavedFiles
  ) -> Outcome {
    do throws(SavedFiles.Failure) {
      let path = try files.save(bytes, named: name, ending: ending)
      return Outcome(sentence: "Saved as \(HarmlessText.escaped(files.shown(path)))", isTrouble: false)
    } catch {
      return Outcome(sentence: "\(error)", isTrouble: true)
    }
  }

  /// Nil for cameras, and for streams, which are gone.
  private var sourcePath: String? {
    sources.current.path
  }

  /// Aside: the system asks the person, and the network takes its time.
  private func join(_ network: WiFiNetwork) {
    let name = HarmlessText.escaped(network.name)
    tell(Outcome(sentence: "Joining \(name)…", isTrouble: false))
    DispatchQueue.global(qos: .userInitiated).async { [outcomes, waker = screen.waker] in
      do throws(BusFailure) {
        try NetworkManager().join(network)
        outcomes.put(Outcome(sentence: "This machine is in \(name) now", isTrouble: false))
      } catch {
        outcomes.put(Outcome(sentence: error.description, isTrouble: true))
      }
      waker.wake()
    }
    screen.waker.wake()
  }

  private func tell(_ outcome: Outcome) {
    if outcome.isTrouble { StandardError.write("viewfinder: \(HarmlessText.escaped(outcome.sentence))") }
    loop.tell(outcome.sentence, isTrouble: outcome.isTrouble, at: clock.now())
  }

  /// What fails beside the picture is told, and the picture goes on.
  private func report(_ body: () throws -> Void) {
    do { try body() } catch { StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))") }
  }

  // MARK: Sources

  /// Round the cameras and what was shown beside them last.
  private func showNextCamera() {
    guard sources.current == .camera else { return show(.camera) }
    // After the last camera comes the other source, if there is one.
    if let other = sources.other, cameras.isLast { return show(other) }
    if cameras.chooseNext() != nil { capture.reopen() }
  }

  /// Plays a source and says what the window shows now.
  private func show(_ source: ChosenSource) {
    play(source)
    loop.begin(source.kind, at: clock.now())
    screen.title = source == .camera ? "Viewfinder" : "\(source.title) – Viewfinder"
    tell(Outcome(sentence: announcement(source), isTrouble: false))
    screen.waker.wake()
  }

  private func announcement(_ source: ChosenSource) -> String {
    switch source {
    case .camera:
      sources.other.map { "Showing the camera; N goes round to \($0.title)" } ?? "Showing the camera"
    case .pictures(let paths, let place) where paths.count > 1:
      "\(place + 1) of \(paths.count): \(source.title); Page ↓ shows the next, N the camera"
    default: "Showing \(source.title); N goes back to the camera"
    }
  }

  private func step(_ count: Int) {
    guard let next = sources.current.stepped(by: count) else { return }
    guard next != sources.current else {
      return tell(
        Outcome(sentence: count > 0 ? "This is the last picture" : "This is the first picture", isTrouble: false))
    }
    show(next)
  }

  /// Files and folders that a person named or dropped.
  private func openFiles(_ paths: [String]) {
    let home = UserFolders.current.home
    let named = paths.map { PicturePath($0.hasPrefix("~/") ? home + $0.dropFirst() : $0) }
    do throws(CaptureFailure) { show(try .opening(named)) } catch {
      tell(Outcome(sentence: "Not opened: \(HarmlessText.escaped(error.explanation))", isTrouble: true))
      screen.waker.wake()
    }
  }

  // MARK: What is asked for aside

  private enum Arrival: Sendable {
    case source(ChosenSource)
    case path(String)
    /// The desktop has no dialog for files.
    case pathWanted
    /// The desktop takes no picture of the screen: we do.
    case screenWanted
    case nothing(String)
  }

  private func take(_ arrival: Arrival) {
    screen.isHidden = false
    switch arrival {
    case .source(let source): show(source)
    case .path(let path): openFiles([path])
    case .pathWanted: loop.askForPath()
    case .screenWanted: takeScreen()
    case .nothing(let why): tell(Outcome(sentence: why, isTrouble: true))
    }
  }

  /// Aside: the program that has the picture may take its time.
  private func paste() {
    let clipboard = ClipboardPicture(environment: ProcessInfo.processInfo.environment)
    aside {
      do throws(ClipboardPicture.Failure) {
        switch try clipboard.content() {
        case .picture(let bytes): return .source(.picture(bytes, name: "the pasted picture"))
        case .file(let path): return .path(path)
        }
      } catch {
        return .nothing("\(error)")
      }
    }
  }

  /// Aside: the desktop asks the person.
  ///
  /// - Parameter otherwise: what is done where the desktop cannot, by its reason.
  private func ask(
    _ portal: @escaping @Sendable () throws(BusFailure) -> Portal.Answer,
    otherwise: @escaping @Sendable (String) -> Arrival
  ) {
    aside {
      do throws(BusFailure) {
        if case .path(let path) = try portal() { return .path(path) }
        return nil
      } catch {
        let isAbsent = error.isAbsent || error.name == nil
        return otherwise(isAbsent ? "there is no desktop portal here" : HarmlessText.escaped(error.description))
      }
    }
  }

  /// What other programs need to paint what lay below a window of ours: each hears of it by a message, and none answers.
  nonisolated private static let unveiling = 0.3

  /// The whole screen, of which a person then selects a part with the viewfinder.
  private func takeScreen() {
    screen.isHidden = true
    aside {
      Thread.sleep(forTimeInterval: Self.unveiling)
      do {
        return .source(.picture(try PNGExport.bytes(X11Picture.take()), name: "the screen as it was"))
      } catch {
        return .nothing("No picture of the screen: \(error); paste a screenshot with Ctrl V")
      }
    }
  }

  private func aside(_ work: @escaping @Sendable () -> Arrival?) {
    DispatchQueue.global(qos: .userInitiated).async { [arrivals, waker = screen.waker] in
      guard let arrival = work() else { return }
      arrivals.put(arrival)
      waker.wake()
    }
  }

  private func play(_ source: ChosenSource) {
    capture.stop()
    capture = Self.session(sources.opening(source), output, screen.waker)
    capture.start()
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
