public import Capture
import Synchronization

/// A manual clock that several may hold, in the shape that the capture module takes. Waiting moves it on.
public final class CaptureManualClock: Sendable {
  private let time: Mutex<Duration>

  public init(_ now: Duration = .zero) { time = Mutex(now) }

  public var now: Duration { time.withLock { $0 } }

  public func advance(by step: Duration) { time.withLock { $0 += step } }

  public var clock: CaptureClock {
    CaptureClock(now: { self.now }, wait: { self.advance(by: $0) })
  }
}
