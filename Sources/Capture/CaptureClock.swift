import Foundation

/// Time, as everything in this module is told it: a test passes its own.
public struct CaptureClock: Sendable {
  /// The time since a zero that never moves. For the real clock the zero of `CLOCK_MONOTONIC`, by which V4L2
  /// drivers stamp their frames, so that the two may be subtracted.
  public let now: @Sendable () -> Duration
  /// Returns when so much time has passed.
  public let wait: @Sendable (Duration) -> Void

  public init(now: @escaping @Sendable () -> Duration, wait: @escaping @Sendable (Duration) -> Void) {
    self.now = now
    self.wait = wait
  }

  /// The machine's own.
  public static let monotonic = CaptureClock(
    now: { .seconds(ProcessInfo.processInfo.systemUptime) },
    wait: { Thread.sleep(forTimeInterval: $0 / .seconds(1)) })
}
