import Capture
import Foundation
import Synchronization

/// A clock that runs faster than the real one, and a machine's date that can be set wrong.
final class FastClock: Sendable {
  /// Its seconds in a real one.
  let rate: Double
  private let start = ContinuousClock.now
  private let date: Date
  private let jumps = Mutex<TimeInterval>(0)

  /// - Parameter date: the machine's, now.
  init(rate: Double, date: Date) {
    (self.rate, self.date) = (rate, date)
  }

  /// Since it was made; never goes back, whatever the date does.
  var elapsed: Duration { (ContinuousClock.now - start) * rate }

  var now: Date { date.addingTimeInterval(elapsed / .seconds(1) + jumps.withLock { $0 }) }

  func jump(_ seconds: TimeInterval) { jumps.withLock { $0 += seconds } }

  var capture: CaptureClock {
    CaptureClock(now: { self.elapsed }, wait: { Thread.sleep(forTimeInterval: max(0, $0 / .seconds(1) / self.rate)) })
  }
}
