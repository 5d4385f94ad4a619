import Geometry

/// The scene while it is being painted: the light that each pixel receives, 0 black to 1 white.
struct SceneCanvas: Sendable {
  let width: Int
  let height: Int
  /// Row after row.
  var light: [Float]

  init(width: Int, height: Int, light: [Float]) {
    precondition(width > 0 && height > 0 && light.count == width * height, "light does not fill the canvas")
    self.width = width
    self.height = height
    self.light = light
  }

  init(width: Int, height: Int, filledWith value: Float) {
    self.init(width: width, height: height, light: [Float](repeating: value, count: width * height))
  }

  /// The whole pixels that a rectangle touches, as far as the canvas reaches, or nil if it touches none.
  func pixels(in rect: Rect<FramePixels>) -> PixelRange? {
    // Clamped first: a pose may throw a corner to infinity.
    func clamp(_ value: Double, _ high: Int) -> Int { Int(min(max(value, 0), Double(high))) }
    let columns = clamp(rect.minX.rounded(.down), width)..<clamp(rect.maxX.rounded(.up), width)
    let rows = clamp(rect.minY.rounded(.down), height)..<clamp(rect.maxY.rounded(.up), height)
    return columns.isEmpty || rows.isEmpty ? nil : PixelRange(columns: columns, rows: rows)
  }
}

/// A rectangle of whole pixels.
struct PixelRange: Hashable, Sendable {
  let columns: Range<Int>
  let rows: Range<Int>

  /// Wider by `margin` pixels on each side, within a canvas.
  func widened(by margin: Int, within canvas: SceneCanvas) -> PixelRange {
    PixelRange(
      columns: max(0, columns.lowerBound - margin)..<min(canvas.width, columns.upperBound + margin),
      rows: max(0, rows.lowerBound - margin)..<min(canvas.height, rows.upperBound + margin))
  }
}
