import Capture
import Geometry
import Presentation

// The camera's controls beside the viewfinder, so that their effect is seen in it.
extension Overlay {
  /// Below this many points beside the viewfinder the controls lie at the foot.
  private static var leastWidth: Double { 220 }

  mutating func drawControls(_ panel: CameraPanel) {
    let (room, viewfinder) = (room, model.layout.rect)
    let beside = viewfinder.minX - room.minX - margin
    let isBeside = beside >= look.points(Self.leastWidth)
    let below = max(room.height * 0.3, room.maxY - viewfinder.maxY - margin)
    let space = isBeside ? Size<ScreenPixels>(beside, room.height) : Size(room.width, below)
    let card = fitted(in: space) { $0.controlsCard(panel, width: space.width) }
    let size = card.size(measuring)
    let corner = Point<ScreenPixels>(
      isBeside ? room.minX : (room.center.x - size.width / 2).rounded(),
      isBeside ? (room.center.y - size.height / 2).rounded() : room.maxY - size.height)
    add(card) { _ in corner }
  }

  private func controlsCard(_ panel: CameraPanel, width: Double) -> FloatingCard {
    let width = max(look.points(80), width - look.points(40))
    var lines = [Block.text(look.title(words("Camera")))]
    if let sweep = panel.sweep {
      let share = ["share": "\(Int(sweep.progress * 100))"]
      let sentence =
        sweep.control == .focus
        ? words("Looking for the best focus: {share} %", share)
        : words("Looking for the best exposure: {share} %", share)
      lines.append(.text(look.body(sentence, maxWidth: width)))
    }
    switch panel.controls {
    case nil: lines.append(.text(look.body(words("Asking the camera…"), maxWidth: width)))
    case []?: lines.append(.text(look.body(words("This source has nothing to set"), maxWidth: width)))
    case let controls?:
      lines += controls.enumerated().map { place, state in
        // A mark beside the color.
        let isChosen = place == panel.selected
        var text = look.body("\(isChosen ? "› " : "")\(title(state.control)): \(value(state))", maxWidth: width)
        if isChosen { text.color = Look.accent }
        return .text(text)
      }
    }
    return FloatingCard(
      content: .column(lines, spacing: look.points(5)), hints: hints(panel), look: look, width: width)
  }

  private func hints(_ panel: CameraPanel) -> [Hint] {
    if panel.sweep != nil { return [Hint("Esc", "Stop", .camera(.sweep))] }
    var hints: [Hint] = []
    if let chosen = panel.chosen {
      hints = [
        Hint("↓", "Next", .chooseNext), Hint("←", "Less", .camera(.change(by: -1))),
        Hint("→", "More", .camera(.change(by: 1))),
      ]
      if chosen.hasAutomatic { hints.append(Hint("A", "Automatic", .camera(.automatic))) }
    }
    if panel.controls?.contains(where: { [.focus, .exposure].contains($0.control) }) == true {
      hints.append(Hint("Enter", "Find the best", .camera(.sweep)))
    }
    return hints + [Hint("Esc", "Back", .back)]
  }

  private func title(_ control: CameraControl) -> String {
    switch control {
    case .focus: words("Focus")
    case .exposure: words("Exposure")
    case .gain: words("Gain")
    case .whiteBalance: words("White balance")
    case .zoom: words("Zoom")
    case .light: words("Light")
    case .antiFlicker: words("Flicker filter")
    }
  }

  /// With its unit, where it has one.
  private func value(_ state: CameraControlState) -> String {
    guard case .number(let number) = state.value else { return words("automatic") }
    switch state.control {
    case .exposure: return "\(number / 10).\(number % 10) ms"
    case .whiteBalance: return "\(number) K"
    case .antiFlicker: return number == 0 ? words("off") : "\(number) Hz"
    case .light: return number == 0 ? words("off") : words("on")
    case .focus, .gain, .zoom: return "\(number)"
    }
  }
}
