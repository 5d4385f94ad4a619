public import Geometry

/// A piece of a layout that knows how large it is: text and signs, and rows, columns and cards of them.
///
///     let hint = Block.hint("Space", "Scan again", look)
///     let card = Block.card(.column([.text(look.title("Read")), hint], spacing: look.points(12)), look)
///     drawing.add(card.drawing(at: corner, measuring: screen.text))
public indirect enum Block: Hashable, Sendable {
  public enum Alignment: Hashable, Sendable {
    case leading
    case center
  }

  case text(Text)
  /// A key as it looks on a keyboard; `pixels` is the size of its letters.
  case keyCap(String, pixels: Double)
  /// A sign in a square.
  case glyph(Glyph, pixels: Double, color: Color)
  /// Nothing, but as large as this.
  case space(Size<ScreenPixels>)
  /// Side by side, their middles at one height.
  case row([Block], spacing: Double)
  /// One below the other.
  case column([Block], spacing: Double, alignment: Alignment)
  /// Another block with space around.
  case padded(Block, horizontal: Double, vertical: Double)
  /// Another block on a rounded ground with a hairline around it and, if `blur` is not 0, a soft shadow.
  case ground(Block, radius: Double, fill: Color, edge: Stroke?, blur: Double)
}

extension Block {
  public static func column(_ blocks: [Block], spacing: Double) -> Block {
    .column(blocks, spacing: spacing, alignment: .leading)
  }

  /// A block on a dark card.
  public static func card(_ content: Block, _ look: Look) -> Block {
    .ground(
      .padded(content, horizontal: look.points(20), vertical: look.points(16)), radius: look.points(12),
      fill: Look.cardColor, edge: Stroke(Look.cardEdge, width: look.points(1)), blur: look.points(18))
  }

  /// A block on a dark ground with round ends: for one line.
  public static func pill(_ content: Block, _ look: Look) -> Block {
    .ground(
      .padded(content, horizontal: look.points(16), vertical: look.points(9)), radius: look.points(40),
      fill: Look.cardColor, edge: Stroke(Look.cardEdge, width: look.points(1)), blur: look.points(12))
  }

  /// A key and what it does.
  public static func hint(_ key: String, _ meaning: String, _ look: Look) -> Block {
    .row(
      [.keyCap(look.words.key(key), pixels: look.points(13)), .text(look.caption(meaning))], spacing: look.points(8))
  }

  /// Width and height in screen pixels.
  public func size(_ measuring: some TextMeasuring) -> Size<ScreenPixels> {
    switch self {
    case .text(let text): return measuring.size(of: text)
    case .keyCap(let label, let pixels): return KeyCap(label, pixels: pixels).size(measuring)
    case .glyph(_, let pixels, _): return Size(pixels, pixels)
    case .space(let size): return size
    case .row(let blocks, let spacing):
      let sizes = blocks.map { $0.size(measuring) }
      return Size(
        sizes.reduce(0) { $0 + $1.width } + spacing * Double(max(0, blocks.count - 1)),
        sizes.map(\.height).max() ?? 0)
    case .column(let blocks, let spacing, _):
      let sizes = blocks.map { $0.size(measuring) }
      return Size(
        sizes.map(\.width).max() ?? 0,
        sizes.reduce(0) { $0 + $1.height } + spacing * Double(max(0, blocks.count - 1)))
    case .padded(let block, let horizontal, let vertical):
      let inner = block.size(measuring)
      return Size(inner.width + 2 * horizontal, inner.height + 2 * vertical)
    case .ground(let block, _, _, _, _): return block.size(measuring)
    }
  }

  /// The block with its top-left corner at a place.
  ///
  /// - Parameter isMirrored: rows begin at the right, and so does what is leading in a column: for scripts that run from
  ///   the right. Signs stay as they are.
  public func drawing(
    at place: Point<ScreenPixels>, measuring: some TextMeasuring, isMirrored: Bool = false
  ) -> Drawing {
    var drawing = Drawing()
    draw(at: place, measuring, isMirrored, into: &drawing)
    return drawing
  }

  private func draw(
    at place: Point<ScreenPixels>, _ measuring: some TextMeasuring, _ isMirrored: Bool, into drawing: inout Drawing
  ) {
    switch self {
    case .text(let text): drawing.add(.text(text, at: place))
    case .keyCap(let label, let pixels): KeyCap(label, pixels: pixels).draw(at: place, measuring, into: &drawing)
    case .glyph(let glyph, let pixels, let color):
      glyph.draw(in: Rect(origin: place, size: Size(pixels, pixels)), color, into: &drawing)
    case .space: break
    case .row(let blocks, let spacing):
      let height = size(measuring).height
      var x = place.x
      for block in isMirrored ? blocks.reversed() : blocks {
        let inner = block.size(measuring)
        block.draw(at: Point(x, place.y + (height - inner.height) / 2), measuring, isMirrored, into: &drawing)
        x += inner.width + spacing
      }
    case .column(let blocks, let spacing, let alignment):
      let width = alignment == .center || isMirrored ? size(measuring).width : 0
      var y = place.y
      for block in blocks {
        let inner = block.size(measuring)
        let indent = alignment == .center ? (width - inner.width) / 2 : isMirrored ? width - inner.width : 0
        block.draw(at: Point(place.x + indent, y), measuring, isMirrored, into: &drawing)
        y += inner.height + spacing
      }
    case .padded(let block, let horizontal, let vertical):
      block.draw(at: place + Vector(horizontal, vertical), measuring, isMirrored, into: &drawing)
    case .ground(let block, let radius, let fill, let edge, let blur):
      let box = Rect(origin: place, size: size(measuring))
      if blur > 0 { drawing.add(.shadow(box, radius: radius, blur: blur, color: Look.shadow)) }
      drawing.add(.rectangle(box, radius: radius, fill: fill, stroke: edge))
      block.draw(at: place, measuring, isMirrored, into: &drawing)
    }
  }
}
