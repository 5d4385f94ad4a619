import Geometry
import Presentation

// A pointer or a finger: presses, and a caret that follows it.
extension ComposerScreen {
  mutating func follow(
    _ phase: PointerPhase, _ point: Point<ScreenPixels>, at now: Duration, _ look: Look,
    _ measuring: some TextMeasuring
  ) -> [Effect] {
    switch phase {
    case .released:
      dragged = nil
      return []
    case .moved:
      if let dragged { putCaret(dragged, point, selecting: true, at: now, look, measuring) }
      return []
    case .pressed:
      if isShowing {
        isShowing = false
        return []
      }
      guard let action = targets.last(where: { $0.rect.contains(point) })?.action else { return [] }
      if case .focus(let wanted) = action, wanted == .path || editor(of: wanted) != nil {
        if wanted != .path { focus = wanted }
        dragged = wanted
        putCaret(wanted, point, selecting: false, at: now, look, measuring)
        return []
      }
      return perform(action, at: now)
    }
  }

  mutating func putCaret(
    _ focus: Focus, _ point: Point<ScreenPixels>, selecting: Bool, at now: Duration, _ look: Look,
    _ measuring: some TextMeasuring
  ) {
    guard let rect = editorRects[focus], let editor = focus == .path ? model.prompt?.path : editor(of: focus) else {
      return
    }
    let view = TextFieldView(editor, in: rect, look: look, isSingle: !editor.hasLines, measuring)
    let place = view.place(at: point, measuring)
    if focus == .path {
      model.editPath { $0.move(.to(place), selecting: selecting) }
    } else {
      change(focus, at: now) { $0.move(.to(place), selecting: selecting) }
    }
  }
}
