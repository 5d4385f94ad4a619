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
  // What a code holds.
  case text, link, network, contact, event, telephone, message, mail, place, payment, product, key, ticket, identity
  case setup, data
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
    case .text: [GlyphLine([(4, 6), (20, 6)]), GlyphLine([(4, 12), (20, 12)]), GlyphLine([(4, 18), (13, 18)])]
    case .link:
      [
        GlyphLine(around: 7.5, 16.5, radius: 4.5), GlyphLine(around: 16.5, 7.5, radius: 4.5),
        GlyphLine([(9.5, 14.5), (14.5, 9.5)]),
      ]
    case .network:
      [
        GlyphLine([(2.5, 9.5), (7, 6.2), (12, 5), (17, 6.2), (21.5, 9.5)]),
        GlyphLine([(6, 13.5), (9, 11.4), (12, 10.6), (15, 11.4), (18, 13.5)]), GlyphLine(around: 12, 17.5, radius: 1.6),
      ]
    case .contact:
      [
        GlyphLine(around: 12, 8, radius: 4.2),
        GlyphLine([(4, 21), (5.2, 17), (8.5, 15), (15.5, 15), (18.8, 17), (20, 21)]),
      ]
    case .event:
      [
        GlyphLine([(3.5, 5), (20.5, 5), (20.5, 20.5), (3.5, 20.5)], closed: true), GlyphLine([(3.5, 10), (20.5, 10)]),
        GlyphLine([(8, 2.5), (8, 7)]), GlyphLine([(16, 2.5), (16, 7)]),
      ]
    case .telephone:
      [
        GlyphLine([(7, 2.5), (17, 2.5), (17, 21.5), (7, 21.5)], closed: true), GlyphLine([(10.5, 18.5), (13.5, 18.5)]),
      ]
    case .message:
      [GlyphLine([(3, 4.5), (21, 4.5), (21, 16), (11.5, 16), (7, 20.5), (7, 16), (3, 16)], closed: true)]
    case .mail:
      [
        GlyphLine([(3, 5.5), (21, 5.5), (21, 18.5), (3, 18.5)], closed: true),
        GlyphLine([(3, 6.5), (12, 13), (21, 6.5)]),
      ]
    case .place:
      [
        GlyphLine(
          [
            (12, 21.5), (7, 14.5), (5.5, 10.5), (6, 7), (8.3, 4.2), (12, 3), (15.7, 4.2), (18, 7), (18.5, 10.5),
            (17, 14.5),
          ], closed: true), GlyphLine(around: 12, 9.5, radius: 2.4),
      ]
    case .payment:
      [
        GlyphLine([(3, 5.5), (21, 5.5), (21, 18.5), (3, 18.5)], closed: true), GlyphLine([(3, 9.5), (21, 9.5)]),
        GlyphLine([(6, 14.5), (10, 14.5)]),
      ]
    case .product:
      [
        GlyphLine([(4, 5), (4, 19)]), GlyphLine([(8, 5), (8, 19)]), GlyphLine([(10.5, 5), (10.5, 19)]),
        GlyphLine([(14.5, 5), (14.5, 19)]), GlyphLine([(20, 5), (20, 19)]),
      ]
    case .key:
      [
        GlyphLine(around: 7.5, 12, radius: 4.5), GlyphLine([(12, 12), (21.5, 12)]),
        GlyphLine([(17.5, 12), (17.5, 15.5)]),
        GlyphLine([(21, 12), (21, 15.5)]),
      ]
    case .ticket:
      [
        GlyphLine(
          [
            (3, 6.5), (21, 6.5), (21, 10), (19.2, 12), (21, 14), (21, 17.5), (3, 17.5), (3, 14), (4.8, 12), (3, 10),
          ], closed: true), GlyphLine([(14.5, 9.5), (14.5, 14.5)]),
      ]
    case .identity:
      [
        GlyphLine([(3, 5.5), (21, 5.5), (21, 18.5), (3, 18.5)], closed: true), GlyphLine(around: 8.2, 12, radius: 2.2),
        GlyphLine([(13, 10), (18, 10)]), GlyphLine([(13, 14), (18, 14)]),
      ]
    case .setup:
      [
        GlyphLine([(3, 7), (21, 7)]), GlyphLine([(3, 17), (21, 17)]), GlyphLine(around: 8.5, 7, radius: 2.6),
        GlyphLine(around: 15.5, 17, radius: 2.6),
      ]
    case .data: [GlyphLine([(9, 5), (3, 12), (9, 19)]), GlyphLine([(15, 5), (21, 12), (15, 19)])]
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
