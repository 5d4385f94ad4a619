/// A projective map of the plane between two spaces: straight lines stay straight, parallels need not.
///
/// As a matrix: x' = (a·x + b·y + c) / w, y' = (d·x + e·y + f) / w with w = g·x + h·y + i.
@frozen public struct Perspective<From, To>: Hashable, Sendable {
  /// The matrix's first row.
  public let a, b, c: Double
  /// The matrix's second row.
  public let d, e, f: Double
  /// The matrix's third row, by which both coordinates are divided.
  public let g, h, i: Double

  /// The map of a matrix, row by row. Its scale does not matter.
  @inlinable public init(
    _ a: Double, _ b: Double, _ c: Double,
    _ d: Double, _ e: Double, _ f: Double,
    _ g: Double, _ h: Double, _ i: Double
  ) {
    (self.a, self.b, self.c) = (a, b, c)
    (self.d, self.e, self.f) = (d, e, f)
    (self.g, self.h, self.i) = (g, h, i)
  }

  /// The map that takes the corners of `source` to those of `target`, or nil if either of them has no
  /// area or three corners in a line, so that there is no such map.
  @inlinable public init?(from source: Quadrilateral<From>, to target: Quadrilateral<To>) {
    guard let toSquare = Perspective<Unit, From>(squareTo: source)?.inverse,
      let fromSquare = Perspective<Unit, To>(squareTo: target)
    else { return nil }
    self = toSquare.then(fromSquare)
  }

  /// Where a point goes. A point on the horizon (w = 0) goes to infinity.
  @inlinable public func callAsFunction(_ point: Point<From>) -> Point<To> {
    let w = 1 / (g * point.x + h * point.y + i)
    return Point((a * point.x + b * point.y + c) * w, (d * point.x + e * point.y + f) * w)
  }

  /// Whether a point of a plane lies before the camera as another one does: what lies behind it is not seen, though the map has a
  /// place for it.
  @inlinable public func sees(_ point: Point<From>, from other: Point<From>) -> Bool {
    (g * point.x + h * point.y + i) * (g * other.x + h * other.y + i) > 0
  }

  /// Where a quadrilateral goes, its corners in the same order.
  @inlinable public func callAsFunction(_ quadrilateral: Quadrilateral<From>) -> Quadrilateral<To> {
    quadrilateral.map { self($0) }
  }

  /// The way back (the adjugate matrix, whose scale does not matter), or nil if the map flattens the plane.
  @inlinable public var inverse: Perspective<To, From>? {
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard determinant != 0, determinant.isFinite else { return nil }
    return Perspective<To, From>(
      (e * i - f * h) / determinant, (c * h - b * i) / determinant, (b * f - c * e) / determinant,
      (f * g - d * i) / determinant, (a * i - c * g) / determinant, (c * d - a * f) / determinant,
      (d * h - e * g) / determinant, (b * g - a * h) / determinant, (a * e - b * d) / determinant)
  }

  /// This map, then `next`.
  @inlinable public func then<Other>(_ next: Perspective<To, Other>) -> Perspective<From, Other> {
    Perspective<From, Other>(
      next.a * a + next.b * d + next.c * g, next.a * b + next.b * e + next.c * h, next.a * c + next.b * f + next.c * i,
      next.d * a + next.e * d + next.f * g, next.d * b + next.e * e + next.f * h, next.d * c + next.e * f + next.f * i,
      next.g * a + next.h * d + next.i * g, next.g * b + next.h * e + next.i * h, next.g * c + next.h * f + next.i * i)
  }
}

/// The square from (0, 0) to (1, 1), the half-way house of `Perspective.init(from:to:)`.
public enum Unit {}

extension Perspective where From == Unit {
  /// The map that takes the unit square's corners to `target`'s, or nil if three of them are in a line.
  /// Heckbert, "Fundamentals of Texture Mapping and Image Warping" (1989), §2.2.3.
  @inlinable public init?(squareTo target: Quadrilateral<To>) {
    let (p0, p1, p2, p3) = (target.topLeft, target.topRight, target.bottomRight, target.bottomLeft)
    let d1 = p1 - p2
    let d2 = p3 - p2
    let sum = (p0 - p1) + (p2 - p3)
    let determinant = d1.cross(d2)
    guard determinant.isFinite, !target.hasThreeCornersInALine else { return nil }
    let g = sum.cross(d2) / determinant
    let h = d1.cross(sum) / determinant
    self.init(
      p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,
      p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,
      g, h, 1)
  }
}
