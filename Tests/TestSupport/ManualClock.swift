/// A clock that stands still until it is told to go on.
public struct ManualClock: Sendable {
  public private(set) var now: Duration

  public init(_ now: Duration = .zero) { self.now = now }

  public mutating func advance(by step: Duration) { now += step }
}
