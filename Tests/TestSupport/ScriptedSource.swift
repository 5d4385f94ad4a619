public import Capture
import Imaging

/// A source that answers what it was told to, one answer a call, and then that it has ended.
///
/// A frame takes 40 ms of the manual clock, nothing the whole patience.
public final class ScriptedSource: FrameSource {
  /// An answer of the script. `frame` carries its sequence number.
  public enum Answer: Sendable {
    case frame(Int)
    case nothing
    case skipped(Skipped)
    case lost(CaptureFailure)
  }

  public let description: FrameSourceDescription
  public private(set) var isClosed = false
  private var script: [Answer]
  private let clock: CaptureManualClock

  public init(name: String = "Scripted", script: [Answer], clock: CaptureManualClock) {
    description = FrameSourceDescription(name: name)
    self.script = script
    self.clock = clock
  }

  public func next(patience: Duration) -> FrameOutcome {
    guard !script.isEmpty else { return .ended }
    switch script.removeFirst() {
    case .frame(let sequence):
      clock.advance(by: .milliseconds(40))
      guard
        let frame = try? Frame(
          format: .grey, width: 1, height: 1, bytes: [0], sequence: sequence, timestamp: clock.now)
      else { return .ended }
      return .frame(frame)
    case .nothing:
      clock.advance(by: patience)
      return .nothing(nil)
    case .skipped(let reason):
      clock.advance(by: .milliseconds(40))
      return .nothing(reason)
    case .lost(let failure):
      return .lost(failure)
    }
  }

  public func close() { isClosed = true }
}
