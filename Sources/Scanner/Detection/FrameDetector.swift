public import Barcodes
public import Geometry
public import Imaging

/// What `MetadataOutput` asks of a detector; tests give it one that follows a script.
public protocol FrameDetector: AnyObject {
  var options: DetectionOptions { get set }

  /// The codes in a region of a frame, each once; nil is everywhere.
  func detect(in frame: Frame, region: Rect<FramePixels>?, trace: (any DetectionTrace)?) -> [Observation]
}

extension Detector: FrameDetector {}
