public import Geometry
public import Imaging

/// Watches a detection, stage by stage. Nobody watching costs nothing: `trace?.f(expensive())` evaluates
/// nothing without an observer.
///
/// Each event has an empty default, so that an observer names only what it cares about.
public protocol DetectionTrace: AnyObject {
  /// True for an observer that wants pictures made for it alone, at a cost: `didBinarize`.
  var wantsImages: Bool { get }
  /// A piece of work begins, and the one before it ends. `work` names its family and its rung.
  func didBegin(_ work: SearchWork)
  /// It ended, after so many looks at the meter.
  func didEnd(_ work: SearchWork, steps: Int)
  /// A stage of the work at hand begins, and the one before it ends. Stages come again as strategies follow each other.
  func didBegin(_ stage: DetectionStage)
  /// The grey image that is searched: the region of interest with its margin.
  func didExtract(_ image: LuminanceImage)
  /// A level of it as dark and light; `image` is the grey that was compared.
  func didBinarize(_ binary: BinaryImage, of image: LuminanceImage)
  /// A part of it was made anew, its blur undone or its contrast raised, and is searched as well, unless it shows no print then.
  func didRestore(_ image: LuminanceImage)
  /// The patterns by which a family finds its symbols, such as QR's three squares.
  func didFind(_ patterns: [FoundPattern])
  /// A place where a symbol may be was looked at, and its grid taken.
  func didSample(_ grid: SampledGrid)
  /// The sides of a stacked symbol told its rows. It comes again as more lines are read.
  func didFollow(_ rows: StackedRows)
  /// What was taken for a symbol was given up; `symbology` is the first of the family that took it for one.
  func didReject(_ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure)
  /// Regions of stripes were found, in which linear symbols are looked for.
  func didFindStripes(_ regions: [Quadrilateral<FramePixels>])
  /// A line across a striped region was taken apart into bars and spaces.
  func didScan(_ line: ScannedLine)
  /// Lines said something that is not believed: too few of them, or others say otherwise.
  func didDoubt(_ reading: DoubtedReading)
  /// A symbol was read.
  func didRead(_ observation: Observation)
  /// The frame is done.
  func didFinish()
}

extension DetectionTrace {
  public var wantsImages: Bool { false }
  public func didBegin(_ work: SearchWork) {}
  public func didEnd(_ work: SearchWork, steps: Int) {}
  public func didBegin(_ stage: DetectionStage) {}
  public func didExtract(_ image: LuminanceImage) {}
  public func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) {}
  public func didRestore(_ image: LuminanceImage) {}
  public func didFind(_ patterns: [FoundPattern]) {}
  public func didSample(_ grid: SampledGrid) {}
  public func didFollow(_ rows: StackedRows) {}
  public func didReject(
    _ corners: Quadrilateral<FramePixels>, as symbology: Symbology, because failure: DecodeFailure
  ) {}
  public func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) {}
  public func didScan(_ line: ScannedLine) {}
  public func didDoubt(_ reading: DoubtedReading) {}
  public func didRead(_ observation: Observation) {}
  public func didFinish() {}
}

/// The stages of a detection, in the order of a frame's way.
public enum DetectionStage: String, CaseIterable, Hashable, Sendable {
  /// The grey of the region, and its smaller copies.
  case luminance
  /// Local thresholds of dark and light.
  case threshold
  /// The patterns by which symbols are found.
  case finders
  /// Patterns that belong together.
  case grouping
  /// Where a symbol's modules are.
  case grid
  /// Their grey.
  case sampling
  /// What they say, errors corrected.
  case decoding
}
