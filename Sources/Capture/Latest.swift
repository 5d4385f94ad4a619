import Synchronization

/// One slot between two threads: the newest value wins, and what it replaced is counted. Never waits.
public final class Latest<Value: Sendable>: Sendable {
  private let slot = Mutex<(value: Value?, replaced: Int)>((nil, 0))

  public init() {}

  /// Leaves a value for the reader, in place of one that was not taken.
  public func put(_ value: Value) {
    slot.withLock { slot in
      if slot.value != nil { slot.replaced += 1 }
      slot.value = value
    }
  }

  /// Takes the value out, or nil if there is none since the last time.
  public func take() -> Value? {
    slot.withLock { slot in
      defer { slot.value = nil }
      return slot.value
    }
  }

  /// How many values were replaced before anyone took them.
  public var replaced: Int { slot.withLock { $0.replaced } }
}
