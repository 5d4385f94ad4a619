import Dispatch
import Scanner
import Synchronization
import Testing

/// Numbers below a limit, each once.
private func numbers(below limit: Int) -> @Sendable () -> Int? {
  let next = Mutex(0)
  return {
    next.withLock { number in
      defer { number += 1 }
      return number < limit ? number : nil
    }
  }
}

@Test("Results come in the order of the items, whichever thread is done first", arguments: [1, 2, 7])
func resultsKeepTheOrder(threads: Int) throws {
  let results = Mutex<[Int]>([])
  let queue = OrderedQueue<Int, Int>(lead: 8, items: numbers(below: 500)) { result in
    results.withLock { $0.append(result) }
  }
  try queue.run(threads: threads) {
    { item, deliver in
      // Some take long, so that those after them are done before.
      var sum = 0
      for step in 0..<(item % 5 == 0 ? 200_000 : 10) { sum &+= step ^ item }
      deliver(2 * item)
      if item % 3 == 0 { deliver(2 * item + (sum == 1 ? 0 : 1)) }
    }
  }
  var expected: [Int] = []
  for item in 0..<500 {
    expected.append(2 * item)
    if item % 3 == 0 { expected.append(2 * item + 1) }
  }
  #expect(results.withLock { $0 } == expected)
}

@Test func nothingMoreIsBegunOnceNobodyTakesResults() throws {
  struct Full: Error {}
  let begun = Mutex(0)
  let queue = OrderedQueue<Int, Int>(items: numbers(below: 1_000_000)) { if $0 == 10 { throw Full() } }
  #expect(throws: Full.self) {
    try queue.run(threads: 2) {
      { item, deliver in
        begun.withLock { $0 += 1 }
        deliver(item)
      }
    }
  }
  #expect(begun.withLock { $0 } < 1_000_000)
}

@Test("A slow item keeps others from running away") func aSlowItemBoundsTheRest() throws {
  let most = Mutex(0)
  let done = Mutex(0)
  let queue = OrderedQueue<Int, Int>(lead: 4, items: numbers(below: 100)) { _ in done.withLock { $0 += 1 } }
  try queue.run(threads: 3) {
    { item, deliver in
      let ahead = item - done.withLock { $0 }
      most.withLock { $0 = max($0, ahead) }
      deliver(item)
    }
  }
  #expect(most.withLock { $0 } <= 4)
}

@Test("A result does not wait for the next item, which may come only after it") func resultsComeWhileItemsAreAwaited()
  throws
{
  let delivered = DispatchSemaphore(value: 0)
  let number = Mutex(0)
  let cameFirst = Mutex(false)
  let queue = OrderedQueue<Int, Int>(
    items: {
      let mine = number.withLock { number in
        defer { number += 1 }
        return number
      }
      guard mine > 0 else { return mine }
      let came = delivered.wait(timeout: .now() + 20) == .success
      cameFirst.withLock { $0 = $0 || came }
      return nil
    }, deliver: { _ in delivered.signal() })
  try queue.run(threads: 2) { { item, deliver in deliver(item) } }
  #expect(cameFirst.withLock { $0 })
}

@Test func progressIsALineThatGoesAway() throws {
  var shown = ""
  var time = Duration.zero
  var progress = ProgressLine(total: 3, now: { time }, write: { shown += $0 })
  let result = ScanResult(source: "a.png", .unreadable("damaged"))
  progress.add(result)
  #expect(shown.hasSuffix("1 of 3 pictures, codes in 0") && !shown.contains("\n"))
  let first = shown
  progress.add(result)
  #expect(shown == first)
  time += ProgressLine.interval
  progress.add(result)
  #expect(shown.hasSuffix("3 of 3 pictures, codes in 0"))
  progress.hide()
  #expect(shown.hasSuffix("\r\u{1B}[K"))
  let hidden = shown
  progress.hide()
  #expect(shown == hidden)
}
