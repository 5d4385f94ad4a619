import Dispatch
import ServiceManager
import Station
import Synchronization

/// Gives the service's manager its signs of life, as long as frames come and the detector gets on.
final class Watchdog: Sendable {
  private struct State {
    var heart = Heartbeat()
    var reports = 0
  }

  private let state = Mutex(State())
  private let service: ServiceManager
  private let period: Duration

  /// - Returns: nil where no manager watches.
  init?(_ service: ServiceManager?) {
    guard let service, let period = service.watchdog else { return nil }
    (self.service, self.period) = (service, period)
  }

  /// Begins; whoever has the timer ends it.
  ///
  /// - Parameter isFilming: whether the camera is said to run.
  func start(isFilming: @escaping @Sendable () -> Bool) -> any DispatchSourceTimer {
    // sd_watchdog_enabled(3) asks for a sign in half of the time.
    let half = period / .seconds(1) / 2
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + half, repeating: half)
    timer.setEventHandler { [self] in
      let isFilming = isFilming()
      let isAlive = state.withLock { $0.heart.isAlive(isFilming: isFilming, reports: $0.reports) }
      if isAlive { service.feedWatchdog() }
    }
    timer.resume()
    return timer
  }

  /// The detector has looked at a frame, and what came of it is stored.
  func note() { state.withLock { $0.reports += 1 } }
}
