public import Geometry
public import Imaging

/// Watches a detection, stage by stage. Nobody watching costs nothing: `trace?.f(expensive())` evaluates
/// nothing without an observer.
///
/// Each event has an empty default, so that an observer names only what it cares about.
public protocol DetectionTrace: AnyObject {
  /// True for an observer that wants pictures made for it alone, at a cost: `didBinarize`.
  var wantsImages: Bool { get }
  /// A stage begins, and the one before it ends. Stages come again as strategies follow each other.
  func didBegin(_ stage: DetectionStage)
  /// The grey image that is searched: the region of interest with its margin.
  func didExtract(_ image: LuminanceImage)
  /// A level of it as dark and light; `image` is the grey that was compared.
  func didBinarize(_ binary: BinaryImage, of image: LuminanceImage)
  /// The patterns by which a family finds its symbols, such as QR's three squares.
  func didFind(_ patterns: [FoundPattern])
  /// A place where a symbol may be was looked at, and its grid taken.
  func didSample(_ grid: SampledGrid)
  /// A candidate was given up.
  func didReject(_ corners: Quadrilateral<FramePixels>, because failure: DecodeFailure)
  /// Regions of stripes were found, in which linear symbols are looked for.
  func didFindStripes(_ regions: [Quadrilateral<FramePixels>])
  /// A line across a striped region was taken apart into bars and spaces.
  func didScan(_ line: ScannedLine)
  func didRead(_ observation: Observation)
  /// The frame is done.
  func didFinish()
}

extension DetectionTrace {
  public var wantsImages: Bool { false }
  public func didBegin(_ stage: DetectionStage) {}
  public func didExtract(_ image: LuminanceImage) {}
  public func didBinarize(_ binary: BinaryImage, of image: LuminanceImage) {}
  public func didFind(_ patterns: [FoundPattern]) {}
  public func didSample(_ grid: SampledGrid) {}
  public func didReject(_ corners: Quadrilateral<FramePixels>, because failure: DecodeFailure) {}
  public func didFindStripes(_ regions: [Quadrilateral<FramePixels>]) {}
  public func didScan(_ line: ScannedLine) {}
  public func didRead(_ observation: Observation) {}
  public func didFinish() {}
}

/// The stages of a detection, in the order of a frame's way.
public enum DetectionStage: String, CaseIterable, Hashable, Sendable {
  case luminance
  case threshold
  case finders
  case grouping
  case grid
  case sampling
  case decoding
}

/// A pattern that marks a symbol's place.
public struct FoundPattern: Hashable, Sendable {
  public let center: Point<FramePixels>
  /// Frame pixels a module, mean over the pattern.
  public let moduleSize: Double
  public let isInverted: Bool

  public init(center: Point<FramePixels>, moduleSize: Double, isInverted: Bool) {
    self.center = center
    self.moduleSize = moduleSize
    self.isInverted = isInverted
  }
}

/// A scan line over a linear symbol, as it was read.
public struct ScannedLine: Hashable, Sendable {
  public let start: Point<FramePixels>
  public let end: Point<FramePixels>
  /// Where light turns dark and dark turns light, in turn, from the first bar on.
  public let edges: [Point<FramePixels>]
  /// What the line says by itself, before others confirm it, or nil.
  public let symbol: DecodedSymbol?

  public init(
    start: Point<FramePixels>, end: Point<FramePixels>, edges: [Point<FramePixels>], symbol: DecodedSymbol?
  ) {
    self.start = start
    self.end = end
    self.edges = edges
    self.symbol = symbol
  }
}
