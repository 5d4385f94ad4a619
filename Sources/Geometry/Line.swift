/// A straight line without ends: the points p for which `normal · p` is `offset`. `normal` has length 1.
@frozen public struct Line<Space>: Hashable, Sendable {
  /// The direction across the line, of length 1.
  public let normal: Vector<Space>
  /// How far the line lies from the origin along `normal`; negative on its other side.
  public let offset: Double

  /// The line through two places, or nil if they are the same.
  @inlinable public init?(_ a: Point<Space>, _ b: Point<Space>) {
    self.init(a, along: b - a)
  }

  /// The line through a place in a direction, or nil for a direction of length 0.
  @inlinable public init?(_ point: Point<Space>, along direction: Vector<Space>) {
    guard let normal = direction.perpendicular.normalized else { return nil }
    self.normal = normal
    self.offset = normal.x * point.x + normal.y * point.y
  }

  /// The line with the least sum of squared distances to the points (total least squares), or nil if
  /// they do not tell a direction: fewer than two, or all in one place.
  public init?(fitting points: [Point<Space>]) {
    guard points.count >= 2 else { return nil }
    let count = Double(points.count)
    let center = Point<Space>(points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for point in points {
      let arm = point - center
      xx += arm.x * arm.x
      xy += arm.x * arm.y
      yy += arm.y * arm.y
    }
    // The eigenvector of the larger eigenvalue of the scatter matrix; of its two spellings the longer.
    let spread = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
    let a = Vector<Space>(xx - yy + spread, 2 * xy)
    let b = Vector<Space>(2 * xy, yy - xx + spread)
    self.init(center, along: a.squaredLength > b.squaredLength ? a : b)
  }

  /// The distance of a place, negative on the side away from `normal`.
  @inlinable public func signedDistance(to point: Point<Space>) -> Double {
    normal.x * point.x + normal.y * point.y - offset
  }

  /// Where two lines meet, or nil if they are parallel to within 1e-9 radians.
  @inlinable public func intersection(with other: Line) -> Point<Space>? {
    let determinant = normal.cross(other.normal)
    guard abs(determinant) > 1e-9 else { return nil }
    return Point(
      (offset * other.normal.y - other.offset * normal.y) / determinant,
      (normal.x * other.offset - other.normal.x * offset) / determinant)
  }
}
