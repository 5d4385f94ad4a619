import Bits
import Geometry
import Imaging

/// An Aztec symbol's grid in an image. Places are in modules from the middle of the bull's-eye.
struct AztecGrid {
  let mode: AztecModeMessage?
  private(set) var corners: Quadrilateral<ImagePixels>
  /// Modules from the middle to where `corners` are.
  private var reach: Double
  private let isCompact: Bool

  /// The grid around a bull's-eye whose corners are in the symbol's own order.
  init(_ square: Quadrilateral<ImagePixels>, reach: Double, isCompact: Bool, mode: AztecModeMessage? = nil) {
    corners = square
    self.reach = reach
    self.isCompact = isCompact
    self.mode = mode
  }

  func with(_ mode: AztecModeMessage) -> AztecGrid {
    AztecGrid(corners, reach: reach, isCompact: mode.size.isCompact, mode: mode)
  }

  private func map(_ corners: Quadrilateral<ImagePixels>, _ reach: Double) -> Perspective<Modules, ImagePixels>? {
    Perspective(from: Rect<Modules>(Point(-reach, -reach), Point(reach, reach)).corners, to: corners)
  }

  /// Whether the modules at places (from the middle) are dark: below the middle between the extremes
  /// of the bull's-eye.
  func core(_ grey: GreyField, _ places: [(x: Int, y: Int)]) -> [Bool] {
    guard let map = map(corners, reach) else { return places.map { _ in false } }
    var low = 255.0
    var high = 0.0
    for x in -4...4 {
      for y in -4...4 {
        let value = grey(map(Point<Modules>(Double(x), Double(y))))
        low = min(low, value)
        high = max(high, value)
      }
    }
    return places.map { grey(map(Point<Modules>(Double($0.x), Double($0.y)))) < (low + high) / 2 }
  }

  /// How many of the modules at places are dark and in the image.
  func ground(_ grey: GreyField, _ places: [(x: Int, y: Int)]) -> Int {
    guard let map = map(corners, reach) else { return places.count }
    let inside = places.filter { grey.contains(map(Point<Modules>(Double($0.x), Double($0.y)))) }
    return core(grey, inside).count { $0 }
  }

  /// Part of the bull's-eye's modules that have their color.
  func ringScore(_ grey: GreyField, radius: Int) -> Double {
    let places = (-radius...radius).flatMap { y in (-radius...radius).map { (x: $0, y: y) } }
    let right = zip(places, core(grey, places)).count { (max(abs($0.x), abs($0.y)) % 2 == 0) == $1 }
    return Double(right) / Double(places.count)
  }

  /// Fits the whole symbol from the middle out: what was fitted is extrapolated by a ring at a time.
  func fitted(_ grey: GreyField, level: (Point<ImagePixels>) -> Double) -> AztecGrid {
    guard let mode else { return self }
    let half = Double(mode.size.side) / 2
    var result = self
    var radius = Double(mode.size.coreRadius) + 0.5
    while true {
      result.fit(radius, mode.size, grey, level)
      if radius >= half { return result }
      radius = min(half, radius * 1.35 + 1)
    }
  }

  private mutating func fit(
    _ radius: Double, _ size: AztecSize, _ grey: GreyField, _ level: (Point<ImagePixels>) -> Double
  ) {
    guard let old = map(corners, reach) else { return }
    corners = old(Rect<Modules>(Point(-radius, -radius), Point(radius, radius)).corners)
    reach = radius
    let places = Self.places(Int(radius), size)
    func clarity(_ corners: Quadrilateral<ImagePixels>) -> Double {
      guard let map = map(corners, radius) else { return -.infinity }
      var sum = 0.0
      for place in places {
        let point = map(place.point)
        let difference = grey(point) - level(point)
        // A module whose color is known counts thrice, and against the fit where it shows the other one.
        switch place.isDark {
        case nil: sum += abs(difference)
        case true?: sum -= 3 * difference
        case false?: sum += 3 * difference
        }
      }
      return sum
    }
    let module = corners.signedArea.magnitude.squareRoot() / (2 * radius)
    var best = clarity(corners)
    for step in [0.4, 0.2, 0.1] {
      for _ in 0..<2 {
        for corner in [\Quadrilateral<ImagePixels>.topLeft, \.topRight, \.bottomRight, \.bottomLeft] {
          for move in [Vector<ImagePixels>(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)] {
            var moved = corners
            moved[keyPath: corner] = moved[keyPath: corner] + move * (step * module)
            let score = clarity(moved)
            if score > best { (corners, best) = (moved, score) }
          }
        }
      }
    }
  }

  private struct Place {
    let point: Point<Modules>
    let isDark: Bool?
  }

  /// Places compared of each kind: some hundreds fix eight numbers.
  private static let mostPlaces = 200

  /// Modules within a radius, spread evenly over it: known ones, and as many of the others.
  private static func places(_ radius: Int, _ size: AztecSize) -> [Place] {
    var known: [Place] = []
    var others: [Place] = []
    for y in -radius...radius {
      for x in -radius...radius {
        let distance = max(abs(x), abs(y))
        let (column, row) = (x + size.center, y + size.center)
        let point = Point<Modules>(Double(x), Double(y))
        if distance < size.coreRadius {
          known.append(Place(point: point, isDark: distance % 2 == 0))
        } else if distance > size.coreRadius && size.isReferenceGrid(x: column, y: row) {
          known.append(Place(point: point, isDark: size.isDarkReference(x: column, y: row)))
        } else {
          others.append(Place(point: point, isDark: nil))
        }
      }
    }
    return thinned(known) + thinned(others)
  }

  private static func thinned(_ places: [Place]) -> [Place] {
    // A stride that is odd meets dark and light of what alternates.
    let step = max(1, places.count / mostPlaces) | 1
    return stride(from: 0, to: places.count, by: step).map { places[$0] }
  }

  /// The symbol's outer corners, in its own order.
  var outline: Quadrilateral<ImagePixels> {
    let half = Double(mode?.size.side ?? (isCompact ? 11 : 15)) / 2
    return map(corners, reach)?(Rect<Modules>(Point(-half, -half), Point(half, half)).corners) ?? corners
  }

  /// The grey of each module, row after row.
  func sample(_ grey: GreyField, side: Int) -> ModuleGreys {
    let map = map(corners, reach)
    let middle = side / 2
    var values: [Double] = []
    var centers: [Point<ImagePixels>] = []
    for y in -middle...middle {
      for x in -middle...middle {
        let center = map?(Point<Modules>(Double(x), Double(y))) ?? corners.center
        centers.append(center)
        values.append(grey(center))
      }
    }
    return ModuleGreys(width: side, height: side, values: values, centers: centers)
  }
}
