public import Geometry
public import Imaging

/// Keeps everything that a detection tells: what `explain` shows and the debug overlay draws.
public final class DetectionRecord: DetectionTrace {
  /// A candidate that was given up.
  public struct Rejection: Sendable {
    /// Its outline, in pixels of the frame.
    public let corners: Quadrilateral<FramePixels>
    /// The first symbology of the family that took it for one.
    public let symbology: Symbology
    /// The stage at which it was given up, with the evidence.
    public let failure: DecodeFailure

    package init(corners: Quadrilateral<FramePixels>, symbology: Symbology, failure: DecodeFailure) {
      self.corners = corners
      self.symbology = symbology
      self.failure = failure
    }
  }

  /// The grey that was searched, or nil before a detection.
  public private(set) var luminance: LuminanceImage?
  /// Black and white by the thresholds of each level, with the level's grey.
  public private(set) var binaries: [(binary: BinaryImage, image: LuminanceImage)] = []
  /// Parts of the grey with their blur undone or their contrast raised, in the order in which they were searched.
  public private(set) var restored: [LuminanceImage] = []
  /// In the order in which they were found.
  public private(set) var patterns: [FoundPattern] = []
  /// Grids that were sampled, read or not.
  public private(set) var grids: [SampledGrid] = []
  /// Rows of stacked symbols, read or not; the last of a place is told by most lines.
  public private(set) var stackedRows: [StackedRows] = []
  /// In the order in which they were given up.
  public private(set) var rejections: [Rejection] = []
  /// Striped regions, the largest first.
  public private(set) var stripes: [Quadrilateral<FramePixels>] = []
  /// Lines over them, in the order in which they were looked at; a line comes again at other sensitivities.
  public private(set) var scans: [ScannedLine] = []
  /// What too few lines said.
  public private(set) var doubts: [DoubtedReading] = []
  /// What was read.
  public private(set) var observations: [Observation] = []
  /// The stages in the order in which they began.
  public private(set) var stages: [DetectionStage] = []

  /// A record of nothing.
  public init() {}

  public var wantsImages: Bool { true }

  public func didBegin(_ stage: DetectionStage) { stages.append(stage) }
  public func didExtract(_ image: LuminanceImage) { luminance = image }
  public func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) { binaries.append((binary, image)) }
  public func didRestore(_ image: LuminanceImage) { restored.append(image) }
  public func didFind(_ patterns: [FoundPattern]) { self.patterns += patterns }
  public func didSample(_ grid: SampledGrid) { grids.append(grid) }
  public func didFollow(_ rows: StackedRows) { stackedRows.append(rows) }
  public func didReject(
    _ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure
  ) {
    rejections.append(Rejection(corners: corners, symbology: symbology, failure: failure))
  }
  public func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) { stripes += regions }
  public func didScan(_ line: ScannedLine) { scans.append(line) }
  public func didDoubt(_ reading: DoubtedReading) { doubts.append(reading) }
  public func didRead(_ observation: Observation) { observations.append(observation) }
}
