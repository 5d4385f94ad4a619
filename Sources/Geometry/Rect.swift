/// A rectangle along the axes. A negative width or height is not representable.
@frozen public struct Rect<Space>: Hashable, Sendable {
  /// The top-left corner.
  public let origin: Point<Space>
  /// Width and height, neither negative.
  public let size: Size<Space>

  /// - Precondition: neither side is negative.
  @inlinable public init(origin: Point<Space>, size: Size<Space>) {
    precondition(size.width >= 0 && size.height >= 0, "a rectangle's sides are not negative")
    self.origin = origin
    self.size = size
  }

  /// - Precondition: neither side is negative.
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// The rectangle between two opposite corners, in either order.
  @inlinable public init(_ a: Point<Space>, _ b: Point<Space>) {
    self.init(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y))
  }

  /// The rectangle of this size around a center.
  @inlinable public init(center: Point<Space>, size: Size<Space>) {
    self.init(origin: Point(center.x - size.width / 2, center.y - size.height / 2), size: size)
  }

  /// The smallest rectangle that holds all the points, or nil if there are none.
  @inlinable public init?(enclosing points: some Sequence<Point<Space>>) {
    var low = Point<Space>(.infinity, .infinity)
    var high = Point<Space>(-.infinity, -.infinity)
    for point in points {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    guard low.x <= high.x, low.y <= high.y else { return nil }
    self.init(low, high)
  }

  /// The left side.
  @inlinable public var minX: Double { origin.x }
  /// The upper side.
  @inlinable public var minY: Double { origin.y }
  /// The right side.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The lower side.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// From the left side to the right one, at least 0.
  @inlinable public var width: Double { size.width }
  /// From the upper side to the lower one, at least 0.
  @inlinable public var height: Double { size.height }
  /// The middle.
  @inlinable public var center: Point<Space> { Point(origin.x + size.width / 2, origin.y + size.height / 2) }

  /// The corners clockwise from the top left.
  @inlinable public var corners: Quadrilateral<Space> {
    Quadrilateral(Point(minX, minY), Point(maxX, minY), Point(maxX, maxY), Point(minX, maxY))
  }

  /// True for a point inside or on the border.
  @inlinable public func contains(_ point: Point<Space>) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// True if the other rectangle lies wholly inside this one; a shared border counts.
  @inlinable public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// True if the two share an area; touching borders do not count.
  @inlinable public func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The part that both hold, or nil if they share no area.
  @inlinable public func intersection(_ other: Rect) -> Rect? {
    guard intersects(other) else { return nil }
    return Rect(
      Point(max(minX, other.minX), max(minY, other.minY)), Point(min(maxX, other.maxX), min(maxY, other.maxY)))
  }

  /// Each side moved inward by `distance` (outward if negative), at most to the center.
  @inlinable public func inset(by distance: Double) -> Rect {
    Rect(center: center, size: Size(max(0, width - 2 * distance), max(0, height - 2 * distance)))
  }

  /// The same rectangle elsewhere.
  @inlinable public func moved(by vector: Vector<Space>) -> Rect { Rect(origin: origin + vector, size: size) }
}
