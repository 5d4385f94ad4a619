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
    let fields: [Rect<ScreenPixels>]
    /// In pixels.
    let pageHeight: Double
    /// What has the keyboard, in pixels from the page's top.
    let focused: ClosedRange<Double>?
  }

  let model: ComposerModel
  private let focus: ComposerScreen.Focus
  private let isShowing: Bool
  let isSlow: Bool
  private let window: Size<ScreenPixels>
  private let page: ScrolledPage
  var canvas: Canvas
  private var fields: [Rect<ScreenPixels>] = []
  private var focused: ClosedRange<Double>?
  private var pageHeight = 0.0

  init(
    model: ComposerModel, focus: ComposerScreen.Focus, isShowing: Bool, isSlow: Bool, window: Size<ScreenPixels>,
    page: ScrolledPage, canvas: Canvas
  ) {
    (self.model, self.focus, self.isShowing, self.isSlow) = (model, focus, isShowing, isSlow)
    (self.window, self.page, self.canvas) = (window, page, canvas)
  }

  func drawn() -> Drawn {
    var sketch = self
    sketch.draw()
    return Drawn(
      drawing: sketch.canvas.drawing, targets: sketch.canvas.targets, fields: sketch.fields,
      pageHeight: sketch.pageHeight, focused: sketch.focused)
  }

  func points(_ points: Double) -> Double { canvas.points(points) }
  private var margin: Double { points(window.width < points(420) ? 12 : 24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }
  private var captionHeight: Double { points(22) }
  /// A choice with its caption.
  private var choice: Double { captionHeight + row }

  private mutating func draw() {
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: window)
    if isShowing, let made = model.current { return show(made, in: all) }
    canvas.add(.rectangle(all, radius: 0, fill: canvas.palette.ground, stroke: nil))
    let head = -page.offset
    let width = window.width - 2 * margin
    let end = canvas.heading(
      "Make a code", beside: model.isPrivate ? "private: not stored" : "", margin, head + points(18), width: width)
    canvas.hints(
      [("Ctrl S", "Save"), ("F5", "Show"), ("Ctrl H", "History"), ("Esc", "Back")], left: end + points(18),
      right: window.width - margin, y: head + points(22))
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
    guard page.isScrollable else { return }
    let bar = points(4)
    let x = isWide ? margin + column + (margin - bar) / 2 : window.width - (margin + bar) / 2
    canvas.scrollBar(
      page.seen, Rect(x: x, y: points(6), width: bar, height: max(0, window.height - points(12))))
  }

  // MARK: Choices

  /// Choices stand beside one another where there is room for them.
  private func isNarrow(_ width: Double) -> Bool { width < points(400) }

  /// Rows of choices beneath the fields.
  private func rows(_ width: Double) -> Int {
    guard isNarrow(width) else { return 2 }
    return model.kind?.hasLevels == true ? 4 : 3
  }

  /// The least height that the controls take.
  private func leastControls(width: Double) -> Double {
    let choices = Double(rows(width) + (isNarrow(width) ? 2 : 1))
    return choices * (choice + gap) + leastFields(width: width) + gap + row
  }

  private mutating func drawControls(_ area: Rect<ScreenPixels>) {
    let half = (area.width - gap) / 2
    let isNarrow = isNarrow(area.width)
    let choiceWidth = isNarrow ? area.width : half
    var y = area.minY
    stepper(
      "What", model.form?.title ?? "Text", Rect(x: area.minX, y: y, width: choiceWidth, height: choice), .form)
    if isNarrow { y += choice + gap }
    stepper(
      "As", model.kind?.title ?? model.recipe.symbology,
      Rect(x: area.maxX - choiceWidth, y: y, width: choiceWidth, height: choice), .kind)
    y += choice + gap

    // Buttons and choices stand at the foot; what is left between is for the text.
    let foot = area.maxY - row - Double(rows(area.width)) * (choice + gap)
    drawFields(Rect(x: area.minX, y: y, width: area.width, height: max(0, foot - gap - y)))
    y = foot
    let hasLevels = model.kind?.hasLevels == true
    let rest = isNarrow ? area.width : hasLevels ? max(points(150), area.width * 0.32) : half
    if hasLevels {
      let levels = isNarrow ? area.width : area.width - rest - gap
      drawLevels(Rect(x: area.minX, y: y, width: levels, height: choice))
      if isNarrow { y += choice + gap }
    }
    stepper(
      "Module size", "\(model.recipe.appearance.moduleSize) px",
      Rect(x: hasLevels ? area.maxX - rest : area.minX, y: y, width: rest, height: choice), .moduleSize)
    y += choice + gap
    drawColors(Rect(x: area.minX, y: y, width: area.width, height: area.maxY - y), isNarrow: isNarrow)
    drawButtons(Rect(x: area.minX, y: area.maxY - row, width: area.width, height: row))
  }

  /// A value under its caption.
  private mutating func stepper(
    _ caption: String, _ value: String, _ rect: Rect<ScreenPixels>, _ focus: ComposerScreen.Focus
  ) {
    let y = label(caption, rect.minX, rect.minY)
    canvas.stepper(
      value, Rect(x: rect.minX, y: y, width: rect.width, height: row), isFocused: isFocused(focus, rect),
      back: .step(focus, -1), forward: .step(focus, 1))
  }

  private mutating func drawLevels(_ rect: Rect<ScreenPixels>) {
    let levels = ErrorCorrectionLevel.allCases
    let y = label("May be lost", rect.minX, rect.minY)
    canvas.segments(
      levels.map { "\($0.rawValue) \($0.percent) %" }, chosen: levels.firstIndex(of: model.recipe.level) ?? 0,
      Rect(x: rect.minX, y: y, width: rect.width, height: row), isFocused: isFocused(.level, rect)
    ) { .level($0) }
  }

  /// Whether a control has the keyboard; notes where it is.
  private mutating func isFocused(_ control: ComposerScreen.Focus, _ rect: Rect<ScreenPixels>) -> Bool {
    guard control == focus else { return false }
    focused = (rect.minY + page.offset - gap)...(rect.maxY + page.offset + gap)
    return true
  }

  /// Writes a caption.
  ///
  /// - Returns: where what it names begins.
  private mutating func label(_ label: String, _ x: Double, _ y: Double) -> Double {
    canvas.write(canvas.caption(label), x, y)
    return y + captionHeight
  }

  /// Three lines of text, or a form's fields in as many columns as leave room to type.
  private func leastFields(width: Double) -> Double {
    guard let form = model.form else { return captionHeight + points(88) }
    let rows = (form.fields.count + mostColumns(width) - 1) / mostColumns(width)
    return Double(rows) * fieldPitch
  }

  private func mostColumns(_ width: Double) -> Int { max(1, Int((width + gap) / (points(140) + gap))) }
  private var fieldPitch: Double { points(20) + row + points(8) }

  private mutating func drawFields(_ area: Rect<ScreenPixels>) {
    guard let form = model.form else {
      var y = area.minY
      canvas.write(canvas.caption("Text"), area.minX, y)
      if !model.fields[0].characters.isEmpty {
        let count = canvas.caption("\(model.fields[0].characters.count) characters")
        canvas.write(count, area.maxX - canvas.measuring.size(of: count).width, y)
      }
      y += captionHeight
      let rect = Rect<ScreenPixels>(x: area.minX, y: y, width: area.width, height: max(row, area.maxY - y))
      return drawField(0, rect, placeholder: "Type or paste what the code shall say")
    }
    // As many columns as let every field be seen.
    let label = points(20)
    let wanted = Int((Double(form.fields.count) * fieldPitch / max(1, area.height)).rounded(.up))
    let columns = min(max(1, wanted), mostColumns(area.width))
    let rows = (form.fields.count + columns - 1) / columns
    let width = (area.width - gap * Double(columns - 1)) / Double(columns)
    for (index, field) in form.fields.enumerated() {
      let x = area.minX + Double(index / rows) * (width + gap)
      let y = area.minY + Double(index % rows) * fieldPitch
      canvas.write(canvas.caption(field.title + (field.isRequired ? " *" : ""), width: width), x, y)
      drawField(index, Rect(x: x, y: y + label, width: width, height: row), placeholder: field.hint)
    }
  }

  private mutating func drawField(_ index: Int, _ rect: Rect<ScreenPixels>, placeholder: String) {
    let captioned = Rect(
      Point<ScreenPixels>(rect.minX, rect.minY - captionHeight), Point<ScreenPixels>(rect.maxX, rect.maxY))
    let isFocused = isFocused(.field(index), captioned)
    canvas.box(rect, isFocused: isFocused)
    canvas.press(rect, .focus(.field(index)))
    let view = TextFieldView(
      model.fields[index], in: rect, look: canvas.look, isSingle: model.form != nil, canvas.measuring)
    view.draw(into: &canvas, isFocused: isFocused, placeholder: placeholder)
    fields.append(rect)
  }

  private mutating func drawColors(_ area: Rect<ScreenPixels>, isNarrow: Bool) {
    let width = isNarrow ? area.width : (area.width - gap) / 2
    let ink = Rect<ScreenPixels>(x: area.minX, y: area.minY, width: width, height: choice)
    let ground = Rect<ScreenPixels>(
      x: area.maxX - width, y: isNarrow ? ink.maxY + gap : ink.minY, width: width, height: choice)
    let y = label("Modules", ink.minX, ink.minY)
    swatches(
      ComposerScreen.inks, chosen: model.recipe.appearance.foreground,
      Rect(x: ink.minX, y: y, width: width, height: row), isFocused: isFocused(.foreground, ink)
    ) { .foreground($0) }
    swatches(
      ComposerScreen.grounds, chosen: model.recipe.appearance.background,
      Rect(x: ground.minX, y: label("Background", ground.minX, ground.minY), width: width, height: row),
      isFocused: isFocused(.background, ground)
    ) { .background($0) }
  }

  private mutating func swatches(
    _ colors: [CodeColor], chosen: CodeColor, _ rect: Rect<ScreenPixels>, isFocused: Bool,
    action: (CodeColor) -> ComposerScreen.Action
  ) {
    canvas.box(rect, isFocused: isFocused)
    let pitch = (rect.width - points(8)) / Double(colors.count)
    for (index, color) in colors.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + points(4) + Double(index) * pitch, y: rect.minY, width: pitch, height: rect.height)
      let radius = points(11)
      let isChosen = color == chosen
      let ring = isChosen ? canvas.palette.accent : canvas.palette.edge
      canvas.add(.disk(center: part.center, radius: radius + points(isChosen ? 4 : 1), fill: ring))
      if isChosen { canvas.add(.disk(center: part.center, radius: radius + points(2), fill: canvas.palette.field)) }
      canvas.add(.disk(center: part.center, radius: radius, fill: color.over(.white).color))
      if color.alpha == 0 {
        // Nothing is drawn as a stroke across.
        let arm = radius * 0.7
        canvas.add(
          .path(
            [
              Point(part.center.x - arm, part.center.y + arm), Point(part.center.x + arm, part.center.y - arm),
            ], closed: false, stroke: Stroke(Color(0xC0392B), width: points(2))))
      }
      canvas.press(part, action(color))
    }
  }

  private mutating func drawButtons(_ rect: Rect<ScreenPixels>) {
    let width = (rect.width - 2 * gap) / 3
    let buttons: [(String, ComposerScreen.Focus, ComposerScreen.Action)] = [
      ("Save", .save, .save), ("Copy picture", .copyPicture, .copyPicture), ("Full screen", .show, .show),
    ]
    for (index, (label, focus, action)) in buttons.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + Double(index) * (width + gap), y: rect.minY, width: width, height: rect.height)
      canvas.button(
        label, part, isFocused: isFocused(focus, part), as: index == 0 ? .main : .plain, isEnabled: model.canExport,
        action
      )
    }
  }
}
