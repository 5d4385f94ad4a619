import Geometry
import Presentation

// What may be higher than the window, and is scrolled: the keys and the figures.
extension Overlay {
  /// In two columns, in one where two have no room, and where that is higher than the window, a page of it.
  mutating func drawKeys() {
    dimAll()
    let bindings = KeyBinding.all
    let room = room.size
    // As small as it takes to have one column in the window's width.
    let narrow = fitted(in: Size(room.width, .infinity), least: 0.5) {
      $0.keysCard(bindings[...], columns: 1, isWhole: true)
    }
    var overlay = self
    overlay.look = narrow.look
    let whole = [2, 1].map { overlay.keysCard(bindings[...], columns: $0, isWhole: true) }
    func fits(_ card: FloatingCard) -> Bool {
      let size = card.size(measuring)
      return size.width <= room.width && size.height <= room.height
    }
    if let card = whole.first(where: fits) { return addInMiddle(card) }
    let columns = whole[0].size(measuring).width <= room.width ? 2 : 1
    var rows = bindings.count
    while rows > columns, !fits(overlay.keysCard(bindings[..<rows], columns: columns, isWhole: false)) {
      rows -= columns
    }
    let start = scrolled(bindings.count, page: rows)
    addInMiddle(overlay.keysCard(bindings[start..<start + rows], columns: columns, isWhole: false))
  }

  /// The first line to show of so many, as far as it is scrolled; tells how far it can be.
  private mutating func scrolled(_ count: Int, page: Int) -> Int {
    scene.scrollLimit = max(0, count - page)
    scene.scrollPage = max(1, page - 1)
    return min(model.scroll, scene.scrollLimit)
  }

  private func keysCard(_ bindings: ArraySlice<KeyBinding>, columns: Int, isWhole: Bool) -> FloatingCard {
    let high = (bindings.count + columns - 1) / columns
    let rowHeight = bindings.map { keyRow($0).size(measuring).height }.max() ?? 0
    let parts = (0..<columns).map { column in
      let rows = bindings.dropFirst(column * high).prefix(high).map { keyRow($0) }
      // As many rows in each, so that they begin at one height.
      return Block.column(
        rows + Array(repeating: Block.space(Size(0, rowHeight)), count: high - rows.count), spacing: look.points(8))
    }
    var title = "Keys"
    if !isWhole { title += " \(bindings.startIndex + 1)–\(bindings.endIndex) of \(KeyBinding.all.count)" }
    var hints = [Hint("Esc", "Back", .back)]
    if !isWhole { hints.append(Hint("Page ↓", "More", .scroll(1))) }
    return FloatingCard(
      content: .column([.text(look.title(title)), .row(parts, spacing: look.points(32))], spacing: look.points(14)),
      hints: hints, look: look)
  }

  private func keyRow(_ binding: KeyBinding) -> Block {
    let caps = Block.row(binding.caps.map { .keyCap($0, pixels: look.points(12)) }, spacing: look.points(4))
    let gap = max(look.points(4), look.points(150) - caps.size(measuring).width)
    return .row([caps, .space(Size(gap, 0)), .text(look.body(binding.meaning))], spacing: 0)
  }

  mutating func drawFigures(_ figures: DebugFigures, below top: Double?) {
    if let panel = model.panel { return drawInspector(figures, in: panel) }
    let room = room
    let lines = figures.lines
    // Lines of the longest fit at once or are made smaller; what is still too long is broken.
    let card = fitted(in: Size(room.width, .infinity), least: 0.75) { $0.figuresCard(lines, more: 0) }
    var overlay = self
    overlay.look = card.look
    // Beside the pill at the right, or below it.
    let size = card.size(measuring)
    let isBelow = top != nil && room.minX + size.width > room.maxX - look.points(120)
    let minY = isBelow ? top ?? room.minY : room.minY
    func fits(_ card: FloatingCard) -> Bool { card.size(measuring).height <= room.maxY - minY }
    var shown = lines.count
    if !fits(card) {
      while shown > 1, !fits(overlay.figuresCard(lines.prefix(shown), more: 1)) { shown -= 1 }
    }
    let start = model.showsKeys ? 0 : scrolled(lines.count, page: shown)
    let page = overlay.figuresCard(lines[start..<start + shown], more: lines.count - shown - start)
    add(page) { _ in Point(room.minX, minY) }
  }

  private func figuresCard(_ lines: some Collection<String>, more: Int) -> FloatingCard {
    let width = max(look.points(80), room.width - look.points(40))
    func text(_ line: String) -> Block {
      .text(
        Text(line, face: .monospaced, pixels: look.points(12), color: Look.text, maxWidth: width, maxLines: 2))
    }
    let rest = more > 0 ? [text("… \(more) more: Page ↓")] : []
    return FloatingCard(content: .column(lines.map(text) + rest, spacing: look.points(3)), look: look)
  }
}
