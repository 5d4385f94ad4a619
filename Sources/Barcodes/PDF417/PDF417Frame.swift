import Geometry
import Imaging

/// Where a PDF417 symbol's rows run: its left side, and its right side where that was found.
struct PDF417Frame {
  /// The symbol's left outline from top to bottom.
  let left: (top: Point<ImagePixels>, bottom: Point<ImagePixels>)
  /// The right outline, or nil where there is no stop pattern.
  let right: (top: Point<ImagePixels>, bottom: Point<ImagePixels>)?
  /// Left to right where there is no right outline.
  let rightward: Vector<ImagePixels>
  /// Pixels a module near the left side: the median of its height.
  let module: Double
  /// The same at each height of the left side, and of the right side where that was found.
  var leftModules: ModuleTrend?
  var rightModules: ModuleTrend?

  /// Both ends of a line along the rows at a fraction of the height; the second is nil without a right side.
  func line(at v: Double) -> (start: Point<ImagePixels>, end: Point<ImagePixels>?) {
    (left.top.interpolated(to: left.bottom, v), right.map { $0.top.interpolated(to: $0.bottom, v) })
  }

  var height: Double {
    max(left.top.distance(to: left.bottom), right.map { $0.top.distance(to: $0.bottom) } ?? 0)
  }

  /// A right side that may belong to a left one.
  private struct End {
    let top: Point<ImagePixels>
    let bottom: Point<ImagePixels>
    let distance: Double
    let modules: ModuleTrend
    let isConfirmed: Bool
  }

  /// Where the codewords of a line at a fraction of the height begin, in pixels from its start, when it is `length`
  /// pixels long; nil without a right side.
  ///
  /// Along a line in perspective s(t) = a·t / (1 + b·t); the modules at both ends tell a and b, and with the
  /// length how many modules there are: length / √(left · right), which must be a whole number of codewords.
  func boundaries(at v: Double, length: Double) -> [Double]? {
    guard let module = leftModules?.module(at: v), let rightModule = rightModules?.module(at: v),
      rightModule > 0.3 * module, rightModule < 3 * module
    else { return nil }
    let modules = length / (module * rightModule).squareRoot()
    let codewords = Int(((modules - 1) / 17).rounded())
    guard 5...34 ~= codewords else { return nil }
    let whole = Double(17 * codewords + 1)
    let b = ((module / rightModule).squareRoot() - 1) / whole
    let a = length * (1 + b * whole) / whole
    return (1..<codewords).map { index in
      let t = Double(17 * index)
      return a * t / (1 + b * t)
    }
  }

  /// The frames that one start pattern may belong to.
  struct Choice {
    /// With the nearest stop pattern that fits.
    let whole: PDF417Frame?
    /// Without one, at the tilts that rows may have.
    let tilted: [PDF417Frame]
    /// True where the start pattern or the stop pattern is.
    let isConfirmed: Bool
  }

  /// How far the sides go on where the patterns were found.
  enum Extent {
    /// To the first gap: of symbols above each other each ends there.
    case unbroken
    /// Over gaps in which the side is torn or covered; nothing where there are none.
    case overGaps
  }

  /// The frames that start and stop patterns make.
  static func choices(_ guards: [PDF417Guard], _ extent: Extent, _ grey: GreyField) -> [Choice] {
    // Codewords that look like a stop pattern do so for a few lines only.
    let most = guards.reduce(0) { $1.isStart ? $0 : max($0, $1.places.count) }
    let stops = guards.filter { !$0.isStart && 3 * $0.places.count >= most }
    return guards.filter(\.isStart).compactMap { choice($0, stops, extent, grey) }
  }

  private static func choice(
    _ start: PDF417Guard, _ stops: [PDF417Guard], _ extent: Extent, _ grey: GreyField
  ) -> Choice? {
    guard let found = side(start.places, outwardAlong: -start.rightward, isRight: false, grey) else { return nil }
    if extent == .overGaps && !found.hasGap { return nil }
    let left = extent == .unbroken ? found.unbroken : found.overGaps
    // The distance between both sides of the pattern, not along the scan line.
    guard let across = Line(left.top, left.bottom) else { return nil }
    let widths = start.farPlaces.map { abs(across.signedDistance(to: $0)) }.sorted()
    let module = widths[widths.count / 2] / 17
    guard module >= 0.7, let normal = (left.bottom - left.top).perpendicular.normalized else { return nil }
    let rightward = normal.dot(start.rightward) > 0 ? normal : -normal
    let ends = stops.compactMap { stop -> End? in
      guard stop.rightward.dot(start.rightward) > 0.5,
        let found = side(stop.farPlaces, outwardAlong: stop.rightward, isRight: true, grey)
      else { return nil }
      let right = extent == .unbroken ? found.unbroken : found.overGaps
      let middle = left.top.midpoint(to: left.bottom)
      let other = right.top.midpoint(to: right.bottom)
      let along = (other - middle).dot(rightward)
      let off = abs((other - middle).dot(normal.perpendicular))
      let height = left.top.distance(to: left.bottom)
      // 5 to 34 codewords apart; the foreshortened side may have half the module.
      guard along > 30 * module, along < 34 * 17 * module * 1.6, off < 0.6 * height + 0.2 * along else { return nil }
      return End(
        top: right.top, bottom: right.bottom, distance: (other - middle).length,
        modules: modules(stop.farPlaces, stop.places, right, width: 18) ?? ModuleTrend(even: module),
        isConfirmed: stop.isConfirmed)
    }
    let end = ends.min { $0.distance < $1.distance }
    let whole = end.map {
      PDF417Frame(
        left: left, right: ($0.top, $0.bottom), rightward: rightward, module: module,
        leftModules: modules(start.places, start.farPlaces, left, width: 17), rightModules: $0.modules)
    }
    // Tilts that a symbol without a right side may have.
    let tilted = [0.0, 0.04, -0.04, 0.08, -0.08, 0.13, -0.13].compactMap { tilt in
      (rightward + normal.perpendicular * tilt).normalized.map {
        PDF417Frame(left: left, right: nil, rightward: $0, module: module)
      }
    }
    return Choice(whole: whole, tilted: tilted, isConfirmed: start.isConfirmed || end?.isConfirmed ?? false)
  }

  /// Pixels a module along a side, from where the lines crossed it and the pattern's other end.
  private static func modules(
    _ places: [Point<ImagePixels>], _ others: [Point<ImagePixels>], _ side: Ends, width: Double
  ) -> ModuleTrend? {
    guard let outline = Line(side.top, side.bottom) else { return nil }
    let down = side.bottom - side.top
    let samples = zip(places, others).map { place, other in
      (v: (place - side.top).dot(down) / down.dot(down), module: abs(outline.signedDistance(to: other)) / width)
    }
    guard !samples.isEmpty else { return nil }
    // Lines on which something else was taken for the pattern's end.
    let middle = samples.map(\.module).sorted()[samples.count / 2]
    return ModuleTrend(samples.filter { 0.7 * middle...1.4 * middle ~= $0.module })
  }

  /// Where a side begins and ends.
  typealias Ends = (top: Point<ImagePixels>, bottom: Point<ImagePixels>)

  /// A side as it was followed up and down from where lines crossed it.
  struct Side {
    /// To the first gap on either way, but as far as it was crossed.
    let unbroken: Ends
    /// As far as the edge goes on in the same line.
    let overGaps: Ends
    let hasGap: Bool
  }

  /// A side through places where scan lines crossed it, drawn out to where it ends.
  static func side(
    _ places: [Point<ImagePixels>], outwardAlong: Vector<ImagePixels>, isRight: Bool,
    _ grey: GreyField
  ) -> Side? {
    guard let line = Line(fitting: places), let first = places.first, let last = places.last else {
      return nil
    }
    let near = places.filter { abs(line.signedDistance(to: $0)) < 3 }
    guard near.count >= 3, near.count * 2 >= places.count else { return nil }
    let outward = line.normal.dot(outwardAlong) > 0 ? line.normal : -line.normal
    guard var along = (last - first).normalized else { return nil }
    // Down in the symbol is a quarter turn clockwise from its right.
    let down = isRight ? outward.perpendicular : (-outward).perpendicular
    if along.dot(down) < 0 { along = -along }
    let middle = near[near.count / 2]
    let tracer = EdgeTracer(
      grey: grey, contrast: max(12, grey(middle + outward * 1.5) - grey(middle - outward * 1.5)))
    let forth = tracer.follow(from: middle, along, outward: outward)
    let back = tracer.follow(from: middle, -along, outward: outward)
    func height(_ place: Point<ImagePixels>) -> Double { (place - middle).dot(along) }
    func ends(_ traced: [Point<ImagePixels>]) -> Ends? {
      let all = traced + near
      guard let top = all.min(by: { height($0) < height($1) }), let bottom = all.max(by: { height($0) < height($1) }),
        top.distance(to: bottom) >= 5
      else { return nil }
      return (top, bottom)
    }
    guard let overGaps = ends([forth.end, back.end]),
      let unbroken = ends([forth.firstEnd ?? forth.end, back.firstEnd ?? back.end])
    else { return nil }
    return Side(
      unbroken: unbroken, overGaps: overGaps,
      hasGap: unbroken.top != overGaps.top || unbroken.bottom != overGaps.bottom)
  }
}
