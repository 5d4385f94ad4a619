import Foundation
import Geometry
import Presentation

/// The history's drawing.
struct HistorySketch<Measuring: TextMeasuring> {
  typealias Canvas = StudioCanvas<Measuring, HistoryScreen.Action>

  let model: HistoryModel
  let window: Size<ScreenPixels>
  let isPrivate: Bool
  let context: PayloadContext
  let picture: ([UInt8]) -> Bitmap?
  let timeText: (Date) -> String
  private(set) var rowsInView = 8
  var canvas: StudioCanvas<Measuring, HistoryScreen.Action>

  init(
    model: HistoryModel, window: Size<ScreenPixels>, isPrivate: Bool, context: PayloadContext,
    picture: @escaping ([UInt8]) -> Bitmap?,
    timeText: @escaping (Date) -> String,
    canvas: StudioCanvas<Measuring, HistoryScreen.Action>
  ) {
    (self.model, self.window, self.isPrivate, self.picture) = (model, window, isPrivate, picture)
    (self.timeText, self.canvas, self.context) = (timeText, canvas, context)
  }

  private var words: Words { model.words }
  private func points(_ points: Double) -> Double { canvas.points(points) }
  private var isNarrow: Bool { window.width < points(480) }
  private var isLow: Bool { window.height < points(400) }
  private var margin: Double { points(isNarrow || isLow ? 12 : 24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }
  /// Where an entry's second line begins below its first, and how high both are.
  private var secondLine: Double { max(points(33), points(9) + canvas.lineHeight(points(15))) }
  private var rowHeight: Double { max(points(56), secondLine + canvas.lineHeight(points(13)) + points(4)) }
  private var width: Double { max(1, window.width - 2 * margin) }

  mutating func draw() {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: canvas.palette.ground, stroke: nil))
    let head = points(isLow ? 8 : 18)
    let end = canvas.heading(words("History"), beside: summary, margin, head, width: width)
    canvas.hints(
      [
        ("Enter", words("Make again")), ("Ctrl P", words("Pin")), ("Ctrl L", words("Label")), ("Del", words("Delete")),
        ("Esc", words("Back")),
      ],
      left: end + points(18), right: window.width - margin, y: head + points(4))
    let search = head + points(46)
    drawSearch(search)
    let gap = isLow ? self.gap / 2 : self.gap
    let top = search + row + gap
    var foot = window.height - margin - row
    if let notice = model.notice { foot -= draw(notice, above: foot - gap) + gap }
    let area = Rect<ScreenPixels>(x: margin, y: top, width: width, height: max(1, foot - gap - top))
    // All of the chosen entry beside the list, or below it, where there is room for both.
    let isWide = width >= points(820) && area.height >= points(200)
    let isTall = !isWide && area.height >= points(640)
    let hasDetail = !model.entries.isEmpty && (isWide || isTall)
    let list = Size<ScreenPixels>(
      hasDetail && isWide ? (width * 0.58).rounded() : width,
      hasDetail && isTall ? (area.height * 0.5).rounded() : area.height)
    drawList(Rect(origin: area.origin, size: list))
    if hasDetail, let entry = model.chosenEntry {
      let corner: Point<ScreenPixels> =
        isWide ? Point(area.minX + list.width + gap, top) : Point(area.minX, top + list.height + gap)
      drawDetail(entry, in: Rect(corner, Point(area.maxX, area.maxY)))
    }
    drawButtons(Rect(x: margin, y: window.height - margin - row, width: width, height: row))
    switch model.question {
    case .clear(let count):
      drawQuestion(
        words(one: "Delete the one entry?", others: "Delete all {count} entries?", count: count),
        words("Pinned ones as well. This cannot be undone."), words("Keep them (Esc)"),
        (words("Delete (Enter)"), .grave))
    case .act(let payload):
      if let action = payload.action {
        drawQuestion(
          payload.subject, ([words(action.question)] + payload.cautions.map { words($0) }).joined(separator: "\n"),
          words("Cancel (Esc)"), (words("{verb} (Enter)", ["verb": words(action.verb)]), .main))
      }
    case nil: break
    }
  }

  /// How many there are, and whether there will be more.
  private var summary: String {
    let count = words(one: "{count} entry", others: "{count} entries", count: model.total)
    let parts = [
      model.isLoaded && model.failure == nil ? count : "", isPrivate ? words("private: nothing new is stored") : "",
    ]
    return words.line(parts)
  }

  /// - Returns: its height.
  private mutating func draw(_ notice: ComposerModel.Notice, above y: Double) -> Double {
    let text = Text(
      notice.text.withCapital, weight: .medium, pixels: points(14),
      color: notice.isFailure ? canvas.palette.warning : canvas.palette.accent, maxWidth: width,
      maxLines: isLow ? 1 : 3)
    let height = canvas.measuring.size(of: text).height
    canvas.write(text, margin, y - height)
    return height
  }

  private mutating func drawSearch(_ y: Double) {
    let filters = isNarrow ? points(84) : min(points(380), width * 0.5)
    let rect = Rect<ScreenPixels>(x: margin, y: y, width: width - filters - gap, height: row)
    canvas.box(rect, isFocused: model.label == nil)
    let view = TextFieldView(model.search, in: rect, look: canvas.look, isSingle: true, canvas.measuring)
    view.draw(into: &canvas, isFocused: model.label == nil, placeholder: words("Search"))
    let all = HistoryModel.Filter.allCases
    let chosen = all.firstIndex(of: model.filter) ?? 0
    let beside = Rect<ScreenPixels>(x: rect.maxX + gap, y: y, width: filters, height: row)
    if isNarrow {
      // One at a time: pressing goes to the next.
      canvas.button(words(model.filter.title), beside, isFocused: false, .filter(all[(chosen + 1) % all.count]))
    } else {
      canvas.segments(all.map { words($0.title) }, chosen: chosen, beside, isFocused: false) { .filter(all[$0]) }
    }
  }

  private mutating func drawList(_ area: Rect<ScreenPixels>) {
    canvas.panel(area)
    if let failure = model.failure { return draw(failure, in: area) }
    guard !model.entries.isEmpty else {
      return canvas.message(emptyWord, color: canvas.palette.quiet, in: area.inset(by: points(8)))
    }
    // In a low window at least one, without its second line if need be.
    let height = min(rowHeight, max(points(32), area.height - points(8)))
    rowsInView = max(1, Int((area.height - points(8)) / height))
    let first = max(0, min(model.chosen - rowsInView / 2, model.entries.count - rowsInView))
    for (place, index) in (first..<min(model.entries.count, first + rowsInView)).enumerated() {
      let rect = Rect<ScreenPixels>(
        x: area.minX + points(4), y: area.minY + points(4) + Double(place) * height, width: area.width - points(8),
        height: height)
      drawRow(model.entries[index], index, rect)
    }
  }

  private var emptyWord: String {
    guard model.isLoaded else { return words("Looking…") }
    guard model.search.characters.isEmpty else { return words("Nothing matches") }
    return switch model.filter {
    case .all: words("Codes that you read and make appear here")
    case .read: words("Codes that you read appear here")
    case .made: words("Codes that you make appear here")
    case .pinned: words("Entries that you pin stay here")
    }
  }

  private mutating func draw(_ failure: HistoryFailure, in area: Rect<ScreenPixels>) {
    canvas.message(
      failure.sentence(in: words).withCapital, .warning, color: canvas.palette.warning, in: area.inset(by: gap))
  }

  private mutating func drawRow(_ entry: HistoryEntry, _ index: Int, _ rect: Rect<ScreenPixels>) {
    let isChosen = index == model.chosen
    if isChosen { canvas.chosenRow(rect) }
    canvas.press(rect, .row(index))
    // What is quiet beside it would be too quiet on the color of what is chosen.
    let quiet = isChosen ? canvas.palette.text : canvas.palette.quiet
    func small(_ string: String, width: Double? = nil) -> Text {
      Text(string, weight: .medium, pixels: points(13), color: quiet, maxWidth: width)
    }
    let time = small(timeText(entry.last))
    let timeWidth = canvas.measuring.size(of: time).width
    canvas.write(time, rect.maxX - points(12) - timeWidth, rect.minY + points(8))
    var x = rect.minX + points(12)
    let payload = PayloadDescription(of: entry.content, context)
    if let bitmap = entry.content.thumbnail.flatMap(picture) {
      x += draw(bitmap, in: rect)
    } else if rect.width >= points(260) {
      let side = points(22)
      canvas.add(
        .glyph(payload.kind.glyph, pixels: side, color: quiet), at: Point(x, rect.center.y - side / 2))
      x += side + points(12)
    }
    let room = max(1, rect.maxX - x - points(28) - timeWidth)
    if isChosen, let label = model.label {
      let box = Rect<ScreenPixels>(x: x, y: rect.minY + points(4), width: room, height: points(30))
      canvas.box(box, isFocused: true)
      let view = TextFieldView(label, in: box, look: canvas.look, isSingle: true, canvas.measuring)
      view.draw(into: &canvas, isFocused: true, placeholder: words("A name for it"))
    } else {
      let text = HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes)
      // A label stands in for the text, which then is in the second line.
      canvas.write(
        entry.label.map { canvas.body($0, width: room) } ?? canvas.mono(String(text.prefix(200)), width: room), x,
        rect.minY + points(7))
    }
    let details = [
      entry.isPinned ? "★ \(words("pinned"))" : "", payload.cautions.isEmpty ? "" : "⚠ \(payload.cautions.count)",
      words(payload.title),
      entry.content.symbologyTitle, words(entry.content.origin.word),
      entry.content.recipe.map { words("level {level}", ["level": $0.level.rawValue]) } ?? "",
      entry.count > 1 ? words(one: "once", others: "{count} times", count: entry.count) : "",
      entry.content.source ?? "",
      entry.label == nil
        ? "" : String(HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes).prefix(80)),
    ]
    guard rect.height >= rowHeight else { return }
    canvas.write(
      small(words.line(details), width: rect.maxX - x - points(12)), x,
      rect.minY + secondLine)
  }

  /// All of an entry: the picture of the moment, what it says field by field, each of which a press copies, and what it
  /// offers.
  private mutating func drawDetail(_ entry: HistoryEntry, in area: Rect<ScreenPixels>) {
    canvas.panel(area)
    let inner = area.inset(by: points(14))
    let payload = PayloadDescription(of: entry.content, context)
    let button = payload.action.map { (words($0.verb), points(36)) }
    let foot = inner.maxY - (button.map { $0.1 + gap } ?? 0)
    var y = inner.minY
    /// - Returns: false where there is no room for it.
    func hasRoom(_ height: Double) -> Bool { y + height <= foot }
    if let bitmap = entry.content.thumbnail.flatMap(picture) {
      let scale = min(points(150) / Double(max(bitmap.height, 1)), inner.width / Double(max(bitmap.width, 1)))
      let size = Size<ScreenPixels>(Double(bitmap.width) * scale, Double(bitmap.height) * scale)
      if hasRoom(size.height) {
        canvas.add(.bitmap(bitmap, in: Rect(origin: Point(inner.minX, y), size: size), smooth: true))
        y += size.height + points(8)
      }
    }
    let side = points(22)
    let title = canvas.title(words(payload.title), width: max(1, inner.width - side - points(10)))
    let titleHeight = canvas.measuring.size(of: title).height
    if hasRoom(titleHeight) {
      canvas.add(
        .glyph(payload.kind.glyph, pixels: side, color: canvas.palette.accent),
        at: Point(inner.minX, y + (titleHeight - side) / 2))
      y += canvas.write(title, inner.minX + side + points(10), y) + points(4)
    }
    for caution in payload.cautions {
      let text = Text(
        "⚠ " + words(caution), weight: .medium, pixels: points(13), color: canvas.palette.warning,
        maxWidth: inner.width,
        maxLines: 3)
      guard hasRoom(canvas.measuring.size(of: text).height) else { break }
      y += canvas.write(text, inner.minX, y) + points(4)
    }
    let shown = HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes)
    for row in payload.fields(of: shown) {
      let label = canvas.caption(words(row.label), width: inner.width)
      // A secret is copied without being shown.
      let value = canvas.mono(
        row.isSecret ? "••••••••" : String(row.value(in: words).prefix(400)), width: inner.width, lines: 3)
      let height = canvas.measuring.size(of: label).height + canvas.measuring.size(of: value).height
      guard hasRoom(height) else { break }
      canvas.press(Rect(x: inner.minX, y: y, width: inner.width, height: height), .copy(row.value(in: words)))
      y += canvas.write(label, inner.minX, y)
      y += canvas.write(value, inner.minX, y) + points(6)
    }
    if let (verb, height) = button {
      canvas.button(
        verb, Rect(x: inner.minX, y: inner.maxY - height, width: min(points(180), inner.width), height: height),
        isFocused: false, .act)
    }
  }

  /// An entry's picture at the row's left.
  ///
  /// - Returns: the width that it takes.
  private mutating func draw(_ bitmap: Bitmap, in rect: Rect<ScreenPixels>) -> Double {
    let side = points(44)
    let scale = side / Double(max(bitmap.width, bitmap.height, 1))
    let size = Size<ScreenPixels>(Double(bitmap.width) * scale, Double(bitmap.height) * scale)
    let center = Point<ScreenPixels>(rect.minX + points(8) + side / 2, rect.center.y)
    canvas.add(.bitmap(bitmap, in: Rect(center: center, size: size), smooth: true))
    return side + points(4)
  }

  private mutating func drawButtons(_ rect: Rect<ScreenPixels>) {
    let buttons: [(String, HistoryScreen.Action)] = [
      (isNarrow ? words("Make") : words("Make again"), .restore),
      (model.chosenEntry?.isPinned == true ? words("Unpin") : words("Pin"), .pin), (words("Label"), .label),
      (words("Delete"), .delete), (isNarrow ? words("Clear") : words("Clear all"), .clear),
    ]
    let gap = points(isNarrow ? 6 : 8)
    let width = min(points(140), (rect.width - 4 * gap) / 5)
    let hasEntry = model.chosenEntry != nil
    for (index, (label, action)) in buttons.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + Double(index) * (width + gap), y: rect.minY, width: width, height: rect.height)
      canvas.button(
        label, part, isFocused: false, as: index == 0 ? .main : .plain,
        isEnabled: action == .clear ? model.total > 0 : hasEntry, action)
    }
  }

  private mutating func drawQuestion(
    _ title: String, _ body: String, _ no: String, _ yes: (word: String, part: Canvas.Part)
  ) {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: Color(0x06080B, alpha: 0.6), stroke: nil))
    let width = min(width, points(440))
    let padding = points(isNarrow ? 14 : 20)
    let title = canvas.title(title, width: width - 2 * padding, lines: 2)
    let body = canvas.body(body, color: canvas.palette.quiet, width: width - 2 * padding, lines: 4)
    let height = canvas.measuring.size(of: title).height
    let words = height + points(8) + canvas.measuring.size(of: body).height
    let size = (width: width, height: max(points(168), words + gap + row + 2 * padding))
    let card = Rect<ScreenPixels>(
      x: (window.width - size.width) / 2, y: (window.height - size.height) / 2, width: size.width, height: size.height)
    canvas.panel(card)
    let inner = card.inset(by: padding)
    canvas.write(title, inner.minX, inner.minY)
    canvas.write(body, inner.minX, inner.minY + height + points(8))
    let half = (inner.width - gap) / 2
    let y = inner.maxY - row
    canvas.button(
      no, Rect(x: inner.minX, y: y, width: half, height: row), isFocused: false, .no)
    canvas.button(
      yes.word, Rect(x: inner.minX + half + gap, y: y, width: half, height: row), isFocused: false,
      as: yes.part, .yes)
  }
}
