package import Geometry
package import Imaging

/// Keeps everything that a detection tells: what `explain` shows and the debug overlay draws.
package final class DetectionRecord: DetectionTrace {
  /// A candidate that was given up.
  package struct Rejection: Sendable {
    package let corners: Quadrilateral<FramePixels>
    /// The first symbology of the family that took it for one.
    package let symbology: Symbology
    package let failure: DecodeFailure

    package init(corners: Quadrilateral<FramePixels>, symbology: Symbology, failure: DecodeFailure) {
      self.corners = corners
      self.symbology = symbology
      self.failure = failure
    }
  }

  package private(set) var luminance: LuminanceImage?
  package private(set) var binaries: [(binary: BinaryImage, image: LuminanceImage)] = []
  package private(set) var patterns: [FoundPattern] = []
  package private(set) var grids: [SampledGrid] = []
  package private(set) var rejections: [Rejection] = []
  /// Striped regions, the largest first.
  package private(set) var stripes: [Quadrilateral<FramePixels>] = []
  /// Lines over them, in the order in which they were looked at; a line comes again at other sensitivities.
  package private(set) var scans: [ScannedLine] = []
  package private(set) var doubts: [DoubtedReading] = []
  package private(set) var observations: [Observation] = []
  /// The stages in the order in which they began.
  package private(set) var stages: [DetectionStage] = []

  package init() {}

  package var wantsImages: Bool { true }

  package func didBegin(_ stage: DetectionStage) { stages.append(stage) }
  package func didExtract(_ image: LuminanceImage) { luminance = image }
  package func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) { binaries.append((binary, image)) }
  package func didFind(_ patterns: [FoundPattern]) { self.patterns += patterns }
  package func didSample(_ grid: SampledGrid) { grids.append(grid) }
  package func didReject(
    _ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure
  ) {
    rejections.append(Rejection(corners: corners, symbology: symbology, failure: failure))
  }
  package func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) { stripes += regions }
  package func didScan(_ line: ScannedLine) { scans.append(line) }
  package func didDoubt(_ reading: DoubtedReading) { doubts.append(reading) }
  package func didRead(_ observation: Observation) { observations.append(observation) }
}
