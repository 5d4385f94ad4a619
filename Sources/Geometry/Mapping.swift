/// Scale, then shift, from one space into another: each axis on its own, so a mirrored picture is a
/// negative scale. Every mapping has an inverse.
@frozen public struct Mapping<From, To>: Hashable, Sendable {
  /// Units of `To` for each of `From`, across; negative for a mirrored picture. Never 0.
  public let scaleX: Double
  /// Units of `To` for each of `From`, down. Never 0.
  public let scaleY: Double
  /// Where the origin of `From` lies in `To`, across.
  public let shiftX: Double
  /// Where the origin of `From` lies in `To`, down.
  public let shiftY: Double

  /// - Precondition: neither scale is 0.
  @inlinable public init(scaleX: Double, scaleY: Double, shiftX: Double, shiftY: Double) {
    precondition(scaleX != 0 && scaleY != 0, "a mapping keeps both dimensions")
    self.scaleX = scaleX
    self.scaleY = scaleY
    self.shiftX = shiftX
    self.shiftY = shiftY
  }

  /// Where a point goes.
  @inlinable public func callAsFunction(_ point: Point<From>) -> Point<To> {
    Point(point.x * scaleX + shiftX, point.y * scaleY + shiftY)
  }

  /// Where a rectangle goes. A mirrored one keeps its sides positive.
  @inlinable public func callAsFunction(_ rect: Rect<From>) -> Rect<To> {
    Rect(self(Point<From>(rect.minX, rect.minY)), self(Point<From>(rect.maxX, rect.maxY)))
  }

  /// Where a quadrilateral goes, its corners in the same order.
  @inlinable public func callAsFunction(_ quadrilateral: Quadrilateral<From>) -> Quadrilateral<To> {
    quadrilateral.map { self($0) }
  }

  /// The way back.
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
