import Barcodes
import Capture
import Foundation
import Geometry
import MQTTOutput
import OutboxStore
import Scanner
import Station
import Synchronization
import WebhookOutput

/// One station in a process of its own, which is told by lines on standard input what happens to it, and tells by lines on standard
/// output what it showed:
///
///     scan TEXT       somebody holds a code before the camera
///     camera well|stalled|unplugged
///     jump SECONDS    the machine's date is set
///     end             an orderly end
///
///     shown KEY TEXT  the verdict “accepted” is on the screen
///     not TEXT WHY    it is not
struct SimulatedStation {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func run() throws {
    let folder = try options.text("folder")
    let clock = FastClock(
      rate: try options.number("rate"), date: Date(timeIntervalSince1970: try options.number("date")))
    let outbox = OutboxStore(
      OutboxLocation(path: folder + "/outbox.sqlite"), role: .station, limits: OutboxLimits(), patience: 2)
    let camera = try ScriptedCamera(clock)
    let settings = try self.settings()
    let threads = settings.outputs.map { output in
      DeliveryThread(
        name: output.name, clock: clock.capture, pace: clock.rate,
        open: {
          Delivery(
            name: output.name, output: Self.open(output), outbox: outbox, backOff: output.backOff,
            random: SystemRandomNumberGenerator())
        },
        report: { name, event in
          switch event {
          case .troubled(let reason): log("\(name) troubled: \(reason)")
          case .recovered: log("\(name) recovered")
          case .setAside(let number, _, let reason): tell("aside \(name) \(number) \(reason)")
          case .delivered: break
          }
        })
    }

    let output = MetadataOutput(detector: Detector(.camera([.qr])), availableSymbologies: [.qr])
    let session = CaptureSession(
      clock: clock.capture, onFrame: { output.submit($0) }, wake: {}, open: camera.open)
    let policy = ScanPolicy(mode: .continuous, asksAmongSeveral: false)
    let state = Mutex(
      (
        scanner: ScannerState(policy: policy, agreement: .standard),
        intake: ScanIntake(settings, outbox: outbox) { _, _ in [] }, window: StationState(ScreenSettings())
      ))
    output.onReport { report in
      let now = clock.elapsed
      state.withLock { state in
        let effects = state.scanner.handle(
          .observed(report.observations, middle: report.region.inFrame.center), at: now)
        for case .deliver(let seen) in effects {
          var random = SystemRandomNumberGenerator()
          let moment = StationMoment(clock.now, zone: TimeZone(secondsFromGMT: 0) ?? .current)
          let outcome = state.intake.take(seen.symbol, source: "Scripted", at: moment, using: &random)
          let verdict = StationVerdict(outcome, of: seen.symbol, shown: .shown, awaitsAnswer: false)
          state.window.show(verdict, scan: nil, code: seen.key, at: now)
          // What the window shows is what counts.
          if case .verdict(let shown, _) = state.window.face(at: now), shown.kind == .accepted,
            case .accepted(_, let key) = outcome
          {
            tell("shown \(key) \(shown.text ?? "")")
            for thread in threads { thread.wake() }
          } else {
            tell("not \(seen.symbol.text ?? "") \(verdict.title): \(verdict.words ?? "")")
          }
          camera.didRead(seen.symbol.text ?? "")
        }
      }
    }
    session.start()
    tell("ready")
    follow(camera, clock)
    session.stop()
    output.finish()
    for thread in threads { thread.stop(patience: .seconds(5)) }
    tell("ended")
  }

  private func follow(_ camera: ScriptedCamera, _ clock: FastClock) {
    while let line = readLine() {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch (parts.first, parts.last ?? "") {
      case ("scan", let text): camera.hold(text)
      case ("camera", "well"): camera.set(.well)
      case ("camera", "stalled"): camera.set(.stalled)
      case ("camera", "unplugged"): camera.set(.unplugged)
      case ("jump", let seconds): clock.jump(Double(seconds) ?? 0)
      case ("end", _): return
      default: log("unknown: \(line)")
      }
    }
  }

  private func settings() throws -> StationSettings {
    var settings = StationSettings()
    settings.name = "week"
    let backOff = BackOff(first: .seconds(1), longest: .seconds(60))
    let webhook = WebhookSettings(
      url: "http://127.0.0.1:\(try options.text("webhook"))/scans", timeLimit: .seconds(2))
    let mqtt = MQTTSettings(
      host: "127.0.0.1", port: Int(try options.number("port")), client: "week", user: options.find("user"),
      password: options.find("password"), usesTLS: options.find("authority") != nil,
      certificates: options.find("authority"), topic: try ScanTemplate("week/scans"),
      payload: try ScanTemplate("{key}"), stateTopic: "week/state", timeLimit: .seconds(5))
    settings.outputs = [
      OutputSettings(name: "webhook", kind: .webhook(webhook), backOff: backOff),
      OutputSettings(name: "mqtt", kind: .mqtt(mqtt), backOff: backOff),
    ]
    return settings
  }

  private static func open(_ output: OutputSettings) -> any DeliveryOutput {
    switch output.kind {
    case .webhook(let settings): WebhookOutput(settings)
    case .mqtt(let settings): MQTTOutput(settings)
    case .stream(let format): StreamOutput(format: format)
    case .file(let options): FileOutput(options)
    case .program, .signal, .keyboard: preconditionFailure("a simulated station has none")
    }
  }
}
