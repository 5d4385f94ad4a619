import Geometry
import Presentation

// The code as it will be, and what is said of it.
extension ComposerSketch {
  mutating func drawPreview(_ area: Rect<ScreenPixels>) {
    canvas.panel(area)
    let inner = area.inset(by: points(20))
    var foot = inner.maxY
    for (text, color) in footLines.reversed() {
      let line = Text(
        text, weight: color == nil ? .regular : .medium, pixels: points(14), color: color ?? canvas.palette.quiet,
        alignment: .center, maxWidth: inner.width, maxLines: 2)
      let size = canvas.measuring.size(of: line)
      foot -= size.height + points(4)
      canvas.write(line, inner.center.x - size.width / 2, foot)
    }
    let room = Rect<ScreenPixels>(
      x: inner.minX, y: inner.minY, width: inner.width, height: max(1, foot - points(12) - inner.minY))
    switch model.preview {
    case .made(let made): draw(made, in: room)
    case .empty: empty("The code appears here as you type", in: room)
    case .failed(let sentence):
      let width = min(inner.width, points(360))
      let text = canvas.body(sentence.withCapital, color: canvas.palette.warning, width: width, lines: 6)
      let block = Block.column(
        [.glyph(.warning, pixels: points(40), color: canvas.palette.warning), .text(centered(text))],
        spacing: points(12), alignment: .center)
      place(block, in: room)
    }
  }

  private mutating func empty(_ sentence: String, in room: Rect<ScreenPixels>) {
    canvas.write(canvas.body(sentence, color: canvas.palette.quiet, width: room.width), in: room)
  }

  private mutating func place(_ block: Block, in room: Rect<ScreenPixels>) {
    let size = block.size(canvas.measuring)
    let corner = Point<ScreenPixels>(
      (room.center.x - size.width / 2).rounded(), (room.center.y - size.height / 2).rounded())
    for item in block.drawing(at: corner, measuring: canvas.measuring).items { canvas.add(item) }
  }

  private func centered(_ text: Text) -> Text {
    var text = text
    text.alignment = .center
    return text
  }

  /// What stands beneath the code: what it is, what speaks against it, and what was done.
  private var footLines: [(String, Color?)] {
    var lines: [(String, Color?)] = []
    if isSlow { lines.append(("Making the code…", nil)) }
    if case .made(let made) = model.preview {
      let details = made.code.details.map { "\($0.name) \($0.value)" }
      let (width, height) = made.code.size(made.recipe.appearance)
      let pixels = made.recipe.appearance.moduleSize
      lines.append(
        ((details + ["\(width * pixels) × \(height * pixels) pixels"]).joined(separator: " · "), nil))
      for warning in made.warnings.prefix(3) { lines.append(("⚠ \(warning)".withCapital, canvas.palette.warning)) }
    }
    if let notice = model.notice {
      lines.append((notice.text.withCapital, notice.isFailure ? canvas.palette.warning : canvas.palette.accent))
    }
    return lines
  }

  /// As large as whole pixels a module allow, on its own ground.
  private mutating func draw(_ made: ComposerModel.Made, in room: Rect<ScreenPixels>) {
    let (columns, rows) = made.code.size(made.recipe.appearance)
    let fit = min(room.width / Double(columns), room.height / Double(rows))
    // A code too large for whole pixels is shown scaled down: it is a preview, not an export.
    let unit = fit >= 1 ? fit.rounded(.down) : fit
    let (width, height) = (Double(columns) * unit, Double(rows) * unit)
    let rect = Rect<ScreenPixels>(
      x: (room.center.x - width / 2).rounded(), y: (room.center.y - height / 2).rounded(), width: width, height: height)
    canvas.add(.bitmap(bitmap(made), in: rect, smooth: fit < 1))
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
    let word = Text("Esc  Back", weight: .medium, pixels: points(13), color: quiet)
    canvas.write(word, in: Rect(x: 0, y: all.height - foot, width: all.width, height: foot))
    canvas.press(all, .close)
  }
}

extension String {
  /// A sentence of the command line, where it follows the program's name, as it stands alone.
  var withCapital: String {
    guard let first = first(where: \.isLetter), let place = firstIndex(of: first) else { return self }
    return self[..<place] + first.uppercased() + self[index(after: place)...]
  }
}
