public import Foundation
public import Geometry
public import Presentation

/// The history in the window: a search, a list, and what can be done with the chosen entry.
public struct HistoryScreen {
  public enum Effect: Hashable, Sendable {
    case close
    /// Into the composer, with everything that it was made with.
    case compose(CodeRecipe)
    case copy(String)
  }

  public private(set) var model: HistoryModel
  private let palette: StudioPalette
  private let timeText: @Sendable (Date) -> String
  private var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  private var rowsInView = 8

  enum Action: Hashable {
    case filter(HistoryModel.Filter)
    case row(Int)
    case restore, pin, label, delete, clear, yes, no
  }

  /// - Parameter timeText: a time as the user reads it, in one short piece.
  public init(_ model: HistoryModel, palette: StudioPalette, timeText: @escaping @Sendable (Date) -> String) {
    self.model = model
    self.palette = palette
    self.timeText = timeText
  }

  /// One turn.
  public mutating func turn(
    events: [ScreenEvent], window: Size<ScreenPixels>, scale: Double, paste: () -> String,
    measuring: some TextMeasuring
  ) -> (drawing: Drawing, effects: [Effect]) {
    var effects: [Effect] = []
    for event in events { effects += take(event, paste) }
    model.turn()
    var sketch = HistorySketch(
      model: model, window: window, timeText: timeText,
      canvas: StudioCanvas(palette: palette, look: Look(scale: scale), measuring: measuring))
    sketch.draw()
    (targets, rowsInView) = (sketch.canvas.targets, sketch.rowsInView)
    return (sketch.canvas.drawing, effects)
  }

  private mutating func take(_ event: ScreenEvent, _ paste: () -> String) -> [Effect] {
    switch event {
    case .closed: return [.close]
    case .key(let key, let modifiers, _):
      if model.question != nil {
        if key == .enter { model.answer(true) } else if key == .escape { model.answer(false) }
        return []
      }
      if model.label != nil { return nameEntry(key, modifiers, paste) }
      return command(key, modifiers, paste)
    case .text(let typed):
      guard model.question == nil else { return [] }
      if model.label != nil { model.editLabel { $0.insert(typed) } } else { model.editSearch { $0.insert(typed) } }
      return []
    case .wheel(let steps):
      model.choose(model.chosen - Int(steps.rounded(.awayFromZero)))
      return []
    case .pointer(.pressed, let point):
      guard let action = targets.last(where: { $0.rect.contains(point) })?.action else { return [] }
      return perform(action)
    case .pointer, .resized, .exposed, .dropped, .woken: return []
    }
  }

  private mutating func nameEntry(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    switch key {
    case .enter: model.endLabel(keeps: true)
    case .escape: model.endLabel(keeps: false)
    default:
      var copied: String?
      model.editLabel { copied = $0.take(key, modifiers, paste: paste) }
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func command(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    let isControl = modifiers.contains(.control)
    switch key {
    case .escape: return [.close]
    case .up: model.choose(model.chosen - 1)
    case .down: model.choose(model.chosen + 1)
    case .pageUp: model.choose(model.chosen - rowsInView)
    case .pageDown: model.choose(model.chosen + rowsInView)
    case .tab: stepFilter(modifiers.contains(.shift) ? -1 : 1)
    case .enter: return perform(.restore)
    case .delete where isControl && modifiers.contains(.shift): model.askToClear()
    case .delete where isControl || model.search.characters.isEmpty: model.deleteChosen()
    case .character("p") where isControl: model.togglePin()
    case .character("l") where isControl: model.beginLabel()
    case .character("c") where isControl && model.search.selection.isEmpty:
      return model.chosenEntry?.content.text.map { [.copy($0)] } ?? []
    default:
      var copied: String?
      model.editSearch { copied = $0.take(key, modifiers, paste: paste) }
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .filter(let filter): model.setFilter(filter)
    case .row(let index):
      // The second press on an entry opens it.
      if index == model.chosen { return perform(.restore) }
      model.choose(index)
    case .restore: return restored.map { [.compose($0)] } ?? []
    case .pin: model.togglePin()
    case .label: model.beginLabel()
    case .delete: model.deleteChosen()
    case .clear: model.askToClear()
    case .yes: model.answer(true)
    case .no: model.answer(false)
    }
    return []
  }

  /// A made code as it was; of a read one its text, to be made anew.
  private var restored: CodeRecipe? {
    guard let content = model.chosenEntry?.content else { return nil }
    return content.recipe ?? content.text.map { CodeRecipe(text: $0) }
  }

  private mutating func stepFilter(_ steps: Int) {
    let all = HistoryModel.Filter.allCases
    let at = all.firstIndex(of: model.filter) ?? 0
    model.setFilter(all[(at + steps + all.count) % all.count])
  }
}

/// The history's drawing.
struct HistorySketch<Measuring: TextMeasuring> {
  let model: HistoryModel
  let window: Size<ScreenPixels>
  let timeText: (Date) -> String
  private(set) var rowsInView = 8
  var canvas: StudioCanvas<Measuring, HistoryScreen.Action>

  init(
    model: HistoryModel, window: Size<ScreenPixels>, timeText: @escaping (Date) -> String,
    canvas: StudioCanvas<Measuring, HistoryScreen.Action>
  ) {
    (self.model, self.window, self.timeText, self.canvas) = (model, window, timeText, canvas)
  }

  private func points(_ points: Double) -> Double { canvas.points(points) }
  private var margin: Double { points(24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }
  private var width: Double { max(1, window.width - 2 * margin) }

  mutating func draw() {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: canvas.palette.ground, stroke: nil))
    canvas.write(canvas.title("History"), margin, points(18))
    canvas.hints(
      [("Enter", "Make again"), ("Ctrl P", "Pin"), ("Ctrl L", "Label"), ("Del", "Delete"), ("Esc", "Back")],
      right: window.width - margin, y: points(22))
    drawSearch(points(64))
    let top = points(64) + row + gap
    let foot = window.height - margin - row
    drawList(Rect(x: margin, y: top, width: width, height: max(1, foot - gap - top)))
    drawButtons(Rect(x: margin, y: foot, width: width, height: row))
    if case .clear(let count) = model.question { drawQuestion(count) }
  }

  private mutating func drawSearch(_ y: Double) {
    let filters = min(points(380), width * 0.5)
    let rect = Rect<ScreenPixels>(x: margin, y: y, width: width - filters - gap, height: row)
    canvas.box(rect, isFocused: model.label == nil)
    let view = TextFieldView(model.search, in: rect, look: canvas.look, isSingle: true, canvas.measuring)
    view.draw(into: &canvas, isFocused: model.label == nil, placeholder: "Search")
    let all = HistoryModel.Filter.allCases
    canvas.segments(
      all.map(\.title), chosen: all.firstIndex(of: model.filter) ?? 0,
      Rect(x: rect.maxX + gap, y: y, width: filters, height: row), isFocused: false
    ) { .filter(all[$0]) }
  }

  private mutating func drawList(_ area: Rect<ScreenPixels>) {
    canvas.panel(area)
    guard !model.entries.isEmpty else {
      let sentence =
        !model.isLoaded
        ? "Looking…"
        : model.search.characters.isEmpty ? "Codes that you read and make appear here" : "Nothing matches"
      canvas.write(canvas.body(sentence, color: canvas.palette.quiet), in: area)
      return
    }
    let height = points(56)
    rowsInView = max(1, Int((area.height - points(8)) / height))
    let first = max(0, min(model.chosen - rowsInView / 2, model.entries.count - rowsInView))
    for (place, index) in (first..<min(model.entries.count, first + rowsInView)).enumerated() {
      let rect = Rect<ScreenPixels>(
        x: area.minX + points(4), y: area.minY + points(4) + Double(place) * height, width: area.width - points(8),
        height: height)
      drawRow(model.entries[index], index, rect)
    }
  }

  private mutating func drawRow(_ entry: HistoryEntry, _ index: Int, _ rect: Rect<ScreenPixels>) {
    let isChosen = index == model.chosen
    if isChosen {
      canvas.add(
        .rectangle(
          rect, radius: points(8), fill: canvas.palette.selection,
          stroke: Stroke(canvas.palette.accent, width: points(1.5))))
    }
    canvas.press(rect, .row(index))
    let time = canvas.caption(timeText(entry.last))
    let timeWidth = canvas.measuring.size(of: time).width
    canvas.write(time, rect.maxX - points(12) - timeWidth, rect.minY + points(8))
    let x = rect.minX + points(12)
    let room = max(1, rect.width - points(40) - timeWidth)
    if isChosen, let label = model.label {
      let box = Rect<ScreenPixels>(x: x, y: rect.minY + points(4), width: room, height: points(30))
      canvas.box(box, isFocused: true)
      let view = TextFieldView(label, in: box, look: canvas.look, isSingle: true, canvas.measuring)
      view.draw(into: &canvas, isFocused: true, placeholder: "A name for it")
    } else {
      let text = HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes)
      // A label stands in for the text, which then is in the second line.
      canvas.write(
        entry.label.map { canvas.body($0, width: room) } ?? canvas.mono(String(text.prefix(200)), width: room), x,
        rect.minY + points(7))
    }
    let details = [
      entry.isPinned ? "★ pinned" : "", entry.content.symbology, entry.content.origin.rawValue,
      entry.content.recipe.map { "level \($0.level.rawValue)" } ?? "", entry.count > 1 ? "\(entry.count) times" : "",
      entry.content.source ?? "",
      entry.label == nil
        ? "" : String(HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes).prefix(80)),
    ]
    canvas.write(
      canvas.caption(details.filter { !$0.isEmpty }.joined(separator: " · "), width: rect.width - points(24)), x,
      rect.minY + points(33))
  }

  private mutating func drawButtons(_ rect: Rect<ScreenPixels>) {
    let buttons: [(String, HistoryScreen.Action)] = [
      ("Make again", .restore), (model.chosenEntry?.isPinned == true ? "Unpin" : "Pin", .pin), ("Label", .label),
      ("Delete", .delete), ("Clear all", .clear),
    ]
    let width = min(points(128), (rect.width * 0.72 - 4 * gap) / 5)
    for (index, (label, action)) in buttons.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + Double(index) * (width + gap), y: rect.minY, width: width, height: rect.height)
      canvas.button(label, part, isFocused: false, isMain: index == 0, action)
    }
    let used = 5 * (width + gap)
    let (word, color): (String, Color) =
      model.notice.map { ($0.text, $0.isFailure ? canvas.palette.warning : canvas.palette.accent) }
      ?? ("\(model.total) entries", canvas.palette.quiet)
    let text = Text(
      word, weight: .medium, pixels: points(13), color: color, maxWidth: max(1, rect.width - used), maxLines: 2)
    let size = canvas.measuring.size(of: text)
    canvas.write(text, rect.maxX - size.width, rect.center.y - size.height / 2)
  }

  private mutating func drawQuestion(_ count: Int) {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: Color(0x06080B, alpha: 0.6), stroke: nil))
    let size = (width: min(width, points(440)), height: points(168))
    let card = Rect<ScreenPixels>(
      x: (window.width - size.width) / 2, y: (window.height - size.height) / 2, width: size.width, height: size.height)
    canvas.panel(card)
    let inner = card.inset(by: points(20))
    let height = canvas.write(canvas.title("Delete all \(count) entries?"), inner.minX, inner.minY)
    canvas.write(
      canvas.body("Pinned ones as well. This cannot be undone.", color: canvas.palette.quiet), inner.minX,
      inner.minY + height + points(8))
    let half = (inner.width - gap) / 2
    let y = inner.maxY - row
    canvas.button(
      "Keep them (Esc)", Rect(x: inner.minX, y: y, width: half, height: row), isFocused: false, .no)
    canvas.button(
      "Delete (Enter)", Rect(x: inner.minX + half + gap, y: y, width: half, height: row), isFocused: false,
      isMain: true, .yes)
  }
}
