public import Imaging

/// A source that plays frames one after the other, from memory or as a function reads them.
public final class ImageSequence: FrameSource {
  public let description: FrameSourceDescription
  private let read: () throws(CaptureFailure) -> Frame?
  private var pace: Pace
  private var index = 0

  /// - Parameters:
  ///   - rate: frames a second; nil plays as fast as it is asked.
  ///   - read: gives the next frame, nil at the end; called once a frame.
  public init(
    description: FrameSourceDescription, rate: Double?, clock: CaptureClock = .monotonic,
    read: @escaping () throws(CaptureFailure) -> Frame?
  ) {
    self.description = description
    self.read = read
    pace = Pace(rate: rate, clock: clock)
  }

  /// Plays frames from memory.
  ///
  /// - Parameter repeats: begin again at the end, for ever; sequence numbers go on.
  public convenience init(
    name: String, frames: [Frame], rate: Double?, repeats: Bool = false, clock: CaptureClock = .monotonic
  ) {
    var position = 0
    self.init(description: FrameSourceDescription(name: name), rate: rate, clock: clock) { () -> Frame? in
      guard !frames.isEmpty, repeats || position < frames.count else { return nil }
      let frame = frames[position % frames.count]
      defer { position += 1 }
      return frame.renumbered(sequence: position, timestamp: .seconds(Double(position) / (rate ?? 30)))
    }
  }

  public func next(patience: Duration) -> FrameOutcome {
    guard pace.wait(for: index, patience: patience) != nil else { return .nothing(nil) }
    do throws(CaptureFailure) {
      guard let frame = try read() else { return .ended }
      index += 1
      return .frame(frame)
    } catch {
      return .lost(error)
    }
  }

  public var canRest: Bool { true }
  public func goOn(after rest: Duration) { pace.goOn(after: rest) }

  public func close() {}
}

extension Frame {
  /// The same picture at another place of a stream.
  public func renumbered(sequence: Int, timestamp: Duration) -> Frame {
    // What was a frame is one.
    (try? Frame(
      format: format, width: width, height: height, planes: planes, bytes: bytes, sequence: sequence,
      timestamp: timestamp, isFullRange: isFullRange)) ?? self
  }
}
