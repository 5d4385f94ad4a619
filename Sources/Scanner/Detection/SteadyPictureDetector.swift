package import Barcodes
package import Geometry
package import Imaging

/// Gives a picture that is shown again and again the time that it takes.
///
/// A camera's next frame comes in some 33 ms, and what was not read of one may be read of the next: each has a budget. After a picture that
/// stands still comes no better one. Seen a second time in the same region it is searched to the end, and once: what that
/// gives stays, and costs nothing more.
package final class SteadyPictureDetector: FrameDetector {
  package var options: DetectionOptions
  private let detector: any FrameDetector
  private var last: Sight?
  /// Of the last sight, once that was searched to the end.
  private var found: [Observation]?

  private struct Sight {
    let frame: Frame
    let region: Rect<FramePixels>?
    let options: DetectionOptions

    /// Frames of one picture share their bytes, and are told so without looking at each.
    func isSame(as other: Sight) -> Bool {
      frame.format == other.frame.format && frame.size == other.frame.size && region == other.region
        && options == other.options && frame.bytes == other.frame.bytes
    }
  }

  package init(_ detector: any FrameDetector) {
    options = detector.options
    self.detector = detector
  }

  package func detect(
    in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?
  ) -> [Observation] {
    let sight = Sight(frame: frame, region: region, options: options)
    let isSteady = last.map(sight.isSame) ?? false
    last = sight
    detector.options = options
    guard isSteady else {
      found = nil
      return detector.detect(in: frame, region: region, trace: trace)
    }
    // Who watches each stage sees all of them, however often.
    if trace == nil, let found { return found }
    detector.options.budget = nil
    detector.options.followsFrames = false
    let observations = detector.detect(in: frame, region: region, trace: trace)
    found = observations
    return observations
  }

  package func reset() {
    (last, found) = (nil, nil)
    detector.reset()
  }
}
