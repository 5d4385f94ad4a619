import Geometry

/// The symbols of a frame that were read, as places that hold no others.
///
/// A much smaller finder within a symbol is another symbol's all the same: some are printed in the middle of others.
struct QRClaims {
  private var symbols: [(corners: Quadrilateral<ImagePixels>, moduleSize: Double)] = []

  /// Share of a symbol's modules below which a pattern is not made of them: seen askew, its own differ by a third.
  private static let within = 0.6

  mutating func clear() { symbols.removeAll(keepingCapacity: true) }

  /// - Parameter moduleSize: in pixels of the frame's image.
  mutating func add(_ corners: Quadrilateral<ImagePixels>, moduleSize: Double) { symbols.append((corners, moduleSize)) }

  /// True for a pattern that lies within what was read, and is not much smaller.
  func hold(_ place: Point<ImagePixels>, moduleSize: Double, _ search: FrameSearch) -> Bool {
    guard search.isClaimed(place) else { return false }
    let around = symbols.filter { $0.corners.contains(place) }
    return around.isEmpty || around.contains { moduleSize > Self.within * $0.moduleSize }
  }
}
