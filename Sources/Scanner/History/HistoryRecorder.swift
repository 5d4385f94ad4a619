public import Foundation
import Synchronization

/// Hands what was read and made to the store, elsewhere than on the window's thread. What the store cannot take for
/// now is kept in memory and tried again with the next; trouble is told once, until something works again.
public final class HistoryRecorder: Sendable {
  private let store: any HistoryStoring
  private let work: any BackgroundWork
  private let report: @Sendable (HistoryFailure) -> Void
  private let state: Mutex<State>

  private struct State {
    var privacy: HistoryPrivacy
    var waiting: [(content: HistoryContent, time: Date)] = []
    var told: HistoryFailure?
  }

  /// Entries that wait in memory at most: hours of scanning by hand. The oldest give way.
  static let waitingLimit = 1000

  /// - Parameter report: told of trouble, on the thread of the work.
  public init(
    store: any HistoryStoring, work: any BackgroundWork, privacy: HistoryPrivacy,
    report: @escaping @Sendable (HistoryFailure) -> Void
  ) {
    self.store = store
    self.work = work
    state = Mutex(State(privacy: privacy))
    self.report = report
  }

  /// What is recorded from now on.
  public func setPrivacy(_ privacy: HistoryPrivacy) { state.withLock { $0.privacy = privacy } }

  public func record(_ content: HistoryContent, at time: Date) {
    let isWanted = state.withLock { state in
      guard state.privacy.allows(content) else { return false }
      state.waiting.append((content, time))
      if state.waiting.count > Self.waitingLimit { state.waiting.removeFirst() }
      return true
    }
    guard isWanted else { return }
    work.submit { self.storeWaiting() }
  }

  private func storeWaiting() {
    while let next = state.withLock({ $0.waiting.first }) {
      do throws(HistoryFailure) {
        try store.record(next.content, at: next.time)
        state.withLock { state in
          // Only this work takes entries out, one at a time; the limit may have done it meanwhile.
          if state.waiting.first?.time == next.time { state.waiting.removeFirst() }
          state.told = nil
        }
      } catch {
        let isNews = state.withLock { state in
          defer { state.told = error }
          return state.told != error
        }
        if isNews { report(error) }
        return
      }
    }
  }
}
