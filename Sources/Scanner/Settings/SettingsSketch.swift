import Geometry
import Presentation

/// The settings' drawing: a search, and below it a row for each setting with its help, its key, its default and its value.
struct SettingsSketch<Measuring: TextMeasuring> {
  let screen: SettingsScreen
  let window: Size<ScreenPixels>
  private(set) var rowsInView = 6
  var canvas: StudioCanvas<Measuring, SettingsScreen.Action>

  init(
    screen: SettingsScreen, window: Size<ScreenPixels>, canvas: StudioCanvas<Measuring, SettingsScreen.Action>
  ) {
    (self.screen, self.window, self.canvas) = (screen, window, canvas)
  }

  private func points(_ points: Double) -> Double { canvas.points(points) }
  private var isNarrow: Bool { window.width < points(560) }
  private var isLow: Bool { window.height < points(400) }
  private var margin: Double { points(isNarrow || isLow ? 12 : 24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }
  private var words: Words { screen.words }
  private var width: Double { max(1, window.width - 2 * margin) }

  mutating func draw() {
    canvas.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: canvas.palette.ground, stroke: nil))
    let (found, all) = (screen.found.count, SettingsTable.all.count)
    let head = points(isLow ? 8 : 18)
    let end = canvas.heading(
      words("Settings"),
      beside: found == all ? "" : words("{found} of {all}", ["found": "\(found)", "all": "\(all)"]), margin, head,
      width: width)
    canvas.hints(
      [("Enter", words("Change")), ("Del", words("Default")), ("Esc", words("Back"))], left: end + points(18),
      right: window.width - margin, y: head + points(4))
    let search = Rect<ScreenPixels>(x: margin, y: head + points(46), width: width, height: row)
    canvas.box(search, isFocused: screen.draft == nil)
    let view = TextFieldView(screen.search, in: search, look: canvas.look, isSingle: true, canvas.measuring)
    view.draw(into: &canvas, isFocused: screen.draft == nil, placeholder: words("Search"))
    let top = search.maxY + (isLow ? gap / 2 : gap)
    drawList(Rect(x: margin, y: top, width: width, height: max(1, window.height - margin - top)))
  }

  private mutating func drawList(_ area: Rect<ScreenPixels>) {
    canvas.panel(area)
    let found = screen.found
    guard !found.isEmpty else {
      return canvas.message(words("Nothing matches"), color: canvas.palette.quiet, in: area.inset(by: points(8)))
    }
    // In a low window at least one.
    let text = 2 * canvas.lineHeight(points(14)) + canvas.lineHeight(points(13)) + points(20)
    let row = max(points(68), isNarrow ? text + points(44) : text)
    let height = min(row, max(points(60), area.height - points(8)))
    rowsInView = max(1, Int((area.height - points(8)) / height))
    let first = max(0, min(screen.chosen - rowsInView / 2, found.count - rowsInView))
    for (place, index) in (first..<min(found.count, first + rowsInView)).enumerated() {
      let rect = Rect<ScreenPixels>(
        x: area.minX + points(4), y: area.minY + points(4) + Double(place) * height, width: area.width - points(8),
        height: height)
      draw(found[index], index, rect)
    }
    guard rowsInView < found.count else { return }
    let count = Double(found.count)
    canvas.scrollBar(
      Double(first) / count...Double(first + rowsInView) / count,
      Rect(
        x: area.maxX - points(5), y: area.minY + points(6), width: points(3), height: max(1, area.height - points(12))))
  }

  private mutating func draw(_ setting: Setting, _ index: Int, _ rect: Rect<ScreenPixels>) {
    let isChosen = index == screen.chosen
    if isChosen { canvas.chosenRow(rect) }
    canvas.press(rect, .row(index))
    let inner = rect.inset(by: min(points(8), rect.size.shorterSide / 6))
    let control = isNarrow ? inner.width : min(points(280), inner.width * 0.42)
    let room = isNarrow ? inner.width : max(1, inner.width - control - gap)
    // What is quiet beside it would be too quiet on the color of what is chosen.
    let quiet = isChosen ? canvas.palette.text : canvas.palette.quiet
    var help = canvas.body(words(setting.help), width: room, lines: 2)
    help.pixels = points(14)
    // In a low window one line has to do, where two would run into the control.
    if isNarrow, canvas.measuring.size(of: help).height > inner.height - min(points(36), inner.height) {
      help.maxLines = 1
    }
    var y = inner.minY
    y += canvas.write(help, inner.minX, y) + points(2)
    var detail = canvas.caption(detail(of: setting), width: room)
    detail.color = quiet
    if isChosen, let trouble = screen.trouble {
      detail = Text(
        trouble.withCapital, weight: .medium, pixels: points(13), color: canvas.palette.warning, maxWidth: room,
        maxLines: 2)
      if canvas.palette.warning == Look.warning { detail.color = canvas.palette.text }
    }
    let side = min(points(36), inner.height)
    let end = isNarrow ? inner.maxY - side : rect.maxY
    if y + canvas.measuring.size(of: detail).height <= end { canvas.write(detail, inner.minX, y) }
    let place = Rect<ScreenPixels>(
      x: inner.maxX - control, y: isNarrow ? inner.maxY - side : inner.center.y - side / 2, width: control, height: side
    )
    drawControl(setting, index, place, isChosen: isChosen)
  }

  private func detail(of setting: Setting) -> String {
    let standard = words("default: {value}", ["value": shown(setting.text(in: Settings()))])
    let start = SettingsTable.atStart.contains(setting.key) ? [words("from the next start")] : []
    return words.line([setting.key, standard] + start)
  }

  /// A value as a person reads it: what the file calls yes and no is said in the person's language.
  private func shown(_ value: String?) -> String {
    guard let value else { return words("not set") }
    return value == "yes" || value == "no" ? words(value) : value
  }

  private mutating func drawControl(_ setting: Setting, _ index: Int, _ rect: Rect<ScreenPixels>, isChosen: Bool) {
    let value = setting.text(in: screen.settings)
    if let choices = setting.choices {
      if choices.count == 2 {
        let at = choices.firstIndex { $0 == value } ?? -1
        canvas.segments(choices.map { shown($0) }, chosen: at, rect, isFocused: isChosen) { .pick(index, $0) }
      } else {
        canvas.stepper(shown(value), rect, isFocused: isChosen, back: .step(index, -1), forward: .step(index, 1))
      }
      return
    }
    let isTyped = isChosen && screen.draft != nil
    canvas.box(rect, isFocused: isTyped)
    if isTyped, let draft = screen.draft {
      let view = TextFieldView(draft, in: rect, look: canvas.look, isSingle: true, canvas.measuring)
      view.draw(into: &canvas, isFocused: true, placeholder: words("not set"))
    } else {
      let text = canvas.body(
        shown(value), color: value == nil ? canvas.palette.quiet : nil, width: max(1, rect.width - points(16)))
      let size = canvas.measuring.size(of: text)
      canvas.write(text, rect.minX + points(8), rect.center.y - size.height / 2)
      canvas.press(rect, .edit(index))
    }
  }
}
