public import Geometry
public import Imaging

/// Finds and reads codes in frames. Keeps its buffers from call to call, so one detector serves one thread.
///
/// ```swift
/// let detector = Detector(DetectionOptions(symbologies: [.qr]))
/// for observation in detector.detect(in: frame) { print(observation.symbol.text ?? "") }
/// ```
public final class Detector {
  public var options: DetectionOptions

  public init(_ options: DetectionOptions) { self.options = options }

  /// The codes in a frame, each once.
  ///
  /// - Parameters:
  ///   - region: where to look; nil is everywhere. Codes that reach over its border are read as far as
  ///     the region shows them: the caller adds the margin that it wants.
  ///   - trace: told of each stage; nil costs nothing.
  /// - Complexity: O(pixels of the region); see `DetectionOptions.budget` for the worst case.
  public func detect(
    in frame: Frame, region: Rect<FramePixels>? = nil, trace: (any DetectionTrace)? = nil
  ) -> [Observation] {
    []
  }
}
