import Geometry
import Presentation

/// The composer's drawing: fields and choices at the left, the code at the right; above one another where it is narrow.
struct ComposerSketch<Measuring: TextMeasuring> {
  typealias Canvas = StudioCanvas<Measuring, ComposerScreen.Action>

  let model: ComposerModel
  private let focus: ComposerScreen.Focus
  private let isShowing: Bool
  let isSlow: Bool
  private let window: Size<ScreenPixels>
  var canvas: Canvas
  private var fields: [Rect<ScreenPixels>] = []

  init(
    model: ComposerModel, focus: ComposerScreen.Focus, isShowing: Bool, isSlow: Bool, window: Size<ScreenPixels>,
    canvas: Canvas
  ) {
    (self.model, self.focus, self.isShowing, self.isSlow) = (model, focus, isShowing, isSlow)
    (self.window, self.canvas) = (window, canvas)
  }

  func drawn() -> (
    drawing: Drawing, targets: [(rect: Rect<ScreenPixels>, action: ComposerScreen.Action)], fields: [Rect<ScreenPixels>]
  ) {
    var sketch = self
    sketch.draw()
    return (sketch.canvas.drawing, sketch.canvas.targets, sketch.fields)
  }

  func points(_ points: Double) -> Double { canvas.points(points) }
  private var margin: Double { points(24) }
  private var gap: Double { points(12) }
  private var row: Double { points(40) }

  private mutating func draw() {
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: window)
    if isShowing, let made = model.current { return show(made, in: all) }
    canvas.add(.rectangle(all, radius: 0, fill: canvas.palette.ground, stroke: nil))
    let end = canvas.heading("Make a code", beside: model.isPrivate ? "private: not stored" : "", margin, points(18))
    canvas.hints(
      [("Ctrl S", "Save"), ("F5", "Show"), ("Ctrl H", "History"), ("Esc", "Back")], left: end + points(18),
      right: window.width - margin, y: points(22))
    let top = points(64)
    let height = max(1, window.height - top - margin)
    if window.width >= points(760) {
      let left = min(points(520), (window.width - 3 * margin) * 0.5)
      drawControls(Rect(x: margin, y: top, width: left, height: height))
      let x = 2 * margin + left
      drawPreview(Rect(x: x, y: top, width: window.width - x - margin, height: height))
    } else {
      let preview = height * 0.36
      let width = max(1, window.width - 2 * margin)
      drawPreview(Rect(x: margin, y: top, width: width, height: preview))
      drawControls(Rect(x: margin, y: top + preview + gap, width: width, height: height - preview - gap))
    }
  }

  // MARK: Choices

  private mutating func drawControls(_ area: Rect<ScreenPixels>) {
    let half = (area.width - gap) / 2
    var y = label("What", area.minX, area.minY)
    canvas.stepper(
      model.form?.title ?? "Text", Rect(x: area.minX, y: y, width: half, height: row), isFocused: focus == .form,
      back: .step(.form, -1), forward: .step(.form, 1))
    let right = area.minX + half + gap
    canvas.stepper(
      model.kind?.title ?? model.recipe.symbology,
      Rect(x: right, y: label("As", right, area.minY), width: half, height: row), isFocused: focus == .kind,
      back: .step(.kind, -1), forward: .step(.kind, 1))
    y += row + gap

    // Buttons and choices stand at the foot; what is left between is for the text.
    let hasLevels = model.kind?.hasLevels == true
    var foot = area.maxY - row
    drawButtons(Rect(x: area.minX, y: foot, width: area.width, height: row))
    foot -= gap + row
    foot -= captionHeight
    drawColors(Rect(x: area.minX, y: foot, width: area.width, height: row))
    foot -= captionHeight + gap + row
    if hasLevels {
      let levels = ErrorCorrectionLevel.allCases
      let rest = max(points(150), area.width * 0.32)
      let below = label("May be lost", area.minX, foot)
      canvas.segments(
        levels.map { "\($0.rawValue) \($0.percent) %" }, chosen: levels.firstIndex(of: model.recipe.level) ?? 0,
        Rect(x: area.minX, y: below, width: area.width - rest - gap, height: row), isFocused: focus == .level
      ) { .level($0) }
      drawModuleSize(Rect(x: area.maxX - rest, y: foot, width: rest, height: row))
    } else {
      drawModuleSize(Rect(x: area.minX, y: foot, width: half, height: row))
    }
    drawFields(Rect(x: area.minX, y: y, width: area.width, height: max(row, foot - gap - y)))
  }

  private mutating func drawModuleSize(_ rect: Rect<ScreenPixels>) {
    let y = label("Module size", rect.minX, rect.minY)
    canvas.stepper(
      "\(model.recipe.appearance.moduleSize) px", Rect(x: rect.minX, y: y, width: rect.width, height: row),
      isFocused: focus == .moduleSize, back: .step(.moduleSize, -1), forward: .step(.moduleSize, 1))
  }

  private var captionHeight: Double { points(22) }

  /// Writes a caption.
  ///
  /// - Returns: where what it names begins.
  private mutating func label(_ label: String, _ x: Double, _ y: Double) -> Double {
    canvas.write(canvas.caption(label), x, y)
    return y + captionHeight
  }

  private mutating func drawFields(_ area: Rect<ScreenPixels>) {
    guard let form = model.form else {
      var y = area.minY
      canvas.write(canvas.caption("Text"), area.minX, y)
      if !model.fields[0].characters.isEmpty {
        let count = canvas.caption("\(model.fields[0].characters.count) characters")
        canvas.write(count, area.maxX - canvas.measuring.size(of: count).width, y)
      }
      y += points(22)
      let rect = Rect<ScreenPixels>(x: area.minX, y: y, width: area.width, height: max(row, area.maxY - y))
      return drawField(0, rect, placeholder: "Type or paste what the code shall say")
    }
    // As many columns as let every field be seen.
    let label = points(20)
    let pitch = label + row + points(8)
    let columns = max(1, Int((Double(form.fields.count) * pitch / max(1, area.height)).rounded(.up)))
    let rows = (form.fields.count + columns - 1) / columns
    let width = (area.width - gap * Double(columns - 1)) / Double(columns)
    for (index, field) in form.fields.enumerated() {
      let x = area.minX + Double(index / rows) * (width + gap)
      let y = area.minY + Double(index % rows) * pitch
      canvas.write(canvas.caption(field.title + (field.isRequired ? " *" : ""), width: width), x, y)
      drawField(index, Rect(x: x, y: y + label, width: width, height: row), placeholder: field.hint)
    }
  }

  private mutating func drawField(_ index: Int, _ rect: Rect<ScreenPixels>, placeholder: String) {
    let isFocused = focus == .field(index)
    canvas.box(rect, isFocused: isFocused)
    canvas.press(rect, .focus(.field(index)))
    let view = TextFieldView(
      model.fields[index], in: rect, look: canvas.look, isSingle: model.form != nil, canvas.measuring)
    view.draw(into: &canvas, isFocused: isFocused, placeholder: placeholder)
    fields.append(rect)
  }

  private mutating func drawColors(_ rect: Rect<ScreenPixels>) {
    let half = (rect.width - gap) / 2
    let right = rect.minX + half + gap
    let y = label("Modules", rect.minX, rect.minY)
    swatches(
      ComposerScreen.inks, chosen: model.recipe.appearance.foreground,
      Rect(x: rect.minX, y: y, width: half, height: rect.height), isFocused: focus == .foreground
    ) { .foreground($0) }
    swatches(
      ComposerScreen.grounds, chosen: model.recipe.appearance.background,
      Rect(x: right, y: label("Ground", right, rect.minY), width: half, height: rect.height),
      isFocused: focus == .background
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
        label, part, isFocused: self.focus == focus, as: index == 0 ? .main : .plain, isEnabled: model.canExport, action
      )
    }
  }
}
