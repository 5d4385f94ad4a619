/// How long is waited after a failure: doubled with each one in a row, and less by chance, so that a thousand stations
/// whose broker returns do not come at the same moment.
public struct BackOff: Hashable, Sendable {
  /// After the first failure at most.
  public var first: Duration
  /// At most, ever. Less finds a receiver's return sooner; more spares it while it is down.
  public var longest: Duration

  public init(first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
    self.first = first
    self.longest = longest
  }

  /// Between half of the doubled time and the whole of it: never nothing, lest a receiver that refuses at once is asked
  /// without end ("equal jitter", Brooker, "Exponential Backoff and Jitter", 2015).
  ///
  /// - Parameter failures: in a row, from 1.
  public func delay(after failures: Int, using random: inout some RandomNumberGenerator) -> Duration {
    var whole = first
    for _ in 1..<max(1, min(failures, 64)) where whole < longest { whole = whole * 2 }
    return min(whole, longest) * Double.random(in: 0.5...1, using: &random)
  }
}
