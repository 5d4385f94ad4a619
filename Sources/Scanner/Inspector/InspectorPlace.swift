import Geometry

/// Where the inspector stands: beside the picture, or below it where that leaves the picture more room.
struct InspectorPlace: Hashable, Sendable {
  /// Where the picture stands.
  let picture: Rect<ScreenPixels>
  /// Nil where it is put away.
  let panel: Rect<ScreenPixels>?

  /// Points that the panel is wide where there is room: some 40 letters.
  private static let width = 360.0
  /// The share of the window that the picture keeps at least.
  private static let leastPicture = 0.5
  /// Points that a side of either has at least.
  private static let leastSide = 60.0

  /// Nil for a window that has no room for both.
  ///
  /// - Parameter isMirrored: left and right change places, for scripts that run from the right.
  init?(window: Size<ScreenPixels>, scale: Double, side: InspectorState.Side, isMirrored: Bool = false) {
    guard window.shorterSide >= 2.5 * Self.leastSide else { return nil }
    if side == .away {
      picture = Rect(origin: Point(0, 0), size: window)
      panel = nil
    } else if window.width > window.height {
      let width = min(Self.width * scale, window.width * (1 - Self.leastPicture)).rounded()
      let isLeft = (side == .left) != isMirrored
      picture = Rect(x: isLeft ? width : 0, y: 0, width: window.width - width, height: window.height)
      panel = Rect(x: isLeft ? 0 : picture.width, y: 0, width: width, height: window.height)
    } else {
      let height = (window.height * (1 - Self.leastPicture)).rounded()
      picture = Rect(x: 0, y: 0, width: window.width, height: window.height - height)
      panel = Rect(x: 0, y: picture.height, width: window.width, height: height)
    }
  }
}
