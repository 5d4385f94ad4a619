import CSDL2
import Geometry
import Presentation

/// The finger that a touch screen's events are of while several touch it: the one that came first is the pointer, the others are
/// none.
struct FirstFinger {
  private var finger: SDL_FingerID?

  /// What a finger's event means; nil for other fingers than the first.
  ///
  /// - Parameter size: the drawable's, over which SDL counts a finger's place from 0 to 1.
  mutating func meaning(of event: SDL_TouchFingerEvent, on size: Size<ScreenPixels>) -> ScreenEvent? {
    let place = Point<ScreenPixels>(
      min(max(Double(event.x), 0), 1) * size.width, min(max(Double(event.y), 0), 1) * size.height)
    switch SDL_EventType(event.type) {
    case SDL_FINGERDOWN:
      guard finger == nil else { return nil }
      finger = event.fingerId
      return .pointer(.pressed, at: place)
    case SDL_FINGERMOTION: return finger == event.fingerId ? .pointer(.moved, at: place) : nil
    case SDL_FINGERUP:
      guard finger == event.fingerId else { return nil }
      finger = nil
      return .pointer(.released, at: place)
    default: return nil
    }
  }
}
