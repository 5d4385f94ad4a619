import Synchronization

/// A clock that goes on by being looked at: a detector's budget comes to an end after the same work on every machine.
final class CountingClock: Sendable {
  /// A strategy asks once or twice, and takes about so long in a release build.
  private static let step = Duration.microseconds(200)

  private let time = Mutex(Duration.zero)

  func now() -> Duration {
    time.withLock { time in
      time += Self.step
      return time
    }
  }
}
