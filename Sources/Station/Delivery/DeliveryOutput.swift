import Scanner

/// Where scans go, one of several: takes one scan after the other, and says of each whether it has it.
///
/// It belongs to one thread. A call may take as long as the output's own time limit; nothing else waits for it.
public protocol DeliveryOutput: AnyObject {
  /// Returns once the receiver has the scan for good, and not before.
  func deliver(_ scan: AcceptedScan) throws(DeliveryFailure) -> DeliveryReceipt

  /// Called from time to time while nothing is to be delivered, for what keeps a connection alive.
  func rest()

  /// Called once, at the end.
  func close()
}

extension DeliveryOutput {
  public func rest() {}
  public func close() {}
}

/// What a receiver said of a scan that it took.
public struct DeliveryReceipt: Hashable, Sendable {
  /// Nil where this output gives none.
  public let verdict: ReceiverVerdict?

  public init(verdict: ReceiverVerdict? = nil) { self.verdict = verdict }
}

/// What a receiver decided, for the person at the station. The scan is delivered either way.
public enum ReceiverVerdict: Hashable, Sendable {
  case accepted(words: String?)
  case refused(words: String?)
}

/// Why an output did not take a scan, in words that end a sentence.
public enum DeliveryFailure: Error, Hashable, Sendable {
  /// For now: it is tried again, and what comes after it waits.
  case unreachable(String)
  /// For good: the receiver will not take this scan, whenever it is asked.
  case rejected(String)

  public var reason: String {
    switch self {
    case .unreachable(let reason), .rejected(let reason): reason
    }
  }
}
