/// Where a capture session stands.
public enum CaptureState: Hashable, Sendable {
  /// Not started, or stopped: no device is held.
  case stopped
  /// Opening the source, or waiting for its first frame.
  case starting
  /// Frames come.
  case running(FrameSourceDescription)
  /// The source is open but silent; the next frame ends this.
  case stalled(CaptureFailure)
  /// There is no source. It is looked for again when the session's clock says `retryAt`.
  case waiting(CaptureFailure, retryAt: Duration)
  /// There is no source, and waiting would not bring one.
  case failed(CaptureFailure)
  /// The source has played to its end.
  case ended
}

extension CaptureState {
  /// Why there is no picture, in the states that have none to show.
  public var failure: CaptureFailure? {
    switch self {
    case .stopped, .starting, .running, .ended: nil
    case .stalled(let failure), .waiting(let failure, _), .failed(let failure): failure
    }
  }

  /// Whether no frame will come any more unless the session is started again.
  public var isFinal: Bool {
    switch self {
    case .stopped, .failed, .ended: true
    case .starting, .running, .stalled, .waiting: false
    }
  }
}

/// What became of the frames so far.
public struct CaptureCounts: Hashable, Sendable {
  /// Handed on.
  public internal(set) var delivered = 0
  /// Lost before they reached us, as gaps in the driver's sequence numbers tell.
  public internal(set) var dropped = 0
  /// Left out, by reason.
  public internal(set) var skipped: [Skipped: Int] = [:]
  /// How often a source was opened again after one was lost.
  public internal(set) var returns = 0

  public init() {}
}
