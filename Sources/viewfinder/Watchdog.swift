import Dispatch
import ServiceManager
import Station
import Synchronization

/// Gives the service's manager its signs of life, as long as frames come and the detectors of all cameras get on.
final class Watchdog: Sendable {
  fileprivate struct State {
    var hearts: [Heartbeat] = []
    var reports: [Int] = []
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
  /// - Parameter isFilming: of each camera, whether it is said to run.
  func start(isFilming: @escaping @Sendable () -> [Bool]) -> any DispatchSourceTimer {
    // sd_watchdog_enabled(3) asks for a sign in half of the time.
    let half = period / .seconds(1) / 2
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + half, repeating: half)
    timer.setEventHandler { [self] in
      let isFilming = isFilming()
      let isAlive = state.withLock { state in
        state.grow(to: isFilming.count)
        var isAlive = true
        for (camera, isFilming) in isFilming.enumerated()
        where !state.hearts[camera].isAlive(isFilming: isFilming, reports: state.reports[camera]) {
          isAlive = false
        }
        return isAlive
      }
      if isAlive { service.feedWatchdog() }
    }
    timer.resume()
    return timer
  }

  /// A camera's detector has looked at a frame, and what came of it is stored.
  func note(camera: Int) {
    state.withLock { state in
      state.grow(to: camera + 1)
      state.reports[camera] += 1
    }
  }
}

extension Watchdog.State {
  fileprivate mutating func grow(to count: Int) {
    while hearts.count < count {
      hearts.append(Heartbeat())
      reports.append(0)
    }
  }
}
