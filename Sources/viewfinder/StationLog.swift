import Foundation
import Scanner
import ServiceManager
import Station

/// What a station tells those who look after it: a line on standard error, and in systemd's journal with fields to search for
/// (`journalctl VIEWFINDER_OUTPUT=plant`). Of what codes say nothing, unless it was asked for.
struct StationLog: Sendable {
  private let journal: Journal?

  init(environment: [String: String]) { journal = Journal(environment: environment) }

  /// That a code could not be stored stands on the screen.
  func notStored(_ failure: OutboxFailure, symbology: String, after time: Duration) {
    let milliseconds = Self.milliseconds(time)
    tell(
      "not stored \(symbology) after \(milliseconds) ms: \(HarmlessText.escaped("\(failure)"))", .warning,
      [
        ("VIEWFINDER_OUTCOME", "not stored"), ("VIEWFINDER_SYMBOLOGY", symbology),
        ("VIEWFINDER_MILLISECONDS", milliseconds),
      ])
  }

  private static func milliseconds(_ time: Duration) -> String { "\((time / .milliseconds(0.1)).rounded() / 10)" }

  /// A verdict stands on the screen.
  ///
  /// - Parameters:
  ///   - outcome: such as `accepted`.
  ///   - key: of what was stored.
  ///   - payload: what the code says, harmless, where the settings ask for it.
  func shown(_ outcome: String, _ key: ScanKey?, symbology: String, after time: Duration, payload: String?) {
    var fields = [("VIEWFINDER_OUTCOME", outcome), ("VIEWFINDER_SYMBOLOGY", symbology)]
    if let key { fields.append(("VIEWFINDER_KEY", "\(key)")) }
    let milliseconds = Self.milliseconds(time)
    fields.append(("VIEWFINDER_MILLISECONDS", milliseconds))
    var words = [outcome, key.map { "\($0)" }, symbology, "after \(milliseconds) ms"].compactMap(\.self)
    if let payload {
      fields.append(("VIEWFINDER_TEXT", payload))
      words.append(payload)
    }
    tell(words.joined(separator: " "), .information, fields)
  }

  /// Trouble of an output, and its end.
  func delivery(_ output: String, _ event: Delivery.Event) {
    let name = HarmlessText.escaped(output)
    switch event {
    case .delivered: break
    case .setAside(let number, let key, let reason):
      tell(
        "\(name) refuses scan \(number) for good: \(HarmlessText.escaped(reason))", .warning,
        [("VIEWFINDER_OUTPUT", output), ("VIEWFINDER_KEY", "\(key)"), ("VIEWFINDER_STATE", "set aside")])
    case .troubled(let reason):
      tell(
        "\(name) takes nothing for now: \(HarmlessText.escaped(reason))", .warning,
        [("VIEWFINDER_OUTPUT", output), ("VIEWFINDER_STATE", "troubled")])
    case .recovered:
      tell("\(name) takes scans again.", .notice, [("VIEWFINDER_OUTPUT", output), ("VIEWFINDER_STATE", "recovered")])
    }
  }

  private func tell(_ words: String, _ priority: Journal.Priority, _ fields: [(String, String)]) {
    if journal?.write(words, priority, fields: fields) == true { return }
    StandardError.write("viewfinder: \(words)")
  }
}
