// What a detection meets on its way, as a trace is told of it.

public import Geometry

/// A pattern that marks a symbol's place.
public struct FoundPattern: Hashable, Sendable {
  /// The first symbology of the family whose pattern it is: Micro QR's is that of QR.
  public let symbology: Symbology
  /// Its middle, in pixels of the frame.
  public let center: Point<FramePixels>
  /// Frame pixels a module, mean over the pattern.
  public let moduleSize: Double
  /// True for light on dark.
  public let isInverted: Bool

  package init(symbology: Symbology, center: Point<FramePixels>, moduleSize: Double, isInverted: Bool) {
    self.symbology = symbology
    self.center = center
    self.moduleSize = moduleSize
    self.isInverted = isInverted
  }
}

/// A scan line over a linear symbol, as it was read.
public struct ScannedLine: Hashable, Sendable {
  /// Where the line begins, in pixels of the frame.
  public let start: Point<FramePixels>
  /// Where it ends.
  public let end: Point<FramePixels>
  /// Where light turns dark and dark turns light, in turn, from the first bar on.
  public let edges: [Point<FramePixels>]
  /// What the line says by itself, before others confirm it, or nil.
  public let symbol: DecodedSymbol?

  package init(
    start: Point<FramePixels>, end: Point<FramePixels>, edges: [Point<FramePixels>], symbol: DecodedSymbol?
  ) {
    self.start = start
    self.end = end
    self.edges = edges
    self.symbol = symbol
  }
}

/// What scan lines of a linear symbol said, and why that was not enough.
public struct DoubtedReading: Hashable, Sendable {
  /// What they said.
  public let symbol: DecodedSymbol
  /// Where the first of the lines enters the symbol, in pixels of the frame.
  public let start: Point<FramePixels>
  /// Where it leaves it.
  public let end: Point<FramePixels>
  /// Lines that say so.
  public let lines: Int
  /// Lines that would have to.
  public let linesNeeded: Int

  package init(
    symbol: DecodedSymbol, start: Point<FramePixels>, end: Point<FramePixels>, lines: Int, linesNeeded: Int
  ) {
    self.symbol = symbol
    self.start = start
    self.end = end
    self.lines = lines
    self.linesNeeded = linesNeeded
  }
}
