import Geometry

extension StripeRegion {
  /// Regions around those that lie beside and below each other with stripes of one direction, where each is but a piece:
  /// the separators between a stacked symbol's low rows leave no block of it striped through.
  ///
  /// - Returns: each piece's surroundings, once, the largest first.
  static func joined(_ pieces: [StripeRegion]) -> [StripeRegion] {
    var joined: [StripeRegion] = []
    for piece in pieces {
      let near = pieces.filter { $0 != piece && piece.isBeside($0) }
      guard !near.isEmpty else { continue }
      let region = piece.enclosing(near)
      // Alone it was scanned already.
      guard region.halfLength > 1.3 * piece.halfLength, !joined.contains(where: { $0.resembles(region) }) else {
        continue
      }
      joined.append(region)
    }
    return joined.sorted { $0.halfLength * $0.halfHeight > $1.halfLength * $1.halfHeight }
  }

  /// True for a piece with stripes of the same direction, within ten degrees, no further away than either is long.
  private func isBeside(_ other: StripeRegion) -> Bool {
    let way = other.center - center
    return abs(direction.dot(other.direction)) > 0.985
      && abs(way.dot(direction)) < halfLength + other.halfLength + min(halfLength, other.halfLength)
      && abs(way.dot(direction.perpendicular)) < halfHeight + other.halfHeight
  }

  /// The region turned as this one that has these within it too.
  private func enclosing(_ others: [StripeRegion]) -> StripeRegion {
    let along = direction.perpendicular
    var (left, right, top, bottom) = (-halfLength, halfLength, -halfHeight, halfHeight)
    for other in others {
      let way = other.center - center
      let (u, v) = (way.dot(direction), way.dot(along))
      (left, right) = (min(left, u - other.halfLength), max(right, u + other.halfLength))
      (top, bottom) = (min(top, v - other.halfHeight), max(bottom, v + other.halfHeight))
    }
    return StripeRegion(
      center: center + direction * ((left + right) / 2) + along * ((top + bottom) / 2), direction: direction,
      halfLength: (right - left) / 2, halfHeight: (bottom - top) / 2)
  }
}
