import Barcodes
import Foundation
import MQTTOutput
import OutboxStore
import Scanner
import Station
import WebhookOutput

/// The outbox with all that takes from it: what a station accepts goes in, and a thread for each output brings it out.
final class Deliveries: Sendable {
  private let station: StationSettings
  private let outbox: OutboxStore
  private let threads: [DeliveryThread]

  init(_ station: StationSettings, environment: [String: String], home: String) {
    self.station = station
    let location =
      station.outbox.map { OutboxLocation(path: $0) } ?? OutboxLocation(environment: environment, home: home)
    let outbox = OutboxStore(location, role: .station, limits: station.limits)
    self.outbox = outbox
    threads = station.outputs.map { output in
      DeliveryThread(
        name: output.name,
        open: {
          Delivery(
            name: output.name, output: Self.open(output, environment), outbox: outbox, backOff: output.backOff,
            random: SystemRandomNumberGenerator())
        }, report: { Self.tell($0, $1) })
    }
  }

  /// Why the station's rules refuse a code; nil if they do not.
  func refusal(of symbol: DecodedSymbol, at time: Date) -> ScanRefusal? {
    let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: time)
    let today = CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
    return station.rules.refusal(of: symbol, today: today)
  }

  /// Stores a scan for every output; it may be shown as accepted once this returns.
  @discardableResult
  func accept(_ symbol: DecodedSymbol, source: String?, at time: Date) throws(OutboxFailure) -> ScanKey {
    var random = SystemRandomNumberGenerator()
    let scan = AcceptedScan(symbol, key: ScanKey(using: &random), station: station.name, time: time, source: source)
    _ = try outbox.store(scan, for: station.outputs.map(\.name))
    for thread in threads { thread.wake() }
    return scan.key
  }

  /// Delivers what can be delivered within two seconds; the rest waits for the next start.
  func stop() { for thread in threads { thread.stop() } }

  private static func open(_ output: OutputSettings, _ environment: [String: String]) -> any DeliveryOutput {
    switch output.kind {
    case .stream(let format): StreamOutput(format: format)
    case .file(let options): FileOutput(options)
    case .program(let options): ProgramOutput(options, environment: environment)
    case .webhook(let settings): WebhookOutput(settings)
    case .mqtt(let settings): MQTTOutput(settings)
    }
  }

  /// Trouble and its end, for the log; no payloads.
  private static func tell(_ name: String, _ event: Delivery.Event) {
    let name = HarmlessText.escaped(name)
    switch event {
    case .delivered: break
    case .setAside(let number, _, let reason):
      StandardError.write("viewfinder: \(name) refuses scan \(number) for good: \(HarmlessText.escaped(reason))")
    case .troubled(let reason):
      StandardError.write("viewfinder: \(name) takes nothing for now: \(HarmlessText.escaped(reason))")
    case .recovered: StandardError.write("viewfinder: \(name) takes scans again.")
    }
  }
}
