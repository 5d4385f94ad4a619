import Geometry

/// A key as it looks on a keyboard: a raised plate with a letter or a name on it.
struct KeyCap {
  private let label: Text
  private let pixels: Double

  /// - Parameter pixels: the size of the letters; all else follows from it.
  init(_ label: String, pixels: Double) {
    self.label = Text(label, weight: .medium, pixels: pixels, color: .white)
    self.pixels = pixels
  }

  /// At least as wide as high, so that single letters make square keys.
  func size(_ measuring: some TextMeasuring) -> Size<ScreenPixels> {
    let letters = measuring.size(of: label)
    let height = (letters.height + 0.5 * pixels).rounded()
    return Size(max(height, (letters.width + 1.1 * pixels).rounded()), height)
  }

  func draw(at place: Point<ScreenPixels>, _ measuring: some TextMeasuring, into drawing: inout Drawing) {
    let size = size(measuring)
    let edge = (pixels / 7).rounded(.up)
    let radius = pixels * 0.38
    // Half the edge lower than its box, so that its letters are at the height of those beside it.
    let place = place + Vector(0, (edge / 2).rounded(.up))
    let box = Rect(origin: place, size: size)
    let plate = Rect(origin: place, size: Size(size.width, size.height - edge))
    drawing.add(.rectangle(box, radius: radius, fill: Color(0x5B6573), stroke: nil))
    drawing.add(
      .rectangle(plate, radius: radius, fill: Color(0x2B323C), stroke: Stroke(Color(0x7C8796), width: pixels / 13)))
    let letters = measuring.size(of: label)
    drawing.add(
      .text(
        label,
        at: Point(place.x + (size.width - letters.width) / 2, place.y + (size.height - edge - letters.height) / 2)))
  }
}
