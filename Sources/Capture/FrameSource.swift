public import Imaging

/// Where frames come from: a camera, files, a generator. Used by one thread at a time.
public protocol FrameSource: AnyObject {
  /// Waits for the next frame, at most `patience`.
  func next(patience: Duration) -> FrameOutcome

  /// Lets the device go. No `next` follows. Called once, also after `lost`.
  func close()
}

/// What came of asking a source for its next frame.
public enum FrameOutcome: Sendable {
  case frame(Frame)
  /// No frame within the patience, or one that was not usable and is not shown: ask again.
  case nothing(Skipped?)
  /// The source has no more frames, as a file at its end has not.
  case ended
  /// The source is gone or broken, and asking again is of no use.
  case lost(CaptureFailure)
}

/// Why a frame was left out.
public enum Skipped: String, Hashable, Sendable {
  /// The driver marked the buffer as damaged.
  case flagged
  /// Fewer bytes than the format needs.
  case short
  /// A compressed frame that does not parse.
  case corrupt
}
