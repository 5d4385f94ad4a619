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
  /// How much further down the right side rows end than they begin on the left one, as parts of the sides' heights: at the top, and
  /// how much more at the bottom.
  var descent = (top: 0.0, change: 0.0)

  /// Both ends of a line along the rows at a fraction of the height; the second is nil without a right side.
  func line(at v: Double) -> (start: Point<ImagePixels>, end: Point<ImagePixels>?) {
    let end = v + descent.top + descent.change * v
    return (left.top.interpolated(to: left.bottom, v), right.map { $0.top.interpolated(to: $0.bottom, end) })
  }

  /// The same with rows that end further down on the right side.
  func descending(by descent: (top: Double, change: Double)) -> PDF417Frame {
    var result = self
    result.descent = descent
    return result
  }

  /// Codewords of a row beside its indicators, where these have told them.
  var columns: Int?

  /// The same with rows of so many codewords beside their indicators.
  func holding(columns: Int) -> PDF417Frame {
    var result = self
    result.columns = columns
    return result
  }

  /// The same where its rows' modules are as large as what was read before tells, not as the sides do: paper that bends has
  /// larger ones in the middle.
  var bent: PDF417Frame {
    var result = self
    (result.leftModules, result.rightModules) = (nil, nil)
    return result
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
  /// Along a line in perspective s(t) = a·t / (1 + b·t). How many modules there are the modules at both ends tell with the length,
  /// length / √(left · right), which must be a whole number of codewords; with that number each end tells b by the width of its
  /// pattern.
  func boundaries(at v: Double, length: Double) -> [Double]? {
    guard let (module, rightModule) = modules(at: v) else { return nil }
    if let columns { return Self.bentBoundaries(columns: columns, length: length, module, rightModule) }
    guard let codewords = Self.codewords(length: length, module, rightModule) else { return nil }
    let whole = Double(17 * codewords + 1)
    /// b as the end at which t is 0 tells it, by its pattern's mean module.
    func bend(_ module: Double, width: Double) -> Double {
      let share = module * whole / length
      return (share - 1) / (whole - width * share)
    }
    let (fromLeft, fromRight) = (bend(module, width: 17), bend(rightModule, width: 18))
    let b = (fromLeft - fromRight / (1 + fromRight * whole)) / 2
    guard 1 + fromRight * whole > 0, 1 + b * whole > 0 else { return nil }
    let a = length * (1 + b * whole) / whole
    return (1..<codewords).map { index in
      let t = Double(17 * index)
      return a * t / (1 + b * t)
    }
  }

  /// Codewords of a line from side to side, the patterns counted as one each, if it lies flat.
  private static func codewords(length: Double, _ module: Double, _ rightModule: Double) -> Int? {
    let modules = length / (module * rightModule).squareRoot()
    let codewords = Int(((modules - 1) / 17).rounded())
    return 5...34 ~= codewords ? codewords : nil
  }

  /// The columns that a symbol may have whose paper bends: as many as if it were flat, or fewer, as its sides face the camera less
  /// than its middle does.
  var columnsOnBentPaper: [Int] {
    let (start, end) = line(at: 0.5)
    guard let end, let (module, rightModule) = modules(at: 0.5),
      let most = Self.codewords(length: start.distance(to: end), module, rightModule)
    else { return [] }
    return (max(1, Int(Self.leastCosine * Double(most)) - 4)...max(1, most - 4)).reversed()
  }

  /// Pixels a module along a line at both of its ends.
  private func modules(at v: Double) -> (left: Double, right: Double)? {
    let (start, end) = line(at: v)
    guard let across = leftModules?.module(at: v), let rightAcross = rightModules?.module(at: v), let right, let end,
      let along = (end - start).normalized, let normal = (left.bottom - left.top).perpendicular.normalized,
      let rightNormal = (right.bottom - right.top).perpendicular.normalized
    else { return nil }
    // Modules were measured across the sides, to which rows run at an angle where the symbol is seen askew.
    let module = across / max(Self.leastCosine, abs(along.dot(normal)))
    let rightModule = rightAcross / max(Self.leastCosine, abs(along.dot(rightNormal)))
    return rightModule > 0.3 * module && rightModule < 3 * module ? (module, rightModule) : nil
  }

  /// The same of a row of which the number of codewords is known, on paper that bends: the cubic through both ends of the patterns at
  /// both sides, as half a cylinder's outline is one to half a module.
  private static func bentBoundaries(
    columns: Int, length: Double, _ module: Double, _ rightModule: Double
  ) -> [Double]? {
    let codewords = columns + 4
    let whole = Double(17 * codewords + 1)
    let knots = [
      (t: 0.0, s: 0.0), (t: 17, s: 17 * module), (t: whole - 18, s: length - 18 * rightModule), (t: whole, s: length),
    ]
    let places = (0...codewords).map { index -> Double in
      let t = index == codewords ? whole : Double(17 * index)
      return knots.reduce(0) { sum, knot in
        sum + knots.reduce(knot.s) { $1.t == knot.t ? $0 : $0 * (t - $1.t) / (knot.t - $1.t) }
      }
    }
    guard zip(places, places.dropFirst()).allSatisfy({ $1 - $0 > 17 * leastModule }) else { return nil }
    return Array(places[1..<codewords])
  }

  /// Pixels of a module that shows.
  private static let leastModule = 0.7

  /// Of the angle between rows and a line square to a side; 60° are as far as a symbol is read that is seen askew.
  private static let leastCosine = 0.5

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
    let stops = guards.filter { !$0.isStart && 3 * $0.places.count >= most }.compactMap { stop in
      side(stop.farPlaces, outwardAlong: stop.rightward, isRight: true, grey).map { (stop: stop, side: $0) }
    }
    return guards.filter(\.isStart).compactMap { choice($0, stops, extent, grey) }
  }

  private static func choice(
    _ start: PDF417Guard, _ stops: [(stop: PDF417Guard, side: Side)], _ extent: Extent, _ grey: GreyField
  ) -> Choice? {
    guard let found = side(start.places, outwardAlong: -start.rightward, isRight: false, grey) else { return nil }
    if extent == .overGaps && !found.hasGap { return nil }
    let left = extent == .unbroken ? found.unbroken : found.overGaps
    // The distance between both sides of the pattern, not along the scan line.
    guard let across = Line(left.top, left.bottom) else { return nil }
    let widths = start.farPlaces.map { abs(across.signedDistance(to: $0)) }.sorted()
    let module = widths[widths.count / 2] / 17
    guard module >= leastModule, let normal = (left.bottom - left.top).perpendicular.normalized else { return nil }
    let rightward = normal.dot(start.rightward) > 0 ? normal : -normal
    let ends = stops.compactMap { stop, side -> End? in
      guard stop.rightward.dot(start.rightward) > 0.5 else { return nil }
      let right = extent == .unbroken ? side.unbroken : side.overGaps
      let middle = left.top.midpoint(to: left.bottom)
      let other = right.top.midpoint(to: right.bottom)
      let along = (other - middle).dot(rightward)
      let off = abs((other - middle).dot(normal.perpendicular))
      let height = left.top.distance(to: left.bottom)
      // 5 to 34 codewords apart; the foreshortened side may have half the module.
      guard along > 30 * module, along < 34 * 17 * module * 1.6, off < 0.6 * height + 0.45 * along else { return nil }
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
