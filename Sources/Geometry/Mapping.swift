/// Scale, then shift, from one space into another: each axis on its own, so a mirrored picture is a
/// negative scale. Every mapping has an inverse.
@frozen public struct Mapping<From, To>: Hashable, Sendable {
  public let scaleX: Double
  public let scaleY: Double
  public let shiftX: Double
  public let shiftY: Double

  /// - Precondition: neither scale is 0.
  @inlinable public init(scaleX: Double, scaleY: Double, shiftX: Double, shiftY: Double) {
    precondition(scaleX != 0 && scaleY != 0, "a mapping keeps both dimensions")
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.shiftX = shiftX
    self.shiftY = shiftY
  }

  @inlinable public func callAsFunction(_ point: Point<From>) -> Point<To> {
    Point(point.x * scaleX + shiftX, point.y * scaleY + shiftY)
  }

  @inlinable public func callAsFunction(_ rect: Rect<From>) -> Rect<To> {
    Rect(self(Point<From>(rect.minX, rect.minY)), self(Point<From>(rect.maxX, rect.maxY)))
  }

  @inlinable public func callAsFunction(_ quadrilateral: Quadrilateral<From>) -> Quadrilateral<To> {
    quadrilateral.map { self($0) }
  }

  @inlinable public var inverse: Mapping<To, From> {
    Mapping<To, From>(
      scaleX: 1 / scaleX, scaleY: 1 / scaleY, shiftX: -shiftX / scaleX, shiftY: -shiftY / scaleY)
  }

  /// This mapping, then `next`.
  @inlinable public func then<Other>(_ next: Mapping<To, Other>) -> Mapping<From, Other> {
    Mapping<From, Other>(
      scaleX: scaleX * next.scaleX, scaleY: scaleY * next.scaleY,
      shiftX: shiftX * next.scaleX + next.shiftX, shiftY: shiftY * next.scaleY + next.shiftY)
  }
}
