import Geometry
import Imaging
import Presentation

/// What a window shows, and how to find things in it.
struct WindowPicture {
  private let screen: RGBAImage
  private let origin: (x: Int, y: Int)
  let size: Size<ScreenPixels>

  init(_ screen: RGBAImage, origin: (x: Int, y: Int), size: Size<ScreenPixels>) {
    (self.screen, self.origin, self.size) = (screen, origin, size)
  }

  /// Red, green and blue in 0…1; black outside of the screen.
  func color(_ point: Point<ScreenPixels>) -> Color {
    let x = origin.x + Int(point.x.rounded(.down))
    let y = origin.y + Int(point.y.rounded(.down))
    guard 0..<screen.width ~= x, 0..<screen.height ~= y else { return .black }
    let at = 4 * (y * screen.width + x)
    let part = { Double(screen.pixels[at + $0]) / 255 }
    return Color(red: part(0), green: part(1), blue: part(2))
  }

  func isAccent(_ point: Point<ScreenPixels>) -> Bool { color(point).distance(to: Look.accent) < 0.25 }

  /// How many pixels of a part of the window have the accent's color.
  func accents(in part: Rect<ScreenPixels>) -> Int { count(in: part) { isAccent($0) } }

  /// How many pixels of a part are nearly white, as text on a card is.
  func whites(in part: Rect<ScreenPixels>) -> Int { count(in: part) { color($0).distance(to: .white) < 0.15 } }

  private func count(in part: Rect<ScreenPixels>, _ holds: (Point<ScreenPixels>) -> Bool) -> Int {
    var count = 0
    for y in stride(from: part.minY + 0.5, to: part.maxY, by: 1) {
      for x in stride(from: part.minX + 0.5, to: part.maxX, by: 1) where holds(Point(x, y)) { count += 1 }
    }
    return count
  }

  /// Right of the viewfinder's first place, where a result's card lies beside it.
  var cardPlace: Rect<ScreenPixels> {
    Rect(x: size.width * 0.72, y: size.height * 0.2, width: size.width * 0.27, height: size.height * 0.6)
  }

  /// The heading of a result's card has the accent's color; nothing else at its place has.
  var hasCard: Bool { accents(in: cardPlace) > 60 }

  /// The panel's ground at the window's right border.
  var hasInspector: Bool {
    [0.2, 0.5, 0.8].allSatisfy {
      color(Point(size.width - 4, size.height * $0)).distance(to: Color(0x12161C)) < 0.006
    }
  }

  /// How far the outline lies from where the corners truly are, at the worst of some places along each side; nil
  /// where there is no outline.
  ///
  /// Corners are rounded off by the line's width, so the ends of the sides are left out.
  func outlineError(_ truth: Quadrilateral<ScreenPixels>) -> Double? {
    let points = truth.points
    var worst = 0.0
    for (start, end) in zip(points, points.dropFirst() + points.prefix(1)) {
      guard let across = (end - start).normalized?.perpendicular else { return nil }
      for part in stride(from: 0.15, through: 0.86, by: 0.1) {
        let place = start.interpolated(to: end, part)
        let lit = stride(from: -10.0, through: 10, by: 0.5).filter { isAccent(place + across * $0) }
        guard let first = lit.first, let last = lit.last else { return nil }
        worst = max(worst, abs(first + last) / 2)
      }
    }
    return worst
  }
}

extension Color {
  /// The largest difference of a part.
  func distance(to other: Color) -> Double {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }
}
