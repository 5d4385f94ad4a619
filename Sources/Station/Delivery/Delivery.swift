import Scanner

/// Brings an output its scans, in order: one step at a time, on a clock that is told.
///
/// A thread runs the steps (`DeliveryThread`), a test does so by hand.
public struct Delivery {
  /// As the outbox knows the output.
  public let name: String
  private let output: any DeliveryOutput
  private let outbox: any Outbox
  private let backOff: BackOff
  private var random: any RandomNumberGenerator
  /// In a row.
  private var failures = 0
  private var notBefore: Duration?
  /// The output has it, and the outbox could not be told: it must not be delivered a second time for that.
  private var unmarked: Int64?
  /// Why nothing is delivered for now; nil while all is well.
  public private(set) var trouble: String?

  public init(
    name: String, output: any DeliveryOutput, outbox: any Outbox, backOff: BackOff = BackOff(),
    random: any RandomNumberGenerator
  ) {
    self.name = name
    self.output = output
    self.outbox = outbox
    self.backOff = backOff
    self.random = random
  }

  /// When there is something to do next.
  public enum Due: Hashable, Sendable {
    case now
    /// By the clock of the step.
    case at(Duration)
    /// Once something is stored.
    case whenStored
  }

  /// What came of a step, for whoever shows it.
  public enum Event: Hashable, Sendable {
    case delivered(Int64, ScanKey, DeliveryReceipt)
    case setAside(Int64, ScanKey, reason: String)
    /// Told when it begins and when its words change.
    case troubled(String)
    case recovered
  }

  /// Delivers the next scan, if it is time.
  ///
  /// - Parameter now: of a clock that never goes back.
  public mutating func step(at now: Duration) -> (due: Due, events: [Event]) {
    if let notBefore, now < notBefore { return (.at(notBefore), []) }
    notBefore = nil
    var events: [Event] = []
    do throws(OutboxFailure) {
      if let number = unmarked {
        try outbox.markDelivered(number, to: name)
        unmarked = nil
      }
      guard let next = try outbox.next(for: name) else {
        output.rest()
        return (.whenStored, recovered())
      }
      switch attempt(next.scan) {
      case .success(let receipt):
        events = recovered() + [.delivered(next.number, next.scan.key, receipt)]
        unmarked = next.number
        try outbox.markDelivered(next.number, to: name)
        unmarked = nil
      case .failure(.rejected(let reason)):
        try outbox.setAside(next.number, for: name, reason: reason)
        events = recovered() + [.setAside(next.number, next.scan.key, reason: reason)]
      case .failure(.unreachable(let reason)): return wait(reason, now)
      }
      return (.now, events)
    } catch {
      let (due, troubles) = wait("\(error)", now)
      return (due, events + troubles)
    }
  }

  private func attempt(_ scan: AcceptedScan) -> Result<DeliveryReceipt, DeliveryFailure> {
    Result { () throws(DeliveryFailure) in try output.deliver(scan) }
  }

  /// Tries again at once, as a person asked for.
  public mutating func hurry() { notBefore = nil }

  public func close() { output.close() }

  private mutating func recovered() -> [Event] {
    failures = 0
    defer { trouble = nil }
    return trouble == nil ? [] : [.recovered]
  }

  private mutating func wait(_ reason: String, _ now: Duration) -> (due: Due, events: [Event]) {
    failures += 1
    let until = now + backOff.delay(after: failures, using: &random)
    notBefore = until
    defer { trouble = reason }
    return (.at(until), trouble == reason ? [] : [.troubled(reason)])
  }
}
