import Geometry
import Presentation

// The card that tells a result, beside the viewfinder.
extension Overlay {
  /// A card with its place, and how picture and viewfinder make room for it.
  private struct Docked {
    let card: FloatingCard
    let corner: Point<ScreenPixels>
    let retreat: Mapping<ScreenPixels, ScreenPixels>
  }

  mutating func drawResult(_ card: OverlayModel.ResultCard) {
    let docked = docked { $0.resultCard(card, in: $1) }
    add(docked.card) { _ in docked.corner }
  }

  /// The first steps, for who starts the program for the first time.
  mutating func drawWelcome() {
    let docked = docked { $0.welcomeCard(in: $1) }
    add(docked.card) { _ in docked.corner }
  }

  /// How picture and viewfinder are to be made smaller and moved for the card to cover neither the viewfinder nor the code
  /// that it tells of: not at all where there is room beside them.
  static func retreat(for model: OverlayModel, measuring: Measuring) -> Mapping<ScreenPixels, ScreenPixels> {
    let overlay = Overlay(model, measuring)
    if let card = model.card { return overlay.docked { $0.resultCard(card, in: $1) }.retreat }
    return model.welcomes ? overlay.docked { $0.welcomeCard(in: $1) }.retreat : .identity
  }

  private var gap: Double { min(look.points(14), window.shorterSide / 20) }

  /// What is not to be covered, where it is while no card needs a place. A code may go on beyond the window there, and comes
  /// into it as the picture is made smaller.
  private var subject: Rect<ScreenPixels> {
    let frame = model.layout.whole
    guard let layer = model.layer, let corners = model.subject else { return frame }
    let natural = layer.toScreen.then(model.layout.retreat.inverse)
    let code = natural(corners).bounds
    guard code.intersects(all) else { return frame }
    return Rect(
      Point(min(frame.minX, code.minX), min(frame.minY, code.minY)),
      Point(max(frame.maxX, code.maxX), max(frame.maxY, code.maxY)))
  }

  /// A card as large as a place allows.
  private typealias Making = (Overlay, Rect<ScreenPixels>) -> FloatingCard

  private func docked(_ card: Making) -> Docked {
    let subject = subject
    for dock in docks(around: subject) where dock.room.width >= look.points(230) {
      let fitting = fitted(in: dock.room.size, least: 0.85) { card($0, dock.room) }
      let size = fitting.size(measuring)
      guard size.width <= dock.room.width, size.height <= dock.room.height else { continue }
      return Docked(card: fitting, corner: dock.corner(size), retreat: .identity)
    }
    let places = [below(card, subject), beside(card, subject)].compactMap { $0 }
    // Below, unless the picture stays clearly larger with the card at its side.
    return places.dropFirst().reduce(places[0]) { $1.retreat.scaleX > 1.05 * $0.retreat.scaleX ? $1 : $0 }
  }

  /// At the foot, where the card covers no more than half of the window.
  private func below(_ card: Making, _ subject: Rect<ScreenPixels>) -> Docked {
    let foot = Rect<ScreenPixels>(x: room.minX, y: room.center.y, width: room.width, height: room.height / 2)
    let fitting = fitted(in: foot.size) { card($0, foot) }
    let size = fitting.size(measuring)
    let free = Rect<ScreenPixels>(
      x: room.minX, y: room.minY, width: room.width, height: max(1, room.height - size.height - gap))
    return Docked(
      card: fitting, corner: Point(room.center.x - size.width / 2, room.maxY - size.height),
      retreat: Self.retreat(of: subject, into: free))
  }

  /// At the right, in a part that has room for lines of some words; nil where there is none.
  private func beside(_ card: Making, _ subject: Rect<ScreenPixels>) -> Docked? {
    let width = 0.45 * room.width
    guard width >= look.points(230) else { return nil }
    let side = Rect<ScreenPixels>(x: room.maxX - width, y: room.minY, width: width, height: room.height)
    let fitting = fitted(in: side.size, least: 0.85) { card($0, side) }
    let size = fitting.size(measuring)
    guard size.width <= side.width, size.height <= side.height else { return nil }
    let free = Rect<ScreenPixels>(
      x: room.minX, y: room.minY, width: max(1, room.width - size.width - gap), height: room.height)
    return Docked(
      card: fitting, corner: Point(room.maxX - size.width, room.center.y - size.height / 2),
      retreat: Self.retreat(of: subject, into: free))
  }

  /// As large and as near to its place as what is free allows.
  private static func retreat(
    of subject: Rect<ScreenPixels>, into free: Rect<ScreenPixels>
  ) -> Mapping<ScreenPixels, ScreenPixels> {
    let scale = min(1, free.width / subject.width, free.height / subject.height)
    func shift(_ low: Double, _ high: Double, _ least: Double, _ most: Double) -> Double {
      let middle = (low + high) / 2
      let half = (high - low) / 2 * scale
      return min(max(middle, least + half), max(least + half, most - half)) - scale * middle
    }
    return Mapping(
      scaleX: scale, scaleY: scale, shiftX: shift(subject.minX, subject.maxX, free.minX, free.maxX).rounded(),
      shiftY: shift(subject.minY, subject.maxY, free.minY, free.maxY).rounded(.down))
  }

  private typealias Dock = (room: Rect<ScreenPixels>, corner: (Size<ScreenPixels>) -> Point<ScreenPixels>)

  /// The parts of the window beside what is not to be covered: below, at the right, at the left, above.
  private func docks(around frame: Rect<ScreenPixels>) -> [Dock] {
    let (room, gap) = (room, gap)
    func part(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> Rect<ScreenPixels> {
      Rect(x: minX, y: minY, width: max(0, maxX - minX), height: max(0, maxY - minY))
    }
    let middle = { (size: Size<ScreenPixels>) in
      min(max(frame.center.y - size.height / 2, room.minY), max(room.minY, room.maxY - size.height))
    }
    return [
      (
        part(room.minX, frame.maxY + gap, room.maxX, room.maxY),
        { Point(room.center.x - $0.width / 2, room.maxY - $0.height) }
      ),
      (part(frame.maxX + gap, room.minY, room.maxX, room.maxY), { Point(frame.maxX + gap, middle($0)) }),
      (part(room.minX, room.minY, frame.minX - gap, room.maxY), { Point(frame.minX - gap - $0.width, middle($0)) }),
      (part(room.minX, room.minY, room.maxX, frame.minY - gap), { Point(room.center.x - $0.width / 2, room.minY) }),
    ]
  }

  private func welcomeCard(in room: Rect<ScreenPixels>) -> FloatingCard {
    let width = cardTextWidth(in: room)
    let lines = [
      "Hold a code inside the frame: it is read by itself.",
      "Or open, drop or paste a picture of one.",
      "? shows all keys, and a comma the settings.",
    ]
    return FloatingCard(
      content: .column(
        lines.map { .text(look.body(words($0), maxWidth: width, maxLines: 2)) }, spacing: look.points(6)),
      hints: [Hint("Enter", "Begin", .proceed), Hint("?", "Keys", .keys), Hint(",", "Settings", .settings)], look: look,
      width: width)
  }

  private func resultCard(_ card: OverlayModel.ResultCard, in room: Rect<ScreenPixels>) -> FloatingCard {
    let width = cardTextWidth(in: room)
    let heading = Block.row(
      [
        .glyph(.check, pixels: look.points(18), color: Look.accent),
        .text(
          Text(
            words(card.payload.title), weight: .bold, pixels: look.points(15), color: Look.accent, maxWidth: 0.6 * width
          )),
        .text(look.caption(card.symbology, maxWidth: max(1, 0.4 * width - look.points(34)))),
      ], spacing: look.points(8))
    var hints = [Hint("Space", card.offersScanAgain ? "Scan again" : "Forget", .proceed), Hint("C", "Copy", .copy)]
    if model.phase == .paused { hints[0] = Hint("P", "Resume", .pause) }
    if let action = card.payload.action { hints.append(Hint("O", action.verb, .open)) }
    if card.payload.hasSecrets { hints.append(Hint("E", card.showsSecrets ? "Hide" : "Show", .reveal)) }

    func floating(_ blocks: [Block], isWhole: Bool) -> FloatingCard {
      FloatingCard(
        content: .column([heading] + blocks, spacing: look.points(8)),
        hints: hints + (isWhole ? [] : [Hint("A", "All fields", .fields)]), look: look, width: width)
    }
    let cautions = card.payload.cautions.map { caution($0, width) }
    let rows = card.payload.cardRows
    guard rows.isEmpty else {
      let limit = max(1, min(8, Int(room.height / look.points(60)) - 1))
      // What a row of two lines may cut counts as cut.
      let isWhole = card.payload.rows.count <= limit && card.payload.rows.allSatisfy { $0.value.utf8.count <= 60 }
      let labels = labelWidth(of: rows.prefix(limit), in: width)
      return floating(
        rows.prefix(limit).map { row($0, showsSecrets: card.showsSecrets, width, labels: labels) } + cautions,
        isWhole: isWhole)
    }
    // As much of the payload as there is room for, up to a few lines.
    let all = look.payload(card.text, maxWidth: width, maxLines: Self.payloadLines)
    let more = look.payload(card.text, maxWidth: width, maxLines: Self.payloadLines + 1)
    let isWhole = measuring.size(of: more).height <= measuring.size(of: all).height
    let full = floating([.text(all)] + cautions, isWhole: isWhole)
    guard full.size(measuring).height > room.height else { return full }
    // With the key that shows all of it.
    let excess = floating([.text(all)] + cautions, isWhole: false).size(measuring).height - room.height
    let line = measuring.size(of: look.payload("Ag")).height
    let lines = max(1, Int((measuring.size(of: all).height - excess) / line))
    return floating(
      [.text(look.payload(card.text, maxWidth: width, maxLines: lines))] + cautions, isWhole: false)
  }

  private static var payloadLines: Int { 8 }

  /// As wide as the longest label, which leaves values more than half of the card.
  private func labelWidth(of rows: ArraySlice<PayloadDescription.Row>, in width: Double) -> Double {
    let widest = rows.map { measuring.size(of: look.caption(words($0.label))).width }.max() ?? 0
    return min(max(look.points(110), widest + look.points(8)), 0.45 * width)
  }

  private func row(
    _ row: PayloadDescription.Row, showsSecrets: Bool, _ width: Double, labels labelWidth: Double
  ) -> Block {
    // As many dots for every secret: its length is a secret too.
    let value = row.isSecret && !showsSecrets ? "••••••••" : row.value(in: words)
    // On a narrow card values stand below their labels.
    if width < look.points(320) {
      let text = Text(
        value, face: .monospaced, pixels: look.points(15), color: Look.text, maxWidth: width, maxLines: 3)
      return .column([.text(look.caption(words(row.label), maxWidth: width)), .text(text)], spacing: look.points(2))
    }
    let label = look.caption(words(row.label), maxWidth: labelWidth)
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

  func caution(_ sentence: Sentence, _ width: Double) -> Block {
    .row(
      [
        .glyph(.warning, pixels: look.points(16), color: Look.warning),
        .text(
          Text(
            words(sentence), weight: .medium, pixels: look.points(13), color: Look.warning,
            maxWidth: width - look.points(24),
            maxLines: 2)),
      ], spacing: look.points(8))
  }
}
