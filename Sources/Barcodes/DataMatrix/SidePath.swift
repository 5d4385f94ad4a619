import Geometry

/// A side of a symbol that need not be straight: pieces from place to place along its outline.
struct SidePath {
  private let places: [Point<ImagePixels>]
  /// Pixels along the path to each of the places.
  private let distances: [Double]

  var length: Double { distances[distances.count - 1] }
  var start: Point<ImagePixels> { places[0] }
  var end: Point<ImagePixels> { places[places.count - 1] }

  /// - Precondition: there are two places at least.
  init(_ places: [Point<ImagePixels>]) {
    precondition(places.count >= 2, "a path leads from somewhere to somewhere")
    self.places = places
    var distances = [0.0]
    for (place, next) in zip(places, places.dropFirst()) {
      distances.append(distances[distances.count - 1] + place.distance(to: next))
    }
    self.distances = distances
  }

  /// The way from one corner to another along an outline that was followed between them, in either order.
  init(from start: Point<ImagePixels>, to end: Point<ImagePixels>, along outline: [Point<ImagePixels>]) {
    let chord = end - start
    let length = chord.length
    // Means of some pixels each, so that the path is bent as the side is and not by its noise.
    let pieces = min(Self.mostPieces, Int(length / Self.shortestPiece))
    guard pieces >= 2, let along = chord.normalized else {
      self.init([start, end])
      return
    }
    let across = along.perpendicular
    var sums = [(along: Double, across: Double, count: Double)](repeating: (0, 0, 0), count: pieces)
    for place in outline {
      let arm = place - start
      let part = arm.dot(along) / length
      guard 0.02...0.98 ~= part else { continue }
      let piece = Int(part * Double(pieces))
      sums[piece].along += arm.dot(along)
      sums[piece].across += arm.dot(across)
      sums[piece].count += 1
    }
    let middles = sums.filter { $0.count >= 2 }.map {
      start + along * ($0.along / $0.count) + across * ($0.across / $0.count)
    }
    self.init([start] + middles + [end])
  }

  /// What is bent within a sixteenth of a side is no side any more.
  private static let mostPieces = 16
  private static let shortestPiece = 5.0

  /// Pixels by which the path lies beside the straight line between its ends, at most.
  var bend: Double {
    guard let chord = Line(start, end) else { return 0 }
    return places.reduce(0) { max($0, abs(chord.signedDistance(to: $1))) }
  }

  /// The place so many pixels along the path; straight on before its start and after its end.
  func place(at distance: Double) -> Point<ImagePixels> {
    var low = 0
    var high = distances.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    let piece = distances[high] - distances[low]
    guard piece > 1e-9 else { return places[low] }
    return places[low].interpolated(to: places[high], (distance - distances[low]) / piece)
  }

  /// The direction of the path so many pixels along it, of length 1; over a pixel to either side.
  func direction(at distance: Double) -> Vector<ImagePixels>? {
    (place(at: distance + 1) - place(at: distance - 1)).normalized
  }

  /// Where another path crosses this one, as distances along both: of what both were drawn out to, the crossing
  /// nearest to their ends.
  func crossing(with other: SidePath) -> (own: Double, other: Double)? {
    var best: (own: Double, other: Double)?
    for i in 1..<places.count {
      for j in 1..<other.places.count {
        let (a, b) = (places[i] - places[i - 1], other.places[j] - other.places[j - 1])
        let turn = a.cross(b)
        guard abs(turn) > 1e-9 else { continue }
        let between = other.places[j - 1] - places[i - 1]
        let (s, t) = (between.cross(b) / turn, between.cross(a) / turn)
        guard -1e-6...1 + 1e-6 ~= s, -1e-6...1 + 1e-6 ~= t else { continue }
        let found = (own: distances[i - 1] + s * a.length, other: other.distances[j - 1] + t * b.length)
        if found.own > best?.own ?? -1 { best = found }
      }
    }
    return best
  }
}
