/// Whether a station is alive: while its camera runs, only as long as the detector gets on. A camera that is not there is no
/// reason to end a station that waits for it.
public struct Heartbeat: Hashable, Sendable {
  private var reports = 0

  public init() {}

  /// Asked twice in a watchdog's period.
  ///
  /// - Parameters:
  ///   - isFilming: the camera is said to run, or to have stalled.
  ///   - reports: of the detector since the start.
  public mutating func isAlive(isFilming: Bool, reports: Int) -> Bool {
    defer { self.reports = reports }
    return !isFilming || reports > self.reports
  }
}
