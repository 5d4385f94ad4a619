import Geometry
import Presentation

// All fields of a result, scrolled where they have no room.
extension Overlay {
  mutating func drawFields(_ fields: OverlayModel.Fields) {
    dimAll()
    let room = room
    // As small as it takes for the keys and the lines of a field.
    let least = fitted(in: room.size) { overlay in
      overlay.fieldsCard(overlay.lines(of: fields).prefix(2), fields, hasMore: true)
    }
    var overlay = self
    overlay.look = least.look
    let lines = overlay.lines(of: fields)
    let spacing = overlay.fieldSpacing
    let heights = lines.map { measuring.size(of: $0.text).height + spacing }
    let whole = overlay.fieldsCard(lines[...], fields, hasMore: false)
    var window = 0..<lines.count
    if whole.size(measuring).height > room.height {
      let free = room.height - overlay.fieldsCard([], fields, hasMore: true).size(measuring).height
      window = page(of: heights, from: lines.firstIndex { $0.field == fields.selected } ?? 0, in: free)
    }
    let card = overlay.fieldsCard(lines[window], fields, hasMore: window.count < lines.count)
    let size = card.size(measuring)
    let corner = Point<ScreenPixels>(
      (room.center.x - size.width / 2).rounded(), max(room.minY, room.center.y - size.height / 2).rounded())
    add(card) { _ in corner }
    // A press copies the field.
    let title = measuring.size(of: overlay.fieldsTitle(fields)).height
    var y = corner.y + overlay.look.points(16) + title + overlay.look.points(10) + spacing
    for place in window {
      let rect = Rect<ScreenPixels>(x: corner.x, y: y, width: size.width, height: heights[place])
      scene.targets.append(Scene.Target(rect: rect, command: .copyField(lines[place].field)))
      y += heights[place]
    }
  }

  /// The lines that are shown: from the chosen field's first, as far as there are more below, and scrolled on.
  private mutating func page(of heights: [Double], from first: Int, in free: Double) -> Range<Int> {
    var last = heights.count - 1
    var used = heights.last ?? 0
    while last > 0, used + heights[last - 1] <= free {
      last -= 1
      used += heights[last]
    }
    let base = min(first, last)
    scene.scrollLimit = last - base
    let start = min(base + model.scroll, last)
    var end = start + 1
    used = heights[start]
    while end < heights.count, used + heights[end] <= free {
      used += heights[end]
      end += 1
    }
    scene.scrollPage = max(1, end - start - 1)
    return start..<end
  }

  private var fieldSpacing: Double { look.points(3) }

  private func fieldsTitle(_ fields: OverlayModel.Fields) -> Text {
    Text(words(fields.title), weight: .bold, pixels: look.points(15), color: Look.accent, maxWidth: cardTextWidth)
  }

  private func fieldsCard(
    _ lines: ArraySlice<FieldLine>, _ fields: OverlayModel.Fields, hasMore: Bool
  ) -> FloatingCard {
    var hints = [Hint("Enter", "Copy", .copy), Hint("Esc", "Back", .back)]
    if hasMore { hints.append(Hint("Page ↓", "More", .scroll(1))) }
    if fields.rows.contains(where: \.isSecret) {
      hints.append(Hint("E", fields.showsSecrets ? "Hide" : "Show", .reveal))
    }
    if let verb = fields.verb { hints.append(Hint("O", verb, .open)) }
    let width = cardTextWidth
    // As wide with every page, so that it stays in place.
    let content = Block.column(
      [.text(fieldsTitle(fields)), .space(Size(width, look.points(10) - fieldSpacing))]
        + lines.map { .text($0.text) }, spacing: fieldSpacing)
    return FloatingCard(content: content, hints: hints, look: look, width: width)
  }

  private func lines(of fields: OverlayModel.Fields) -> [FieldLine] {
    let width = cardTextWidth
    let letter = max(1, measuring.size(of: value("0", width)).width)
    let limit = max(4, Int(width / letter))
    return fields.rows.enumerated().flatMap { place, row -> [FieldLine] in
      let isChosen = place == fields.selected
      let text = row.isSecret && !fields.showsSecrets ? "••••••••" : row.value(in: words)
      // A mark beside the color.
      var label = look.caption((isChosen ? "› " : "") + words(row.label), maxWidth: width)
      if isChosen { label.color = Look.accent }
      return [FieldLine(field: place, text: label)]
        + BrokenText.lines(of: text, limit: limit).map {
          FieldLine(field: place, text: value($0, width))
        }
    }
  }

  /// What a letter more than was reckoned would break is broken once more rather than cut.
  private func value(_ text: String, _ width: Double) -> Text {
    Text(text, face: .monospaced, pixels: look.points(15), color: Look.text, maxWidth: width, maxLines: 3)
  }
}

private struct FieldLine {
  /// Of the rows, counted from 0.
  let field: Int
  let text: Text
}

/// Long text in lines of a monospaced face.
enum BrokenText {
  /// Lines of so many letters, of which the wide ones of East Asia and the emoji count twice; at least one.
  static func lines(of text: String, limit: Int) -> [String] {
    var lines: [String] = []
    for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      var line = ""
      var used = 0
      for letter in paragraph {
        let width = (letter.unicodeScalars.first?.value ?? 0) >= 0x1100 ? 2 : 1
        if used + width > limit, !line.isEmpty {
          lines.append(line)
          (line, used) = ("", 0)
        }
        line.append(letter)
        used += width
      }
      lines.append(line)
    }
    return lines
  }
}
