import CServiceManager
import Glibc

/// systemd's journal, which keeps what is told in fields and not in a line alone (systemd.journal-fields(7)).
public struct Journal: Sendable {
  /// How much it matters, as syslog(3) counts.
  public enum Priority: Int, Sendable {
    case warning = 4
    case notice = 5
    case information = 6
  }

  private let socket: String

  /// - Parameters:
  ///   - environment: `JOURNAL_STREAM` names the stream that the journal reads (systemd.exec(5)).
  ///   - error: the descriptor that must be that stream: whoever has it led elsewhere wants it there.
  ///   - socket: where the journal takes entries.
  /// - Returns: nil where standard error does not go to the journal.
  public init?(
    environment: [String: String], error: Int32 = 2, socket: String = "/run/systemd/journal/socket"
  ) {
    var status = stat()
    guard unsafe fstat(error, &status) == 0,
      environment["JOURNAL_STREAM"] == "\(status.st_dev):\(status.st_ino)"
    else { return nil }
    self.socket = socket
  }

  /// - Parameter fields: capital letters, digits and `_`; the journal keeps others out.
  /// - Returns: false where the journal does not take it.
  public func write(_ message: String, _ priority: Priority, fields: [(name: String, value: String)]) -> Bool {
    var entry: [UInt8] = []
    let own = [("MESSAGE", message), ("PRIORITY", "\(priority.rawValue)"), ("SYSLOG_IDENTIFIER", "viewfinder")]
    for (name, value) in own + fields { Self.add(name, value, to: &entry) }
    let bytes = entry.map { CChar(bitPattern: $0) }
    return unsafe vf_notify(socket, bytes, bytes.count) == 0
  }

  /// In the form for values of any bytes (“Native Journal Protocol”): the name, a line end, the length in 8 bytes, the value.
  private static func add(_ name: String, _ value: String, to entry: inout [UInt8]) {
    let value = Array(value.utf8)
    entry += Array(name.utf8) + [0x0A]
    for place in 0..<8 { entry.append(UInt8(truncatingIfNeeded: value.count >> (8 * place))) }
    entry += value + [0x0A]
  }
}
