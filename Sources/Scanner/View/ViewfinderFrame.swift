import Foundation
import Geometry
import Presentation

/// The viewfinder as it looks: a rounded rectangle with corners that can be taken hold of.
struct ViewfinderFrame {
  let rect: Rect<ScreenPixels>
  /// What there is to draw on.
  let window: Rect<ScreenPixels>
  let look: Look
  /// From 0, searching, to 1, something was read.
  let progress: Double
  /// Whether what lies beside it is darkened.
  var dimsOutside = true

  private var radius: Double { min(look.points(16), rect.size.shorterSide / 4) }

  func draw(into drawing: inout Drawing) {
    let color = Color.white.blended(with: Look.accent, progress)
    if dimsOutside { drawing.add(.surround(rect, radius: radius, color: Look.dimming)) }
    drawing.add(.shadow(rect, radius: radius, blur: look.points(10), color: Look.shadow))
    // Never color alone: what was read has a dashed border.
    let dash = progress > 0 ? Stroke.Dash(on: look.points(10), off: look.points(7)) : nil
    drawing.add(
      .rectangle(rect, radius: radius, fill: nil, stroke: Stroke(color, width: look.points(3), dash: dash)))
    // On light ground the line is seen by the dark ones at both its sides.
    for inset in [look.points(-1), look.points(3)] {
      guard let line = rect.inset(by: inset).intersection(window) else { continue }
      drawing.add(
        .rectangle(
          line, radius: max(0, radius - inset), fill: nil, stroke: Stroke(Look.hairline, width: look.points(1))))
    }
    for corner in corners {
      drawing.add(.path(corner, closed: false, stroke: Stroke(Look.hairline, width: look.points(8))))
      drawing.add(.path(corner, closed: false, stroke: Stroke(color, width: look.points(6))))
    }
  }

  /// A bent line at each corner, on the middle of the border.
  private var corners: [[Point<ScreenPixels>]] {
    let edge = rect.inset(by: look.points(1.5))
    let arm = min(look.points(30), edge.size.shorterSide / 3)
    let radius = max(1, self.radius - look.points(1.5))
    return [(edge.minX, 1.0), (edge.maxX, -1.0)].flatMap { x, inwardX in
      [(edge.minY, 1.0), (edge.maxY, -1.0)].map { y, inwardY in
        let bend = stride(from: 0.0, through: 90, by: 11.25).map { degrees in
          let angle = degrees * .pi / 180
          return Point<ScreenPixels>(
            x + inwardX * radius * (1 - cos(angle)), y + inwardY * radius * (1 - sin(angle)))
        }
        return [Point(x, y + inwardY * arm)] + bend + [Point(x + inwardX * arm, y)]
      }
    }
  }
}

extension Color {
  /// Part of the way to another color: 0 is this, 1 is the other.
  func blended(with other: Color, _ fraction: Double) -> Color {
    func part(_ a: Double, _ b: Double) -> Double { a * (1 - fraction) + b * fraction }
    return Color(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue),
      alpha: part(alpha, other.alpha))
  }
}
