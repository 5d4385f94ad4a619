import Foundation
import OutboxStore
import Scanner
import Station
import Synchronization
import TestSupport

/// A folder of the test's own, gone with it.
final class StationFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "station-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var outbox: OutboxLocation { OutboxLocation(path: path + "/outbox.sqlite") }

  /// - Parameter patience: seconds that a call waits for the file; few where a test has it locked for good.
  func store(
    limits: OutboxLimits = OutboxLimits(), patience: TimeInterval = 0.05, pages: Int? = nil
  ) -> OutboxStore {
    OutboxStore(outbox, role: .station, limits: limits, patience: patience, pages: pages)
  }
}

/// Scans whose keys come again with the same seed.
struct ScanMaker {
  private var random: SeededRandom

  init(seed: UInt64 = 1) { random = SeededRandom(seed: seed) }

  mutating func scan(_ text: String?, bytes: [UInt8]? = nil, at seconds: Double = 0) -> AcceptedScan {
    AcceptedScan(
      key: ScanKey(using: &random), station: "gate 1", time: Date(timeIntervalSince1970: 1_700_000_000 + seconds),
      symbology: "qr", symbologyIdentifier: "]Q1", text: text, bytes: bytes ?? Array((text ?? "").utf8),
      source: "camera")
  }
}

/// A receiver that does as it is told, and remembers what it was given.
final class ScriptedOutput: DeliveryOutput {
  var taken: [AcceptedScan] = []
  var rests = 0
  var answer: (AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt = { _ in DeliveryReceipt() }

  func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt {
    let receipt = try answer(scan)
    taken.append(scan)
    return receipt
  }

  func rest() { rests += 1 }
}

/// An outbox whose calls fail as a test wants.
final class FailingOutbox: Outbox {
  private let inner: any Outbox
  let markFailure = Mutex<OutboxFailure?>(nil)

  init(_ inner: any Outbox) { self.inner = inner }

  func store(_ scan: AcceptedScan, for outputs: [String], onceIn period: String?) throws(OutboxFailure) -> Int64? {
    try inner.store(scan, for: outputs, onceIn: period)
  }
  func next(for output: String) throws(OutboxFailure) -> StoredScan? { try inner.next(for: output) }
  func markDelivered(_ number: Int64, to output: String) throws(OutboxFailure) {
    if let failure = markFailure.withLock({ $0 }) { throw failure }
    try inner.markDelivered(number, to: output)
  }
  func setAside(_ number: Int64, for output: String, reason: String) throws(OutboxFailure) {
    try inner.setAside(number, for: output, reason: reason)
  }
  func depths() throws(OutboxFailure) -> [OutboxDepth] { try inner.depths() }
}
