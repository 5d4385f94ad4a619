import Geometry
import Presentation

/// A verdict's ground and sign: told apart by how light they are, by the pattern at the edge and by the sign, each of them
/// enough alone. Colors are the least of it.
struct VerdictField {
  let kind: StationVerdict.Kind
  let window: Rect<ScreenPixels>

  /// The pattern's width, of the window's shorter side: seen from three metres on a screen of ten inches, 14 mm, five times what
  /// good eyes need (1 minute of arc is 0.9 mm there), and a seventh of the window's height for all else.
  private static let edge = 0.11

  var edge: Double { (window.size.shorterSide * Self.edge).rounded() }

  /// Light for accepted, darkest for refused; the others in between.
  var ground: Color {
    switch kind {
    case .accepted: Color(0x7BE8B4)
    case .refused: Color(0x6B0F1A)
    case .repeated: Color(0xE0A32E)
    case .waiting: Color(0x2E4A6B)
    }
  }

  /// Of signs and letters; at least 7:1 on the ground.
  var ink: Color {
    switch kind {
    case .accepted, .repeated: Color(0x06140D)
    case .refused, .waiting: .white
    }
  }

  private var patternColor: Color {
    switch kind {
    case .accepted: Color(0x0E5C3A)
    case .refused: .white
    case .repeated: Color(0x3A2600)
    case .waiting: Color(0xA9C7EA)
    }
  }

  /// The ground, the pattern around it, and the plain field in its middle: the same for every verdict of its kind.
  func drawing() -> Drawing { Drawing([.still(parts, in: window)]) }

  private var parts: Drawing {
    var drawing = Drawing([.rectangle(window, radius: 0, fill: ground, stroke: nil)])
    switch kind {
    case .accepted:
      // One solid band.
      drawing.add(
        .rectangle(
          window.inset(by: edge * 0.25), radius: edge, fill: nil, stroke: Stroke(patternColor, width: edge * 0.4)))
    case .refused: stripes(into: &drawing)
    case .repeated: bars(into: &drawing)
    case .waiting: dots(into: &drawing)
    }
    if kind != .accepted {
      drawing.add(.rectangle(window.inset(by: edge), radius: edge * 0.4, fill: ground, stroke: nil))
    }
    return drawing
  }

  /// Slanting, as on a barrier.
  private func stripes(into drawing: inout Drawing) {
    let step = edge * 1.6
    let height = window.height
    for x in stride(from: window.minX - height, to: window.maxX, by: step) {
      let (left, right) = (x, x + step / 2)
      drawing.add(
        .polygon(
          [
            Point(left, window.maxY), Point(right, window.maxY), Point(right + height, window.minY),
            Point(left + height, window.minY),
          ], fill: patternColor))
    }
  }

  /// Level, one above the other: the same again.
  private func bars(into drawing: inout Drawing) {
    let step = edge * 1.8
    for y in stride(from: window.minY, to: window.maxY, by: step) {
      drawing.add(
        .rectangle(
          Rect(x: window.minX, y: y, width: window.width, height: step / 2), radius: 0, fill: patternColor, stroke: nil)
      )
    }
  }

  private func dots(into drawing: inout Drawing) {
    let columns = (window.width / edge).rounded(.down)
    let rows = (window.height / edge).rounded(.down)
    for row in 0..<Int(rows) {
      for column in 0..<Int(columns) {
        let isInner = row > 0 && row < Int(rows) - 1 && column > 0 && column < Int(columns) - 1
        guard !isInner else { continue }
        let center = Point<ScreenPixels>(
          window.minX + (Double(column) + 0.5) * window.width / columns,
          window.minY + (Double(row) + 0.5) * window.height / rows)
        drawing.add(.disk(center: center, radius: edge * 0.42, fill: patternColor))
      }
    }
  }

  /// The sign in a square on the plain field. It reaches out of the square to both sides.
  func sign(in box: Rect<ScreenPixels>) -> Drawing {
    let side = box.width.rounded(.up)
    let place = Rect<ScreenPixels>(
      x: box.minX - (side * 0.2).rounded(.up), y: box.minY, width: side + 2 * (side * 0.2).rounded(.up), height: side)
    let plain = Drawing.Item.rectangle(place, radius: 0, fill: ground, stroke: nil)
    return Drawing([.still(Drawing([plain] + strokes(in: box).items), in: place)])
  }

  private func strokes(in box: Rect<ScreenPixels>) -> Drawing {
    let stroke = Stroke(ink, width: box.width * 0.14)
    func at(_ x: Double, _ y: Double) -> Point<ScreenPixels> {
      Point(box.minX + x * box.width, box.minY + y * box.height)
    }
    switch kind {
    case .accepted:
      return Drawing([.path([at(0.1, 0.55), at(0.4, 0.84), at(0.92, 0.18)], closed: false, stroke: stroke)])
    case .refused:
      return Drawing([
        .path([at(0.14, 0.14), at(0.86, 0.86)], closed: false, stroke: stroke),
        .path([at(0.86, 0.14), at(0.14, 0.86)], closed: false, stroke: stroke),
      ])
    case .repeated:
      // Two sheets, one on the other.
      let sheet = Size<ScreenPixels>(box.width * 0.56, box.height * 0.66)
      return Drawing([
        .rectangle(
          Rect(origin: at(0.08, 0.06), size: sheet), radius: box.width * 0.06, fill: nil,
          stroke: Stroke(ink, width: box.width * 0.1)),
        .rectangle(
          Rect(origin: at(0.36, 0.28), size: sheet), radius: box.width * 0.06, fill: ink,
          stroke: Stroke(ground, width: box.width * 0.05)),
      ])
    case .waiting:
      return Drawing(
        [0.05, 0.5, 0.95].map { .disk(center: at($0, 0.5), radius: box.width * 0.18, fill: ink) })
    }
  }
}
