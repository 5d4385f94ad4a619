public import Geometry
public import Presentation

/// What a station's window shows, and what of it can be pressed.
public struct StationScene: Hashable, Sendable {
  public enum Button: Hashable, Sendable {
    /// Opens the keypad.
    case lock
    case digit(Character)
    case removeLast
    case submit
    case cancel
  }

  public struct Target: Hashable, Sendable {
    public let rect: Rect<ScreenPixels>
    public let button: Button
  }

  public var drawing = Drawing()
  public var targets: [Target] = []
  /// Where the cameras' pictures lie on the drawing, in their order; none where they are not shown.
  public var pictures: [StationPicture.Place] = []

  public init() {}

  public func button(at point: Point<ScreenPixels>) -> Button? { targets.last { $0.rect.contains(point) }?.button }
}
