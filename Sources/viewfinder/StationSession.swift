import Barcodes
import Capture
import Dispatch
import Foundation
import Geometry
import Imaging
import MessageCodes
import PictureFiles
import Presentation
import SDLScreen
import Scanner
import ServiceManager
import Station
import Synchronization
import V4L2Camera

/// A station's window with all that stands behind it. A person gets out of it by the PIN alone, the system by SIGTERM.
@MainActor final class StationSession {
  private let screen: SDLScreen
  private let cameras: [WatchedCamera]
  private let reader: StationReader
  private let deliveries: Deliveries
  private let signals: StationSignals
  private let plan: StationPlan
  private let tones: SDLTones?
  private let care: StationCare
  private let log: StationLog?
  private var state: StationState
  private var picture: Bitmap?
  private var scene = StationScene()
  private var drawn: (scene: StationScene, size: Size<ScreenPixels>)?
  /// The newest picture of each camera, while they are shown.
  private var frames: [Int: Frame] = [:]
  private let clock = CaptureClock.monotonic
  /// From the report of a code to its verdict on screen, the newest last.
  private(set) var acknowledgements: [Duration] = []
  /// Of each the time until it was on the disk.
  private(set) var commits: [Duration] = []
  private static let acknowledgementLimit = 10_000

  init(_ plan: StationPlan) throws {
    self.plan = plan
    signals = StationSignals(settings: plan.path.isEmpty ? nil : plan.path)
    log = plan.isLogged ? StationLog(environment: plan.environment) : nil
    let station = plan.station
    var options = SDLScreen.Options(title: "Viewfinder")
    options.isFullScreen = plan.isFullScreen
    options.isKiosk = true
    options.scale = station.settings.preview.scale
    let screen = try SDLScreen(options)
    self.screen = screen
    let waker = screen.waker
    tones = station.screen.isQuiet ? nil : try? SDLTones()

    var policy = station.settings.scanning
    policy.mode = .continuous
    policy.asksAmongSeveral = false
    let opens = [plan.open] + (plan.openSecond.map { [$0] } ?? [])
    let reader = StationReader(opens.map { _ in ScannerState(policy: policy, agreement: .standard) }) { waker.wake() }
    self.reader = reader
    let deliveries = Deliveries(station, environment: plan.environment, home: NSHomeDirectory()) {
      reader.answered($0, $1)
    }
    self.deliveries = deliveries

    let service = ServiceManager(
      environment: plan.environment, process: ProcessInfo.processInfo.processIdentifier)
    let care = StationCare(deliveries, service: service, environment: plan.environment)
    self.care = care
    let wanted = station.settings.symbologies.symbologies(among: Catalog.available)
    cameras = try zip(opens, station.viewfinders).enumerated().map { number, camera in
      let (open, viewfinder) = camera
      let configuration = DetectionConfiguration(
        symbologies: wanted, rectOfInterest: viewfinder, rule: station.settings.regionRule)
      return try WatchedCamera(configuration, open: open, wake: { waker.wake() }) { report, name in
        reader.take(report, of: number, named: name, deliveries, at: CaptureClock.monotonic.now())
        care.noteReport(camera: number)
      }
    }
    signals.onNews { waker.wake() }
    state = StationState(station.screen)
    picture = Self.picture(station.screen.picture)
    try prepare()
  }

  /// The first verdict shall be as quick as the others.
  private func prepare() throws {
    for kind in StationVerdict.Kind.allCases {
      var state = StationState(plan.station.screen)
      state.show(StationVerdict(kind, text: "0123456789"), scan: nil, code: nil, at: .zero)
      let scene = StationScreen(window: screen.size, scale: screen.scale)
        .scene(of: state, at: .zero, measuring: screen.text)
      try screen.prepare(scene.drawing)
    }
  }

  /// Runs until somebody leaves by the PIN, or the system asks for the end.
  func run() throws {
    for camera in cameras { camera.session.start() }
    let timers = care.start(cameras)
    defer {
      for timer in timers { timer.cancel() }
      care.stop()
      for camera in cameras { camera.stop() }
      deliveries.stop()
    }
    let end = plan.timeLimit.map { clock.now() + $0 }
    while !signals.isEnded {
      let now = clock.now()
      let change = drawn == nil ? .zero : state.nextChange(after: now).map { max(.zero, $0 - now) } ?? .seconds(60)
      let timeout = end.map { min(change, max(.zero, $0 - now)) } ?? change
      guard try turn(screen.events(timeout: timeout)) else { return }
      if let limit = plan.scanLimit, acknowledgements.count >= limit { return }
      if let end, clock.now() >= end { return }
      if let limit = plan.frameLimit, reader.reports >= limit {
        _ = try turn([])
        return
      }
    }
  }

  /// What the window shows.
  func shown() throws -> RGBAImage {
    try screen.screenshot(panes)
  }

  /// - Returns: false once somebody is to leave.
  private func turn(_ events: [ScreenEvent]) throws -> Bool {
    if signals.takeReload() { reload() }
    let now = clock.now()
    var shown: [(verdict: StationVerdict.Kind, key: ScanKey?, scanned: StationReader.Scanned)] = []
    var sound: StationVerdict.Kind?
    for news in reader.takeNews() {
      switch news {
      case .verdict(let verdict, let key, let code, let scanned):
        state.show(verdict, scan: key, code: code, at: now)
        sound = verdict.kind
        shown.append((verdict.kind, key, scanned))
      case .answered(let key, let answer):
        if state.answered(key, answer, at: now) {
          if case .refused = answer { sound = .refused } else { sound = .accepted }
        }
      case .saw(let codes): state.saw(codes, at: now)
      }
    }
    // One of two cameras that runs is enough to go on.
    let failures = cameras.map { $0.session.state.failure.map { HarmlessText.escaped("\($0)") } }
    state.trouble = failures.contains(nil) ? nil : failures[0]
    state.warning = failures.compactMap(\.self).first
    state.profile = deliveries.profile(at: Date()).map { HarmlessText.escaped($0) }
    for event in events {
      for effect in state.take(event, scene, at: now) where !perform(effect, at: now) { return false }
    }
    state.timePassed(at: now)
    try draw(at: now, isDamaged: events.contains(.exposed))
    for news in shown { note(news.verdict, news.key, news.scanned) }
    if let sound { play(sound) }
    return true
  }

  private func draw(at now: Duration, isDamaged: Bool) throws {
    let hasNews = takeFrames()
    scene = StationScreen(window: screen.size, scale: screen.scale, picture: picture, pictures: pictures)
      .scene(of: state, at: now, measuring: screen.text)
    let isSame = drawn.map { $0.scene == scene && $0.size == screen.size } ?? false
    guard isDamaged || !isSame || hasNews && !scene.pictures.isEmpty else { return }
    try screen.present(panes)
    drawn = (scene, screen.size)
  }

  /// - Returns: whether a camera that is shown has another picture.
  private func takeFrames() -> Bool {
    guard state.settings.showsCameras else { return false }
    var hasNews = false
    for (number, camera) in cameras.enumerated() {
      guard let frame = camera.session.frames.take() else { continue }
      frames[number] = frame
      hasNews = true
    }
    return hasNews
  }

  /// What each camera that has delivered a picture sees.
  private var pictures: [StationPicture] {
    guard state.settings.showsCameras else { return [] }
    return cameras.indices.compactMap { number in
      frames[number].map {
        StationPicture(size: $0.size, viewfinder: cameras[number].output.rectOfInterest)
      }
    }
  }

  /// The scene, and on it the cameras' pictures.
  private var panes: [SDLScreen.Pane] {
    let whole = SDLScreen.Pane(
      rect: Rect(origin: Point(0, 0), size: screen.size), frame: nil,
      placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: scene.drawing)
    let shown = cameras.indices.compactMap { frames[$0] }
    return [whole]
      + zip(scene.pictures, shown).map { place, frame in
        SDLScreen.Pane(rect: place.rect, frame: frame, placement: place.mapping, drawing: place.drawing)
      }
  }

  private func note(_ verdict: StationVerdict.Kind, _ key: ScanKey?, _ scanned: StationReader.Scanned) {
    let times = scanned.times
    let time = ContinuousClock.now - times.read
    if let failure = scanned.failure {
      log?.notStored(failure, symbology: scanned.symbology, after: time)
    } else {
      // What waits for an answer is stored.
      let outcome = key == nil ? "\(verdict)" : "accepted"
      log?.shown(outcome, key, symbology: scanned.symbology, after: time, payload: scanned.payload)
    }
    acknowledgements.append(time)
    commits.append(times.stored - times.read)
    if acknowledgements.count > Self.acknowledgementLimit {
      acknowledgements.removeFirst(Self.acknowledgementLimit / 2)
      commits.removeFirst(Self.acknowledgementLimit / 2)
    }
    care.noteAcknowledgement(time)
  }

  /// - Returns: false for the way out.
  private func perform(_ effect: StationState.Effect, at now: Duration) -> Bool {
    switch effect {
    case .leave: return false
    case .tryPIN(let pin):
      let isRight = state.settings.pin?.isRight(pin) { MessageAuthentication.key(password: $0, salt: $1, rounds: $2) }
      return state.pinWas(right: isRight ?? false, at: clock.now()).allSatisfy { perform($0, at: now) }
    case .chooseProfile(let digit):
      guard let name = deliveries.chooseProfile(key: digit, at: Date()) else { return true }
      state.show(
        StationVerdict(.accepted, title: "Profile", words: HarmlessText.escaped(name)), scan: nil, code: nil, at: now)
      return true
    }
  }

  private func play(_ kind: StationVerdict.Kind) {
    tones?.play(VerdictSound(kind).samples(rate: SDLTones.rate))
  }

  /// The file may have been changed for the worse: then all stays as it is.
  private func reload() {
    guard let station = StationReload.read(plan.path) else { return }
    deliveries.reload(station)
    // Controls are set when the camera is opened.
    if plan.controls?.change(to: station.controls) == true { cameras[0].session.reopen() }
    // Whether there is a second camera is decided at the start.
    for (camera, viewfinder) in zip(cameras, station.viewfinders) { camera.output.rectOfInterest = viewfinder }
    state.reload(station.screen)
    picture = Self.picture(station.screen.picture)
  }

  /// A picture that cannot be read is told of, and the prompt stands alone.
  private static func picture(_ path: String?) -> Bitmap? {
    guard let path else { return nil }
    do throws(PictureFailure) {
      let frame = try WalledPictureLoader.ofThisProgram().frame(path: path)
      return Bitmap(width: frame.width, height: frame.height, pixels: frame.rgba.pixels)
    } catch {
      StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
      return nil
    }
  }
}

/// What a station's window is to do.
struct StationPlan {
  let station: StationSettings
  /// Its file, which is read again on SIGHUP and when it changes.
  let path: String
  let environment: [String: String]
  let open: OpenFrameSource
  /// The second camera, where the settings name one.
  var openSecond: OpenFrameSource?
  /// What the camera is set to when it is opened; nil for what is no camera.
  var controls: WantedControls?
  var isFullScreen = true
  /// Tells of each verdict on standard error or in the journal.
  var isLogged = true
  /// Ends after so many frames were looked at, for automation.
  var frameLimit: Int?
  /// Ends after so many verdicts were shown, for automation.
  var scanLimit: Int?
  /// Ends after so long, for automation.
  var timeLimit: Duration?
}
