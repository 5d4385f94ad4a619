import CServiceManager

/// The manager that started this process as a service of `Type=notify` (sd_notify(3)): systemd.
public struct ServiceManager: Sendable {
  /// Where it listens.
  private let socket: String
  /// After how long without a sign of life it ends the process (`WatchdogSec=`); nil where it does not watch.
  public let watchdog: Duration?

  /// - Parameter environment: `NOTIFY_SOCKET`, and `WATCHDOG_USEC` in microseconds with `WATCHDOG_PID` (sd_watchdog_enabled(3)).
  /// - Returns: nil where no manager started this process.
  public init?(environment: [String: String], process: Int32) {
    guard let socket = environment["NOTIFY_SOCKET"], socket.hasPrefix("/") || socket.hasPrefix("@") else { return nil }
    self.socket = socket
    let isWatched = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
    let period = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdog = isWatched && period > 0 ? .microseconds(period) : nil
  }

  /// The service works.
  public func ready() { send("READY=1") }

  /// The service ends of itself.
  public func stopping() { send("STOPPING=1") }

  /// A sign of life.
  public func feedWatchdog() { send("WATCHDOG=1") }

  /// One line for people, as `systemctl status` shows it.
  public func tell(_ status: String) { send("STATUS=" + status.prefix { !$0.isNewline }) }

  /// A manager that does not hear is none of the scanner's trouble.
  private func send(_ message: String) { _ = unsafe vf_notify(socket, message, message.utf8.count) }
}
