import Geometry
import Presentation

// What may be higher than the window, and is scrolled: the keys.
extension Overlay {
  /// In two columns, in one where two have no room, and where that is higher than the window, a page of it.
  mutating func drawKeys() {
    dimAll()
    let bindings = KeyBinding.shown(inspects: model.inspector != nil)
    let room = room.size
    // As small as it takes to have one column in the window's width.
    let narrow = fitted(in: Size(room.width, .infinity), least: 0.5) {
      $0.keysCard(bindings[...], columns: 1, isWhole: true, of: bindings.count)
    }
    var overlay = self
    overlay.look = narrow.look
    let whole = [2, 1].map { overlay.keysCard(bindings[...], columns: $0, isWhole: true, of: bindings.count) }
    func fits(_ card: FloatingCard) -> Bool {
      let size = card.size(measuring)
      return size.width <= room.width && size.height <= room.height
    }
    if let card = whole.first(where: fits) { return addInMiddle(card) }
    let columns = whole[0].size(measuring).width <= room.width ? 2 : 1
    var rows = bindings.count
    while rows > columns,
      !fits(overlay.keysCard(bindings[..<rows], columns: columns, isWhole: false, of: bindings.count))
    {
      rows -= columns
    }
    let start = scrolled(bindings.count, page: rows)
    addInMiddle(overlay.keysCard(bindings[start..<start + rows], columns: columns, isWhole: false, of: bindings.count))
  }

  /// The first line to show of so many, as far as it is scrolled; tells how far it can be.
  private mutating func scrolled(_ count: Int, page: Int) -> Int {
    scene.scrollLimit = max(0, count - page)
    scene.scrollPage = max(1, page - 1)
    return min(model.scroll, scene.scrollLimit)
  }

  private func keysCard(
    _ bindings: ArraySlice<KeyBinding>, columns: Int, isWhole: Bool, of count: Int
  ) -> FloatingCard {
    let high = (bindings.count + columns - 1) / columns
    let rowHeight = bindings.map { keyRow($0).size(measuring).height }.max() ?? 0
    let parts = (0..<columns).map { column in
      let rows = bindings.dropFirst(column * high).prefix(high).map { keyRow($0) }
      // As many rows in each, so that they begin at one height.
      return Block.column(
        rows + Array(repeating: Block.space(Size(0, rowHeight)), count: high - rows.count), spacing: look.points(8))
    }
    let title =
      isWhole
      ? words("Keys")
      : words(
        "Keys {first}–{last} of {count}",
        ["first": "\(bindings.startIndex + 1)", "last": "\(bindings.endIndex)", "count": "\(count)"])
    var hints = [Hint("Esc", "Back", .back)]
    if !isWhole { hints.append(Hint("Page ↓", "More", .scroll(1))) }
    return FloatingCard(
      content: .column([.text(look.title(title)), .row(parts, spacing: look.points(32))], spacing: look.points(14)),
      hints: hints, look: look)
  }

  private func keyRow(_ binding: KeyBinding) -> Block {
    let caps = Block.row(binding.caps.map { .keyCap(words.key($0), pixels: look.points(12)) }, spacing: look.points(4))
    let gap = max(look.points(4), look.points(150) - caps.size(measuring).width)
    return .row([caps, .space(Size(gap, 0)), .text(look.body(words(binding.meaning)))], spacing: 0)
  }
}
