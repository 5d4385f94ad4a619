import Geometry
import Presentation

/// Parts one below the other, all in the middle.
struct Column {
  enum Part {
    case text(Text)
    case glyph(Glyph, Double, Color)
    case sign(VerdictField, Double)
    case picture(Bitmap, Double)
    /// The corners of a viewfinder: here goes the code.
    case frame(Double)
    case countdown(StationState.Countdown, Double, Color)
  }

  private var parts: [Part] = []
  private let width: Double

  init(width: Double) { self.width = width }

  mutating func add(_ part: Part) {
    if case .text(var text) = part {
      text.maxWidth = width
      return parts.append(.text(text))
    }
    parts.append(part)
  }

  /// Without gaps.
  func height(_ measuring: some TextMeasuring) -> Double { parts.reduce(0) { $0 + size($1, measuring).height } }

  /// In the middle of a place; what is too high for it gets no more gaps.
  func draw(in room: Rect<ScreenPixels>, gap: Double, _ measuring: some TextMeasuring, into drawing: inout Drawing) {
    let sizes = parts.map { size($0, measuring) }
    let total = sizes.reduce(0) { $0 + $1.height }
    let gap = min(gap, max(0, (room.height - total) / Double(max(1, parts.count - 1))))
    var y = room.center.y - (total + gap * Double(max(0, parts.count - 1))) / 2
    for (part, size) in zip(parts, sizes) {
      let box = Rect<ScreenPixels>(
        x: (room.center.x - size.width / 2).rounded(), y: y.rounded(), width: size.width, height: size.height)
      draw(part, box, measuring, into: &drawing)
      y += size.height + gap
    }
  }

  private func size(_ part: Part, _ measuring: some TextMeasuring) -> Size<ScreenPixels> {
    switch part {
    case .text(let text): return measuring.size(of: text)
    case .glyph(_, let side, _), .sign(_, let side), .frame(let side): return Size(side, side)
    case .picture(let bitmap, let side):
      let factor = min(side / Double(bitmap.height), width / Double(bitmap.width))
      return Size(Double(bitmap.width) * factor, Double(bitmap.height) * factor)
    case .countdown(_, let height, _): return Size(width * 0.7, height * 2.4)
    }
  }

  private func draw(
    _ part: Part, _ box: Rect<ScreenPixels>, _ measuring: some TextMeasuring, into drawing: inout Drawing
  ) {
    switch part {
    case .text(let text): drawing.add(.text(text, at: box.origin))
    case .glyph(let glyph, let side, let color):
      drawing.add(Block.glyph(glyph, pixels: side, color: color).drawing(at: box.origin, measuring: measuring))
    case .sign(let field, _): drawing.add(field.sign(in: box))
    case .picture(let bitmap, _): drawing.add(.bitmap(bitmap, in: box, smooth: true))
    case .frame: frame(box, into: &drawing)
    case .countdown(let left, let height, let color): countdown(left, box, height, color, measuring, into: &drawing)
    }
  }

  private func frame(_ box: Rect<ScreenPixels>, into drawing: inout Drawing) {
    let (arm, stroke) = (box.width * 0.28, Stroke(Look.accent, width: box.width * 0.05))
    let corners: [(Point<ScreenPixels>, Double, Double)] = [
      (Point(box.minX, box.minY), 1, 1), (Point(box.maxX, box.minY), -1, 1), (Point(box.maxX, box.maxY), -1, -1),
      (Point(box.minX, box.maxY), 1, -1),
    ]
    for (corner, x, y) in corners {
      drawing.add(
        .path(
          [corner + Vector(x * arm, 0), corner, corner + Vector(0, y * arm)], closed: false, stroke: stroke))
    }
  }

  /// A bar that shortens, or words.
  private func countdown(
    _ left: StationState.Countdown, _ box: Rect<ScreenPixels>, _ height: Double, _ color: Color,
    _ measuring: some TextMeasuring, into drawing: inout Drawing
  ) {
    let words: String
    switch left {
    case .untilItLeaves: words = "Take the code away"
    case .untilAnswered: words = "Waiting for the answer"
    case .time(let rest, let whole):
      let share = whole > .zero ? rest / whole : 0
      let bar = Rect<ScreenPixels>(x: box.minX, y: box.minY, width: box.width, height: height * 0.6)
      drawing.add(.rectangle(bar, radius: height * 0.3, fill: color.opacity(0.25), stroke: nil))
      if share > 0.02 {
        let rest = Rect<ScreenPixels>(x: bar.minX, y: bar.minY, width: bar.width * min(1, share), height: bar.height)
        drawing.add(.rectangle(rest, radius: height * 0.3, fill: color, stroke: nil))
      }
      words = "\(Int((rest / .seconds(1)).rounded(.up)))"
    }
    let text = Text(words, weight: .medium, pixels: height * 1.2, color: color)
    let size = measuring.size(of: text)
    drawing.add(.text(text, at: Point(box.center.x - size.width / 2, box.minY + height * 0.8)))
  }
}
