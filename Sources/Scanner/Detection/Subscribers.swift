import Synchronization

/// Those who want reports: callbacks and streams.
final class Subscribers: Sendable {
  private struct State {
    var callbacks: [@Sendable (DetectionReport) -> Void] = []
    var streams: [Int: AsyncStream<DetectionReport>.Continuation] = [:]
    var nextKey = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  func add(_ body: @escaping @Sendable (DetectionReport) -> Void) {
    state.withLock { $0.callbacks.append(body) }
  }

  func stream(waiting: Int) -> AsyncStream<DetectionReport> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: DetectionReport.self, bufferingPolicy: .bufferingNewest(waiting))
    let key: Int? = state.withLock { state in
      guard !state.isFinished else { return nil }
      defer { state.nextKey += 1 }
      state.streams[state.nextKey] = continuation
      return state.nextKey
    }
    guard let key else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: key) }
    }
    return stream
  }

  /// Callbacks and streams are called outside the lock: they may subscribe or end in turn.
  func deliver(_ report: DetectionReport) {
    let (callbacks, streams) = state.withLock { ($0.callbacks, Array($0.streams.values)) }
    for callback in callbacks { callback(report) }
    for stream in streams { stream.yield(report) }
  }

  /// What callbacks hold is let go: it may hold the output in turn.
  func finish() {
    let (streams, _) = state.withLock { state in
      defer { state.callbacks = [] }
      state.isFinished = true
      // The callbacks go outside of the lock, with whatever only they hold.
      return (Array(state.streams.values), state.callbacks)
    }
    for stream in streams { stream.finish() }
  }
}
