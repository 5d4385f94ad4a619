/// A place in a space, in that space's units.
@frozen public struct Point<Space>: Hashable, Sendable {
  public var x: Double
  public var y: Double

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

  @inlinable public static func - (a: Point, b: Point) -> Vector<Space> { Vector(a.x - b.x, a.y - b.y) }
  @inlinable public static func + (a: Point, b: Vector<Space>) -> Point { Point(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Point, b: Vector<Space>) -> Point { Point(a.x - b.x, a.y - b.y) }
}

/// The way from one place to another.
@frozen public struct Vector<Space>: Hashable, Sendable {
  public var x: Double
  public var y: Double

  @inlinable public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  @inlinable public var squaredLength: Double { x * x + y * y }
  @inlinable public var length: Double { squaredLength.squareRoot() }

  /// The same direction with length 1, or nil for a vector of length 0.
  @inlinable public var normalized: Vector? { length > 0 ? self / length : nil }

  /// Turned a quarter from the x axis towards the y axis: clockwise where y points down.
  @inlinable public var perpendicular: Vector { Vector(-y, x) }

  @inlinable public func dot(_ other: Vector) -> Double { x * other.x + y * other.y }

  /// The z component of the cross product: positive if `other` lies clockwise of this (y down).
  @inlinable public func cross(_ other: Vector) -> Double { x * other.y - y * other.x }

  @inlinable public static func + (a: Vector, b: Vector) -> Vector { Vector(a.x + b.x, a.y + b.y) }
  @inlinable public static func - (a: Vector, b: Vector) -> Vector { Vector(a.x - b.x, a.y - b.y) }
  @inlinable public static func * (a: Vector, k: Double) -> Vector { Vector(a.x * k, a.y * k) }
  @inlinable public static func / (a: Vector, k: Double) -> Vector { Vector(a.x / k, a.y / k) }
  @inlinable public static prefix func - (a: Vector) -> Vector { Vector(-a.x, -a.y) }
}
