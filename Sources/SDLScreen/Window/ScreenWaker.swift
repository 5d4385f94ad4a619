import CSDL2
import Synchronization

/// Ends the wait of a screen's loop from any thread. However often it is asked before the loop comes around, it
/// delivers one `ScreenEvent.woken`.
public final class ScreenWaker: Sendable {
  /// SDL's number for our event.
  let eventType: UInt32
  private let isPending = Atomic(false)

  init() throws(SDLFailure) {
    eventType = SDL_RegisterEvents(1)
    guard eventType != UInt32.max else { throw SDLFailure(call: "SDL_RegisterEvents", reason: sdlReason()) }
  }

  public func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var event = unsafe SDL_Event()
    unsafe event.type = eventType
    // A full queue wakes the loop by itself.
    if unsafe SDL_PushEvent(&event) != 1 { isPending.store(false, ordering: .releasing) }
  }

  /// The loop has come around: what is put into slots from now on needs a new event.
  func didWake() { isPending.store(false, ordering: .releasing) }
}
