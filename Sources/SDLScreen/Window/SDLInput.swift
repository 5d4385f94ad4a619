import CSDL2
import Geometry
import Presentation

/// SDL's events in the words of `Presentation`.
enum SDLInput {
  enum Meaning: Hashable {
    case screen(ScreenEvent)
    /// The window's size or scale is to be asked for.
    case sizeChanged
  }

  /// - Returns: nil for what we take no interest in.
  static func meaning(of event: SDL_Event, pixelsPerPoint: Double, waker: ScreenWaker) -> Meaning? {
    let type = unsafe event.type
    if type == waker.eventType {
      waker.didWake()
      return .screen(.woken)
    }
    let place = { (x: Int32, y: Int32) in
      Point<ScreenPixels>(Double(x) * pixelsPerPoint, Double(y) * pixelsPerPoint)
    }
    switch SDL_EventType(type) {
    case SDL_QUIT: return .screen(.closed)
    case SDL_WINDOWEVENT: return windowMeaning(SDL_WindowEventID(UInt32(unsafe event.window.event)))
    case SDL_RENDER_TARGETS_RESET: return .screen(.exposed)
    case SDL_KEYDOWN:
      let key = unsafe event.key
      guard let name = Key(keycode: key.keysym.sym) else { return nil }
      return .screen(.key(name, Modifiers(keymod: UInt32(key.keysym.mod)), isRepeat: key.repeat != 0))
    case SDL_TEXTINPUT: return .screen(.text(text(of: unsafe event.text)))
    case SDL_MOUSEMOTION:
      let motion = unsafe event.motion
      return .screen(.pointer(.moved, at: place(motion.x, motion.y)))
    case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
      let button = unsafe event.button
      guard Int32(button.button) == SDL_BUTTON_LEFT else { return nil }
      let phase: PointerPhase = SDL_EventType(type) == SDL_MOUSEBUTTONDOWN ? .pressed : .released
      return .screen(.pointer(phase, at: place(button.x, button.y)))
    case SDL_MOUSEWHEEL:
      let wheel = unsafe event.wheel
      let isFlipped = wheel.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue
      return .screen(.wheel(Double(isFlipped ? -wheel.preciseY : wheel.preciseY)))
    case SDL_DROPFILE:
      guard let path = unsafe event.drop.file else { return nil }
      defer { unsafe SDL_free(path) }
      return .screen(.dropped(path: unsafe String(cString: path)))
    default: return nil
    }
  }

  /// Whether the window is no longer what a person has before them.
  static func takesTheWindowAway(_ event: SDL_Event) -> Bool {
    guard unsafe SDL_EventType(event.type) == SDL_WINDOWEVENT else { return false }
    switch SDL_WindowEventID(UInt32(unsafe event.window.event)) {
    case SDL_WINDOWEVENT_FOCUS_LOST, SDL_WINDOWEVENT_MINIMIZED, SDL_WINDOWEVENT_HIDDEN: return true
    default: return false
    }
  }

  private static func windowMeaning(_ event: SDL_WindowEventID) -> Meaning? {
    switch event {
    case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_DISPLAY_CHANGED: .sizeChanged
    case SDL_WINDOWEVENT_EXPOSED: .screen(.exposed)
    default: nil
    }
  }

  /// SDL delivers text in a fixed array that ends with a 0.
  private static func text(of event: SDL_TextInputEvent) -> String {
    unsafe withUnsafeBytes(of: event.text) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension Modifiers {
  init(keymod: UInt32) {
    let pairs: [(SDL_Keymod, Modifiers)] = [
      (KMOD_LSHIFT, .shift), (KMOD_RSHIFT, .shift), (KMOD_LCTRL, .control), (KMOD_RCTRL, .control),
      (KMOD_LALT, .alternate), (KMOD_RALT, .alternate),
    ]
    self = pairs.reduce(into: []) { if keymod & $1.0.rawValue != 0 { $0.insert($1.1) } }
  }
}

extension Key {
  /// From SDL's number for what the layout prints on a key; nil for keys that have no name here.
  init?(keycode: SDL_Keycode) {
    let code = SDL_KeyCode(UInt32(bitPattern: keycode))
    if let named = Self.named.first(where: { $0.code == code }) {
      self = named.key
    } else if SDLK_F1.rawValue...SDLK_F12.rawValue ~= code.rawValue {
      self = .function(Int(code.rawValue - SDLK_F1.rawValue) + 1)
    } else if SDLK_KP_1.rawValue...SDLK_KP_9.rawValue ~= code.rawValue {
      self = .character(Character(String(code.rawValue - SDLK_KP_1.rawValue + 1)))
    } else if keycode > 0x20, keycode < 1 << 30, let scalar = Unicode.Scalar(UInt32(keycode)) {
      // Below bit 30 SDL's number is the character that the key makes without modifiers.
      self = .character(Character(scalar))
    } else {
      return nil
    }
  }

  private static let named: [(code: SDL_KeyCode, key: Key)] = [
    (SDLK_SPACE, .space), (SDLK_RETURN, .enter), (SDLK_KP_ENTER, .enter), (SDLK_ESCAPE, .escape), (SDLK_TAB, .tab),
    (SDLK_BACKSPACE, .backspace), (SDLK_DELETE, .delete), (SDLK_LEFT, .left), (SDLK_RIGHT, .right), (SDLK_UP, .up),
    (SDLK_DOWN, .down), (SDLK_HOME, .home), (SDLK_END, .end), (SDLK_PAGEUP, .pageUp), (SDLK_PAGEDOWN, .pageDown),
    (SDLK_KP_PLUS, .character("+")), (SDLK_KP_MINUS, .character("-")), (SDLK_KP_0, .character("0")),
  ]
}
