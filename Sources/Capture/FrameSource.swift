public import Imaging

/// Where frames come from: a camera, files, a generator. Used by one thread at a time.
public protocol FrameSource: AnyObject {
  /// What it is and how it delivers.
  var description: FrameSourceDescription { get }

  /// Waits for the next frame, at most `patience`.
  func next(patience: Duration) -> FrameOutcome

  /// Whether it may be left unasked for as long as one likes and then goes on where it was, as a file or a generator
  /// does. A camera films on, and its driver's buffers would grow old.
  var canRest: Bool { get }

  /// It was left unasked for so long, and is asked again from now on.
  func goOn(after rest: Duration)

  /// Lets the device go. No `next` follows. Called once, also after `lost`.
  func close()
}

extension FrameSource {
  public var canRest: Bool { false }
  public func goOn(after rest: Duration) {}
}

/// What a source is, for people, and how it delivers.
public struct FrameSourceDescription: Hashable, Sendable {
  /// Such as a camera's or a file's name.
  public let name: String
  /// Nil where the source has no single one, as a folder of pictures has not.
  public let format: CaptureFormat?

  public init(name: String, format: CaptureFormat? = nil) {
    self.name = name
    self.format = format
  }
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
public enum Skipped: String, CaseIterable, Hashable, Sendable {
  /// The driver marked the buffer as damaged.
  case flagged
  /// Fewer bytes than the format needs.
  case short
  /// A compressed frame that does not parse.
  case corrupt
}
