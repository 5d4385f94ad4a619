public import Geometry

/// A symbol that was read, and where it was in the frame.
public struct Observation: Hashable, Sendable {
  /// What it says.
  public let symbol: DecodedSymbol
  /// The outer corners of the symbol (without its quiet zone), clockwise from the symbol's own top left.
  public let corners: Quadrilateral<FramePixels>
  /// True if the symbol was seen in a mirror: its corners then run counterclockwise in the frame.
  public let isMirrored: Bool
  /// True for a light symbol on a dark ground.
  public let isInverted: Bool

  package init(symbol: DecodedSymbol, corners: Quadrilateral<FramePixels>, isMirrored: Bool, isInverted: Bool) {
    self.symbol = symbol
    self.corners = corners
    self.isMirrored = isMirrored
    self.isInverted = isInverted
  }

  /// The smallest axis-aligned rectangle that holds the corners.
  public var bounds: Rect<FramePixels> { corners.bounds }
}
