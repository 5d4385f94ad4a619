// What a detection meets on its way, as a trace is told of it.

package import Geometry

/// A pattern that marks a symbol's place.
package struct FoundPattern: Hashable, Sendable {
  /// The first symbology of the family whose pattern it is: Micro QR's is that of QR.
  package let symbology: Symbology
  package let center: Point<FramePixels>
  /// Frame pixels a module, mean over the pattern.
  package let moduleSize: Double
  package let isInverted: Bool

  package init(symbology: Symbology, center: Point<FramePixels>, moduleSize: Double, isInverted: Bool) {
    self.symbology = symbology
    self.center = center
    self.moduleSize = moduleSize
    self.isInverted = isInverted
  }
}

/// A scan line over a linear symbol, as it was read.
package struct ScannedLine: Hashable, Sendable {
  package let start: Point<FramePixels>
  package let end: Point<FramePixels>
  /// Where light turns dark and dark turns light, in turn, from the first bar on.
  package let edges: [Point<FramePixels>]
  /// What the line says by itself, before others confirm it, or nil.
  package let symbol: DecodedSymbol?

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
package struct DoubtedReading: Hashable, Sendable {
  package let symbol: DecodedSymbol
  /// Where the first of the lines enters and leaves the symbol.
  package let start: Point<FramePixels>
  package let end: Point<FramePixels>
  /// Lines that say so.
  package let lines: Int
  /// Lines that would have to.
  package let linesNeeded: Int

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
