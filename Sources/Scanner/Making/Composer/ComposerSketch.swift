import Geometry
import Presentation

/// The composer's drawing: fields and choices at the left, the code at the right; above one another where it is narrow.
/// A page that is higher than the window is scrolled; the code stays in view where it stands beside.
struct ComposerSketch<Measuring: TextMeasuring> {
  typealias Canvas = StudioCanvas<Measuring, ComposerScreen.Action>

  /// What is drawn, and what the screen must know of it.
  struct Drawn {
    let drawing: Drawing
    let targets: [(rect: Rect<ScreenPixels>, action: ComposerScreen.Action)]
    let editors: [ComposerScreen.Focus: Rect<ScreenPixels>]
    /// In pixels.
    let pageHeight: Double
    /// What has the keyboard, in pixels from the page's top.
    let focused: ClosedRange<Double>?
    let menuRows: Int
  }

  let model: ComposerModel
  let focus: ComposerScreen.Focus
  let menu: ComposerScreen.Menu?
  let isShowing: Bool
  let isSlow: Bool
  let window: Size<ScreenPixels>
  let page: ScrolledPage
  var canvas: Canvas
  var editors: [ComposerScreen.Focus: Rect<ScreenPixels>] = [:]
  var focused: ClosedRange<Double>?
  var pageHeight = 0.0
  /// Where the choice stands whose menu is open.
  var menuAnchor: Rect<ScreenPixels>?
  var menuRows = 1

  init(
    model: ComposerModel, focus: ComposerScreen.Focus, menu: ComposerScreen.Menu?, isShowing: Bool, isSlow: Bool,
    window: Size<ScreenPixels>, page: ScrolledPage, canvas: Canvas
  ) {
    (self.model, self.focus, self.menu, self.isShowing, self.isSlow) = (model, focus, menu, isShowing, isSlow)
    (self.window, self.page, self.canvas) = (window, page, canvas)
  }

  func drawn() -> Drawn {
    var sketch = self
    sketch.draw()
    return Drawn(
      drawing: sketch.canvas.drawing, targets: sketch.canvas.targets, editors: sketch.editors,
      pageHeight: sketch.pageHeight, focused: sketch.focused, menuRows: sketch.menuRows)
  }

  func points(_ points: Double) -> Double { canvas.points(points) }
  var words: Words { canvas.look.words }
  var margin: Double { points(window.width < points(420) ? 12 : 24) }
  var gap: Double { points(12) }
  var row: Double { points(40) }
  /// Letters of some scripts are taller than ours.
  var captionHeight: Double { max(points(22), canvas.lineHeight(points(13))) }
  /// A choice with its caption.
  var choice: Double { captionHeight + row }

  mutating func draw() {
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: window)
    if isShowing, let made = model.current { return show(made, in: all) }
    canvas.add(.rectangle(all, radius: 0, fill: canvas.palette.ground, stroke: nil))
    let head = -page.offset
    let width = window.width - 2 * margin
    let end = canvas.heading(
      words("Make a code"), beside: model.isPrivate ? words("private: not stored") : "", margin, head + points(18),
      width: width)
    canvas.hints(
      [("Ctrl S", words("Save")), ("F5", words("Show")), ("Ctrl H", words("History")), ("Esc", words("Back"))],
      left: end + points(18), right: window.width - margin, y: head + points(22))
    let top = points(64)
    let height = window.height - top - margin
    let isWide = window.width >= points(760)
    let column = isWide ? min(points(520), (window.width - 3 * margin) * 0.5) : width
    var y = top
    if !isWide {
      let preview = max(height * 0.36, leastPreview(width: width))
      drawPreview(Rect(x: margin, y: head + y, width: width, height: preview))
      y += preview + gap
    }
    let least = leastControls(width: column)
    let controls = max(least, top + height - y)
    drawControls(Rect(x: margin, y: head + y, width: column, height: controls))
    pageHeight = y + controls + margin
    if isWide {
      // Beside the column, wherever that is scrolled to.
      let (x, y) = (2 * margin + column, max(margin, head + top))
      drawPreview(Rect(x: x, y: y, width: window.width - x - margin, height: window.height - margin - y))
    }
    if page.isScrollable {
      let bar = points(4)
      let x = isWide ? margin + column + (margin - bar) / 2 : window.width - (margin + bar) / 2
      canvas.scrollBar(
        page.seen, Rect(x: x, y: points(6), width: bar, height: max(0, window.height - points(12))))
    }
    if let menu { drawMenu(menu) }
    if let prompt = model.prompt { drawPrompt(prompt) }
  }

  // MARK: Choices

  /// Choices stand beside one another where there is room for them.
  func isNarrow(_ width: Double) -> Bool { width < points(400) }

  var hasLevels: Bool { model.kind?.hasLevels == true }
  var modes: [CodeKind.Mode] { model.kind?.modes ?? [] }
  /// What is chosen of the kind beside its module size.
  private var hasForms: Bool { hasLevels || !modes.isEmpty }

  /// Rows of choices beneath the fields.
  func rows(_ width: Double) -> Int {
    guard isNarrow(width) else { return 3 }
    return 4 + (hasForms ? 1 : 0) + (hasLevels ? 1 : 0)
  }

  /// Rows of buttons at the foot.
  func buttonRows(_ width: Double) -> Int { isNarrow(width) ? 2 : 1 }

  func footHeight(_ width: Double) -> Double {
    Double(rows(width)) * (choice + gap) + Double(buttonRows(width)) * (row + gap) - gap
  }

  /// The least height that the controls take.
  func leastControls(width: Double) -> Double {
    Double(isNarrow(width) ? 2 : 1) * (choice + gap) + leastFields(width: width) + gap + footHeight(width)
  }

  mutating func drawControls(_ area: Rect<ScreenPixels>) {
    let half = (area.width - gap) / 2
    let isNarrow = isNarrow(area.width)
    let choiceWidth = isNarrow ? area.width : half
    var y = area.minY
    picker(
      words("What"), words(model.form?.title ?? "Text"),
      Rect(x: area.minX, y: y, width: choiceWidth, height: choice), .form)
    if isNarrow { y += choice + gap }
    picker(
      words("As"), model.kind?.title ?? model.recipe.symbology,
      Rect(x: area.maxX - choiceWidth, y: y, width: choiceWidth, height: choice), .kind)
    y += choice + gap

    // Buttons and choices stand at the foot; what is left between is for the text.
    let foot = area.maxY - footHeight(area.width)
    drawFields(Rect(x: area.minX, y: y, width: area.width, height: max(0, foot - gap - y)))
    y = foot
    let rest = isNarrow ? area.width : hasForms ? max(points(150), area.width * 0.32) : half
    if hasForms {
      let forms = Rect<ScreenPixels>(
        x: area.minX, y: y, width: isNarrow ? area.width : area.width - rest - gap, height: choice)
      if hasLevels { drawLevels(forms) } else { drawModes(forms) }
      if isNarrow { y += choice + gap }
    }
    stepper(
      words("Module size"), words("{count} px", ["count": "\(model.recipe.appearance.moduleSize)"]),
      Rect(x: hasForms ? area.maxX - rest : area.minX, y: y, width: rest, height: choice), .moduleSize)
    y += choice + gap
    drawColors(Rect(x: area.minX, y: y, width: area.width, height: area.maxY - y), isNarrow: isNarrow)
    y += Double(isNarrow ? 2 : 1) * (choice + gap)
    let captionWidth = isNarrow || !hasLevels ? area.width : half
    drawCaption(Rect(x: area.minX, y: y, width: captionWidth, height: choice))
    if hasLevels {
      if isNarrow { y += choice + gap }
      drawLogo(Rect(x: area.maxX - choiceWidth, y: y, width: choiceWidth, height: choice))
    }
    let buttons = Double(buttonRows(area.width)) * (row + gap) - gap
    drawButtons(Rect(x: area.minX, y: area.maxY - buttons, width: area.width, height: buttons))
  }

  /// A value under its caption, which opens a menu.
  mutating func picker(
    _ caption: String, _ value: String, _ rect: Rect<ScreenPixels>, _ focus: ComposerScreen.Focus
  ) {
    let y = label(caption, rect.minX, rect.minY, width: rect.width)
    let box = Rect<ScreenPixels>(x: rect.minX, y: y, width: rect.width, height: row)
    canvas.picker(value, box, isFocused: isFocused(focus, rect), .openMenu(focus))
    if menu?.focus == focus { menuAnchor = box }
  }

  /// A value under its caption.
  mutating func stepper(
    _ caption: String, _ value: String, _ rect: Rect<ScreenPixels>, _ focus: ComposerScreen.Focus
  ) {
    let y = label(caption, rect.minX, rect.minY, width: rect.width)
    canvas.stepper(
      value, Rect(x: rect.minX, y: y, width: rect.width, height: row), isFocused: isFocused(focus, rect),
      back: .step(focus, -1), forward: .step(focus, 1))
  }

  mutating func drawLevels(_ rect: Rect<ScreenPixels>) {
    let levels = ErrorCorrectionLevel.allCases
    let y = label(words("May be lost"), rect.minX, rect.minY, width: rect.width)
    // A logo needs the highest.
    let level = model.recipe.logo == nil ? model.recipe.level : .high
    canvas.segments(
      levels.map { "\($0.rawValue) \($0.percent) %" }, chosen: levels.firstIndex(of: level) ?? 0,
      Rect(x: rect.minX, y: y, width: rect.width, height: row), isFocused: isFocused(.level, rect)
    ) { .level($0) }
  }

  mutating func drawModes(_ rect: Rect<ScreenPixels>) {
    let titles = modes.map { words($0.title) }
    let chosen = modes.firstIndex { $0.name == model.recipe.options?.mode } ?? 0
    let y = label(words("Mode"), rect.minX, rect.minY, width: rect.width)
    let box = Rect<ScreenPixels>(x: rect.minX, y: y, width: rect.width, height: row)
    let isFocused = isFocused(.mode, rect)
    guard canvas.haveRoom(titles, in: box) else {
      return canvas.stepper(
        titles[chosen], box, isFocused: isFocused, back: .step(.mode, -1), forward: .step(.mode, 1))
    }
    canvas.segments(titles, chosen: chosen, box, isFocused: isFocused) { .mode($0) }
  }

  /// Whether a control has the keyboard; notes where it is.
  mutating func isFocused(_ control: ComposerScreen.Focus, _ rect: Rect<ScreenPixels>) -> Bool {
    guard control == focus else { return false }
    focused = (rect.minY + page.offset - gap)...(rect.maxY + page.offset + gap)
    return true
  }

  /// Writes a caption.
  ///
  /// - Returns: where what it names begins.
  mutating func label(_ label: String, _ x: Double, _ y: Double, width: Double) -> Double {
    canvas.write(canvas.caption(label, width: width), x, y)
    return y + captionHeight
  }
}
