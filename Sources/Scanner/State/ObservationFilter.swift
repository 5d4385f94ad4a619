import Barcodes

/// Decides which sightings are news. Keeps what it must remember, and no clock.
struct ObservationFilter: Hashable, Sendable {
  /// What is known of a code that was seen.
  private struct Memory: Hashable {
    var delivered: Duration?
    var lastSeen: Duration
  }

  private var memories: [CodeKey: Memory] = [:]
  private let most: Int

  /// - Parameter most: codes that `oncePerCode` remembers. A station of 10,000 codes a day keeps ten days of them by
  ///   default, in 20 MB for codes of 30 bytes.
  init(most: Int = 100_000) { self.most = max(1, most) }

  /// The sightings that the mode delivers, each message once; they count as delivered from here on.
  mutating func news(among observations: [Observation], policy: ScanPolicy, at now: Duration) -> [Observation] {
    var news: [Observation] = []
    for observation in observations {
      var memory = memories[observation.key] ?? Memory(delivered: nil, lastSeen: now)
      if isNews(memory, policy, at: now) {
        news.append(observation)
        memory.delivered = now
      }
      memory.lastSeen = now
      memories[observation.key] = memory
    }
    forget(policy, at: now)
    return news
  }

  /// All codes are new again.
  mutating func clear() { memories = [:] }

  private func isNews(_ memory: Memory, _ policy: ScanPolicy, at now: Duration) -> Bool {
    guard let delivered = memory.delivered else { return true }
    switch policy.mode {
    case .once: return true
    case .oncePerCode: return false
    case .continuous:
      let hasLeft = now - memory.lastSeen >= ScanPolicy.absence
      return now - delivered >= policy.duplicateWindow && (hasLeft || !policy.holdsUntilItLeaves)
    }
  }

  /// Drops what can no longer change an answer, so that days of scanning do not pile up. `oncePerCode` has to
  /// remember what it delivered: of too many codes it forgets those seen longest ago.
  private mutating func forget(_ policy: ScanPolicy, at now: Duration) {
    guard policy.mode != .oncePerCode else { return forgetOldest() }
    memories = memories.filter { _, memory in
      let isInView = now - memory.lastSeen < ScanPolicy.absence
      let isRecent = memory.delivered.map { now - $0 < policy.duplicateWindow } ?? false
      return isInView || isRecent
    }
  }

  /// A quarter at a time, so that sorting costs little for each.
  private mutating func forgetOldest() {
    guard memories.count > most else { return }
    let oldest = memories.sorted { $0.value.lastSeen < $1.value.lastSeen }.prefix(memories.count - most * 3 / 4)
    for (key, _) in oldest { memories[key] = nil }
  }
}
