public import Geometry
public import Presentation

/// A drawing, and what in it can be pressed.
public struct Scene: Hashable, Sendable {
  public struct Target: Hashable, Sendable {
    public let rect: Rect<ScreenPixels>
    public let command: ScannerCommand
  }

  public var drawing = Drawing()
  /// Back to front, as the drawing.
  public var targets: [Target] = []

  public init() {}

  /// What pressing at a place asks for.
  public func command(at point: Point<ScreenPixels>) -> ScannerCommand? {
    targets.last { $0.rect.contains(point) }?.command
  }
}

/// A key, what it does, and the command that pressing the hint gives.
struct Hint {
  let key: String
  let meaning: String
  let command: ScannerCommand?

  init(_ key: String, _ meaning: String, _ command: ScannerCommand?) {
    self.key = key
    self.meaning = meaning
    self.command = command
  }
}

extension Scene {
  enum Ground {
    case card
    case pill
  }

  /// Adds a card or pill with hints in its last row; `place` is told the size and says where.
  mutating func add(
    _ content: Block, hints: [Hint], on ground: Ground, _ look: Look, _ measuring: some TextMeasuring,
    isCentered: Bool = false, at place: (Size<ScreenPixels>) -> Point<ScreenPixels>
  ) {
    let row = Block.row(hints.map { .hint($0.key, $0.meaning, look) }, spacing: look.points(20))
    let inner: Block =
      switch ground {
      case _ where hints.isEmpty: content
      case .pill: .row([content, row], spacing: look.points(20))
      case .card:
        .column([content, row], spacing: look.points(14), alignment: isCentered ? .center : .leading)
      }
    let block: Block = ground == .card ? .card(inner, look) : .pill(inner, look)
    let size = block.size(measuring)
    let origin = place(size)
    let corner = Point<ScreenPixels>(origin.x.rounded(), origin.y.rounded())
    drawing.add(block.drawing(at: corner, measuring: measuring))

    // The row of hints lies at the lower or right end inside the ground's padding.
    let box = Rect(origin: corner, size: size)
    let content = inner.size(measuring)
    let hintsSize = row.size(measuring)
    let right = box.maxX - (size.width - content.width) / 2
    var x = ground == .pill ? right - hintsSize.width : box.minX + (size.width - content.width) / 2
    if isCentered { x = box.center.x - hintsSize.width / 2 }
    let bottom = box.maxY - (size.height - content.height) / 2
    let middle = ground == .pill ? box.center.y : bottom - hintsSize.height / 2
    for hint in hints {
      let size = Block.hint(hint.key, hint.meaning, look).size(measuring)
      if let command = hint.command {
        let target = Rect<ScreenPixels>(x: x, y: middle - size.height / 2, width: size.width, height: size.height)
        targets.append(Target(rect: target.inset(by: -look.points(6)), command: command))
      }
      x += size.width + look.points(20)
    }
  }
}
