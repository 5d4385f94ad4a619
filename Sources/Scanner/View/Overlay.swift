import Barcodes
import Capture
import Geometry
public import Presentation

/// Turns what is to be shown into a drawing. Everything floats on the picture; all text stands on cards.
public struct Overlay<Measuring: TextMeasuring> {
  private let model: OverlayModel
  private let look: Look
  private let measuring: Measuring
  private var scene = Scene()

  /// What lies on the picture now.
  public static func scene(of model: OverlayModel, measuring: Measuring) -> Scene {
    var overlay = Overlay(model, measuring)
    overlay.draw()
    return overlay.scene
  }

  private init(_ model: OverlayModel, _ measuring: Measuring) {
    self.model = model
    self.look = Look(scale: model.layout.scale)
    self.measuring = measuring
  }

  private var window: Size<ScreenPixels> { model.layout.window }
  private var margin: Double { look.points(24) }
  /// Lines longer than some 70 letters are hard to read.
  private var cardTextWidth: Double { max(look.points(80), min(look.points(560), window.width - look.points(88))) }

  private mutating func draw() {
    if case .unavailable(let failure) = model.phase {
      drawUnavailable(failure)
    } else {
      drawViewfinder()
      drawOutlines()
      if let figures = model.figures, let layer = model.layer { figures.draw(on: layer, look, into: &scene.drawing) }
      drawFoot()
    }
    if let figures = model.figures { drawFigures(figures) }
    if model.isPrivate { drawPrivacy() }
    if let question = model.question { drawQuestion(question) }
    if model.showsKeys { drawKeys() }
    if let toast = model.toast { drawToast(toast) }
  }

  // MARK: On the picture

  private mutating func drawViewfinder() {
    ViewfinderFrame(rect: model.layout.rect, look: look, progress: model.progress).draw(into: &scene.drawing)
  }

  private mutating func drawOutlines() {
    guard let layer = model.layer else { return }
    let isChoosing = model.phase == .choosing
    for code in model.outlined {
      let isSelected = !isChoosing || code.key == model.selected
      for sighting in code.sightings {
        drawOutline(layer.transformed(sighting).corners.points, isSelected: isSelected)
      }
      if isChoosing { drawBadge(code, on: layer, isSelected: isSelected) }
    }
  }

  /// A bright line on a dark one, to be seen on any picture.
  private mutating func drawOutline(_ corners: [Point<ScreenPixels>], isSelected: Bool) {
    let dash = isSelected ? nil : Stroke.Dash(on: look.points(8), off: look.points(6))
    scene.drawing.add(.path(corners, closed: true, stroke: Stroke(Look.shadow, width: look.points(7))))
    let color = isSelected ? Look.accent : Color.white
    scene.drawing.add(.path(corners, closed: true, stroke: Stroke(color, width: look.points(3.5), dash: dash)))
  }

  private mutating func drawBadge(_ code: CodesInView.Code, on layer: PreviewLayer, isSelected: Bool) {
    let center = layer.transformed(code.observation).corners.center
    let radius = look.points(16)
    let text = Text(
      String(code.number), weight: .bold, pixels: look.points(18), color: isSelected ? Color(0x0D1015) : .white)
    let size = measuring.size(of: text)
    scene.drawing.add(.disk(center: center, radius: radius + look.points(2), fill: Look.cardColor))
    scene.drawing.add(.disk(center: center, radius: radius, fill: isSelected ? Look.accent : Color(0x2B323C)))
    scene.drawing.add(.text(text, at: Point(center.x - size.width / 2, center.y - size.height / 2)))
    scene.targets.append(
      Scene.Target(rect: layer.transformed(code.observation).bounds, command: .choose(code.number)))
  }

  // MARK: At the foot

  private mutating func drawFoot() {
    if let card = model.card { return drawResult(card) }
    switch model.phase {
    case .choosing:
      let numbers = model.outlined.count > 1 ? "1–\(min(9, model.outlined.map(\.number).max() ?? 9))" : "Tab"
      foot("Several codes", hints: [Hint(numbers, "Choose", .chooseNext), Hint("Enter", "Accept", .proceed)])
    case .paused:
      foot("Paused", glyph: .pause, hints: [Hint("P", "Go on", .pause)])
    case .searching, .captured, .unavailable:
      foot(prompt, hints: [Hint("?", "Keys", .keys)])
    }
  }

  private var prompt: String {
    switch model.capture {
    case .starting where model.layer == nil: "Starting the camera…"
    case .ended: "The recording has ended"
    case .stopped, .starting, .running, .stalled, .waiting, .failed: "Align a code within the frame"
    }
  }

  private mutating func foot(_ sentence: String, glyph: Glyph? = nil, hints: [Hint]) {
    let text = Block.text(look.body(sentence))
    let content =
      glyph.map { Block.row([.glyph($0, pixels: look.points(18), color: .white), text], spacing: look.points(8)) }
      ?? text
    let window = window
    let margin = margin
    scene.add(content, hints: hints, on: .pill, look, measuring) { size in
      Point((window.width - size.width) / 2, window.height - margin - size.height)
    }
  }

  private mutating func drawResult(_ card: OverlayModel.ResultCard) {
    let width = cardTextWidth
    let heading = Block.row(
      [
        .glyph(.check, pixels: look.points(18), color: Look.accent),
        .text(Text(card.payload.title, weight: .bold, pixels: look.points(15), color: Look.accent)),
        .text(look.caption(card.symbology)),
      ], spacing: look.points(8))
    var blocks = [heading]
    if card.payload.rows.isEmpty {
      blocks.append(.text(look.payload(card.text, maxWidth: width, maxLines: payloadLines)))
    } else {
      blocks += card.payload.rows.prefix(rowLimit).map { row($0, showsSecrets: card.showsSecrets, width) }
    }
    blocks += card.payload.cautions.map { caution($0, width) }

    var hints = [Hint("Space", card.offersScanAgain ? "Scan again" : "Forget", .proceed), Hint("C", "Copy", .copy)]
    if model.phase == .paused { hints[0] = Hint("P", "Go on", .pause) }
    if card.payload.link != nil { hints.append(Hint("O", "Open", .open)) }
    if card.payload.hasSecrets { hints.append(Hint("E", card.showsSecrets ? "Hide" : "Show", .reveal)) }
    let window = window
    let margin = margin
    scene.add(.column(blocks, spacing: look.points(8)), hints: hints, on: .card, look, measuring) { size in
      Point((window.width - size.width) / 2, window.height - margin - size.height)
    }
  }

  /// A third of the window for the payload, in lines of 25 points.
  private var payloadLines: Int { max(1, min(6, Int(window.height / look.points(75)))) }
  private var rowLimit: Int { max(2, min(8, Int(window.height / look.points(60)))) }

  private func row(_ row: PayloadDescription.Row, showsSecrets: Bool, _ width: Double) -> Block {
    // As many dots for every secret: its length is a secret too.
    let value = row.isSecret && !showsSecrets ? "••••••••" : row.value
    let labelWidth = look.points(110)
    let label = look.caption(row.label, maxWidth: labelWidth)
    let gap = max(0, labelWidth - measuring.size(of: label).width)
    return .row(
      [
        .text(label), .space(Size(gap, 0)),
        .text(
          Text(
            value, face: .monospaced, pixels: look.points(15), color: Look.text,
            maxWidth: max(look.points(40), width - labelWidth - look.points(20)), maxLines: 2)),
      ], spacing: 0)
  }

  private func caution(_ sentence: String, _ width: Double) -> Block {
    .row(
      [
        .glyph(.warning, pixels: look.points(16), color: Look.warning),
        .text(
          Text(
            sentence, weight: .medium, pixels: look.points(13), color: Look.warning, maxWidth: width - look.points(24),
            maxLines: 2)),
      ], spacing: look.points(8))
  }

  // MARK: Cards in the middle

  private mutating func drawUnavailable(_ failure: CaptureFailure) {
    let width = min(cardTextWidth, look.points(440))
    var blocks: [Block] = [
      .glyph(failure.glyph, pixels: look.points(56), color: Look.quiet),
      .text(centered(look.title(failure.explanation, maxWidth: width))),
      .text(centered(look.body(failure.remedy, maxWidth: width, maxLines: 4))),
    ]
    if case .waiting = model.capture { blocks.append(.text(look.caption("Looking for it again by itself…"))) }
    var hints = [Hint("D", "Demo", .demo), Hint("Q", "Quit", .quit)]
    // Without any camera there is no next one.
    if failure != .noCamera { hints.insert(Hint("N", "Next camera", .nextCamera), at: 1) }
    addInMiddle(.column(blocks, spacing: look.points(12), alignment: .center), hints: hints)
  }

  private mutating func drawQuestion(_ payload: PayloadDescription) {
    guard let link = payload.link else { return }
    let width = cardTextWidth
    dimAll()
    let blocks: [Block] =
      [
        .text(look.caption("Open this link in the browser? It leads to")),
        .text(look.title(link.host, maxWidth: width)),
        .text(look.payload(link.address, maxWidth: width, maxLines: 5)),
      ] + payload.cautions.map { caution($0, width) }
    addInMiddle(
      .column(blocks, spacing: look.points(10)), hints: [Hint("Enter", "Open", .proceed), Hint("Esc", "Leave", .back)],
      isCentered: false)
  }

  private mutating func drawKeys() {
    dimAll()
    let bindings = KeyBinding.all
    let half = (bindings.count + 1) / 2
    let rowHeight = bindings.map { keyRow($0).size(measuring).height }.max() ?? 0
    let columns = [bindings[..<half], bindings[half...]].map { part in
      // As many rows in both, so that they begin at one height.
      let filler = Block.space(Size(0, rowHeight))
      return Block.column(
        part.map { keyRow($0) } + Array(repeating: filler, count: half - part.count), spacing: look.points(8))
    }
    // One column where two have no room.
    let wide = Block.row(columns, spacing: look.points(32))
    let content =
      wide.size(measuring).width + 2 * margin + look.points(40) <= window.width
      ? wide : Block.column(columns, spacing: look.points(8))
    addInMiddle(
      .column([.text(look.title("Keys")), content], spacing: look.points(14)), hints: [Hint("Esc", "Back", .back)],
      isCentered: false)
  }

  private func keyRow(_ binding: KeyBinding) -> Block {
    let caps = Block.row(binding.caps.map { .keyCap($0, pixels: look.points(12)) }, spacing: look.points(4))
    let gap = max(look.points(4), look.points(150) - caps.size(measuring).width)
    return .row([caps, .space(Size(gap, 0)), .text(look.body(binding.meaning))], spacing: 0)
  }

  private mutating func drawToast(_ word: String) {
    let window = window
    let margin = margin
    scene.add(.text(look.body(word)), hints: [], on: .pill, look, measuring) { size in
      Point((window.width - size.width) / 2, margin)
    }
  }

  /// Stands as long as it holds: who forgets it would miss what was not stored.
  private mutating func drawPrivacy() {
    let content = Block.row(
      [.glyph(.lock, pixels: look.points(16), color: .white), .text(look.caption("Private"))],
      spacing: look.points(6))
    let corner = Point<ScreenPixels>(window.width - margin, margin)
    scene.add(content, hints: [], on: .pill, look, measuring) { Point(corner.x - $0.width, corner.y) }
  }

  private mutating func drawFigures(_ figures: DebugFigures) {
    let lines = figures.lines.map { line in
      Block.text(
        Text(
          line, face: .monospaced, pixels: look.points(12), color: Look.text,
          maxWidth: max(look.points(80), window.width - 2 * margin - look.points(40))))
    }
    let corner = Point<ScreenPixels>(margin, margin)
    scene.add(.column(lines, spacing: look.points(3)), hints: [], on: .card, look, measuring) { _ in corner }
  }

  private mutating func dimAll() {
    scene.drawing.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: Look.dimming, stroke: nil))
  }

  private mutating func addInMiddle(_ content: Block, hints: [Hint], isCentered: Bool = true) {
    let window = window
    scene.add(content, hints: hints, on: .card, look, measuring, isCentered: isCentered) { size in
      Point(max(0, (window.width - size.width) / 2), max(0, (window.height - size.height) / 2))
    }
  }

  private func centered(_ text: Text) -> Text {
    var text = text
    text.alignment = .center
    return text
  }
}

extension CaptureFailure {
  /// The sign of this failure's card.
  var glyph: Glyph {
    switch self {
    case .noCamera, .notFound: .noCamera
    case .permissionDenied: .lock
    case .busy: .noCamera
    case .disconnected: .unplugged
    case .stalled: .clock
    case .unsupportedFormat, .system: .warning
    case .unreadableSource: .document
    }
  }
}
