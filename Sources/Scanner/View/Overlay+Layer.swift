import Foundation
import Geometry
import Presentation

// A layer's marks on the picture.
extension Overlay {
  mutating func drawLayer(_ shapes: [InspectionLayer.Shape], on layer: PreviewLayer) {
    let scale = abs(layer.toScreen.scaleX)
    for shape in shapes {
      switch shape {
      case .outline(let corners, let mark): drawLine(layer.toScreen(corners).points, closed: true, mark)
      case .line(let a, let b, let mark): drawLine([layer.toScreen(a), layer.toScreen(b)], closed: false, mark)
      case .spot(let center, let radius, let mark):
        drawSpot(layer.toScreen(center), radius: max(look.points(1.2), radius * scale), mark)
      case .label: break
      }
    }
    // Figures that lie on others could not be read.
    var taken: [Rect<ScreenPixels>] = []
    for case .label(let place, let said) in shapes { drawLabel(words(said), at: layer.toScreen(place), beside: &taken) }
  }

  func stroke(_ mark: InspectionLayer.Mark) -> Stroke {
    let dot = look.points(1.5)
    return switch mark {
    case .thick: Stroke(Look.accent, width: look.points(3.5))
    case .thin: Stroke(Self.thinColor, width: max(1, look.points(1)))
    case .dashed: Stroke(Look.warning, width: look.points(2.5), dash: .init(on: look.points(9), off: look.points(5)))
    case .dotted: Stroke(Self.dottedColor, width: look.points(2), dash: .init(on: dot, off: 2.5 * dot))
    case .cornered: Stroke(.white, width: look.points(1.8))
    case .ring: Stroke(Self.ringColor, width: look.points(1.8))
    case .cross, .disk: Stroke(Look.accent, width: look.points(1.8))
    }
  }

  private static var thinColor: Color { Color(0x4DD8FF) }
  private static var dottedColor: Color { Color(0xA9D4FF) }
  /// Seen on paper, where most rings lie.
  private static var ringColor: Color { Color(0xE0407A) }
  private static var darkModule: Color { Color(0x2F7BFF) }

  /// A bright line on a dark one, to be seen on any picture; thin ones are too many for that.
  mutating func drawLine(_ points: [Point<ScreenPixels>], closed: Bool, _ mark: InspectionLayer.Mark) {
    guard points.allSatisfy({ abs($0.x) < 1e5 && abs($0.y) < 1e5 }) else { return }
    let stroke = stroke(mark)
    if mark != .thin {
      scene.drawing.add(
        .path(points, closed: closed, stroke: Stroke(Look.shadow, width: stroke.width + look.points(2.5))))
    }
    scene.drawing.add(.path(points, closed: closed, stroke: stroke))
  }

  /// - Parameter radius: screen pixels.
  mutating func drawSpot(_ center: Point<ScreenPixels>, radius: Double, _ mark: InspectionLayer.Mark) {
    guard abs(center.x) < 1e5, abs(center.y) < 1e5, radius < 1e4 else { return }
    var stroke = stroke(mark)
    stroke.width = min(stroke.width, max(1, radius / 2))
    func path(_ points: [Vector<ScreenPixels>], closed: Bool = false) {
      scene.drawing.add(.path(points.map { center + $0 * radius }, closed: closed, stroke: stroke))
    }
    switch mark {
    case .disk: scene.drawing.add(.disk(center: center, radius: radius, fill: Self.darkModule))
    case .ring:
      let corners = radius < look.points(4) ? 6 : 16
      path(
        (0..<corners).map { step in
          let angle = 2 * Double.pi * Double(step) / Double(corners)
          return Vector(cos(angle), sin(angle))
        }, closed: true)
    case .cornered:
      for (x, y) in [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)] {
        path([Vector(x, y * 0.4), Vector(x, y), Vector(x * 0.4, y)])
      }
    case .cross, .thick, .thin, .dashed, .dotted:
      path([Vector(-1, 0), Vector(1, 0)])
      path([Vector(0, -1), Vector(0, 1)])
    }
  }

  /// Small figures on a dark ground, inside the picture.
  private mutating func drawLabel(
    _ words: String, at place: Point<ScreenPixels>, beside taken: inout [Rect<ScreenPixels>]
  ) {
    let text = Text(words, weight: .medium, pixels: look.points(11.5), color: Look.text)
    let size = measuring.size(of: text)
    let (padding, all) = (look.points(3), all)
    guard size.width + 2 * padding < all.width, size.height + 2 * padding < all.height, place.x.isFinite,
      place.y.isFinite
    else { return }
    let corner = Point<ScreenPixels>(
      min(max(place.x, padding), all.width - size.width - padding),
      min(max(place.y - size.height / 2, padding), all.height - size.height - padding))
    let ground = Rect(origin: corner, size: size).inset(by: -padding)
    guard !taken.contains(where: { $0.intersects(ground) }) else { return }
    taken.append(ground)
    scene.drawing.add(.rectangle(ground, radius: padding, fill: Look.cardColor, stroke: nil))
    scene.drawing.add(.text(text, at: corner))
  }
}
