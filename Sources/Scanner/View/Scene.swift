public import Geometry
public import Presentation

/// A drawing, and what in it can be pressed.
public struct Scene: Hashable, Sendable {
  public struct Target: Hashable, Sendable {
    public let rect: Rect<ScreenPixels>
    public let command: ScannerCommand
  }

  public var drawing = Drawing()
  /// Back to front, as the drawing.
  public var targets: [Target] = []
  /// How far the list or figures that it shows can be scrolled, in lines.
  public var scrollLimit = 0
  /// Lines that a page holds.
  public var scrollPage = 1

  public init() {}

  /// Moves all that it has so far.
  mutating func move(by way: Vector<ScreenPixels>) {
    guard way.x != 0 || way.y != 0 else { return }
    drawing = drawing.moved(by: way)
    targets = targets.map { Target(rect: $0.rect.moved(by: way), command: $0.command) }
  }

  /// What pressing at a place asks for.
  public func command(at point: Point<ScreenPixels>) -> ScannerCommand? {
    targets.last { $0.rect.contains(point) }?.command
  }
}

/// A key, what it does, and the command that pressing the hint gives.
struct Hint {
  let key: String
  let meaning: String
  let command: ScannerCommand?

  init(_ key: String, _ meaning: String, _ command: ScannerCommand?) {
    self.key = key
    self.meaning = meaning
    self.command = command
  }
}
