public import Foundation
import Synchronization

/// Hands what was read and made to the store, elsewhere than on the window's thread. What the store cannot take for
/// now is kept in memory and tried again with the next; trouble is told once, until something works again.
public final class HistoryRecorder: Sendable {
  private let store: any HistoryStoring
  private let work: any BackgroundWork
  private let privacy: HistoryPrivacy
  private let report: @Sendable (HistoryFailure) -> Void
  private let state = Mutex(State())

  private struct State {
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
    self.privacy = privacy
    self.report = report
  }

  public func record(_ content: HistoryContent, at time: Date) {
    guard privacy.allows(content) else { return }
    state.withLock { state in
      state.waiting.append((content, time))
      if state.waiting.count > Self.waitingLimit { state.waiting.removeFirst() }
    }
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
