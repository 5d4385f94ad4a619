public import Capture
import Dispatch
import Foundation
import Scanner
import Synchronization

/// Runs one output's delivery on a thread of its own: a receiver that is slow or gone holds up neither the camera nor the
/// other outputs.
public final class DeliveryThread: Sendable {
  private let news = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isStopped = Mutex(false)
  private let shown: Mutex<Status>

  /// What the delivery last did.
  public struct Status: Hashable, Sendable {
    public let output: String
    public var delivered = 0
    public var setAside = 0
    /// Nil while all is well.
    public var trouble: String?
  }

  /// Seconds after which the outbox is looked at although nobody told of anything: another process may have had scans tried
  /// again. An MQTT connection is kept alive in between.
  private static let patience = Duration.seconds(5)

  /// - Parameters:
  ///   - pace: how many of the clock's seconds pass in a real one, for a clock that runs faster.
  ///   - after: a thread that was told to stop, whose end is waited for first.
  ///   - open: makes the delivery, on the thread that it belongs to.
  ///   - report: told of what comes of each step, on that thread.
  public init(
    name: String, clock: CaptureClock = .monotonic, pace: Double = 1, after: DeliveryThread? = nil,
    open: @escaping @Sendable () -> Delivery,
    report: @escaping @Sendable (String, Delivery.Event) -> Void
  ) {
    shown = Mutex(Status(output: name))
    Thread.detachNewThread { [self] in
      after?.waitUntilEnded()
      var delivery = open()
      while true {
        let (due, events) = delivery.step(at: clock.now())
        for event in events {
          note(event)
          report(name, event)
        }
        if due == .now { continue }
        if isStopped.withLock({ $0 }) { break }
        if case .at(let time) = due {
          wait(min(time - clock.now(), Self.patience) / pace)
        } else {
          wait(Self.patience / pace)
        }
      }
      delivery.close()
      ended.signal()
    }
  }

  public var status: Status { shown.withLock { $0 } }

  /// Something was stored.
  public func wake() { news.signal() }

  /// Ends the thread once nothing can be delivered for now, and waits for that no longer than `patience`.
  public func stop(patience: Duration = .seconds(2)) {
    isStopped.withLock { $0 = true }
    news.signal()
    if ended.wait(timeout: .now() + patience / .seconds(1)) == .success { ended.signal() }
  }

  private func waitUntilEnded() {
    ended.wait()
    // Others may wait as well.
    ended.signal()
  }

  private func wait(_ time: Duration) {
    guard time > .zero else { return }
    _ = news.wait(timeout: .now() + time / .seconds(1))
  }

  private func note(_ event: Delivery.Event) {
    shown.withLock { status in
      switch event {
      case .delivered: status.delivered += 1
      case .setAside: status.setAside += 1
      case .troubled(let reason): status.trouble = reason
      case .recovered: status.trouble = nil
      }
    }
  }
}
