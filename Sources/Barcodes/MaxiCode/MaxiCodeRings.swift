import Geometry
import Imaging

/// The rings in the middle of a MaxiCode, as the ellipse that a circle of one module is seen as.
struct MaxiCodeRings {
  let center: Point<ImagePixels>
  /// The symmetric matrix [[a, b], [b, d]] that takes a way in modules to pixels, but for how the symbol is turned.
  let a: Double
  let b: Double
  let d: Double
  /// Grey half way between dark and light, and how far either is from it.
  let level: Double
  let contrast: Double

  /// Measures the rings around a place, light in its middle.
  ///
  /// - Parameter module: pixels a module, roughly.
  /// - Returns: nil for squares, for rings of other widths, and for what are no rings.
  init?(_ grey: GreyField, around place: Point<ImagePixels>, module: Double) {
    guard let (low, high) = Self.extremes(grey, place, module) else { return nil }
    level = (low + high) / 2
    contrast = (high - low) / 2
    // A few rays tell nearly all other things.
    var misses = 0
    for ray in stride(from: 0, to: Self.count, by: 6)
    where Self.scale(grey, place, Self.rays[ray], (low + high) / 2, module) == nil {
      misses += 1
      if misses > 2 { return nil }
    }
    var center = place
    var scales: [Double?] = []
    for round in 0..<3 {
      scales = Self.rays.map { Self.scale(grey, center, $0, (low + high) / 2, module) }
      guard scales.count(where: { $0 != nil }) >= Self.leastRays else { return nil }
      guard round < 2 else { break }
      center = center + Self.shift(scales)
    }
    guard let (a, b, d) = Self.ellipse(scales) else { return nil }
    (self.center, self.a, self.b, self.d) = (center, a, b, d)
  }

  private static let count = 48
  private static let half = 24
  /// Rays of 48 that must show rings: a stain or a scratch may cover a sixth of them.
  private static let leastRays = 40
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
    _ grey: GreyField, _ place: Point<ImagePixels>, _ module: Double
  ) -> (low: Double, high: Double)? {
    var (low, high) = (255.0, 0.0)
    for ray in stride(from: 0, to: count, by: 6) {
      for step in 0...8 {
        let value = grey(place + rays[ray] * (0.35 * module * Double(step)))
        (low, high) = (min(low, value), max(high, value))
      }
    }
    return high - low >= leastContrast ? (low, high) : nil
  }

  /// Pixels a module along a ray, by where it crosses the first four borders; nil where they do not lie as a MaxiCode's do.
  private static func scale(
    _ grey: GreyField, _ center: Point<ImagePixels>, _ ray: Vector<ImagePixels>, _ level: Double, _ module: Double
  ) -> Double? {
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
    return (hole + 5) * ring / rings[5]
  }

  /// How far the middle of the rings lies from where the rays began: opposite rays tell.
  private static func shift(_ scales: [Double?]) -> Vector<ImagePixels> {
    var sum = Vector<ImagePixels>(0, 0)
    var pairs = 0.0
    for ray in 0..<half {
      guard let forth = scales[ray], let back = scales[ray + half] else { continue }
      sum = sum + rays[ray] * (forth - back)
      pairs += 1
    }
    // Scales are of the radius of the outer border. Over half a turn, squares of the cosine have a mean of a half.
    return sum * (MaxiCodeLayout.rings[5] / max(pairs, 1))
  }

  /// The matrix of the ellipse on which the ends of rays lie: the inverse square of the scale is a + b by the doubled angle.
  private static func ellipse(_ scales: [Double?]) -> (a: Double, b: Double, d: Double)? {
    var (mean, cosine, sine, pairs) = (0.0, 0.0, 0.0, 0.0)
    for ray in 0..<half {
      guard let forth = scales[ray], let back = scales[ray + half] else { continue }
      let value = 4 / ((forth + back) * (forth + back))
      let (x, y) = (rays[ray].x, rays[ray].y)
      mean += value
      cosine += value * (x * x - y * y)
      sine += value * 2 * x * y
      pairs += 1
    }
    guard pairs >= 16 else { return nil }
    (mean, cosine, sine) = (mean / pairs, 2 * cosine / pairs, 2 * sine / pairs)
    let (p, q, r) = (mean + cosine, sine, mean - cosine)
    let determinant = p * r - q * q
    // A circle seen from 60° is half as high as wide.
    guard determinant > 0, (p + r) * (p + r) < 8 * determinant else { return nil }
    let isRound = zip(rays, scales).count { ray, scale in
      guard let scale else { return false }
      let length = scale * (p * ray.x * ray.x + 2 * q * ray.x * ray.y + r * ray.y * ray.y).squareRoot()
      return abs(length - 1) < roundness
    }
    guard isRound >= leastRays else { return nil }
    // The square root of the inverse matrix, by Cayley and Hamilton.
    let (u, v, w) = (r / determinant, -q / determinant, p / determinant)
    let root = (1 / determinant).squareRoot()
    let trace = (u + w + 2 * root).squareRoot()
    return ((u + root) / trace, v / trace, (w + root) / trace)
  }
}
