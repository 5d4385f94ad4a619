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

  /// The same at the other side of a part of the window, for scripts that run from the right.
  func mirrored(within part: Rect<ScreenPixels>, _ measuring: some TextMeasuring) -> Scene {
    var other = self
    let width = part.minX + part.maxX
    other.drawing = Drawing(drawing.items.map { $0.mirrored(in: width, measuring) })
    other.targets = targets.map { Target(rect: $0.rect.mirrored(in: width), command: $0.command) }
    return other
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
