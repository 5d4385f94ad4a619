/// Four corners in order. For a symbol: clockwise, as the symbol is defined, from its own top left; seen
/// in a mirrored picture the same order runs counterclockwise.
@frozen public struct Quadrilateral<Space>: Hashable, Sendable {
  /// The first corner.
  public var topLeft: Point<Space>
  /// The second corner.
  public var topRight: Point<Space>
  /// The third corner, opposite to the first.
  public var bottomRight: Point<Space>
  /// The fourth corner.
  public var bottomLeft: Point<Space>

  /// The quadrilateral with these corners, in this order.
  @inlinable public init(
    _ topLeft: Point<Space>, _ topRight: Point<Space>, _ bottomRight: Point<Space>, _ bottomLeft: Point<Space>
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// The corners in order, beginning with the top left.
  @inlinable public var points: [Point<Space>] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// The mean of the corners.
  @inlinable public var center: Point<Space> {
    Point(
      (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4,
      (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4)
  }

  /// The smallest axis-aligned rectangle that holds the corners.
  @inlinable public var bounds: Rect<Space> {
    Rect(
      Point(
        min(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x),
        min(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)),
      Point(
        max(topLeft.x, topRight.x, bottomRight.x, bottomLeft.x),
        max(topLeft.y, topRight.y, bottomRight.y, bottomLeft.y)))
  }

  /// The enclosed area with a sign: positive if the corners run clockwise where y points down.
  @inlinable public var signedArea: Double {
    (bottomRight - topLeft).cross(bottomLeft - topRight) / 2
  }

  /// True if each corner turns the same way, so that the outline neither crosses itself nor dents.
  @inlinable public var isConvex: Bool {
    // A vector of four, unlike an array, allocates nothing.
    let turns = SIMD4(
      (topRight - topLeft).cross(bottomRight - topRight), (bottomRight - topRight).cross(bottomLeft - bottomRight),
      (bottomLeft - bottomRight).cross(topLeft - bottomLeft), (topLeft - bottomLeft).cross(topRight - topLeft))
    return all(turns .> 0) || all(turns .< 0)
  }

  /// True if a corner lies on the line through its neighbors, to within 1e-9 of the sides' lengths.
  @inlinable public var hasThreeCornersInALine: Bool {
    func isStraight(_ side: Vector<Space>, _ next: Vector<Space>) -> Bool {
      abs(side.cross(next)) <= 1e-9 * side.length * next.length
    }
    let (top, right) = (topRight - topLeft, bottomRight - topRight)
    let (bottom, left) = (bottomLeft - bottomRight, topLeft - bottomLeft)
    return isStraight(top, right) || isStraight(right, bottom) || isStraight(bottom, left) || isStraight(left, top)
  }

  /// True for a point inside or on the outline of a convex quadrilateral.
  @inlinable public func contains(_ point: Point<Space>) -> Bool {
    let sides = SIMD4(
      (topRight - topLeft).cross(point - topLeft), (bottomRight - topRight).cross(point - topRight),
      (bottomLeft - bottomRight).cross(point - bottomRight), (topLeft - bottomLeft).cross(point - bottomLeft))
    return all(sides .>= 0) || all(sides .<= 0)
  }

  /// Each corner taken through a function, the order kept.
  @inlinable public func map<Other>(_ transform: (Point<Space>) -> Point<Other>) -> Quadrilateral<Other> {
    Quadrilateral<Other>(transform(topLeft), transform(topRight), transform(bottomRight), transform(bottomLeft))
  }
}
