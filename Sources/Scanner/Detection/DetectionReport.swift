public import Barcodes
public import Geometry
public import Imaging

/// What one frame gave.
public struct DetectionReport: Sendable {
  /// The results: inside the region by its rule, and never empty strings.
  public let observations: [Observation]
  /// `Frame.sequence` of the frame.
  public let sequence: Int
  /// `Frame.timestamp` of the frame.
  public let timestamp: Duration
  public let frameSize: Size<FramePixels>
  /// The region that was used, for a screen to compare with what it shows.
  public let region: RegionOfInterest
  /// The detector's time for this frame.
  public let elapsed: Duration
  /// Frames that newer ones replaced before the detector came to them, since the beginning.
  public let framesLetGo: Int
  /// Present if it was asked for.
  public let insight: DetectionInsight?
  /// The frame itself, with an insight: evidence lies on no other.
  public let frame: Frame?

  public init(
    observations: [Observation], sequence: Int, timestamp: Duration, region: RegionOfInterest,
    elapsed: Duration, framesLetGo: Int = 0, insight: DetectionInsight? = nil, frame: Frame? = nil
  ) {
    self.observations = observations
    self.sequence = sequence
    self.timestamp = timestamp
    self.frameSize = region.frameSize
    self.region = region
    self.elapsed = elapsed
    self.framesLetGo = framesLetGo
    self.insight = insight
    self.frame = frame
  }
}
