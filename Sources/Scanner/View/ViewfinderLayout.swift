public import Geometry

/// A fraction of the window: (0, 0) is its top-left corner and (1, 1) its bottom-right one.
public enum WindowFraction {}

/// Where the viewfinder is on screen, and how a person moves it.
///
/// Kept as a fraction of the window, so that it survives another window size and the end of the program; the
/// default is a centered square of 60 % of the window's shorter side.
public struct ViewfinderLayout: Hashable, Sendable {
  /// What a person made of it, or nil for the default.
  public private(set) var placement: Rect<WindowFraction>?
  public private(set) var window: Size<ScreenPixels>
  /// Screen pixels per point.
  public private(set) var scale: Double
  private var drag: Drag?
  /// How picture and viewfinder are made smaller and moved, to leave a result's card its place beside them.
  var retreat = Mapping<ScreenPixels, ScreenPixels>.identity

  /// What the pointer has hold of.
  public enum Handle: Hashable, Sendable {
    case inside
    case topLeft, topRight, bottomRight, bottomLeft
  }

  private struct Drag: Hashable {
    let handle: Handle
    let start: Point<ScreenPixels>
    let rect: Rect<ScreenPixels>
  }

  /// The default's side, of the window's shorter one.
  public static let standardFraction = 0.6
  /// In points: smaller than this it could not be taken hold of at its corners.
  public static let minimumSide = 72.0
  /// In points: how far from a corner it can be taken hold of. Fingers and pens need 24 (WCAG 2.2 §2.5.8).
  public static let reach = 24.0

  /// - Precondition: the window has an area and the scale is positive.
  public init(window: Size<ScreenPixels>, scale: Double, placement: Rect<WindowFraction>? = nil) {
    precondition(window.area > 0 && scale > 0, "a window has an area and a scale")
    self.window = window
    self.scale = scale
    self.placement = placement
  }

  /// The viewfinder, inside the window.
  public var rect: Rect<ScreenPixels> { retreat == .identity ? whole : retreat(whole) }

  /// Where it is while no card needs a place.
  var whole: Rect<ScreenPixels> {
    guard let placement else {
      let side = (Self.standardFraction * window.shorterSide).rounded()
      return clamped(Rect(center: windowRect.center, size: Size(side, side)))
    }
    return clamped(toScreen(placement))
  }

  /// True while the pointer has hold of it.
  public var isDragged: Bool { drag != nil }

  public mutating func resize(window: Size<ScreenPixels>, scale: Double) {
    guard window.area > 0, scale > 0 else { return }
    self.window = window
    self.scale = scale
    retreat = .identity
    drag = nil
  }

  /// - Parameter placement: what a person made of it before; nil is the default.
  public mutating func reset(to placement: Rect<WindowFraction>? = nil) {
    self.placement = placement
    drag = nil
  }

  /// Puts it where a rectangle is while no card needs a place, as near as the window allows.
  public mutating func place(_ rect: Rect<ScreenPixels>) { keep(clamped(rect)) }

  // MARK: By keys

  public mutating func move(by vector: Vector<ScreenPixels>) { keep(shifted(whole.moved(by: vector))) }

  /// Makes it wider and higher by so much, about its middle.
  public mutating func grow(width: Double, height: Double) {
    let least = minimum
    let size = Size<ScreenPixels>(
      min(window.width, max(least.width, whole.width + width)),
      min(window.height, max(least.height, whole.height + height)))
    keep(shifted(Rect(center: whole.center, size: size)))
  }

  // MARK: By pointer

  /// What can be taken hold of at a place; corners before the inside.
  public func handle(at point: Point<ScreenPixels>) -> Handle? {
    let corners = rect.corners
    let handles: [(Handle, Point<ScreenPixels>)] = [
      (.topLeft, corners.topLeft), (.topRight, corners.topRight), (.bottomRight, corners.bottomRight),
      (.bottomLeft, corners.bottomLeft),
    ]
    let nearest = handles.min { $0.1.distance(to: point) < $1.1.distance(to: point) }
    if let nearest, nearest.1.distance(to: point) <= Self.reach * scale { return nearest.0 }
    return rect.contains(point) ? .inside : nil
  }

  /// - Returns: true if there was something to take hold of.
  public mutating func beginDrag(at point: Point<ScreenPixels>) -> Bool {
    drag = handle(at: point).map { Drag(handle: $0, start: retreat.inverse(point), rect: whole) }
    return drag != nil
  }

  public mutating func drag(to point: Point<ScreenPixels>) {
    guard let drag else { return }
    let way = retreat.inverse(point) - drag.start
    let corners = drag.rect.corners
    switch drag.handle {
    case .inside: keep(shifted(drag.rect.moved(by: way)))
    case .topLeft: keep(spanned(from: corners.bottomRight, to: corners.topLeft + way))
    case .topRight: keep(spanned(from: corners.bottomLeft, to: corners.topRight + way))
    case .bottomRight: keep(spanned(from: corners.topLeft, to: corners.bottomRight + way))
    case .bottomLeft: keep(spanned(from: corners.topRight, to: corners.bottomLeft + way))
    }
  }

  public mutating func endDrag() { drag = nil }

  // MARK: Limits

  private var windowRect: Rect<ScreenPixels> { Rect(origin: Point(0, 0), size: window) }

  /// A window smaller than the minimum is filled.
  private var minimum: Size<ScreenPixels> {
    Size(min(window.width, Self.minimumSide * scale), min(window.height, Self.minimumSide * scale))
  }

  private var toScreen: Mapping<WindowFraction, ScreenPixels> {
    Mapping(scaleX: window.width, scaleY: window.height, shiftX: 0, shiftY: 0)
  }

  /// - Parameter rect: where it is while no card needs a place.
  private mutating func keep(_ rect: Rect<ScreenPixels>) {
    placement = toScreen.inverse(rect)
  }

  /// The size within its limits, then the place.
  private func clamped(_ rect: Rect<ScreenPixels>) -> Rect<ScreenPixels> {
    let least = minimum
    let size = Size<ScreenPixels>(
      min(window.width, max(least.width, rect.width)), min(window.height, max(least.height, rect.height)))
    return shifted(size == rect.size ? rect : Rect(center: rect.center, size: size))
  }

  /// Moved into the window, the size kept.
  private func shifted(_ rect: Rect<ScreenPixels>) -> Rect<ScreenPixels> {
    let x = min(max(0, rect.minX), max(0, window.width - rect.width))
    let y = min(max(0, rect.minY), max(0, window.height - rect.height))
    return x == rect.minX && y == rect.minY ? rect : Rect(origin: Point(x, y), size: rect.size)
  }

  /// Between a corner that stays and one that follows the pointer, which neither leaves the window nor comes
  /// nearer than the minimum, nor crosses to the other side.
  private func spanned(from fixed: Point<ScreenPixels>, to wanted: Point<ScreenPixels>) -> Rect<ScreenPixels> {
    let before = drag?.rect ?? whole
    let least = minimum
    let x =
      fixed.x > before.center.x
      ? max(0, min(wanted.x, fixed.x - least.width)) : min(window.width, max(wanted.x, fixed.x + least.width))
    let y =
      fixed.y > before.center.y
      ? max(0, min(wanted.y, fixed.y - least.height)) : min(window.height, max(wanted.y, fixed.y + least.height))
    return Rect(fixed, Point(x, y))
  }
}

extension Mapping where From == ScreenPixels, To == ScreenPixels {
  static var identity: Mapping { Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0) }
}
