public import Geometry

/// What a person did, or what the window system says.
public enum ScreenEvent: Hashable, Sendable {
  case closed
  /// The drawable's new size, and physical pixels per point (1 on plain displays, 2 on doubled ones).
  case resized(Size<ScreenPixels>, scale: Double)
  /// The window was uncovered or otherwise lost what was drawn.
  case exposed
  case key(Key, Modifiers, isRepeat: Bool)
  /// Text as typed, after the input method.
  case text(String)
  case pointer(PointerPhase, at: Point<ScreenPixels>)
  /// Wheel steps away from the user.
  case wheel(Double)
  /// A file dropped on the window.
  case dropped(path: String)
  /// Another thread put something into its slot and asks for a turn.
  case woken
}

extension ScreenEvent {
  /// The same on a screen whose places are mirrored in a window so wide.
  public func mirrored(in width: Double) -> Self {
    if case .pointer(let phase, let point) = self { .pointer(phase, at: Point(width - point.x, point.y)) } else { self }
  }
}

public enum PointerPhase: Hashable, Sendable {
  case moved
  case pressed
  case released
}

public struct Modifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let shift = Modifiers(rawValue: 1)
  public static let control = Modifiers(rawValue: 2)
  public static let alternate = Modifiers(rawValue: 4)
}

/// A key by what is printed on it.
public enum Key: Hashable, Sendable {
  /// A letter, digit or sign, in lower case.
  case character(Character)
  case space, enter, escape, tab, backspace, delete
  case left, right, up, down, home, end, pageUp, pageDown
  /// F1 is `function(1)`.
  case function(Int)
}
