import Geometry
import Presentation

// The list that fills while scanning, beside the picture.
extension Overlay {
  /// - Parameter panel: its part of the window.
  mutating func drawList(_ view: ListView, in panel: Rect<ScreenPixels>) {
    scene.drawing.add(.rectangle(panel, radius: 0, fill: Self.listGround, stroke: nil))
    let room = panel.inset(by: min(margin, panel.size.shorterSide / 20))
    let entries = Array(view.list.entries.enumerated().reversed())
    let chosen = entries.firstIndex { $0.offset == view.place } ?? 0
    // As small as it takes for the head, the keys and one entry.
    // As a card, or in a part without room for one without its border.
    func least(_ ground: FloatingCard.Ground) -> FloatingCard {
      fitted(in: room.size) { $0.listCard(view, entries[chosen...].prefix(1), in: room, on: ground) }
    }
    let card = least(.card)
    let ground = card.look.scale < look.scale ? FloatingCard.Ground.bare : .card
    var overlay = self
    overlay.look = ground == .card ? card.look : least(ground).look
    func fits(_ range: Range<Int>) -> Bool {
      overlay.listCard(view, entries[range], in: room, on: ground).size(measuring).height <= room.height
    }
    // From the chosen one down, then up as far as there is room.
    var range = min(chosen, entries.count)..<min(chosen + 1, entries.count)
    while range.upperBound < entries.count, fits(range.lowerBound..<range.upperBound + 1) {
      range = range.lowerBound..<range.upperBound + 1
    }
    while range.lowerBound > 0, fits(range.lowerBound - 1..<range.upperBound) {
      range = range.lowerBound - 1..<range.upperBound
    }
    add(overlay.listCard(view, entries[range], in: room, on: ground)) { _ in room.origin }
  }

  private static var listGround: Color { Color(0x0D1015) }

  private func listCard(
    _ view: ListView, _ entries: ArraySlice<(offset: Int, element: ScanList.Entry)>, in room: Rect<ScreenPixels>,
    on ground: FloatingCard.Ground
  ) -> FloatingCard {
    // A text that is cut fills its width, rounded up to whole pixels.
    let width = max(look.points(60), room.width - (ground == .card ? look.points(40) : 0) - 1)
    let list = view.list
    let count = words(one: "{count} code", others: "{count} codes", count: list.total)
    let repeated = words(one: "{count} more than once", others: "{count} more than once", count: list.repeated)
    var blocks: [Block] = [
      .text(
        look.body(
          list.entries.isEmpty ? words("The list is empty") : list.repeated == 0 ? count : "\(count), \(repeated)",
          maxWidth: width, maxLines: 2))
    ]
    if list.entries.isEmpty {
      blocks.append(.text(look.caption(words("Each code that is read comes here"), maxWidth: width, maxLines: 2)))
    }
    for (place, entry) in entries { blocks += rows(of: entry, isChosen: place == view.place, view, width) }
    return FloatingCard(
      content: .column(blocks, spacing: look.points(4)), hints: hints(view), ground: ground, look: look, width: width)
  }

  private func hints(_ view: ListView) -> [Hint] {
    if view.draft != nil { return [Hint("Enter", "Keep the note", .proceed), Hint("Esc", "Cancel", .back)] }
    if view.asksForm {
      return ScanList.Form.allCases.map { Hint("\($0.rawValue)", $0.title, .choose($0.rawValue)) }
        + [Hint("Esc", "Cancel", .back)]
    }
    guard !view.list.entries.isEmpty else { return [Hint("L", "Close", .list)] }
    return [
      Hint("S", "Save", .saveList), Hint("Enter", "Note", .proceed), Hint("Ctrl Z", "Undo", .undo),
      Hint("L", "Close", .list),
    ]
  }

  private func rows(of entry: ScanList.Entry, isChosen: Bool, _ view: ListView, _ width: Double) -> [Block] {
    let repeats = entry.count > 1 ? "×\(entry.count) " : ""
    var text = Text(
      (isChosen ? "› " : "") + repeats + entry.text.replacing("\n", with: " "), face: .monospaced,
      pixels: look.points(14), color: entry.count > 1 ? Look.warning : Look.text, maxWidth: width)
    text.maxLines = 1
    var caption = words(entry.kind)
    if isChosen, let draft = view.draft {
      let note: Sentence = "\("Note" as Sentence): \(draft)▏"
      caption = words(note)
    } else if !entry.note.isEmpty {
      caption = words.line([caption, entry.note])
    }
    return [.text(text), .text(look.caption(caption, maxWidth: width))]
  }
}
