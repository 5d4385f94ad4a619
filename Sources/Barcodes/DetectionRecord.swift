public import Geometry
public import Imaging

/// Keeps everything that a detection tells: what `explain` shows and the debug overlay draws.
public final class DetectionRecord: DetectionTrace {
  /// A candidate that was given up.
  public struct Rejection: Sendable {
    public let corners: Quadrilateral<FramePixels>
    public let failure: DecodeFailure

    public init(corners: Quadrilateral<FramePixels>, failure: DecodeFailure) {
      self.corners = corners
      self.failure = failure
    }
  }

  public private(set) var luminance: LuminanceImage?
  public private(set) var binaries: [(binary: BinaryImage, image: LuminanceImage)] = []
  public private(set) var patterns: [FoundPattern] = []
  public private(set) var grids: [SampledGrid] = []
  public private(set) var rejections: [Rejection] = []
  public private(set) var observations: [Observation] = []
  /// The stages in the order in which they began.
  public private(set) var stages: [DetectionStage] = []

  public init() {}

  public var wantsImages: Bool { true }

  public func didBegin(_ stage: DetectionStage) { stages.append(stage) }
  public func didExtract(_ image: LuminanceImage) { luminance = image }
  public func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) { binaries.append((binary, image)) }
  public func didFind(_ patterns: [FoundPattern]) { self.patterns += patterns }
  public func didSample(_ grid: SampledGrid) { grids.append(grid) }
  public func didReject(_ corners: Quadrilateral<FramePixels>, because failure: DecodeFailure) {
    rejections.append(Rejection(corners: corners, failure: failure))
  }
  public func didRead(_ observation: Observation) { observations.append(observation) }
}
