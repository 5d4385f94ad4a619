import Geometry
import Imaging

/// The rings in the middle of an Aztec symbol, as a quadrilateral.
struct AztecBullsEye {
  /// The middle of the second light ring: a square of 6 modules, clockwise in the image from any of its corners.
  let inner: Quadrilateral<ImagePixels>
  /// The middle of the third light ring: a square of 10 modules with the same first corner, where there is one: in
  /// full symbols.
  let outer: Quadrilateral<ImagePixels>?

  /// Pixels a module.
  var moduleSize: Double { inner.signedArea.magnitude.squareRoot() / (2 * Self.innerReach) }

  /// Modules from the middle to `inner`'s sides, and to `outer`'s.
  static let (innerReach, outerReach) = (3.0, 5.0)
}

/// Finds bull's-eyes: concentric squares, each ring a module wide. ISO/IEC 24778:2008 §7.2.1.
struct AztecBullsEyeSearch {
  let grey: GreyField

  /// How dark is told from light.
  enum Light: CaseIterable {
    /// By one level, as in most pictures.
    case even
    /// Border by border: across the edge of a shadow, and beside a lamp.
    case uneven
  }

  /// Measures the rings around a place that a scan row points at.
  ///
  /// - Parameter module: pixels a module, roughly.
  func bullsEye(around place: Point<ImagePixels>, module: Double, in light: Light) -> AztecBullsEye? {
    guard let center = center(near: place, module: module), let middle = level(center, module) else { return nil }
    let level = light == .even ? middle : nil
    // A few rays tell nearly all other things: of each side's fifteen between the corners' half must show rings.
    let few = stride(from: 0, to: Self.rays.count, by: 6).count {
      crossings(center, AztecTilt.none(Self.rays[$0]), level, 4, module) != nil
    }
    guard few >= 4 else { return nil }
    var tilt = AztecTilt.none
    var inmost = ends(center, tilt, level, 4, module)
    // Rays that an eye seen aslant draws out too far are seen once they are drawn out like it.
    for _ in 0..<Self.tiltRounds {
      let ring = zip(Self.rays, inmost).compactMap { ray, end in end.map { tilt(ray * $0) } }
      guard ring.count >= Self.leastRing, let seen = AztecTilt(ring: ring), seen.ratio > Self.leastTilt else { break }
      tilt = seen
      inmost = ends(center, tilt, level, 4, module)
    }
    guard let inner = square(inmost) else { return nil }
    let outmost = ends(center, tilt, level, 6, module)
    var outer: Quadrilateral<EyePlane>?
    if outmost.count(where: { $0 != nil }) >= 60 { outer = square(outmost, like: inner) }
    func toImage(_ square: Quadrilateral<EyePlane>) -> Quadrilateral<ImagePixels> {
      square.map { center + tilt($0 - Point(0, 0)) }
    }
    return AztecBullsEye(inner: toImage(inner), outer: outer.map(toImage))
  }

  /// How many times as long a ring is one way as the other for it to be looked at as a tilted one: at 37°. Up to there a
  /// square's corners are near enough to a quarter turn apart.
  private static let leastTilt = 1.25
  /// Rays that must meet rings for their tilt to be taken from them, of 72: in texture that looks like an eye fewer do.
  private static let leastRing = 48
  /// The first round misses the ends that lie far out.
  private static let tiltRounds = 2

  /// How far from an eye's middle rays meet a ring, for each of `rays` in the eye's plane; nil where they meet no rings.
  private func ends(
    _ center: Point<ImagePixels>, _ tilt: AztecTilt, _ level: Double?, _ count: Int, _ module: Double
  ) -> [Double?] {
    Self.rays.map { crossings(center, tilt($0), level, count, module).map(Self.middleOfLast) }
  }

  /// The middle between the last two borders, wherever ink that spread, or was lost, has moved both of them.
  private static func middleOfLast(_ borders: [Double]) -> Double {
    (borders[borders.count - 1] + borders[borders.count - 2]) / 2
  }

  private static let rays = rays(72)
  private static let fewRays = rays(8)

  private static func rays(_ count: Int) -> [Vector<EyePlane>] {
    // Unit vectors by repeated rotation through 360°/count; sine and cosine by their series are not needed often.
    let angle = 2 * Double.pi / Double(count)
    let (c, s) = (cosine(angle), sine(angle))
    var direction = Vector<EyePlane>(1, 0)
    return (0..<count).map { _ in
      defer { direction = Vector(direction.x * c - direction.y * s, direction.x * s + direction.y * c) }
      return direction
    }
  }

  // The series are exact to 1e-9 for the angles of `rays`, at most 45°.
  private static func sine(_ x: Double) -> Double {
    x * (1 - x * x / 6 * (1 - x * x / 20 * (1 - x * x / 42 * (1 - x * x / 72))))
  }
  private static func cosine(_ x: Double) -> Double {
    1 - x * x / 2 * (1 - x * x / 12 * (1 - x * x / 30 * (1 - x * x / 56 * (1 - x * x / 90))))
  }

  /// Half way between the dark and the light of the inner rings.
  private func level(_ center: Point<ImagePixels>, _ module: Double) -> Double? {
    var low = 255.0
    var high = 0.0
    for ray in Self.fewRays {
      let direction = AztecTilt.none(ray)
      for step in 0...6 {
        let value = grey(center + direction * (module * 0.5 * Double(step)))
        low = min(low, value)
        high = max(high, value)
      }
    }
    // Below 16 grey levels noise draws rings of its own.
    return high - low >= 16 ? (low + high) / 2 : nil
  }

  /// The middle of the dark square near a place, by its extent in both directions.
  private func center(near place: Point<ImagePixels>, module: Double) -> Point<ImagePixels>? {
    guard var level = level(place, module) else { return nil }
    var center = place
    for _ in 0..<3 {
      for direction in [Vector<ImagePixels>(0, 1), Vector(1, 0)] {
        guard grey(center) < level, let forth = extent(center, direction, level, 2.5 * module),
          let back = extent(center, -direction, level, 2.5 * module)
        else { return nil }
        center = center + direction * ((forth - back) / 2)
      }
      level = self.level(center, module) ?? level
    }
    return center
  }

  private func extent(
    _ center: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ level: Double, _ limit: Double
  ) -> Double? {
    var distance = 0.25
    var previous = grey(center)
    while distance <= limit {
      let value = grey(center + direction * distance)
      if value >= level { return distance - 0.25 * (value - level) / max(1, value - previous) }
      previous = value
      distance += 0.25
    }
    return nil
  }

  /// Distances at which a ray crosses the borders of the rings, or nil where they are not equally far apart.
  private func crossings(
    _ center: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ level: Double?, _ count: Int, _ module: Double
  ) -> [Double]? {
    guard let level else { return turns(center, direction, count, module) }
    var result: [Double] = []
    result.reserveCapacity(count)
    let step = max(0.25, module / 8)
    let limit = 1.5 * module * (Double(count) + 1.5)
    var distance = 0.0
    var previous = grey(center)
    var isDark = true
    while result.count < count && distance < limit {
      distance += step
      let value = grey(center + direction * distance)
      if isDark ? value >= level : value < level {
        let part = abs(value - previous) > 0 ? abs(value - level) / abs(value - previous) : 0
        result.append(distance - step * min(1, part))
        isDark.toggle()
      }
      previous = value
    }
    guard result.count == count else { return nil }
    return Self.areRings(result) ? result : nil
  }

  /// The same where there is no one level: each border lies half way between the extremes to both sides of it.
  private func turns(
    _ center: Point<ImagePixels>, _ direction: Vector<ImagePixels>, _ count: Int, _ module: Double
  ) -> [Double]? {
    let step = max(0.25, module / 8)
    let limit = 1.5 * module * (Double(count) + 1.5)
    let values = stride(from: 0, through: limit, by: step).map { grey(center + direction * $0) }
    var result: [Double] = []
    // From the last extreme to the one sought, of which `extreme` is the farthest so far.
    var (last, extreme): (Int?, Int) = (nil, 0)
    var (swing, isRising) = (Self.leastSwing, false)
    for at in values.indices where result.count < count {
      if isRising ? values[at] > values[extreme] : values[at] < values[extreme] {
        extreme = at
      } else if abs(values[at] - values[extreme]) > swing {
        // It has turned: between this extreme and the one before lies a border.
        if let last {
          guard let border = Self.border(values, last, extreme) else { return nil }
          result.append(step * border)
          swing = max(Self.leastSwing, Self.swingPart * abs(values[extreme] - values[last]))
        }
        (last, extreme) = (extreme, at)
        isRising.toggle()
      }
    }
    guard result.count == count else { return nil }
    return Self.areRings(result) ? result : nil
  }

  /// Grey levels by which rings differ at least, as for the whole eye.
  private static let leastSwing = 12.0
  /// The part of the difference between two rings by which the grey must turn back for the next one to begin: in a shadow of a
  /// quarter of the light it turns by a quarter.
  private static let swingPart = 0.2

  /// Where a line of greys is half way between two of them, in samples.
  private static func border(_ values: [Double], _ first: Int, _ second: Int) -> Double? {
    let level = (values[first] + values[second]) / 2
    guard let after = (first..<second).first(where: { (values[$0 + 1] < level) != (values[first] < level) }) else {
      return nil
    }
    return Double(after) + (level - values[after]) / (values[after + 1] - values[after])
  }

  /// Whether borders are those of rings. Print that gained or lost ink moves each border from dark to light one
  /// way and those from light to dark the other, so only borders of a kind are two modules apart for certain.
  private static func areRings(_ borders: [Double]) -> Bool {
    let module =
      (borders[borders.count - 1] + borders[borders.count - 2] - borders[1] - borders[0])
      / Double(2 * borders.count - 4)
    for i in 2..<borders.count where abs(borders[i] - borders[i - 2] - 2 * module) > 0.6 * module { return false }
    // The first border is half a module out, the second one and a half.
    return abs(borders[0] + borders[1] - 2 * module) < 0.8 * module
      && abs(borders[1] - borders[0] - module) < 0.75 * module
  }

  /// The square on which the ends of rays lie, or nil for a circle or a muddle.
  ///
  /// - Parameter model: a square whose first corner this one's shall be nearest to.
  private func square(_ distances: [Double?], like model: Quadrilateral<EyePlane>? = nil) -> Quadrilateral<EyePlane>? {
    let directions = Self.rays
    let middle = Point<EyePlane>(0, 0)
    let count = directions.count
    let quarter = count / 4
    // The corners are where four rays a quarter turn apart are longest together.
    var first = 0
    var longest = 0.0
    var shortest = Double.infinity
    for i in 0..<quarter {
      let sum = (0..<4).reduce(0.0) { $0 + (distances[i + $1 * quarter] ?? 0) }
      if sum > longest { (first, longest) = (i, sum) }
      shortest = min(shortest, sum)
    }
    // A square's diagonal is 1.41 times its side, a circle's diameters are alike; perspective shares out more.
    guard longest > 1.15 * shortest else { return nil }
    var sides: [Line<EyePlane>] = []
    for side in 0..<4 {
      let points = (2..<quarter - 1).compactMap { step -> Point<EyePlane>? in
        let index = (first + side * quarter + step) % count
        return distances[index].map { middle + directions[index] * $0 }
      }
      guard points.count >= quarter / 2, let line = Line(fitting: points) else { return nil }
      // Points far from their line belong to another side: once more without them.
      let near = points.filter { abs(line.signedDistance(to: $0)) < 0.06 * longest }
      guard near.count >= 4, let better = Line(fitting: near) else { return nil }
      sides.append(better)
    }
    var corners: [Point<EyePlane>] = []
    for side in 0..<4 {
      guard let corner = sides[(side + 3) % 4].intersection(with: sides[side]),
        corner.distance(to: middle) < longest
      else { return nil }
      corners.append(corner)
    }
    if let model {
      let nearest =
        corners.indices.min { corners[$0].distance(to: model.topLeft) < corners[$1].distance(to: model.topLeft) } ?? 0
      corners = Array(corners[nearest...] + corners[..<nearest])
    }
    let result = Quadrilateral(corners[0], corners[1], corners[2], corners[3])
    return result.isConvex ? result : nil
  }
}
