/// A place in a space, in that space's units.
@frozen public struct Point<Space>: Hashable, Sendable {
  /// From the left to the right.
  public var x: Double
  /// From above to below.
  public var y: Double

  /// The place with these coordinates.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The distance to another place, at least 0.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  /// The place `fraction` of the way to `other`: 0 is here, 1 is there.
  @inlinable public func interpolated(to other: Point, _ fraction: Double) -> Point {
    self + (other - self) * fraction
  }

  /// The place half way to `other`.
  @inlinable public func midpoint(to other: Point) -> Point { interpolated(to: other, 0.5) }

  /// The way from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Vector<Space> { Vector(a.x - b.x, a.y - b.y) }
  /// The place at the end of a way that begins here.
  @inlinable public static func + (a: Point, b: Vector<Space>) -> Point { Point(a.x + b.x, a.y + b.y) }
  /// The place where a way that ends here began.
  @inlinable public static func - (a: Point, b: Vector<Space>) -> Point { Point(a.x - b.x, a.y - b.y) }
}

/// The way from one place to another.
@frozen public struct Vector<Space>: Hashable, Sendable {
  /// To the right; negative to the left.
  public var x: Double
  /// Down; negative up.
  public var y: Double

  /// The way so far to the right and so far down.
  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The square of the length, which costs no root.
  @inlinable public var squaredLength: Double { x * x + y * y }
  /// The length, at least 0.
  @inlinable public var length: Double { squaredLength.squareRoot() }

  /// The same direction with length 1, or nil for a vector of length 0.
  @inlinable public var normalized: Vector? { length > 0 ? self / length : nil }

  /// Turned a quarter from the x axis towards the y axis: clockwise where y points down.
  @inlinable public var perpendicular: Vector { Vector(-y, x) }

  /// The scalar product: positive if the two point to the same side.
  @inlinable public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The z component of the cross product: positive if `other` lies clockwise of this (y down).
  @inlinable public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  /// One way, then the other.
  @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  /// The way from the end of `b` to the end of `a`.
  @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  /// `k` times as long.
  @inlinable public static func * (a: Vector, k: Double) -> Vector { Vector(a.x * k, a.y * k) }
  /// One `k`th as long.
  @inlinable public static func / (a: Vector, k: Double) -> Vector { Vector(a.x / k, a.y / k) }
  /// The way back.
  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(-a.x, -a.y) }
}
