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
  private let focus: ComposerScreen.Focus
  private let menu: ComposerScreen.Menu?
  private let isShowing: Bool
  let isSlow: Bool
  let window: Size<ScreenPixels>
  private let page: ScrolledPage
  var canvas: Canvas
  private var editors: [ComposerScreen.Focus: Rect<ScreenPixels>] = [:]
  private var focused: ClosedRange<Double>?
  private var pageHeight = 0.0
  /// Where the choice stands whose menu is open.
  private var menuAnchor: Rect<ScreenPixels>?
  private var menuRows = 1

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
  private var margin: Double { points(window.width < points(420) ? 12 : 24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }
  /// Letters of some scripts are taller than ours.
  private var captionHeight: Double { max(points(22), canvas.lineHeight(points(13))) }
  /// A choice with its caption.
  private var choice: Double { captionHeight + row }

  private mutating func draw() {
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
  private func isNarrow(_ width: Double) -> Bool { width < points(400) }

  private var hasLevels: Bool { model.kind?.hasLevels == true }

  /// Rows of choices beneath the fields.
  private func rows(_ width: Double) -> Int {
    guard isNarrow(width) else { return 3 }
    return (hasLevels ? 6 : 4)
  }

  /// Rows of buttons at the foot.
  private func buttonRows(_ width: Double) -> Int { isNarrow(width) ? 2 : 1 }

  private func footHeight(_ width: Double) -> Double {
    Double(rows(width)) * (choice + gap) + Double(buttonRows(width)) * (row + gap) - gap
  }

  /// The least height that the controls take.
  private func leastControls(width: Double) -> Double {
    Double(isNarrow(width) ? 2 : 1) * (choice + gap) + leastFields(width: width) + gap + footHeight(width)
  }

  private mutating func drawControls(_ area: Rect<ScreenPixels>) {
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
    let rest = isNarrow ? area.width : hasLevels ? max(points(150), area.width * 0.32) : half
    if hasLevels {
      let levels = isNarrow ? area.width : area.width - rest - gap
      drawLevels(Rect(x: area.minX, y: y, width: levels, height: choice))
      if isNarrow { y += choice + gap }
    }
    stepper(
      words("Module size"), words("{count} px", ["count": "\(model.recipe.appearance.moduleSize)"]),
      Rect(x: hasLevels ? area.maxX - rest : area.minX, y: y, width: rest, height: choice), .moduleSize)
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
  private mutating func picker(
    _ caption: String, _ value: String, _ rect: Rect<ScreenPixels>, _ focus: ComposerScreen.Focus
  ) {
    let y = label(caption, rect.minX, rect.minY, width: rect.width)
    let box = Rect<ScreenPixels>(x: rect.minX, y: y, width: rect.width, height: row)
    canvas.picker(value, box, isFocused: isFocused(focus, rect), .openMenu(focus))
    if menu?.focus == focus { menuAnchor = box }
  }

  /// A value under its caption.
  private mutating func stepper(
    _ caption: String, _ value: String, _ rect: Rect<ScreenPixels>, _ focus: ComposerScreen.Focus
  ) {
    let y = label(caption, rect.minX, rect.minY, width: rect.width)
    canvas.stepper(
      value, Rect(x: rect.minX, y: y, width: rect.width, height: row), isFocused: isFocused(focus, rect),
      back: .step(focus, -1), forward: .step(focus, 1))
  }

  private mutating func drawLevels(_ rect: Rect<ScreenPixels>) {
    let levels = ErrorCorrectionLevel.allCases
    let y = label(words("May be lost"), rect.minX, rect.minY, width: rect.width)
    // A logo needs the highest.
    let level = model.recipe.logo == nil ? model.recipe.level : .high
    canvas.segments(
      levels.map { "\($0.rawValue) \($0.percent) %" }, chosen: levels.firstIndex(of: level) ?? 0,
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
  private mutating func label(_ label: String, _ x: Double, _ y: Double, width: Double) -> Double {
    canvas.write(canvas.caption(label, width: width), x, y)
    return y + captionHeight
  }

  // MARK: Fields

  /// Three lines of text, or a form's fields in as many columns as leave room to type.
  private func leastFields(width: Double) -> Double {
    guard let form = model.form else { return captionHeight + points(88) }
    let rows = (form.fields.count + mostColumns(width) - 1) / mostColumns(width)
    return Double(rows) * fieldPitch
  }

  /// Where there is little room, what is wrong with a field needs all of its line.
  private func mostColumns(_ width: Double) -> Int {
    isNarrow(width) ? 1 : max(1, Int((width + gap) / (points(140) + gap)))
  }
  private var fieldPitch: Double { captionHeight + row + points(8) }

  private mutating func drawFields(_ area: Rect<ScreenPixels>) {
    guard let form = model.form else {
      var y = area.minY
      let count = canvas.caption(
        words(one: "{count} character", others: "{count} characters", count: model.fields[0].characters.count))
      let countWidth = model.fields[0].characters.isEmpty ? 0 : canvas.measuring.size(of: count).width + gap
      caption(words("Text"), field: 0, area.minX, y, width: max(1, area.width - countWidth))
      if countWidth > 0 { canvas.write(count, area.maxX - countWidth + gap, y) }
      y += captionHeight
      let rect = Rect<ScreenPixels>(x: area.minX, y: y, width: area.width, height: max(row, area.maxY - y))
      return drawEditor(
        model.fields[0], .field(0), rect, placeholder: words("Type or paste what the code shall say"),
        isFaulty: model.fault?.field == 0)
    }
    // As many columns as let every field be seen.
    let label = captionHeight
    let wanted = Int((Double(form.fields.count) * fieldPitch / max(1, area.height)).rounded(.up))
    let columns = min(max(1, wanted), mostColumns(area.width))
    let rows = (form.fields.count + columns - 1) / columns
    let width = (area.width - gap * Double(columns - 1)) / Double(columns)
    for (index, field) in form.fields.enumerated() {
      let x = area.minX + Double(index / rows) * (width + gap)
      let y = area.minY + Double(index % rows) * fieldPitch
      caption(words(field.title) + (field.isRequired ? " *" : ""), field: index, x, y, width: width)
      let rect = Rect<ScreenPixels>(x: x, y: y + label, width: width, height: row)
      guard field.choices.isEmpty else {
        drawChoices(field.choices, index, rect)
        continue
      }
      drawEditor(
        model.fields[index], .field(index), rect, placeholder: words(field.hint),
        isFaulty: model.fault?.field == index)
    }
  }

  /// A field's name, and beside it what is wrong with it.
  private mutating func caption(_ name: String, field: Int, _ x: Double, _ y: Double, width: Double) {
    let caption = canvas.caption(name, width: width)
    canvas.write(caption, x, y)
    guard let fault = model.fault, fault.field == field else { return }
    let end = canvas.measuring.size(of: caption).width + points(8)
    guard width - end >= points(40) else { return }
    canvas.write(
      Text(
        "⚠ " + fault.sentence, weight: .medium, pixels: points(13), color: canvas.palette.warning,
        maxWidth: width - end), x + end, y)
  }

  private mutating func drawChoices(_ choices: [String], _ field: Int, _ rect: Rect<ScreenPixels>) {
    let captioned = Rect(
      Point<ScreenPixels>(rect.minX, rect.minY - captionHeight), Point<ScreenPixels>(rect.maxX, rect.maxY))
    let chosen = choices.firstIndex(of: model.fields[field].text) ?? 0
    guard canvas.haveRoom(choices.map { words($0) }, in: rect) else {
      return canvas.stepper(
        words(choices[chosen]), rect, isFocused: isFocused(.field(field), captioned), back: .step(.field(field), -1),
        forward: .step(.field(field), 1))
    }
    canvas.segments(
      choices.map { words($0) }, chosen: chosen, rect, isFocused: isFocused(.field(field), captioned)
    ) { .choice(field: field, choices[$0]) }
  }

  private mutating func drawEditor(
    _ editor: TextEditor, _ place: ComposerScreen.Focus, _ rect: Rect<ScreenPixels>, placeholder: String,
    isFaulty: Bool = false
  ) {
    let captioned = Rect(
      Point<ScreenPixels>(rect.minX, rect.minY - captionHeight), Point<ScreenPixels>(rect.maxX, rect.maxY))
    let isFocused = isFocused(place, captioned)
    canvas.box(rect, isFocused: isFocused, isFaulty: isFaulty)
    canvas.press(rect, .focus(place))
    let view = TextFieldView(editor, in: rect, look: canvas.look, isSingle: !editor.hasLines, canvas.measuring)
    view.draw(into: &canvas, isFocused: isFocused, placeholder: placeholder)
    editors[place] = rect
  }

  private mutating func drawCaption(_ rect: Rect<ScreenPixels>) {
    let y = label(words("Line below the code"), rect.minX, rect.minY, width: rect.width)
    drawEditor(
      model.caption, .caption, Rect(x: rect.minX, y: y, width: rect.width, height: row), placeholder: words("none"))
  }

  private mutating func drawLogo(_ rect: Rect<ScreenPixels>) {
    let y = label(words("Picture in the middle"), rect.minX, rect.minY, width: rect.width)
    let box = Rect<ScreenPixels>(x: rect.minX, y: y, width: rect.width, height: row)
    let isFocused = isFocused(.logo, rect)
    guard let logo = model.recipe.logo else {
      return canvas.button(words("Choose…"), box, isFocused: isFocused, .logo)
    }
    let name = HarmlessText.escaped(String(logo.split(separator: "/").last ?? ""))
    let remove = min(row, box.width / 3)
    canvas.button(
      name, Rect(x: box.minX, y: y, width: box.width - remove - points(6), height: row), isFocused: isFocused, .logo)
    canvas.button("✕", Rect(x: box.maxX - remove, y: y, width: remove, height: row), isFocused: false, .removeLogo)
  }

  private mutating func drawColors(_ area: Rect<ScreenPixels>, isNarrow: Bool) {
    let width = isNarrow ? area.width : (area.width - gap) / 2
    let ink = Rect<ScreenPixels>(x: area.minX, y: area.minY, width: width, height: choice)
    let ground = Rect<ScreenPixels>(
      x: area.maxX - width, y: isNarrow ? ink.maxY + gap : ink.minY, width: width, height: choice)
    let y = label(words("Modules"), ink.minX, ink.minY, width: width)
    swatches(
      ComposerScreen.inks, chosen: model.recipe.appearance.foreground,
      Rect(x: ink.minX, y: y, width: width, height: row), isFocused: isFocused(.foreground, ink)
    ) { .foreground($0) }
    swatches(
      ComposerScreen.grounds, chosen: model.recipe.appearance.background,
      Rect(
        x: ground.minX, y: label(words("Background"), ground.minX, ground.minY, width: width), width: width, height: row
      ),
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
    let columns = isNarrow(rect.width) ? 2 : 4
    let width = (rect.width - gap * Double(columns - 1)) / Double(columns)
    let buttons: [(String, ComposerScreen.Focus, ComposerScreen.Action)] = [
      (words("Save…"), .save, .save), (words("Copy picture"), .copyPicture, .copyPicture),
      (words("Full screen"), .show, .show), (words("Labels…"), .sheet, .sheet),
    ]
    for (index, (label, focus, action)) in buttons.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + Double(index % columns) * (width + gap), y: rect.minY + Double(index / columns) * (row + gap),
        width: width, height: row)
      // Labels take their texts from a file.
      let isEnabled = action == .sheet ? model.sheet == nil : model.canExport
      canvas.button(
        label, part, isFocused: isFocused(focus, part), as: index == 0 ? .main : .plain, isEnabled: isEnabled, action)
    }
  }

  // MARK: Over the page

  /// The values of a choice, below it or above it, as many as there is room for.
  private mutating func drawMenu(_ menu: ComposerScreen.Menu) {
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
      let isChosen = index == menu.chosen
      if isChosen {
        canvas.add(
          .rectangle(
            part, radius: points(6), fill: canvas.palette.selection,
            stroke: Stroke(canvas.palette.accent, width: points(1.5))))
      }
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
  private mutating func drawPrompt(_ prompt: PathPrompt) {
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
    let forms = prompt.purpose == .save ? row + gap : 0
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
    if prompt.purpose == .save {
      let all = PathPrompt.Form.allCases
      canvas.segments(
        all.map { $0.rawValue.uppercased() }, chosen: prompt.form.flatMap { all.firstIndex(of: $0) } ?? -1,
        Rect(x: x, y: y, width: inner, height: row), isFocused: false
      ) { .savedForm(all[$0]) }
      y += row + points(8)
    }
    if let note { canvas.write(note, x, y) }
    let third = (inner - 2 * points(8)) / 3
    let foot = card.maxY - (isLow ? points(8) : padding) - row
    let yes = prompt.replaces ? words("Replace") : prompt.purpose == .save ? words("Save") : words("Open")
    let buttons: [(String, ComposerScreen.Action)] = [
      (yes, .answerPath), (words("Choose…"), .browse), (words("Cancel"), .cancelPath),
    ]
    for (index, (label, action)) in buttons.enumerated() {
      canvas.button(
        label, Rect(x: x + Double(index) * (third + points(8)), y: foot, width: third, height: row), isFocused: false,
        as: index == 0 ? (prompt.replaces ? .grave : .main) : .plain, isEnabled: !prompt.isBusy, action)
    }
  }

  private func promptTitle(_ purpose: PathPrompt.Purpose) -> String {
    switch purpose {
    case .save: words("Save the code as")
    case .logo: words("Picture in the middle of the code")
    case .sheet: words("Labels from a file of comma-separated values")
    }
  }

  /// What is to be known before, or what went wrong.
  private func promptNote(_ prompt: PathPrompt) -> (String, isTrouble: Bool)? {
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
