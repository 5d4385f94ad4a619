import Barcodes
import Capture
import Geometry
public import Presentation

/// Turns what is to be shown into a drawing. Everything floats on the picture; all text stands on cards.
public struct Overlay<Measuring: TextMeasuring> {
  let model: OverlayModel
  var look: Look
  let measuring: Measuring
  var scene = Scene()
  /// Where cards lie.
  private(set) var cards: [Rect<ScreenPixels>] = []

  /// What lies on the picture now.
  public static func scene(of model: OverlayModel, measuring: Measuring) -> Scene {
    var overlay = Overlay(model, measuring)
    overlay.draw()
    overlay.scene.move(by: model.origin)
    if let inspector = model.inspector, let panel = inspector.panel { overlay.drawInspector(inspector, in: panel) }
    if let listing = model.listing {
      let window = model.window ?? model.layout.window
      overlay.look = Look(scale: model.layout.scale, in: window, words: model.words)
      overlay.drawList(listing, in: ListView.split(window, isMirrored: model.words.isRightToLeft).list)
    }
    return overlay.scene
  }

  init(_ model: OverlayModel, _ measuring: Measuring) {
    self.model = model
    self.look = Look(scale: model.layout.scale, in: model.layout.window, words: model.words)
    self.measuring = measuring
  }

  var words: Words { model.words }
  var window: Size<ScreenPixels> { model.layout.window }
  var all: Rect<ScreenPixels> { Rect(origin: Point(0, 0), size: window) }
  var margin: Double { min(look.points(24), window.shorterSide / 20) }
  /// The window without its margin.
  var room: Rect<ScreenPixels> { all.inset(by: margin) }
  /// Lines longer than some 70 letters are hard to read.
  var cardTextWidth: Double { cardTextWidth(in: room) }

  /// Text on a card that is as wide as a place, at most.
  func cardTextWidth(in room: Rect<ScreenPixels>) -> Double {
    max(look.points(80), min(look.points(560), room.width - look.points(40)))
  }

  /// A card as large as it is to be, or smaller where it would not fit: what is small can be read, what is cut off
  /// cannot.
  ///
  /// - Parameter least: the smallest factor.
  func fitted(
    in size: Size<ScreenPixels>, least: Double = 0.4, _ card: (Overlay) -> FloatingCard
  ) -> FloatingCard {
    var trial = self
    while true {
      let card = card(trial)
      let box = card.size(measuring)
      let smaller = trial.look.scaled(by: 0.92)
      if box.width <= size.width && box.height <= size.height || smaller.scale < look.scale * least { return card }
      trial.look = smaller
    }
  }

  mutating func add(_ card: FloatingCard, at place: (Size<ScreenPixels>) -> Point<ScreenPixels>) {
    let size = card.size(measuring)
    let corner = place(size)
    cards.append(Rect(origin: corner, size: size))
    card.add(to: &scene, at: corner, measuring)
  }

  private mutating func draw() {
    if case .unavailable(let failure) = model.phase {
      drawUnavailable(failure)
    } else {
      drawViewfinder()
      drawOutlines()
      if let inspector = model.inspector, let layer = model.layer { drawLayer(inspector.shapes, on: layer) }
      drawFoot()
      if let latency = model.inspector?.state.latency, latency.isRunning { drawLatencyTest(latency) }
    }
    let top = model.isPrivate ? drawPrivacy() : nil
    drawNumbers()
    if let panel = model.camera { drawControls(panel) }
    if let fields = model.fields { drawFields(fields) }
    if let question = model.question { drawQuestion(question) }
    if let path = model.path { drawPath(path) }
    if model.showsKeys { drawKeys() }
    if let toast = model.toast { drawToast(toast, below: top) }
  }

  // MARK: On the picture

  private mutating func drawViewfinder() {
    // What lies beside the viewfinder is looked at as well while the inspector is open.
    ViewfinderFrame(
      rect: model.layout.rect, window: all, look: look, progress: model.progress, dimsOutside: model.inspector == nil
    ).draw(into: &scene.drawing)
  }

  private mutating func drawOutlines() {
    guard let layer = model.layer else { return }
    let isChoosing = model.phase == .choosing
    for code in model.outlined {
      let isSelected = !isChoosing || code.key == model.selected
      for sighting in code.sightings {
        drawOutline(layer.transformed(sighting).corners.points, isSelected: isSelected)
      }
    }
  }

  /// A bright line on a dark one, to be seen on any picture.
  private mutating func drawOutline(_ corners: [Point<ScreenPixels>], isSelected: Bool) {
    let dash = isSelected ? nil : Stroke.Dash(on: look.points(8), off: look.points(6))
    scene.drawing.add(.path(corners, closed: true, stroke: Stroke(Look.shadow, width: look.points(7))))
    let color = isSelected ? Look.accent : Color.white
    scene.drawing.add(.path(corners, closed: true, stroke: Stroke(color, width: look.points(3.5), dash: dash)))
  }

  // MARK: At the foot

  private mutating func drawFoot() {
    // All fields stand in the card's place, and beside an open inspector nothing covers the picture.
    if model.fields != nil || model.inspector?.panel != nil { return }
    if let card = model.card { return drawResult(card) }
    if model.welcomes { return drawWelcome() }
    switch model.phase {
    case .choosing: drawChoice()
    case .paused:
      foot(words("Paused"), glyph: .pause, hints: [Hint("P", "Resume", .pause)])
    // The controls may lie where the prompt does.
    case .searching where model.camera != nil: break
    case .searching where model.stillSearch == .foundNothing:
      foot(words("No code found here"), hints: [Hint("D", "Why", .inspect(.toggle)), Hint("?", "Keys", .keys)])
    case .searching, .captured, .unavailable:
      foot(prompt, hints: [Hint("?", "Keys", .keys)])
    }
  }

  private var prompt: String {
    if model.stillSearch != nil { return words("Searching the picture…") }
    if let list = model.listing?.list, !model.outlined.isEmpty {
      return model.outlined.allSatisfy { list.contains($0.key) }
        ? words("In the list: show the next code")
        : words("Not in the list any more: show it anew to add it")
    }
    return switch model.capture {
    case .starting where model.layer == nil: words("Starting the camera…")
    case .ended: words("The recording has ended")
    case .stopped, .starting, .running, .stalled, .waiting, .failed: words("Align a code within the frame")
    }
  }

  private mutating func foot(_ sentence: String, glyph: Glyph? = nil, hints: [Hint]) {
    // Beside the list, which has keys of its own, it is as large as there, and broken rather than small.
    var base = self
    if model.listing != nil {
      base.look = Look(scale: model.layout.scale, in: model.window ?? window, words: words)
    }
    let line = FloatingCard(content: .text(base.look.body(sentence)), hints: hints, ground: .pill, look: base.look)
    let isBroken = model.listing != nil && line.size(measuring).width > room.width
    let card = base.fitted(in: room.size) { overlay in
      let look = overlay.look
      if isBroken {
        let text = look.body(sentence, maxWidth: max(1, overlay.room.width - look.points(40)), maxLines: 3)
        return FloatingCard(content: .text(overlay.centered(text)), ground: .pill, look: look)
      }
      let text = Block.text(look.body(sentence))
      let sign = glyph.map { Block.glyph($0, pixels: look.points(18), color: .white) }
      return FloatingCard(
        content: sign.map { .row([$0, text], spacing: look.points(8)) } ?? text, hints: hints, ground: .pill, look: look
      )
    }
    let room = room
    add(card) { Point(room.center.x - $0.width / 2, room.maxY - $0.height) }
  }

  // MARK: At the top

  private mutating func drawToast(_ word: String, below top: Double?) {
    let room = room
    // What went wrong is told in a sentence, which is broken rather than small.
    let card = fitted(in: room.size) { overlay in
      let look = overlay.look
      let text = look.body(overlay.words(word), maxWidth: overlay.cardTextWidth, maxLines: 4)
      return FloatingCard(content: .text(overlay.centered(text)), ground: .pill, look: look)
    }
    let isBelow = top != nil && room.center.x + card.size(measuring).width / 2 > room.maxX - look.points(120)
    let cards = cards
    add(card) { size in
      let x = room.center.x - size.width / 2
      // At the top, or at the foot where a card stands at the top; over one where the window has no room beside it.
      let places = [isBelow ? top ?? room.minY : room.minY, room.maxY - size.height].map { Point<ScreenPixels>(x, $0) }
      return places.first { place in
        !cards.contains { $0.intersects(Rect(origin: place, size: size)) }
      } ?? places[0]
    }
  }

  /// Stands as long as it holds: who forgets it would miss what was not stored.
  ///
  /// - Returns: where there is room below it.
  private mutating func drawPrivacy() -> Double {
    let content = Block.row(
      [.glyph(.lock, pixels: look.points(16), color: .white), .text(look.caption(words("Private")))],
      spacing: look.points(6))
    let card = FloatingCard(content: content, ground: .pill, look: look)
    let room = room
    add(card) { Point(room.maxX - $0.width, room.minY) }
    return room.minY + card.size(measuring).height + look.points(8)
  }
}
