import Geometry
import Presentation

// What lies over the page for a while: a menu, and the question for a path.
extension ComposerSketch {
  /// The values of a choice, below it or above it, as many as there is room for.
  mutating func drawMenu(_ menu: ComposerScreen.Menu) {
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: window)
    canvas.press(all, .closeMenu)
    let anchor = menuAnchor ?? Rect(x: margin, y: margin, width: window.width - 2 * margin, height: row)
    let edge = points(8)
    let (below, above) = (window.height - edge - anchor.maxY, anchor.minY - edge)
    let isBelow = below >= above || below >= points(220)
    let line = points(34)
    let room = max(line + points(8), min(isBelow ? below : above, Double(menu.titles.count) * line + points(8)))
    menuRows = max(1, min(menu.titles.count, Int((room - points(8)) / line)))
    let height = Double(menuRows) * line + points(8)
    let y = min(max(edge, isBelow ? anchor.maxY : anchor.minY - height), max(0, window.height - height))
    let card = Rect<ScreenPixels>(x: anchor.minX, y: y, width: anchor.width, height: min(height, window.height))
    canvas.add(.shadow(card, radius: points(8), blur: points(14), color: Look.shadow))
    canvas.add(
      .rectangle(
        card, radius: points(8), fill: canvas.palette.panel, stroke: Stroke(canvas.palette.edge, width: points(1))))
    canvas.press(card, .nothing)
    let first = max(0, min(menu.chosen - menuRows / 2, menu.titles.count - menuRows))
    for (place, index) in (first..<min(menu.titles.count, first + menuRows)).enumerated() {
      let part = Rect<ScreenPixels>(
        x: card.minX + points(4), y: card.minY + points(4) + Double(place) * line, width: card.width - points(8),
        height: line)
      if index == menu.chosen { canvas.chosenRow(part, radius: 6) }
      let text = canvas.body(menu.titles[index], width: max(1, part.width - points(20)))
      canvas.write(text, part.minX + points(8), part.center.y - canvas.measuring.size(of: text).height / 2)
      canvas.press(part, .pick(index))
    }
    guard menuRows < menu.titles.count else { return }
    let count = Double(menu.titles.count)
    canvas.scrollBar(
      Double(first) / count...Double(first + menuRows) / count,
      Rect(
        x: card.maxX - points(6), y: card.minY + points(6), width: points(3), height: max(1, card.height - points(12))))
  }

  /// Asks for a path, in the middle.
  mutating func drawPrompt(_ prompt: PathPrompt) {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: Color(0x06080B, alpha: 0.6), stroke: nil))
    canvas.press(Rect(origin: Point(0, 0), size: window), .nothing)
    let width = min(window.width - 2 * min(margin, points(12)), points(560))
    let padding = points(window.width < points(420) ? 12 : 20)
    let inner = max(1, width - 2 * padding)
    let title = canvas.title(promptTitle(prompt.purpose), width: inner, lines: 2)
    let note = promptNote(prompt).map { note, isTrouble in
      Text(
        note, weight: .medium, pixels: points(13), color: isTrouble ? canvas.palette.warning : canvas.palette.quiet,
        maxWidth: inner, maxLines: 3)
    }
    let (titleHeight, noteHeight) = (
      canvas.measuring.size(of: title).height, note.map { canvas.measuring.size(of: $0).height + points(8) } ?? 0
    )
    let forms = prompt.purpose == .logo ? 0 : row + gap
    let isLow = window.height < points(330)
    let gap = isLow ? points(6) : self.gap
    let height = min(
      window.height, titleHeight + gap + row + forms + noteHeight + gap + row + 2 * (isLow ? points(8) : padding))
    let card = Rect<ScreenPixels>(
      x: ((window.width - width) / 2).rounded(), y: ((window.height - height) / 2).rounded(), width: width,
      height: height)
    canvas.panel(card)
    let x = card.minX + padding
    var y = card.minY + (isLow ? points(8) : padding)
    y += canvas.write(title, x, y) + gap
    drawEditor(
      prompt.path, .path, Rect(x: x, y: y, width: inner, height: row), placeholder: "", isFaulty: prompt.trouble != nil)
    y += row + points(8)
    drawChoice(of: prompt, in: Rect(x: x, y: y, width: inner, height: row))
    if prompt.purpose != .logo { y += row + points(8) }
    if let note { canvas.write(note, x, y) }
    let third = (inner - 2 * points(8)) / 3
    let foot = card.maxY - (isLow ? points(8) : padding) - row
    let yes = prompt.replaces ? words("Replace") : prompt.purpose == .save ? words("Save") : words("Open")
    let buttons: [(String, key: String, ComposerScreen.Action)] = [
      (yes, "Enter", .answerPath), (words("Choose…"), "Ctrl O", .browse), (words("Cancel"), "Esc", .cancelPath),
    ]
    for (index, (label, key, action)) in buttons.enumerated() {
      let place = Rect<ScreenPixels>(
        x: x + Double(index) * (third + points(8)), y: foot, width: third, height: row)
      canvas.button(
        label, key: key, place, isFocused: false,
        as: index == 0 ? (prompt.replaces ? .grave : .main) : .plain, isEnabled: !prompt.isBusy, action)
    }
  }

  /// As what a picture is saved, or on which sheet labels lie.
  mutating func drawChoice(of prompt: PathPrompt, in rect: Rect<ScreenPixels>) {
    switch prompt.purpose {
    case .logo: break
    case .save:
      let all = PathPrompt.Form.allCases
      canvas.segments(
        all.map { $0.rawValue.uppercased() }, chosen: prompt.form.flatMap { all.firstIndex(of: $0) } ?? -1, rect,
        isFocused: false
      ) { .savedForm(all[$0]) }
    case .sheet:
      let all = LabelSheet.common
      canvas.segments(
        all.map { "\($0.columns) × \($0.rows)" }, chosen: all.firstIndex(of: prompt.sheet) ?? -1, rect, isFocused: false
      ) { .labels(all[$0]) }
    }
  }

  func promptTitle(_ purpose: PathPrompt.Purpose) -> String {
    switch purpose {
    case .save: words("Save the code as")
    case .logo: words("Picture in the middle of the code")
    case .sheet: words("Labels from a file of comma-separated values")
    }
  }

  /// What is to be known before, or what went wrong.
  func promptNote(_ prompt: PathPrompt) -> (String, isTrouble: Bool)? {
    if let trouble = prompt.trouble { return (trouble.withCapital, true) }
    if prompt.isBusy { return (words("Working…"), false) }
    switch prompt.purpose {
    case .save: return nil
    case .logo: return (words("The code then has level H, and is saved only if it can still be read."), false)
    case .sheet:
      guard let form = model.form else {
        return (words("The first line names the columns: text, and caption if there is one."), false)
      }
      let columns = form.fields.map(\.name).joined(separator: ", ")
      return (words("The first line names the columns, of: {columns}, caption.", ["columns": columns]), false)
    }
  }
}
