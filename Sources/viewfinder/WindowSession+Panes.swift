import Capture
import Geometry
import Presentation
import SDLScreen
import Scanner

// The parts of the window: one camera's, or two side by side.
extension WindowSession {
  /// What is shown in the parts of the window, and on them what tells the parts apart.
  var panes: [SDLScreen.Pane] {
    func pane(_ rect: Rect<ScreenPixels>, _ turn: ScannerLoop.Turn?) -> SDLScreen.Pane {
      SDLScreen.Pane(
        rect: rect, frame: turn?.frame,
        placement: turn?.placement ?? Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0),
        drawing: turn?.drawing ?? Drawing())
    }
    let all = Rect<ScreenPixels>(origin: Point(0, 0), size: screen.size)
    guard let second else { return [pane(all, shown)] }
    let layout = PaneLayout(window: screen.size)
    var border = pane(all, nil)
    border.drawing = layout.drawing(focus: focus.part, scale: screen.scale)
    return zip(layout.parts, [shown, second.shown]).map(pane) + [border]
  }

  /// What the second camera's part asks for.
  ///
  /// - Returns: false for a request to quit.
  func performBeside(_ effect: LoopEffect) -> Bool {
    guard let second, !second.perform(effect, at: clock.now()) else { return true }
    switch effect {
    case .deliver(let observation):
      remember(observation, from: second.name, second.loop.frame)
      if second.loop.settings.feedback.speaks { say(observation) }
    case .savePicture: savePicture(second.loop.frame)
    case .saveVideo: saveVideo(second.loop.keptFrames, second.inspector)
    case .saveBundle: saveBundle(second.loop.bugBundle, second.inspector)
    default: return perform(effect)
    }
    return true
  }
}
