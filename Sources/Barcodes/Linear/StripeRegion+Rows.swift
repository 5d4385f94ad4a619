import Geometry

extension StripeRegion {
  /// Regions around those that lie beside and below each other with stripes of one direction, where each is but a piece:
  /// the separators between a stacked symbol's low rows leave no block of it striped through.
  ///
  /// - Returns: each piece's surroundings, once, the largest first.
  static func joined(_ pieces: [StripeRegion]) -> [StripeRegion] {
    joined(pieces) { $0.isBeside($1) }.map(\.joined)
  }

  /// Regions around those that stand in a row, each as high as the other: a space or a bar much wider than the others parts
  /// a symbol's stripes into such.
  ///
  /// - Returns: each row, once, the largest first, with its pieces.
  static func rows(_ pieces: [StripeRegion]) -> [(joined: StripeRegion, pieces: [StripeRegion])] {
    joined(pieces) { $0.isInRow(with: $1) }
  }

  private static func joined(
    _ pieces: [StripeRegion], where belong: (StripeRegion, StripeRegion) -> Bool
  ) -> [(joined: StripeRegion, pieces: [StripeRegion])] {
    var joined: [(joined: StripeRegion, pieces: [StripeRegion])] = []
    for piece in pieces {
      let near = pieces.filter { $0 != piece && belong(piece, $0) }
      guard !near.isEmpty else { continue }
      let region = piece.enclosing(near)
      // Alone it was scanned already.
      guard region.halfLength > 1.3 * piece.halfLength, !joined.contains(where: { $0.joined.resembles(region) }) else {
        continue
      }
      joined.append((region, [piece] + near))
    }
    return joined.sorted { $0.joined.halfLength * $0.joined.halfHeight > $1.joined.halfLength * $1.joined.halfHeight }
  }

  /// True for a piece with stripes of the same direction, within ten degrees, of about the same height and at about the same
  /// height, no further away than the longer of both is long.
  private func isInRow(with other: StripeRegion) -> Bool {
    let way = other.center - center
    let (apart, together) = (abs(way.dot(direction)), halfLength + other.halfLength)
    return abs(direction.dot(other.direction)) > 0.985 && 0.7...1.43 ~= halfHeight / other.halfHeight
      && abs(way.dot(direction.perpendicular)) < 0.3 * min(halfHeight, other.halfHeight)
      && 0.8 * together..<together + 2 * max(halfLength, other.halfLength) ~= apart
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
