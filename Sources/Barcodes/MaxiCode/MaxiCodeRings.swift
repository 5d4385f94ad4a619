import Geometry
import Imaging

/// The rings in the middle of a MaxiCode, as the ellipses that circles are seen as.
struct MaxiCodeRings {
  let center: Point<ImagePixels>
  /// From ways in modules from the middle of the rings to pixels, but for how the symbol is turned.
  let perspective: Perspective<Modules, ImagePixels>
  /// Grey half way between dark and light, and how far either is from it, all around.
  let level: Double
  let contrast: Double
  /// Along each ray, how dark and how light it is between the middle and the second ring's end.
  private let extremes: [Extremes]

  /// Measures the rings around a place, light in its middle.
  ///
  /// - Parameter module: pixels a module, roughly.
  /// - Returns: nil for squares, for rings of other widths, and for what are no rings.
  init?(_ grey: GreyField, around place: Point<ImagePixels>, module: Double) {
    // A few rays tell nearly all other things.
    var misses = 0
    for ray in stride(from: 0, to: Self.count, by: 6) {
      guard let extremes = Self.extremes(grey, place, ray, module),
        Self.borders(grey, place, Self.rays[ray], extremes.level, module) != nil
      else {
        misses += 1
        if misses > 2 { return nil }
        continue
      }
    }
    var center = place
    var borders: [Borders?] = []
    var extremes: [Extremes?] = []
    for round in 0..<3 {
      extremes = Self.rays.indices.map { Self.extremes(grey, center, $0, module) }
      borders = zip(Self.rays, extremes).map { ray, extremes in
        extremes.flatMap { Self.borders(grey, center, ray, $0.level, module) }
      }
      guard borders.count(where: { $0 != nil }) >= Self.leastRays else { return nil }
      guard round < 2 else { break }
      center = center + Self.shift(borders)
    }
    guard let ellipse = Self.ellipse(borders) else { return nil }
    let (shift, tilt) = Self.tilt(borders, ellipse)
    self.center = center + shift
    perspective = Perspective(
      ellipse.a + self.center.x * tilt.x, ellipse.b + self.center.x * tilt.y, self.center.x,
      ellipse.b + self.center.y * tilt.x, ellipse.d + self.center.y * tilt.y, self.center.y, tilt.x, tilt.y, 1)
    let seen = extremes.compactMap(\.self)
    let mean = Extremes(
      low: seen.reduce(0) { $0 + $1.low } / Double(seen.count),
      high: seen.reduce(0) { $0 + $1.high } / Double(seen.count))
    (level, contrast) = (mean.level, mean.contrast)
    self.extremes = extremes.map { $0 ?? mean }
  }

  /// How far a grey lies on the dark side of the threshold in its direction: 1 is as dark as the rings, −1 as light as between
  /// them. A lamp or the edge of a shadow makes one side lighter than the other.
  func darkness(_ value: Double, at place: Point<ImagePixels>) -> Double {
    let way = place - center
    var (nearest, most) = (0, -Double.infinity)
    for ray in stride(from: 0, to: Self.count, by: 6) {
      let along = way.x * Self.rays[ray].x + way.y * Self.rays[ray].y
      if along > most { (nearest, most) = (ray, along) }
    }
    return (extremes[nearest].level - value) / extremes[nearest].contrast
  }

  private struct Extremes {
    let low: Double
    let high: Double
    /// Grey half way between dark and light, and how far either is from it.
    var level: Double { (low + high) / 2 }
    var contrast: Double { (high - low) / 2 }
  }

  /// Where a ray crosses the rings.
  private struct Borders {
    /// The middles of the first two rings, in pixels.
    let inner: Double
    let outer: Double

    /// Pixels a module, by what the rings measure to their outermost border.
    var scale: Double {
      let ring = (outer - inner) / 2
      return (inner - ring / 2 + 5 * ring) / MaxiCodeLayout.rings[5]
    }
  }

  private static let count = 48
  private static let half = 24
  /// Rays of 48 that must show rings: a stain or a scratch may cover a sixth of them.
  private static let leastRays = 40
  /// Pairs of opposite rays that tell where the eight that may be covered lie all to one side.
  private static let leastPairs = 16
  /// Below 16 grey levels noise draws rings of its own.
  private static let leastContrast = 16.0
  /// Radii from which the first four borders may be off, as a share of what they should be; a square's are 1.41 apart.
  private static let roundness = 0.1

  /// Unit vectors 7.5° apart, each the one before turned by the cosine and sine of that.
  private static let rays: [Vector<ImagePixels>] = {
    let (c, s) = (0.9914448613738104, 0.13052619222005157)
    var ray = Vector<ImagePixels>(1, 0)
    return (0..<count).map { _ in
      defer { ray = Vector(ray.x * c - ray.y * s, ray.x * s + ray.y * c) }
      return ray
    }
  }()

  private static func extremes(
    _ grey: GreyField, _ center: Point<ImagePixels>, _ ray: Int, _ module: Double
  ) -> Extremes? {
    var (low, high) = (255.0, 0.0)
    for step in 0...8 {
      let value = grey(center + rays[ray] * (0.35 * module * Double(step)))
      (low, high) = (min(low, value), max(high, value))
    }
    return high - low >= leastContrast ? Extremes(low: low, high: high) : nil
  }

  /// Where a ray crosses the first four borders; nil where they do not lie as a MaxiCode's do.
  private static func borders(
    _ grey: GreyField, _ center: Point<ImagePixels>, _ ray: Vector<ImagePixels>, _ level: Double, _ module: Double
  ) -> Borders? {
    let rings = MaxiCodeLayout.rings
    var borders = SIMD4<Double>.zero
    var found = 0
    let step = max(0.25, module / 10)
    // Seen aslant up to twice as far as the mean.
    let limit = 2 * module * rings[3]
    var (distance, previous) = (0.0, grey(center))
    guard previous >= level else { return nil }
    while found < 4 {
      distance += step
      guard distance < limit else { return nil }
      let value = grey(center + ray * distance)
      if found.isMultiple(of: 2) ? value < level : value >= level {
        borders[found] = distance - step * min(1, abs(value - level) / max(1, abs(value - previous)))
        found += 1
      }
      previous = value
    }
    // Middles of rings, and two rings together, stay as they are where ink spreads. Printers draw the middle larger and the
    // rings thinner than the standard has them, up to the same outer border.
    let (inner, outer) = ((borders[0] + borders[1]) / 2, (borders[2] + borders[3]) / 2)
    let ring = (outer - inner) / 2
    let hole = (inner - ring / 2) / ring
    let widths = SIMD3(borders[1] - borders[0], borders[2] - borders[1], borders[3] - borders[2]) / ring
    guard ring > 0, 0.2...2.3 ~= hole, widths.min() > 0.15, abs(widths[0] + widths[1] - 2) < 0.6,
      abs(widths[1] + widths[2] - 2) < 0.6
    else { return nil }
    return Borders(inner: inner, outer: outer)
  }

  /// How far the middle of the rings lies from where the rays began: opposite rays tell.
  private static func shift(_ borders: [Borders?]) -> Vector<ImagePixels> {
    var sum = Vector<ImagePixels>(0, 0)
    var pairs = 0.0
    for ray in 0..<half {
      guard let forth = borders[ray], let back = borders[ray + half] else { continue }
      sum = sum + rays[ray] * (forth.inner - back.inner)
      pairs += 1
    }
    // Half the difference; over half a turn, squares of the cosine have a mean of a half.
    return sum / max(pairs, 1)
  }

  /// The symmetric matrix [[a, b], [b, d]] that takes ways in modules to pixels near the middle.
  private struct Ellipse {
    let a, b, d: Double

    /// The way in modules of a pixel along a ray.
    func way(of ray: Vector<ImagePixels>) -> Vector<Modules> {
      let determinant = a * d - b * b
      return Vector((d * ray.x - b * ray.y) / determinant, (a * ray.y - b * ray.x) / determinant)
    }
  }

  /// The matrix of the ellipse on which the ends of rays lie: the inverse square of the scale is a + b by the doubled angle.
  private static func ellipse(_ borders: [Borders?]) -> Ellipse? {
    // Opposite rays together: seen aslant the nearer half of a circle is longer.
    let pairs = (0..<half).compactMap { ray -> (ray: Vector<ImagePixels>, outer: Double, scale: Double)? in
      guard let forth = borders[ray], let back = borders[ray + half] else { return nil }
      return (rays[ray], (forth.outer + back.outer) / 2, (forth.scale + back.scale) / 2)
    }
    guard pairs.count >= leastPairs else { return nil }
    var (mean, cosine, sine, share) = (0.0, 0.0, 0.0, 0.0)
    for (ray, outer, scale) in pairs {
      let value = 1 / (outer * outer)
      mean += value
      cosine += value * (ray.x * ray.x - ray.y * ray.y)
      sine += value * 2 * ray.x * ray.y
      share += scale / outer
    }
    let count = Double(pairs.count)
    (mean, cosine, sine) = (mean / count, 2 * cosine / count, 2 * sine / count)
    let (p, q, r) = (mean + cosine, sine, mean - cosine)
    let determinant = p * r - q * q
    // A circle seen from 60° is half as high as wide.
    guard determinant > 0, (p + r) * (p + r) < 8 * determinant else { return nil }
    let isRound = pairs.count { ray, outer, _ in
      let length = outer * (p * ray.x * ray.x + 2 * q * ray.x * ray.y + r * ray.y * ray.y).squareRoot()
      return abs(length - 1) < roundness
    }
    guard isRound >= leastPairs else { return nil }
    // The square root of the inverse matrix, by Cayley and Hamilton; one ray alone tells the scale less well than all.
    let (u, v, w) = (r / determinant, -q / determinant, p / determinant)
    let root = (1 / determinant).squareRoot()
    let scale = share / count / (u + w + 2 * root).squareRoot()
    return Ellipse(a: (u + root) * scale, b: v * scale, d: (w + root) * scale)
  }

  /// How far the middle lies from where the rays began, and how the scale changes with the way in modules from there.
  ///
  /// A ray of n modules for each pixel meets a circle of r modules after r/|n| · (1 − r·t·n/|n|) pixels of it, t being the
  /// tilt. Half of what opposite rays differ by is the shift along them, less what grows by the square of r: two rings tell
  /// both.
  private static func tilt(_ borders: [Borders?], _ ellipse: Ellipse) -> (Vector<ImagePixels>, Vector<Modules>) {
    var tilts = FewUnknowns(2)
    var shifts = FewUnknowns(2)
    for ray in 0..<half {
      guard let forth = borders[ray], let back = borders[ray + half] else { continue }
      let way = ellipse.way(of: rays[ray])
      let length = way.length
      let inner = (forth.inner + back.inner) / 2 * length
      let outer = (forth.outer + back.outer) / 2 * length
      let (innerOff, outerOff) = ((forth.inner - back.inner) / 2 * length, (forth.outer - back.outer) / 2 * length)
      let tilt = (innerOff - outerOff) / (outer * outer - inner * inner)
      tilts.add(SIMD8(way.x / length, way.y / length, 0, 0, 0, 0, 0, 0), equals: tilt)
      shifts.add(
        SIMD8(rays[ray].x, rays[ray].y, 0, 0, 0, 0, 0, 0), equals: (innerOff + tilt * inner * inner) / length)
    }
    guard let tilt = tilts.solution(), let shift = shifts.solution() else { return (Vector(0, 0), Vector(0, 0)) }
    return (Vector(shift[0], shift[1]), Vector(tilt[0], tilt[1]))
  }
}
