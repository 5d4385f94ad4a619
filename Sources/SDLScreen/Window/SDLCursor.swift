import CSDL2
import Presentation

/// The system's picture of a pointer, shown for as long as this lives.
@MainActor @safe final class SDLCursor {
  private let handle: OpaquePointer

  /// Nil where the system has none, as under the dummy driver; the pointer then stays as it is.
  init?(_ shape: PointerShape) {
    guard let cursor = unsafe SDL_CreateSystemCursor(shape.system) else { return nil }
    unsafe handle = cursor
    unsafe SDL_SetCursor(cursor)
  }

  // Freeing the one that is shown brings back the default.
  isolated deinit { unsafe SDL_FreeCursor(handle) }
}

extension PointerShape {
  fileprivate var system: SDL_SystemCursor {
    switch self {
    case .arrow: SDL_SYSTEM_CURSOR_ARROW
    case .hand: SDL_SYSTEM_CURSOR_HAND
    case .move: SDL_SYSTEM_CURSOR_SIZEALL
    case .resizeDown: SDL_SYSTEM_CURSOR_SIZENWSE
    case .resizeUp: SDL_SYSTEM_CURSOR_SIZENESW
    }
  }
}
