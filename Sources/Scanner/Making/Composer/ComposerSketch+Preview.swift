import Geometry
import Presentation

// The code as it will be, and what is said of it.
extension ComposerSketch {
  private var padding: Double { points(20) }
  private var footGap: Double { points(12) }

  private func footTexts(width: Double, lines: Int) -> [Text] {
    footLines.map { text, color in
      Text(
        text, weight: color == nil ? .regular : .medium, pixels: points(14), color: color ?? canvas.palette.quiet,
        alignment: .center, maxWidth: width, maxLines: lines)
    }
  }

  private func height(of texts: [Text]) -> Double {
    texts.reduce(0) { $0 + canvas.measuring.size(of: $1).height + points(4) }
  }

  /// The height in which everything is said and the code can still be seen.
  func leastPreview(width: Double) -> Double {
    let inner = max(1, width - 2 * padding)
    var room = points(110)
    if case .failed(let sentence) = model.preview {
      room = max(room, canvas.measuring.size(of: canvas.body(sentence, width: inner, lines: 12)).height)
    }
    return room + footGap + height(of: footTexts(width: inner, lines: 2)) + 2 * padding
  }

  mutating func drawPreview(_ area: Rect<ScreenPixels>) {
    canvas.panel(area)
    let inner = area.inset(by: min(padding, area.size.shorterSide / 6))
    // Beside a low page the code goes before what is said of it, and what was done last before the rest.
    var texts = footTexts(width: inner.width, lines: 2)
    if height(of: texts) > inner.height / 2 { texts = footTexts(width: inner.width, lines: 1) }
    while height(of: texts) > inner.height / 2, !texts.isEmpty { texts.removeFirst() }
    var foot = inner.maxY
    if let sheet = model.sheet { foot -= drawProgress(sheet, inner, foot) }
    for line in texts.reversed() {
      let size = canvas.measuring.size(of: line)
      foot -= size.height + points(4)
      canvas.write(line, inner.center.x - size.width / 2, foot)
    }
    let room = Rect<ScreenPixels>(
      x: inner.minX, y: inner.minY, width: inner.width, height: max(1, foot - footGap - inner.minY))
    switch model.preview {
    case .made(let made): draw(made, in: room)
    case .empty: canvas.message(words("The code appears here as you type"), color: canvas.palette.quiet, in: room)
    case .failed(let sentence): canvas.message(sentence.withCapital, .warning, color: canvas.palette.warning, in: room)
    }
  }

  /// The labels that are being made, with a way to stop.
  ///
  /// - Returns: the height that it takes.
  private mutating func drawProgress(_ sheet: SheetProgress, _ inner: Rect<ScreenPixels>, _ foot: Double) -> Double {
    let word = canvas.caption(
      words("{done} of {all} labels; Esc stops", ["done": "\(sheet.done)", "all": "\(sheet.all)"]), width: inner.width)
    let height = canvas.measuring.size(of: word).height
    let bar = Rect<ScreenPixels>(x: inner.minX, y: foot - points(6), width: inner.width, height: points(6))
    canvas.progressBar(sheet.share, bar)
    canvas.write(word, inner.center.x - canvas.measuring.size(of: word).width / 2, bar.minY - height - points(4))
    let whole = height + points(14)
    canvas.press(Rect(x: inner.minX, y: foot - whole, width: inner.width, height: whole), .cancelSheet)
    return whole
  }

  /// What stands beneath the code: what it is, what speaks against it, and what was done.
  private var footLines: [(String, Color?)] {
    var lines: [(String, Color?)] = []
    if isSlow { lines.append((words("Making the code…"), nil)) }
    if case .made(let made) = model.preview {
      let details = made.code.details.map { "\(words($0.name)) \($0.value)" }
      let width = made.code.size(made.recipe.appearance).width
      let pixels = made.recipe.appearance.moduleSize
      lines.append(
        (
          words.line(
            details + [
              words(
                "{width} × {height} pixels",
                ["width": "\(width * pixels)", "height": "\(made.code.height(made.recipe.appearance) * pixels)"])
            ]), nil
        ))
      for warning in made.warnings.prefix(3) {
        lines.append(("⚠ \(warning.sentence(in: words))".withCapital, canvas.palette.warning))
      }
    }
    if let notice = model.notice {
      lines.append((notice.text.withCapital, notice.isFailure ? canvas.palette.warning : canvas.palette.accent))
    }
    return lines
  }

  /// As large as whole pixels a module allow, on its own ground, with its logo and the line below.
  private mutating func draw(_ made: ComposerModel.Made, in room: Rect<ScreenPixels>) {
    let (columns, rows) = made.code.size(made.recipe.appearance)
    let all = made.code.height(made.recipe.appearance)
    let fit = min(room.width / Double(columns), room.height / Double(all))
    // A code too large for whole pixels is shown scaled down: it is a preview, not an export.
    let unit = fit >= 1 ? fit.rounded(.down) : fit
    let (width, height) = (Double(columns) * unit, Double(rows) * unit)
    let rect = Rect<ScreenPixels>(
      x: (room.center.x - width / 2).rounded(), y: (room.center.y - Double(all) * unit / 2).rounded(), width: width,
      height: height)
    canvas.add(.bitmap(bitmap(made), in: rect, smooth: fit < 1))
    if let place = made.code.logoPlace(made.recipe.appearance), let logo = made.code.logo {
      canvas.add(
        .bitmap(
          logo,
          in: Rect(
            x: rect.minX + place.x * unit, y: rect.minY + place.y * unit, width: place.width * unit,
            height: place.height * unit), smooth: true))
    }
    guard let caption = made.code.caption else { return }
    let light = made.recipe.appearance.background.over(.white)
    let strip = Rect<ScreenPixels>(x: rect.minX, y: rect.maxY, width: width, height: Double(all - rows) * unit)
    canvas.add(.rectangle(strip, radius: 0, fill: light.color, stroke: nil))
    let text = Text(
      caption.text, pixels: caption.letterHeight(columns: columns) * unit,
      color: made.recipe.appearance.foreground.over(light).color, maxWidth: max(1, width))
    canvas.write(text, in: strip)
  }

  /// One pixel a module; what is transparent lies on white, as on paper.
  private func bitmap(_ made: ComposerModel.Made) -> Bitmap {
    let appearance = made.recipe.appearance
    let (columns, rows) = made.code.size(appearance)
    let light = appearance.background.over(.white)
    let dark = appearance.foreground.over(light)
    var pixels = [UInt8](repeating: 255, count: 4 * columns * rows)
    func paint(_ at: Int, _ color: CodeColor) {
      (pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]) = (color.red, color.green, color.blue)
    }
    for at in 0..<columns * rows { paint(at, light) }
    for run in made.code.runs(appearance) {
      for y in run.y..<run.y + run.height {
        for x in run.x..<run.x + run.width { paint(y * columns + x, dark) }
      }
    }
    return Bitmap(width: columns, height: rows, pixels: pixels)
  }

  /// The code alone, to be scanned from the screen.
  mutating func show(_ made: ComposerModel.Made, in all: Rect<ScreenPixels>) {
    let ground = made.recipe.appearance.background.over(.white)
    canvas.add(.rectangle(all, radius: 0, fill: ground.color, stroke: nil))
    let foot = points(44)
    draw(made, in: Rect(x: 0, y: 0, width: all.width, height: max(1, all.height - foot)))
    let quiet = ground.luma > 127 ? Color(0x4E5968) : Color(0xD5DBE3)
    let word = Text(words("Esc goes back"), weight: .medium, pixels: points(13), color: quiet)
    canvas.write(word, in: Rect(x: 0, y: all.height - foot, width: all.width, height: foot))
    canvas.press(all, .close)
  }
}

extension String {
  /// A sentence of the command line, where it follows the program's name, as it stands alone.
  var withCapital: String {
    // A sign may stand before it; where a number does, the sentence begins with that.
    guard let place = firstIndex(where: { $0.isLetter || $0.isNumber }) else { return self }
    return self[..<place] + self[place].uppercased() + self[index(after: place)...]
  }
}
