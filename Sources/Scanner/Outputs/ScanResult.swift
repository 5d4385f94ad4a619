public import Barcodes
public import Geometry

/// What an output is given: the codes of one picture or frame, or why there is none.
public struct ScanResult: Sendable {
  /// A path, `-` for standard input, or a camera's name.
  public let source: String
  /// Which page of a document; nil for a source that has no pages.
  public let page: ScanPage?
  public let content: Content

  public enum Content: Sendable {
    case read(Reading)
    /// Why the source could not be read, one sentence.
    case unreadable(String)
  }

  public struct Reading: Sendable {
    public let frameSize: Size<FramePixels>
    /// The detector's time.
    public let elapsed: Duration
    /// May be empty for a picture; a camera's frame without results is no result.
    public let observations: [Observation]
    /// The frame's number, where frames are counted.
    public let sequence: Int?

    public init(frameSize: Size<FramePixels>, elapsed: Duration, observations: [Observation], sequence: Int? = nil) {
      self.frameSize = frameSize
      self.elapsed = elapsed
      self.observations = observations
      self.sequence = sequence
    }
  }

  public init(source: String, page: ScanPage? = nil, _ content: Content) {
    self.source = source
    self.page = page
    self.content = content
  }

  /// A report as a result; `observations` in place of the report's where only some are delivered.
  public init(
    source: String, _ report: DetectionReport, observations: [Observation]? = nil, page: ScanPage? = nil, isStream: Bool
  ) {
    self.init(
      source: source, page: page,
      .read(
        Reading(
          frameSize: report.frameSize, elapsed: report.elapsed, observations: observations ?? report.observations,
          sequence: isStream ? report.sequence : nil)))
  }
}

/// A page of a document, as it was drawn to be looked at.
public struct ScanPage: Hashable, Sendable {
  /// From 1.
  public let number: Int
  /// How finely it was drawn: what makes pixels of a measure on paper. Nil where it could not be
  /// drawn, and where the document has pixels (TIFF).
  public let dotsPerInch: Int?

  public init(number: Int, dotsPerInch: Int? = nil) {
    self.number = number
    self.dotsPerInch = dotsPerInch
  }
}
