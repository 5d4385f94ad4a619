import Geometry
import Presentation

// The card that tells a result, beside the viewfinder.
extension Overlay {
  /// Beside the viewfinder, where there is room for the card without covering any of it: below, at the right, at the
  /// left, above. Else at the foot, where the picture may have made room.
  mutating func drawResult(_ card: OverlayModel.ResultCard) {
    if model.layout.lift == 0, let docked = docked(card) { return add(docked.card) { docked.corner($0) } }
    let room = room
    add(atFoot(card)) { Point(room.center.x - $0.width / 2, room.maxY - $0.height) }
  }

  /// How far the picture is to move up for the card to leave the viewfinder free, as far as there is room above it: 0
  /// where nothing is covered.
  static func lift(for model: OverlayModel, measuring: Measuring) -> Double {
    let overlay = Overlay(model, measuring)
    guard let card = model.card, overlay.docked(card) == nil else { return 0 }
    let (frame, room) = (model.layout.rect, overlay.room)
    let top = room.maxY - overlay.atFoot(card).size(measuring).height - overlay.gap
    return max(0, min(frame.maxY - top, frame.minY - room.minY))
  }

  private var gap: Double { look.points(14) }

  private typealias Dock = (room: Rect<ScreenPixels>, corner: (Size<ScreenPixels>) -> Point<ScreenPixels>)

  private func docked(
    _ card: OverlayModel.ResultCard
  ) -> (card: FloatingCard, corner: (Size<ScreenPixels>) -> Point<ScreenPixels>)? {
    for dock in docks where dock.room.width >= look.points(230) {
      let fitting = fitted(in: dock.room.size, least: 0.85) { $0.resultCard(card, in: dock.room) }
      let size = fitting.size(measuring)
      if size.width <= dock.room.width, size.height <= dock.room.height { return (fitting, dock.corner) }
    }
    return nil
  }

  /// It covers no more than half of the picture.
  private func atFoot(_ card: OverlayModel.ResultCard) -> FloatingCard {
    let foot = Rect<ScreenPixels>(x: room.minX, y: room.center.y, width: room.width, height: room.height / 2)
    return fitted(in: foot.size) { $0.resultCard(card, in: foot) }
  }

  private var docks: [Dock] {
    let (frame, room, gap) = (model.layout.rect, room, gap)
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

  private func resultCard(_ card: OverlayModel.ResultCard, in room: Rect<ScreenPixels>) -> FloatingCard {
    let width = cardTextWidth(in: room)
    let heading = Block.row(
      [
        .glyph(.check, pixels: look.points(18), color: Look.accent),
        .text(
          Text(
            card.payload.title, weight: .bold, pixels: look.points(15), color: Look.accent, maxWidth: 0.6 * width)),
        .text(look.caption(card.symbology, maxWidth: max(1, 0.4 * width - look.points(34)))),
      ], spacing: look.points(8))
    var hints = [Hint("Space", card.offersScanAgain ? "Scan again" : "Forget", .proceed), Hint("C", "Copy", .copy)]
    if model.phase == .paused { hints[0] = Hint("P", "Go on", .pause) }
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
      return floating(
        rows.prefix(limit).map { row($0, showsSecrets: card.showsSecrets, width) } + cautions, isWhole: isWhole)
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

  private func row(_ row: PayloadDescription.Row, showsSecrets: Bool, _ width: Double) -> Block {
    // As many dots for every secret: its length is a secret too.
    let value = row.isSecret && !showsSecrets ? "••••••••" : row.value
    // On a narrow card values stand below their labels.
    if width < look.points(320) {
      let text = Text(
        value, face: .monospaced, pixels: look.points(15), color: Look.text, maxWidth: width, maxLines: 3)
      return .column([.text(look.caption(row.label, maxWidth: width)), .text(text)], spacing: look.points(2))
    }
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

  func caution(_ sentence: String, _ width: Double) -> Block {
    .row(
      [
        .glyph(.warning, pixels: look.points(16), color: Look.warning),
        .text(
          Text(
            sentence, weight: .medium, pixels: look.points(13), color: Look.warning, maxWidth: width - look.points(24),
            maxLines: 2)),
      ], spacing: look.points(8))
  }
}
