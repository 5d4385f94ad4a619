import ArgumentParser
import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import PictureFiles
import Scanner
import ServiceManager
import Station
import Synchronization
import V4L2Camera

/// A camera without a window: a line a result.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Read codes from a camera without a window.",
    discussion: """
      Results go to standard output as they come; what happens to the camera goes to standard error, a line each, and \
      says what to do. A camera that goes is looked for and comes back by itself.

      Exit status: 0 read something, 1 found nothing, 3 there is no camera or file to read from, unless it waits.
      """)

  @OptionGroup var source: SourceOptions
  @OptionGroup var scanning: ScanningOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Stop after the first result.")
  var once = false

  @Flag(help: "Wait for a camera that is not there yet, as a station does that starts before its camera.")
  var wait = false

  @Option(help: ArgumentHelp("Stop after this time.", valueName: "seconds"))
  var timeout: Double?

  @Option(
    name: .customLong("settings"),
    help: ArgumentHelp(
      "A station's settings (TOML): each result is stored in the outbox and delivered to the outputs that it names, instead "
        + "of standard output.", valueName: "file"))
  var stationFile: String?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout < 1e9) { throw ValidationError("--timeout: the time must be positive") }
    if once, scanning.mode != nil { throw ValidationError("--once is a mode of its own") }
  }

  func run() throws {
    let station = try stationFile.map { try StationFile.settings($0) }
    if let station, station.outputs.isEmpty { throw ValidationError("--settings: the file names no [[output]]") }
    var settings = station?.settings ?? Settings()
    // Without a person to ask for the next one, every appearance of a code is a result.
    settings.scanning.mode = once ? .once : .continuous
    settings.scanning.asksAmongSeveral = false
    try scanning.apply(to: &settings)
    settings.camera = CaptureOptions(
      device: source.device ?? settings.camera.device, requested: source.format ?? settings.camera.requested)

    let endings = Endings()
    // A camera sees a code many times, a folder of pictures perhaps once.
    let scanner = ScannerState(
      policy: settings.scanning, agreement: source.source == nil ? .standard : SightingAgreement())
    // A code that two cameras see is two results, as of who goes in and out.
    let second =
      source.secondDevice.map {
        StationCamera(options: CaptureOptions(device: $0, requested: settings.camera.requested))
      } ?? station?.secondCamera
    let scanners = [scanner] + (second.map { _ in [scanner] } ?? [])
    let deliveries = station.map {
      Deliveries($0, environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
    }
    defer { deliveries?.stop() }
    let writer = ResultWriter(scanners, output.format.output(namesSources: false), deliveries, endings)
    let configuration = DetectionConfiguration(
      symbologies: settings.symbologies.symbologies(among: Catalog.available),
      rectOfInterest: try scanning.region() ?? station?.viewfinder ?? .full, rule: settings.regionRule)
    let signals = endings.signals()
    defer { for signal in signals { signal.cancel() } }
    let reloads = deliveries.flatMap { deliveries in stationFile.map { StationReload.whenAsked(deliveries, $0) } }
    defer { for reload in reloads ?? [] { reload.cancel() } }

    let deadline = timeout.map { DispatchTime.now() + $0 }
    if let path = source.source {
      play(path, configuration, writer, endings)
      throw endings.wait(until: deadline).status(writer)
    }
    var feeds = [LiveWatch.Feed(configuration: configuration, open: open(settings.camera, station?.controls ?? [:]))]
    if let second {
      var configuration = configuration
      configuration.rectOfInterest = second.viewfinder
      feeds.append(LiveWatch.Feed(configuration: configuration, open: open(second.options, [:])))
    }
    let live = try LiveWatch(feeds, waits: wait, writer, endings)
    defer { live.stop() }
    throw live.wait(until: deadline).status(writer)
  }

  /// What films live.
  private func open(
    _ camera: CaptureOptions, _ controls: [CameraControl: ControlValue]
  ) -> OpenFrameSource {
    guard source.demo else {
      let prepare = CameraMemory.preparing(ProcessInfo.processInfo.environment) { controls }
      return V4L2Cameras(camera, prepare: prepare).open
    }
    let format = source.format
    return { () throws(CaptureFailure) in try DemoFeed.open(format) }
  }

  /// Every frame of a file in turn, none left out: a recording waits for its reader.
  private func play(
    _ path: String, _ configuration: DetectionConfiguration, _ writer: ResultWriter, _ endings: Endings
  ) {
    let requested = source.format
    Thread.detachNewThread {
      do throws(CaptureFailure) {
        let source = try PlayedFiles.open(
          path, requested: requested, isWatched: false, loader: WalledPictureLoader.ofThisProgram())
        defer { source.close() }
        let detector = Detector(.camera(configuration.symbologies))
        let now = Detector.monotonicTime()
        while endings.isOpen {
          switch source.next(patience: .milliseconds(100)) {
          case .frame(let frame):
            // The recording's own time: it is played faster than it was made.
            writer.take(
              detector.report(on: frame, configuration, now: now), of: 0, named: source.description.name,
              at: frame.timestamp)
          case .nothing: continue
          case .ended: return endings.end(.finished)
          case .lost(let failure): throw failure
          }
        }
      } catch {
        StandardError.write("viewfinder: \(HarmlessText.escaped("\(error)"))")
        endings.end(.failed)
      }
    }
  }
}

/// Cameras, or the demo, watched as they film.
private final class LiveWatch {
  struct Feed {
    let configuration: DetectionConfiguration
    let open: OpenFrameSource
  }

  private let cameras: [WatchedCamera]
  private let endings: Endings
  private let waits: Bool
  private var told: [CaptureState?]
  private var haveRun: [Bool]
  private let service: ServiceManager?
  private let signsOfLife: (any DispatchSourceTimer)?
  /// Of a station.
  private let care: StationCare?
  private let careTimers: [any DispatchSourceTimer]

  init(_ feeds: [Feed], waits: Bool, _ writer: ResultWriter, _ endings: Endings) throws {
    service = ServiceManager(
      environment: ProcessInfo.processInfo.environment, process: ProcessInfo.processInfo.processIdentifier)
    let watchdog = Watchdog(service)
    let cameras = try feeds.enumerated().map { number, feed in
      try WatchedCamera(feed.configuration, open: feed.open, wake: { endings.wake() }) { report, name in
        writer.take(report, of: number, named: name, at: CaptureClock.monotonic.now())
        watchdog?.note(camera: number)
      }
    }
    signsOfLife = watchdog?.start { cameras.map(\.isFilming) }
    (self.cameras, self.endings, self.waits) = (cameras, endings, waits)
    told = cameras.map { _ in nil }
    haveRun = cameras.map { _ in false }
    care = writer.deliveries.map {
      StationCare($0, service: nil, environment: ProcessInfo.processInfo.environment)
    }
    careTimers = care?.start(cameras) ?? []
    for camera in cameras { camera.session.start() }
    service?.ready()
  }

  /// Tells what happens to the camera until there is an end.
  func wait(until deadline: DispatchTime?) -> Endings.Ending {
    while true {
      let ending = endings.waitForNews(until: deadline)
      // A result may come before anybody was told of the camera that it is from.
      let troubles = cameras.indices.compactMap { tell(cameras[$0].session.state, of: $0) }
      if let end = ending ?? troubles.first { return end }
    }
  }

  /// - Returns: an end, where waiting would not help.
  private func tell(_ state: CaptureState, of camera: Int) -> Endings.Ending? {
    // An attempt is no news: what was told before it is what its end is compared with.
    defer { if state != .starting { told[camera] = state } }
    switch state {
    case .running(let source):
      // After a failure was told, its end is news as well.
      if told[camera]?.failure != nil {
        StandardError.write(
          "viewfinder: \(HarmlessText.escaped(source.name)) is \(haveRun[camera] ? "back" : "connected").")
      }
      if !haveRun[camera] || told[camera]?.failure != nil {
        service?.tell("reads from \(HarmlessText.escaped(source.name))")
      }
      haveRun[camera] = true
    case .stalled(let failure), .waiting(let failure, _), .failed(let failure):
      if told[camera]?.failure != failure {
        StandardError.write("viewfinder: \(HarmlessText.escaped("\(failure)"))")
        service?.tell(HarmlessText.escaped("\(failure)"))
      }
      // Who starts without a camera wants to know at once, unless it was said to wait; who had one waits for its
      // return.
      if case .failed = state { return .failed }
      if case .waiting = state, !haveRun[camera], !waits { return .failed }
    case .ended: return .finished
    case .starting, .stopped: break
    }
    return nil
  }

  func stop() {
    service?.stopping()
    signsOfLife?.cancel()
    for timer in careTimers { timer.cancel() }
    care?.stop()
    for camera in cameras { camera.stop() }
  }
}

/// Decides which reports are results and writes them, on the thread that brings them: a reader of standard output
/// that is slow lets frames go, and no result waits in a queue.
private final class ResultWriter: Sendable {
  private struct State {
    /// One a camera.
    var scanners: [ScannerState]
    var delivered = 0
  }

  private let state: Mutex<State>
  private let output: any ScanOutput
  /// In place of the output, where a station's settings name where results go.
  let deliveries: Deliveries?
  private let endings: Endings
  private let isOnce: Bool

  init(_ scanners: [ScannerState], _ output: any ScanOutput, _ deliveries: Deliveries?, _ endings: Endings) {
    self.state = Mutex(State(scanners: scanners))
    self.output = output
    self.deliveries = deliveries
    self.endings = endings
    self.isOnce = scanners[0].policy.mode == .once
  }

  var hasDelivered: Bool { state.withLock { $0.delivered > 0 } }

  func take(_ report: DetectionReport, of camera: Int, named source: String, at now: Duration) {
    let results: [Observation] = state.withLock { state in
      let effects = state.scanners[camera].handle(
        .observed(report.observations, middle: report.region.inFrame.center), at: now)
      return effects.compactMap { if case .deliver(let seen) = $0 { seen } else { nil } }
    }
    guard !results.isEmpty else { return }
    defer { if isOnce { endings.end(.finished) } }
    if let deliveries { return accept(results, from: source, deliveries) }
    count(results.count)
    do throws(ExitStatus) {
      try StandardOutput.write(
        output.bytes(for: ScanResult(source: source, report, observations: results, isStream: true)))
    } catch {
      endings.end(.failed)
    }
  }

  private func count(_ results: Int) { state.withLock { $0.delivered += results } }

  /// What cannot be stored is told and not accepted: the code must be shown again. Nor does what is refused count as read: whoever
  /// waits for one scan learns by the exit status whether it was taken.
  private func accept(_ results: [Observation], from source: String, _ deliveries: Deliveries) {
    for observation in results {
      switch deliveries.take(observation.symbol, source: source, at: Date()) {
      case .accepted: count(1)
      case .refused(let refusal): StandardError.write("viewfinder: refused: \(refusal)")
      case .repeated: StandardError.write("viewfinder: refused: it was accepted in this shift already")
      case .notStored(let failure):
        StandardError.write("viewfinder: not accepted: \(HarmlessText.escaped("\(failure)"))")
        if isOnce { endings.end(.failed) }
      case .switched(let profile):
        count(1)
        StandardError.write("viewfinder: profile \(HarmlessText.escaped(profile))")
      case .switchRefused(let failure): StandardError.write("viewfinder: refused: \(failure)")
      }
    }
  }
}

/// What ends a watch: a result, a signal, the time, a failure. The first counts.
private final class Endings: Sendable {
  enum Ending: Sendable {
    /// All is said, or there was enough time for it.
    case finished
    case failed

    func status(_ writer: ResultWriter) -> ExitStatus {
      switch self {
      case .finished: writer.hasDelivered ? .readSomething : .foundNothing
      case .failed: .deviceOrFile
      }
    }
  }

  private let ending = Mutex<Ending?>(nil)
  private let news = DispatchSemaphore(value: 0)

  var isOpen: Bool { ending.withLock { $0 == nil } }

  func end(_ how: Ending) {
    ending.withLock { $0 = $0 ?? how }
    news.signal()
  }

  /// Something happened that whoever waits may want to look at.
  func wake() { news.signal() }

  /// Waits for news; the end if that is the news.
  func waitForNews(until deadline: DispatchTime?) -> Ending? {
    if news.wait(timeout: deadline ?? .distantFuture) == .timedOut { end(.finished) }
    return ending.withLock { $0 }
  }

  func wait(until deadline: DispatchTime?) -> Ending {
    while true {
      if let ending = waitForNews(until: deadline) { return ending }
    }
  }

  /// An interrupt is an orderly end: the camera is let go and the exit status told.
  func signals() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { self.end(.finished) }
      source.resume()
      return source
    }
  }
}
