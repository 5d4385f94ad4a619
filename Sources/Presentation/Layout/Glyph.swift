import Geometry

/// Signs of our own, drawn with lines, so that they need no font.
public enum Glyph: String, CaseIterable, Hashable, Sendable {
  /// A camera, crossed out.
  case noCamera
  /// A padlock: permission is missing.
  case lock
  /// A plug pulled from its socket.
  case unplugged
  /// A clock: waiting.
  case clock
  /// A triangle with an exclamation mark.
  case warning
  case pause
  case check
  /// A sheet that cannot be read.
  case document
}

extension Glyph {
  /// Draws into a square.
  func draw(in box: Rect<ScreenPixels>, _ color: Color, into drawing: inout Drawing) {
    let unit = box.size.shorterSide / Self.side
    let stroke = Stroke(color, width: max(1, 1.6 * unit))
    for line in lines {
      let points = line.points.map { Point<ScreenPixels>(box.minX + $0.x * unit, box.minY + $0.y * unit) }
      if points.count == 2, points[0].x == points[1].x || points[0].y == points[1].y {
        // Upright and level bars lie on whole pixels, which is sharper.
        let bar = Rect(points[0], points[1]).inset(by: -stroke.width / 2)
        drawing.add(.rectangle(bar, radius: stroke.width / 2, fill: color, stroke: nil))
      } else {
        drawing.add(.path(points, closed: line.closed, stroke: stroke))
      }
    }
  }

  /// Units on a side of the square that the lines below are drawn in.
  private static let side = 24.0

  private struct GlyphLine {
    let points: [(x: Double, y: Double)]
    let closed: Bool

    init(_ points: [(Double, Double)], closed: Bool = false) {
      self.points = points.map { (x: $0.0, y: $0.1) }
      self.closed = closed
    }

    /// A regular outline of 28 corners about a middle: round at the sizes that signs have.
    init(around x: Double, _ y: Double, radius: Double) {
      // Each corner is the one before it turned by 1/28 of a circle, by the rotation's matrix.
      let (cosine, sine) = (0.974927912181824, 0.222520933956314)
      var arm = (radius, 0.0)
      var corners: [(Double, Double)] = []
      for _ in 0..<28 {
        corners.append((x + arm.0, y + arm.1))
        arm = (arm.0 * cosine - arm.1 * sine, arm.0 * sine + arm.1 * cosine)
      }
      self.init(corners, closed: true)
    }
  }

  private var lines: [GlyphLine] {
    switch self {
    case .noCamera:
      [
        GlyphLine(
          [(3, 7.5), (7.2, 7.5), (9, 5), (15, 5), (16.8, 7.5), (21, 7.5), (21, 19), (3, 19)], closed: true),
        GlyphLine(around: 12, 13, radius: 3.6),
        GlyphLine([(3, 3), (21, 22)]),
      ]
    case .lock:
      [
        GlyphLine([(5, 11), (19, 11), (19, 20.5), (5, 20.5)], closed: true),
        GlyphLine([(8, 11), (8, 7.5), (9.2, 5), (12, 3.8), (14.8, 5), (16, 7.5), (16, 11)]),
        GlyphLine([(12, 14.5), (12, 17)]),
      ]
    case .unplugged:
      [
        GlyphLine([(2.5, 21.5), (6, 18)]),
        GlyphLine([(9.5, 10.5), (13.5, 14.5), (11, 17), (8.5, 18.5), (6, 18), (5.5, 15.5), (7, 13)], closed: true),
        GlyphLine([(14.5, 5.5), (18.5, 9.5), (20, 7), (19.5, 4.5), (17, 4)], closed: true),
        GlyphLine([(19.5, 4.5), (21.5, 2.5)]),
        GlyphLine([(10.5, 11.5), (12.5, 9.5)]), GlyphLine([(12.5, 13.5), (14.5, 11.5)]),
      ]
    case .clock: [GlyphLine(around: 12, 12, radius: 9), GlyphLine([(12, 6.5), (12, 12), (15.6, 14.2)])]
    case .warning:
      [
        GlyphLine([(12, 3.5), (21.5, 20), (2.5, 20)], closed: true), GlyphLine([(12, 9.5), (12, 14.5)]),
        GlyphLine([(12, 16.6), (12, 17.6)]),
      ]
    case .pause: [GlyphLine([(8.5, 5), (8.5, 19)]), GlyphLine([(15.5, 5), (15.5, 19)])]
    case .check: [GlyphLine([(4.5, 12.5), (9.5, 17.5), (19.5, 6.5)])]
    case .document:
      [
        GlyphLine([(5, 3), (14, 3), (19, 8), (19, 21), (5, 21)], closed: true),
        GlyphLine([(9.2, 11), (14.8, 17)]), GlyphLine([(14.8, 11), (9.2, 17)]),
      ]
    }
  }
}
