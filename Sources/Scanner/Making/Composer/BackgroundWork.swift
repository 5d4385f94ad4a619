import Synchronization

/// Runs what may take time somewhere else than on the window's thread.
public protocol BackgroundWork: Sendable {
  /// In order, one job after the other.
  func submit(_ job: @escaping @Sendable () -> Void)

  /// At once, beside all others: for a job that may take long, and on which the next must not wait.
  func submitAside(_ job: @escaping @Sendable () -> Void)
}

/// Tells a job that nobody waits for it any more.
public final class Cancellation: Sendable {
  private let cancelled = Atomic(false)

  public init() {}

  public func cancel() { cancelled.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { cancelled.load(ordering: .relaxed) }
}

/// Answers of jobs, left for the window's next turn.
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Mutex<[Letter]>([])
  private let wake: @Sendable () -> Void

  /// - Parameter wake: asks for a turn; called on the job's thread.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func put(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    wake()
  }

  func takeAll() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
