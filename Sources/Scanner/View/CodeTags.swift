import Geometry
import Presentation

/// What one of several codes is called, on a line.
public struct CodeName: Hashable, Sendable {
  /// Its kind and first words; of a secret the kind alone.
  let whole: String
  /// What tells it from others of its kind, for where not all have room for more.
  let brief: String

  public init(whole: String, brief: String) {
    self.whole = whole
    self.brief = brief
  }
}

/// Where the numbers of several codes lie, and what the codes are called: never on one another, nor on a card, however close
/// the codes stand.
///
/// A number lies in the middle of its code. Where that is taken it stands aside, and a line leads to its code; where the
/// window is full it is left out. A name has less right to room than any number.
struct CodeTags {
  /// What is to be placed.
  struct Code {
    let number: Int
    /// Its middle on screen.
    let middle: Point<ScreenPixels>
    /// Nil where it is not known.
    let name: CodeName?
    let isSelected: Bool
  }

  struct Tag: Hashable {
    let number: Int
    let isSelected: Bool
    /// Of the code that it tells of, within the window.
    let anchor: Point<ScreenPixels>
    let center: Point<ScreenPixels>
    let radius: Double
    var name: Name?

    var box: Rect<ScreenPixels> { Rect(center: center, size: Size(2 * radius, 2 * radius)) }
  }

  struct Name: Hashable {
    let text: Text
    let rect: Rect<ScreenPixels>
  }

  /// In the order of the codes.
  let tags: [Tag]

  /// - Parameters:
  ///   - window: where they may lie.
  ///   - taken: what is not to be covered.
  init(
    of codes: [Code], in window: Rect<ScreenPixels>, beside taken: [Rect<ScreenPixels>], look: Look,
    measuring: some TextMeasuring
  ) {
    let radius = Self.radius(of: codes, in: window, look)
    var placement = Placement(window: window, taken: taken, gap: look.points(3))
    // Who is chosen comes first, where there is no room for all.
    let order = codes.indices.sorted { codes[$0].isSelected && !codes[$1].isSelected }
    var tags: [Int: Tag] = [:]
    for place in order {
      let code = codes[place]
      let inside = window.inset(by: radius)
      let anchor = Point<ScreenPixels>(
        min(max(code.middle.x, inside.minX), max(inside.minX, inside.maxX)),
        min(max(code.middle.y, inside.minY), max(inside.minY, inside.maxY)))
      let size = Size<ScreenPixels>(2 * radius, 2 * radius)
      guard let center = placement.freePlace(near: anchor, for: size) else { continue }
      placement.take(Rect(center: center, size: size))
      tags[place] = Tag(
        number: code.number, isSelected: code.isSelected, anchor: anchor, center: center, radius: radius)
    }
    let named = order.compactMap { place in
      codes[place].name.flatMap { name in tags[place].map { (place: place, name: name, tag: $0) } }
    }
    func names(_ words: (CodeName) -> String, within limits: [Double]) -> [Int: Name] {
      var placement = placement
      return named.reduce(into: [:]) { names, one in
        names[one.place] = Self.name(words(one.name), within: limits, beside: one.tag, &placement, look, measuring)
      }
    }
    // Names of a kind: one that says less than those around it would seem to be of another sort.
    let whole = names(\.whole, within: [240])
    let shown = whole.count == named.count ? whole : names(\.brief, within: [240, 120, 60])
    for (place, name) in shown { tags[place]?.name = name }
    self.tags = codes.indices.compactMap { tags[$0] }
  }

  /// As small as it takes for the two nearest codes, where that can still be read.
  private static func radius(of codes: [Code], in window: Rect<ScreenPixels>, _ look: Look) -> Double {
    var nearest = Double.infinity
    for (place, code) in codes.enumerated() {
      for other in codes[..<place] { nearest = min(nearest, code.middle.distance(to: other.middle)) }
    }
    return max(look.points(10), min(look.points(18), 0.45 * nearest, window.size.shorterSide / 3))
  }

  /// At the right of its number, at the left, below, or above: at the first that has room for all of it, else at the widest
  /// that has room for a word.
  ///
  /// - Parameter limits: how wide it may be, in points, the widest first.
  private static func name(
    _ name: String, within limits: [Double], beside tag: Tag, _ placement: inout Placement, _ look: Look,
    _ measuring: some TextMeasuring
  ) -> Name? {
    let (gap, padding) = (look.points(4), look.points(8))
    let least = look.points(50)
    for limit in limits.map(look.points) where limit >= least {
      let text = look.caption(name, maxWidth: limit)
      let size = measuring.size(of: text)
      let box = Size<ScreenPixels>(size.width + 2 * padding, size.height + padding)
      let (besideX, besideY) = (tag.radius + gap + box.width / 2, tag.radius + gap + box.height / 2)
      for way in [Vector<ScreenPixels>(besideX, 0), Vector(-besideX, 0), Vector(0, besideY), Vector(0, -besideY)] {
        let rect = Rect(center: tag.center + way, size: box)
        guard placement.isFree(rect) else { continue }
        placement.take(rect)
        return Name(text: text, rect: rect)
      }
    }
    return nil
  }

  /// What of a window is taken.
  private struct Placement {
    let window: Rect<ScreenPixels>
    var taken: [Rect<ScreenPixels>]
    /// Between two things, in screen pixels.
    let gap: Double

    func isFree(_ rect: Rect<ScreenPixels>) -> Bool {
      let wide = rect.inset(by: -gap)
      return window.contains(rect) && !taken.contains { $0.intersects(wide) }
    }

    mutating func take(_ rect: Rect<ScreenPixels>) { taken.append(rect) }

    /// The place itself, or one on growing rings around it, whose neighbors touch; nil where none of them is free. Twelve
    /// rings have 624 places, more than there are codes in a picture.
    func freePlace(near point: Point<ScreenPixels>, for size: Size<ScreenPixels>) -> Point<ScreenPixels>? {
      if isFree(Rect(center: point, size: size)) { return point }
      let step = max(size.width, size.height) + gap
      for ring in 1...12 {
        let sides = 2 * ring
        // Around a square, beginning at its right: sides that are as long as the rings before are wide.
        for place in 0..<4 * sides {
          let along = Double(place % sides) - Double(ring) + 1
          let out = Double(ring)
          let way: Vector<ScreenPixels> =
            switch place / sides {
            case 0: Vector(out, along)
            case 1: Vector(-along, out)
            case 2: Vector(-out, -along)
            default: Vector(along, -out)
            }
          let center = point + Vector(way.x * step, way.y * step)
          if isFree(Rect(center: center, size: size)) { return center }
        }
      }
      return nil
    }
  }
}
