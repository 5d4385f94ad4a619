import Geometry

/// Something that may be tried: a kind of work, where, and how to do it.
package struct Work {
  let kind: SearchWork
  /// Where, in pixels of the frame's image; none for all of it. Once each of them lies in a symbol that was read, the work is
  /// dropped.
  let places: [Point<ImagePixels>]
  /// True where something was found that speaks for a symbol there: such work is done even where another symbol was read.
  let isEvident: Bool
  /// How much likelier than others of its kind it is to read something: 1 is the mean.
  let promise: Double
  /// Does it and tells what may be tried next.
  let run: (FrameSearch) -> [Work]

  /// The same as another kind of work.
  func done(as kind: SearchWork) -> Work {
    Work(kind, at: places, isEvident: isEvident, promise: promise, run: run)
  }

  init(
    _ kind: SearchWork, at places: [Point<ImagePixels>] = [], isEvident: Bool = false, promise: Double = 1,
    run: @escaping (FrameSearch) -> [Work]
  ) {
    (self.kind, self.places, self.isEvident, self.promise, self.run) = (kind, places, isEvident, promise, run)
  }
}

/// Decides what is tried next: of the lowest rung the work with the best gain for its cost.
struct Scheduler {
  private struct Entry {
    let work: Work
    let rank: Rank
  }

  /// What decides which work comes first.
  private struct Rank {
    let isRemembered: Bool
    let rung: SearchRung
    /// Symbols a second.
    let value: Double
    /// The order in which works came, which decides among equals.
    let number: Int

    func comes(before other: Rank) -> Bool {
      if isRemembered != other.isRemembered { return isRemembered }
      if rung != other.rung { return rung < other.rung }
      if value != other.value { return value > other.value }
      return number < other.number
    }
  }

  /// A binary heap, the next one first.
  private var queue: [Entry] = []
  private var count = 0
  /// Kinds of work that did not fit into the frame before, or were ended there; they come first in this one.
  private var remembered: Set<SearchWork> = []

  /// Forgets what did not fit.
  mutating func reset() { remembered.removeAll() }

  /// Works off what the readers propose, and what comes of that, as far as the effort goes.
  mutating func run(_ seeds: [Work], _ search: FrameSearch) {
    queue.removeAll(keepingCapacity: true)
    count = 0
    for work in seeds { add(work) }
    var left: Set<SearchWork> = []
    while let work = pop() {
      guard search.wants(work), work.isEvident || isTurn(of: work.kind, search) else { continue }
      guard search.meter.isWorthAnother(work.kind, isBeside: !search.observations.isEmpty) else {
        if let later = SearchPolicy[work.kind].later { add(work.done(as: later)) }
        continue
      }
      guard search.begin(work.kind) else {
        if search.meter.isOutOfTime, left.count < Self.mostRemembered { left.insert(work.kind) }
        continue
      }
      let following = work.run(search)
      search.end(work.kind)
      if search.meter.isOutOfTime { left.insert(work.kind) }
      for next in following { add(next) }
    }
    remembered = search.options.followsFrames ? left : []
  }

  /// Whether a camera's frame is this kind's: others take turns at what is not plain, and at what families show beside those that
  /// were read.
  private func isTurn(of kind: SearchWork, _ search: FrameSearch) -> Bool {
    guard search.turns.looksFurther || !kind.takesTurns else { return false }
    return search.observations.isEmpty || remembered.contains(kind)
      || search.turns.looksBeside(SearchPolicy[kind].family)
  }

  /// Kinds that are remembered: so many fit into a camera's frame beside others.
  private static let mostRemembered = 2

  private mutating func add(_ work: Work) {
    let row = SearchPolicy[work.kind]
    queue.append(
      Entry(
        work: work,
        rank: Rank(
          isRemembered: remembered.contains(work.kind), rung: row.rung, value: row.gain * work.promise / row.cost,
          number: count)))
    count += 1
    var child = queue.count - 1
    while child > 0, queue[child].rank.comes(before: queue[(child - 1) / 2].rank) {
      queue.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() -> Work? {
    guard !queue.isEmpty else { return nil }
    queue.swapAt(0, queue.count - 1)
    let first = queue.removeLast()
    var parent = 0
    while true {
      var next = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < queue.count {
        if queue[child].rank.comes(before: queue[next].rank) { next = child }
      }
      if next == parent { return first.work }
      queue.swapAt(parent, next)
      parent = next
    }
  }
}
