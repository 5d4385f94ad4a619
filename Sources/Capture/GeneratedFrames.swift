public import Imaging

/// A source that calls a function for each frame, at a camera's pace.
public final class GeneratedFrames: FrameSource {
  public let description: FrameSourceDescription
  private let count: Int?
  private let generate: (_ index: Int, _ time: Duration) -> Frame
  private var pace: Pace
  private var index = 0
  private var sequence = 0

  /// - Parameters:
  ///   - rate: frames a second; nil generates as fast as it is asked, for automation.
  ///   - count: how many frames there are; nil never ends.
  ///   - generate: makes the picture of frame `index`, counted from 0; the source numbers and stamps it. `time` is the
  ///     frame's own: `index` divided by the rate, by 30 if there is none, so that the pictures do not depend on the
  ///     machine. With a generator slower than the rate `index` jumps; sequence numbers do not, since no driver has
  ///     lost what was never made.
  public init(
    name: String, rate: Double? = 30, count: Int? = nil, clock: CaptureClock = .monotonic,
    generate: @escaping (_ index: Int, _ time: Duration) -> Frame
  ) {
    description = FrameSourceDescription(name: name)
    self.count = count
    self.generate = generate
    pace = Pace(rate: rate, clock: clock)
  }

  public func next(patience: Duration) -> FrameOutcome {
    if let count, index >= count { return .ended }
    guard let late = pace.wait(for: index, patience: patience) else { return .nothing(nil) }
    let rate = pace.rate ?? 30
    index += Int(late / .seconds(1) * rate)
    if let count { index = min(index, count - 1) }
    defer { (index, sequence) = (index + 1, sequence + 1) }
    let time = Duration.seconds(Double(index) / rate)
    return .frame(generate(index, time).renumbered(sequence: sequence, timestamp: time))
  }

  public var canRest: Bool { true }
  public func goOn(after rest: Duration) { pace.goOn(after: rest) }

  public func close() {}
}
