import Geometry
import Presentation

// What is typed and chosen of a code: its text or a form's fields, what lies below it and in its middle, and its colors.
extension ComposerSketch {
  /// Three lines of text, or a form's fields in as many columns as leave room to type.
  func leastFields(width: Double) -> Double {
    guard let form = model.form else { return captionHeight + points(88) }
    let rows = (form.fields.count + mostColumns(width) - 1) / mostColumns(width)
    return Double(rows) * fieldPitch
  }

  /// Where there is little room, what is wrong with a field needs all of its line.
  func mostColumns(_ width: Double) -> Int {
    isNarrow(width) ? 1 : max(1, Int((width + gap) / (points(140) + gap)))
  }
  var fieldPitch: Double { captionHeight + row + points(8) }

  mutating func drawFields(_ area: Rect<ScreenPixels>) {
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
  mutating func caption(_ name: String, field: Int, _ x: Double, _ y: Double, width: Double) {
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

  mutating func drawChoices(_ choices: [String], _ field: Int, _ rect: Rect<ScreenPixels>) {
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

  mutating func drawEditor(
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

  mutating func drawCaption(_ rect: Rect<ScreenPixels>) {
    let y = label(words("Line below the code"), rect.minX, rect.minY, width: rect.width)
    drawEditor(
      model.caption, .caption, Rect(x: rect.minX, y: y, width: rect.width, height: row), placeholder: words("none"))
  }

  mutating func drawLogo(_ rect: Rect<ScreenPixels>) {
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

  mutating func drawColors(_ area: Rect<ScreenPixels>, isNarrow: Bool) {
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

  mutating func swatches(
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

  mutating func drawButtons(_ rect: Rect<ScreenPixels>) {
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
}
