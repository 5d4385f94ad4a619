/// When the frames of a generated or played stream are due.
public struct Pace: Sendable {
  /// Frames a second; nil plays as fast as it is asked.
  public let rate: Double?
  private let clock: CaptureClock
  private var start: Duration?

  /// - Precondition: the rate is one of `CaptureFormat.rates`.
  public init(rate: Double?, clock: CaptureClock) {
    precondition(rate.map { CaptureFormat.rates ~= $0 } ?? true, "a rate that no camera has")
    self.rate = rate
    self.clock = clock
  }

  /// Nothing was played for so long, and nobody is to catch up on it.
  public mutating func goOn(after rest: Duration) { start = start.map { $0 + rest } }

  /// Waits until frame `index`, counted from 0, is due, at most `patience`. The first frame is due at once and
  /// starts the count.
  ///
  /// - Returns: how long ago it was due, or nil if its time has not come.
  public mutating func wait(for index: Int, patience: Duration) -> Duration? {
    guard let rate else { return .zero }
    let start = self.start ?? clock.now() - .seconds(Double(index) / rate)
    self.start = start
    let due = start + .seconds(Double(index) / rate)
    let ahead = due - clock.now()
    if ahead > .zero { clock.wait(min(ahead, patience)) }
    let late = clock.now() - due
    return late >= .zero ? late : nil
  }
}
