import Dispatch

/// Holds a thread until it is let go, and tells when it has come.
final class Gate: Sendable {
  private let entered = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  func enter() {
    entered.signal()
    opened.wait()
    // Whoever comes later goes through.
    opened.signal()
  }

  func waitUntilEntered() { entered.wait() }

  func open() { opened.signal() }
}
