import Geometry
import Presentation

/// What floats on the picture: content on a dark ground, with keys that can be pressed.
struct FloatingCard {
  enum Ground {
    case card
    case pill
    /// None: it stands on a panel.
    case bare
  }

  var content: Block
  var hints: [Hint] = []
  var ground = Ground.card
  var isCentered = false
  let look: Look
  /// Rows of hints are broken to fit, in screen pixels.
  var width = Double.infinity

  private var gap: Double { look.points(20) }

  private func hintBlock(_ hint: Hint) -> Block { .hint(hint.key, look.words(hint.meaning), look) }

  private func hintRows(_ measuring: some TextMeasuring) -> [[Hint]] {
    var rows: [[Hint]] = []
    var x = 0.0
    for hint in hints {
      let width = hintBlock(hint).size(measuring).width
      if rows.isEmpty || ground != .pill && x + gap + width > self.width {
        rows.append([hint])
        x = width
      } else {
        rows[rows.count - 1].append(hint)
        x += gap + width
      }
    }
    return rows
  }

  private func block(_ measuring: some TextMeasuring) -> Block {
    let rows = hintRows(measuring).map { Block.row($0.map { hintBlock($0) }, spacing: gap) }
    let alignment: Block.Alignment = isCentered ? .center : .leading
    let keys = Block.column(rows, spacing: look.points(8), alignment: alignment)
    switch ground {
    case .pill: return .pill(rows.isEmpty ? content : .row([content, keys], spacing: gap), look)
    case .card, .bare:
      let spacing = look.points(ground == .card ? 14 : 8)
      let all = rows.isEmpty ? content : .column([content, keys], spacing: spacing, alignment: alignment)
      return ground == .card ? .card(all, look) : all
    }
  }

  func size(_ measuring: some TextMeasuring) -> Size<ScreenPixels> { block(measuring).size(measuring) }

  func add(to scene: inout Scene, at place: Point<ScreenPixels>, _ measuring: some TextMeasuring) {
    let block = block(measuring)
    let size = block.size(measuring)
    let box = Rect<ScreenPixels>(x: place.x.rounded(), y: place.y.rounded(), width: size.width, height: size.height)
    let isMirrored = look.words.isRightToLeft
    scene.drawing.add(block.drawing(at: box.origin, measuring: measuring, isMirrored: isMirrored))

    // The hints lie at the lower or right end inside the ground's padding.
    let rows = hintRows(measuring)
    let padding =
      switch ground {
      case .card: (x: look.points(20), y: look.points(16))
      case .pill: (x: look.points(16), y: look.points(9))
      case .bare: (x: 0.0, y: 0.0)
      }
    let inner = Rect<ScreenPixels>(
      x: box.minX + padding.x, y: box.minY + padding.y, width: box.width - 2 * padding.x,
      height: box.height - 2 * padding.y)
    let heights = rows.map { row in row.map { hintBlock($0).size(measuring).height }.max() ?? 0 }
    var top = inner.maxY - heights.reduce(0, +) - look.points(8) * Double(max(0, rows.count - 1))
    for (row, height) in zip(rows, heights) {
      let sizes = row.map { hintBlock($0).size(measuring) }
      let width = sizes.reduce(0) { $0 + $1.width } + gap * Double(row.count - 1)
      var x = ground == .pill ? inner.maxX - width : isCentered ? inner.center.x - width / 2 : inner.minX
      let middle = ground == .pill ? inner.center.y : top + height / 2
      for (hint, size) in zip(row, sizes) {
        if let command = hint.command {
          let left = isMirrored ? box.minX + box.maxX - x - size.width : x
          let target = Rect<ScreenPixels>(x: left, y: middle - size.height / 2, width: size.width, height: size.height)
          scene.targets.append(Scene.Target(rect: target.inset(by: -look.points(6)), command: command))
        }
        x += size.width + gap
      }
      top += height + look.points(8)
    }
  }
}
