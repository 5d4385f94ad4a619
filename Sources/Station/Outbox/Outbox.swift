public import Foundation

/// Keeps accepted scans until every output has taken them.
///
/// A scan is *stored* once `store` returns: it survives the end of the process and of the machine's power. It is
/// delivered to each output in the order of its number, at least once; an output that is given a scan twice is given the
/// same key. Calls wait for the disk.
public protocol Outbox: Sendable {
  /// - Parameters:
  ///   - outputs: the names of those that are to get it; at least one.
  ///   - period: in which a code is stored once alone, such as a shift; nil stores it every time. The last eight periods are
  ///     remembered, so that a clock that jumps and returns forgets none.
  /// - Returns: the scan's number, larger than that of every scan stored before; nil where its code was stored in the period already.
  func store(_ scan: AcceptedScan, for outputs: [String], onceIn period: String?) throws(OutboxFailure) -> Int64?

  /// The next scan that an output has to take: the one with the smallest number; nil if it has all.
  func next(for output: String) throws(OutboxFailure) -> StoredScan?

  /// The output has the scan. A mark that a power cut takes away means that the output is given it again.
  func markDelivered(_ number: Int64, to output: String) throws(OutboxFailure)

  /// The output will never take the scan: it is kept until a person has it tried again or removed, and the next ones go on.
  func setAside(_ number: Int64, for output: String, reason: String) throws(OutboxFailure)

  /// How much waits for each output that anything waits for, by name.
  func depths() throws(OutboxFailure) -> [OutboxDepth]
}

extension Outbox {
  /// Stores a scan, whether or not its code was stored before.
  public func store(_ scan: AcceptedScan, for outputs: [String]) throws(OutboxFailure) -> Int64 {
    guard let number = try store(scan, for: outputs, onceIn: nil) else {
      preconditionFailure("without a period a scan is stored every time")
    }
    return number
  }
}

/// A scan with its place in the outbox.
public struct StoredScan: Hashable, Sendable {
  public let number: Int64
  public let scan: AcceptedScan

  public init(number: Int64, scan: AcceptedScan) {
    self.number = number
    self.scan = scan
  }
}

/// What waits for one output.
public struct OutboxDepth: Hashable, Sendable {
  public let output: String
  public let waiting: Int
  /// What it refused for good.
  public let setAside: Int
  /// When the oldest that waits was read, by the machine's clock at that time.
  public let oldest: Date?

  public init(output: String, waiting: Int, setAside: Int, oldest: Date?) {
    self.output = output
    self.waiting = waiting
    self.setAside = setAside
    self.oldest = oldest
  }
}

/// How much the outbox holds at most.
public struct OutboxLimits: Hashable, Sendable {
  /// Scans that wait for any output. With as many, `store` fails and the station accepts nothing more until an output
  /// took some: what was accepted is never dropped to make room. 100,000 take about 60 MB on disk, and are more than a
  /// week of a scan every ten seconds.
  public var scans: Int

  public init(scans: Int = 100_000) { self.scans = scans }
}

/// Why a scan was not stored, or the outbox not read. The station accepts nothing as long as `store` fails.
public enum OutboxFailure: Error, Hashable, Sendable {
  /// As many scans wait as may.
  case full(limit: Int)
  case diskFull(path: String)
  /// Another process delivers from it.
  case inUse(path: String)
  /// Another process writes and does not end.
  case locked(path: String)
  /// The file or its folder may not be written.
  case readOnly(path: String)
  /// The file is no outbox, or damaged. It is left as it is: there may be scans in it.
  case corrupt(path: String)
  /// A later version of the program wrote it.
  case newer(path: String)
  /// What the system or SQLite says.
  case other(path: String, reason: String)
}

extension OutboxFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .full(let limit):
      "\(limit) scans wait to be delivered, and no more are accepted: see “viewfinder outbox” for what holds them up"
    case .diskFull(let path): "the disk is full: nothing is accepted until \(path) can be written"
    case .inUse(let path): "another Viewfinder delivers from \(path): end it, or give this one an outbox of its own"
    case .locked(let path): "another program holds \(path): nothing is accepted until it lets go"
    case .readOnly(let path): "\(path) may not be written: check the permissions of the file and its folder"
    case .corrupt(let path):
      "\(path) is damaged, and nothing is accepted: “viewfinder outbox export” saves what can be read; then move the file "
        + "away"
    case .newer(let path): "\(path) was written by a later version of Viewfinder: it is left as it is"
    case .other(let path, let reason): "\(path) cannot be used: \(reason)"
    }
  }
}
