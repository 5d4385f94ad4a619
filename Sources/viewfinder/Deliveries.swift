import Barcodes
import DesktopBus
import Foundation
import KeyboardOutput
import MQTTOutput
import MessageCodes
import OutboxStore
import Scanner
import Station
import Synchronization
import WebhookOutput

/// The outbox with all that takes from it: what a station accepts goes in, and a thread for each output brings it out.
final class Deliveries: Sendable {
  private struct State {
    var station: StationSettings
    var intake: ScanIntake
    var threads: [OutputSettings: DeliveryThread]
  }

  private let state: Mutex<State>
  private let outbox: OutboxStore
  private let environment: [String: String]
  private let log: StationLog
  private let onVerdict: @Sendable (ScanKey, ReceiverVerdict) -> Void
  private let figures = Figures()

  /// How the station does, for outputs that tell of it; on their threads.
  final class Figures: Sendable {
    private let source = Mutex<(@Sendable () -> String)?>(nil)

    var text: String? { source.withLock { $0 }?() }

    func set(_ source: (@Sendable () -> String)?) { self.source.withLock { $0 = source } }
  }

  /// - Parameter onVerdict: told of what receivers say, on the threads that bring them scans.
  init(
    _ station: StationSettings, environment: [String: String], home: String,
    onVerdict: @escaping @Sendable (ScanKey, ReceiverVerdict) -> Void = { _, _ in }
  ) {
    let location =
      station.outbox.map { OutboxLocation(path: $0) } ?? OutboxLocation(environment: environment, home: home)
    outbox = OutboxStore(location, role: .station, limits: station.limits)
    self.environment = environment
    log = StationLog(environment: environment)
    self.onVerdict = onVerdict
    state = Mutex(State(station: station, intake: Self.intake(station, outbox), threads: [:]))
    state.withLock { $0.threads = threads(of: station, before: [:]) }
  }

  private static func intake(_ station: StationSettings, _ outbox: OutboxStore) -> ScanIntake {
    ScanIntake(station, outbox: outbox) { MessageAuthentication.code(for: $0, secret: $1) }
  }

  /// What is to be delivered to an output whose settings changed waits until what is under way is over: never two at once.
  private func threads(
    of station: StationSettings, before: [OutputSettings: DeliveryThread]
  ) -> [OutputSettings: DeliveryThread] {
    let (outbox, environment, log, onVerdict, figures) = (outbox, environment, log, onVerdict, figures)
    var threads: [OutputSettings: DeliveryThread] = [:]
    for output in station.outputs {
      threads[output] =
        before[output]
        ?? DeliveryThread(
          name: output.name, after: before.first { $0.key.name == output.name }?.value,
          open: {
            Delivery(
              name: output.name, output: Self.open(output, environment, figures), outbox: outbox,
              backOff: output.backOff,
              random: SystemRandomNumberGenerator())
          },
          report: { name, event in
            log.delivery(name, event)
            if case .delivered(_, let key, let receipt) = event, let verdict = receipt.verdict {
              onVerdict(key, verdict)
            }
          })
    }
    return threads
  }

  /// Refuses a code, or stores it for every output; it may be shown as accepted once this returns so.
  func take(_ symbol: DecodedSymbol, source: String?, at time: Date) -> ScanIntake.Outcome {
    let moment = StationMoment(time, zone: .current)
    var random = SystemRandomNumberGenerator()
    return state.withLock { state in
      let outcome = state.intake.take(symbol, source: source, at: moment, using: &random)
      if case .accepted = outcome { for thread in state.threads.values { thread.wake() } }
      return outcome
    }
  }

  /// The profile that a digit chooses; nil where none does.
  func chooseProfile(key: Int, at time: Date) -> String? {
    state.withLock { $0.intake.chooseProfile(key: key, at: StationMoment(time, zone: .current)) }
  }

  func profile(at time: Date) -> String? {
    state.withLock { $0.intake.profile(at: StationMoment(time, zone: .current)) }
  }

  /// Works by other settings from now on. The outbox stays the one that it was.
  func reload(_ station: StationSettings) {
    state.withLock { state in
      let before = state.threads
      for (output, thread) in before where !station.outputs.contains(output) { thread.stop(patience: .zero) }
      state.threads = threads(of: station, before: before)
      state.intake = ScanIntake(carrying: state.intake, to: station)
      state.station = station
    }
  }

  var station: StationSettings { state.withLock { $0.station } }

  /// What there is to tell of the outputs and of what came of codes.
  func status() -> (counts: ScanIntake.Counts, outputs: [DeliveryThread.Status], depths: [OutboxDepth]) {
    let (counts, threads) = state.withLock { ($0.intake.counts, $0.threads) }
    let depths = (try? outbox.depths()) ?? []
    return (counts, threads.values.map(\.status).sorted { $0.output < $1.output }, depths)
  }

  /// Delivers what can be delivered within two seconds; the rest waits for the next start.
  func stop() { for thread in state.withLock({ Array($0.threads.values) }) { thread.stop() } }

  /// Has outputs tell of the station by these figures; nil by none.
  func tellFigures(_ source: (@Sendable () -> String)?) { figures.set(source) }

  private static func open(
    _ output: OutputSettings, _ environment: [String: String], _ figures: Figures
  ) -> any DeliveryOutput {
    switch output.kind {
    case .stream(let format): StreamOutput(format: format)
    case .file(let options): FileOutput(options)
    case .program(let options): ProgramOutput(options, environment: environment)
    case .webhook(let settings): WebhookOutput(settings)
    case .mqtt(let settings): MQTTOutput(settings, metrics: { figures.text })
    case .keyboard(let settings):
      KeyboardOutput(settings, session: KeyboardOutput.Session(environment: environment))
    case .signal(let bus): BusSignalOutput(bus == .session ? .session : .system)
    }
  }
}
