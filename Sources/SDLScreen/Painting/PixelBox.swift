import CSDL2
import Geometry

/// A rectangle on whole screen pixels; `right` and `bottom` are one past the last ones.
struct PixelBox: Hashable {
  let left: Int
  let top: Int
  let right: Int
  let bottom: Int

  init(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Each side on the pixel border nearest to it.
  init(_ rect: Rect<ScreenPixels>) {
    // Far outside of any screen, and within what SDL's numbers hold.
    let whole = { (value: Double) in Int(min(max(value.rounded(), -100_000), 100_000)) }
    self.init(whole(rect.minX), whole(rect.minY), whole(rect.maxX), whole(rect.maxY))
  }

  var width: Int { right - left }
  var height: Int { bottom - top }
  var isEmpty: Bool { width <= 0 || height <= 0 }

  /// A corner's radius in whole pixels: at most half of the shorter side.
  func corner(_ radius: Double) -> Int { max(0, min(Int(radius.rounded()), min(width, height) / 2)) }

  var sdl: SDL_Rect { SDL_Rect(x: CInt(left), y: CInt(top), w: CInt(width), h: CInt(height)) }
}

extension Rect<ScreenPixels> {
  /// The border with rounded corners as a closed line, clockwise from the end of the top-left corner. Each quarter
  /// has a point about every 2 pixels.
  func rounded(_ radius: Double) -> [Point<ScreenPixels>] {
    let radius = max(0, min(radius, size.shorterSide / 2))
    let steps = max(1, Int((radius * .pi / 4).rounded(.up)))
    let quarters: [(Point<ScreenPixels>, Double)] = [
      (Point(maxX - radius, minY + radius), -.pi / 2), (Point(maxX - radius, maxY - radius), 0),
      (Point(minX + radius, maxY - radius), .pi / 2), (Point(minX + radius, minY + radius), .pi),
    ]
    return quarters.flatMap { center, start in
      (0...steps).map { step in
        let angle = start + .pi / 2 * Double(step) / Double(steps)
        return center + Vector(cosine(angle), sine(angle)) * radius
      }
    }
  }
}

private func cosine(_ angle: Double) -> Double { SDL_cos(angle) }
private func sine(_ angle: Double) -> Double { SDL_sin(angle) }
