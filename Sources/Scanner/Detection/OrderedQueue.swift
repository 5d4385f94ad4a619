import Dispatch
import Synchronization

/// Items that several threads work on, and their results in the order of the items, each handed on as soon as all
/// before it are.
package final class OrderedQueue<Item: Sendable, Result: Sendable>: Sendable {
  private struct State {
    /// Of the oldest item that is not done: its results are handed on at once.
    var oldest = 0
    var waiting: [Int: [Result]] = [:]
    var done: Set<Int> = []
    var failure: (any Error)?
  }

  private let state = Mutex(State())
  /// The number of the item that is taken next; nil after the last one. Apart from the results, which are handed on while
  /// the next item is waited for: who names the items may wait for the results.
  private let next = Mutex<Int?>(0)
  /// Items that may be taken before the oldest one is done, so that a slow one does not gather the results of a million
  /// others in memory.
  private let room: DispatchSemaphore
  private let items: @Sendable () -> Item?
  private let deliver: @Sendable (Result) throws -> Void

  /// - Parameters:
  ///   - lead: how many items may be begun and not handed on.
  ///   - items: the next item, nil after the last one; one thread at a time calls it.
  ///   - deliver: takes each result; one thread at a time calls it. Once it throws, no item is begun any more.
  package init(
    lead: Int = 1024, items: @escaping @Sendable () -> Item?, deliver: @escaping @Sendable (Result) throws -> Void
  ) {
    self.room = DispatchSemaphore(value: max(1, lead))
    self.items = items
    self.deliver = deliver
  }

  /// Works every item off.
  ///
  /// - Parameters:
  ///   - threads: how many work at a time.
  ///   - makeWorker: called on each thread; what it gives works on the items that this thread takes, and tells their
  ///     results, any number.
  /// - Throws: what `deliver` threw.
  package func run(threads: Int, _ makeWorker: @Sendable () -> (Item, (Result) -> Void) -> Void) throws {
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      guard var taken = take() else { return }
      let work = makeWorker()
      while true {
        let number = taken.number
        work(taken.item) { add($0, of: number) }
        finish(number)
        guard let following = take() else { return }
        taken = following
      }
    }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func take() -> (number: Int, item: Item)? {
    room.wait()
    let taken = next.withLock { next -> (Int, Item)? in
      guard let number = next, state.withLock({ $0.failure == nil }), let item = items() else {
        next = nil
        return nil
      }
      next = number + 1
      return (number, item)
    }
    if taken == nil { room.signal() }
    return taken
  }

  private func add(_ result: Result, of number: Int) {
    state.withLock { state in
      if number == state.oldest { handOn(result, &state) } else { state.waiting[number, default: []].append(result) }
    }
  }

  private func finish(_ number: Int) {
    state.withLock { state in
      state.done.insert(number)
      while state.done.remove(state.oldest) != nil {
        state.oldest += 1
        room.signal()
        for result in state.waiting.removeValue(forKey: state.oldest) ?? [] { handOn(result, &state) }
      }
    }
  }

  private func handOn(_ result: Result, _ state: inout State) {
    guard state.failure == nil else { return }
    do { try deliver(result) } catch { state.failure = error }
  }
}
