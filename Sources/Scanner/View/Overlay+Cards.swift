import Capture
import Geometry
import Presentation

// Cards in the middle of the picture: why there is none, a question, a path that is typed.
extension Overlay {
  mutating func drawUnavailable(_ failure: CaptureFailure) {
    var hints = [
      Hint("Ctrl O", "Open a file", .openFile), Hint("D", "Demo", .demo), Hint("?", "Keys", .keys),
      Hint("Q", "Quit", .quit),
    ]
    // Without any camera there is no next one.
    if failure != .noCamera { hints.insert(Hint("N", "Next camera", .nextCamera), at: 2) }
    let isWaiting = if case .waiting = model.capture { true } else { false }
    addInMiddle { overlay in
      let look = overlay.look
      let width = min(overlay.cardTextWidth, look.points(440))
      var blocks: [Block] = [
        .glyph(failure.glyph, pixels: look.points(56), color: Look.quiet),
        .text(overlay.centered(look.title(overlay.words(failure.sentence), maxWidth: width))),
        .text(overlay.centered(look.body(overlay.words(failure.advice), maxWidth: width, maxLines: 6))),
      ]
      if isWaiting {
        blocks.append(.text(look.caption(overlay.words("Looking for it again by itself…"), maxWidth: width)))
      }
      return FloatingCard(
        content: .column(blocks, spacing: look.points(12), alignment: .center), hints: hints, isCentered: true,
        look: look, width: width)
    }
  }

  mutating func drawQuestion(_ payload: PayloadDescription) {
    guard let action = payload.action else { return }
    dimAll()
    addInMiddle { overlay in
      let (look, width) = (overlay.look, overlay.cardTextWidth)
      var blocks: [Block] = [
        .text(look.caption(overlay.words(action.question), maxWidth: width, maxLines: 2)),
        .text(look.title(payload.subject, maxWidth: width)),
      ]
      if let address = action.address { blocks.append(.text(look.payload(address, maxWidth: width, maxLines: 5))) }
      blocks += payload.cautions.map { overlay.caution($0, width) }
      var hints = [Hint("Enter", action.verb, .proceed), Hint("Esc", "Cancel", .back)]
      if case .save = action { hints.insert(Hint("O", "Save and open", .open), at: 1) }
      return FloatingCard(content: .column(blocks, spacing: look.points(10)), hints: hints, look: look, width: width)
    }
  }

  mutating func drawPath(_ path: String) {
    dimAll()
    addInMiddle { overlay in
      let (look, width) = (overlay.look, overlay.cardTextWidth)
      // The end is where one types: of a long path the beginning is left out.
      let shown = path.count > 200 ? "…" + path.suffix(200) : path
      return FloatingCard(
        content: .column(
          [
            .text(
              look.caption(overlay.words("A picture, a folder of pictures or a video"), maxWidth: width, maxLines: 2)),
            .text(look.payload(shown + "▏", maxWidth: width, maxLines: 6)),
          ], spacing: look.points(10)),
        hints: [Hint("Enter", "Open", .proceed), Hint("Esc", "Cancel", .back)], look: look, width: width)
    }
  }

  mutating func dimAll() {
    scene.drawing.add(
      .rectangle(Rect(origin: Point(0, 0), size: window), radius: 0, fill: Look.dimming, stroke: nil))
  }

  mutating func addInMiddle(_ card: (Overlay) -> FloatingCard) { addInMiddle(fitted(in: room.size, card)) }

  mutating func addInMiddle(_ card: FloatingCard) {
    let room = room
    add(card) { Point(room.center.x - $0.width / 2, max(room.minY, room.center.y - $0.height / 2)) }
  }

  func centered(_ text: Text) -> Text {
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
