import Geometry
import Imaging

/// A place where a row, a column and both diagonals show a bull's-eye's rings, each a module wide.
struct AztecEyeHint {
  /// In pixels of the image that was scanned.
  let center: Point<ImagePixels>
  /// Module lengths along the row and the column, in pixels of that image.
  let across: Double
  let down: Double
  let isInverted: Bool
  /// True for rings that only MaxiCode's middle fits, which is wider than they are.
  let isRound: Bool
  /// Parts of a module by which the rings' borders lie elsewhere than a square eye's, the mean; infinite for a round one.
  var misfit = Double.infinity

  var module: Double { (across + down) / 2 }
}

/// Looks for bull's-eyes along rows: runs as long as each other to both sides of some run. A row through the
/// middle has a middle run of one module, one through the rings above and below it a longer one, but the column
/// through its middle shows runs of a module all along: it refuses nearly all other things at its second run.
struct AztecEyeScan {
  private var edges = RowEdges()
  private var runs = RingedRuns()
  /// Places along a column where dark and light change, from the row that it starts at.
  private var above: [Double] = []
  private var below: [Double] = []
  private(set) var hints: [AztecEyeHint] = []

  /// Scans every `step`-th row of one image and keeps one hint an eye.
  ///
  /// - Parameters:
  ///   - leastModule: in pixels; what is smaller was found in a larger copy of the image.
  ///   - isClaimed: asked whether a place belongs to a symbol that was read, whose modules may look like eyes.
  ///   - isOver: asked again and again whether to stop there, as in a weave every place looks like an eye for long.
  /// - Complexity: O(width × height / step).
  mutating func scan(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, leastModule: Double, findsLight: Bool,
    findsRound: Bool, isClaimed: (Point<ImagePixels>) -> Bool, isOver: () -> Bool
  ) {
    hints.removeAll(keepingCapacity: true)
    let leastSpan = Int((4 * leastModule).rounded(.up))
    for (number, y) in stride(from: step / 2, to: image.height, by: step).enumerated() {
      if number % Self.rowsAtOnce == 0 && isOver() { return }
      edges.scan(image, thresholds, row: y)
      runs.find(edges, leastSpan: leastSpan)
      // Held for the row: to take hold of them at each place takes longer than the place.
      let (e, places) = (edges.positions, runs.places)
      for place in 0..<runs.count {
        if place % Self.placesAtOnce == Self.placesAtOnce - 1 && isOver() { return }
        let i = Int(places[place])
        let row = Section(e0: e[i], e1: e[i + 1], e2: e[i + 2], e3: e[i + 3], e4: e[i + 4], e5: e[i + 5])
        crossCheck(image, y: y, row, findsLight: findsLight, findsRound: findsRound, isClaimed)
      }
    }
  }

  /// Rows between checks of the meter, besides those for their places.
  private static let rowsAtOnce = 8
  /// Places looked at between checks of the meter: less than a millisecond.
  private static let placesAtOnce = 64

  /// Five runs of a row, by their edges.
  private struct Section {
    let e0, e1, e2, e3, e4, e5: Int32
  }

  private mutating func crossCheck(
    _ image: LuminanceImage, y: Int, _ row: Section, findsLight: Bool, findsRound: Bool,
    _ isClaimed: (Point<ImagePixels>) -> Bool
  ) {
    let x = Int(row.e2 + row.e3) / 2
    let across = Double(row.e2 - row.e0 + row.e5 - row.e3) / 4
    // What lies within an eye found in an earlier row is that eye, unless its rings fit badly: those around the middle of a
    // ring's side do, and a round one may have been a square one's border.
    let place = Point<ImagePixels>(Double(x) + 0.5, Double(y) + 0.5)
    var around: Int?
    for index in max(0, hints.count - Self.recent)..<hints.count
    where abs(hints[index].center.y - place.y) < 3.5 * hints[index].down
      && abs(hints[index].center.x - place.x) < 3.5 * hints[index].across
    {
      if hints[index].misfit < Self.plainMisfit { return }
      around = index
    }

    // One level must part the five runs: a column, a cache line a pixel, is walked only where one does.
    let start = y * image.width
    func grey(_ from: Int32, _ to: Int32) -> Int { Int(image.pixels[start + Int((from + to) / 2)]) }
    let rings = (grey(row.e1, row.e2), grey(row.e3, row.e4))
    let (outer, middle) = ((grey(row.e0, row.e1), grey(row.e4, row.e5)), grey(row.e2, row.e3))
    let gap = max(
      min(outer.0, outer.1, middle) - max(rings.0, rings.1), min(rings.0, rings.1) - max(outer.0, outer.1, middle))
    guard gap >= Self.leastContrast, !isClaimed(place) else { return }
    let level = (Double(rings.0 + rings.1) / 2 + Double(middle)) / 2

    if let eye = squareEye(image, x, y, across, level, findsLight: findsLight) {
      if let around {
        guard eye.misfit < hints[around].misfit else { return }
        hints.remove(at: around)
      }
      hints.append(eye)
    } else if around == nil, findsRound, let eye = Self.roundEye(image, x, y, across, level) {
      hints.append(eye)
    }
  }

  private mutating func squareEye(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ across: Double, _ level: Double, findsLight: Bool
  ) -> AztecEyeHint? {
    guard walkColumn(image, x, y, across, level) else { return nil }
    var best: AztecEyeHint?
    // The run that is the core is 0 where the row met it, 1 below, −1 above…
    for core in [0, -1, 1, -2, 2] {
      guard let column = section(around: core) else { continue }
      let row = min(max(y + Int(column.middle.rounded()), 0), image.height - 1)
      let isInverted = Double(image.pixels[row * image.width + x]) > level
      guard findsLight || !isInverted, let eye = Self.eye(image, x, row, across, column.module, level),
        eye.misfit < best?.misfit ?? .infinity
      else { continue }
      best = AztecEyeHint(
        center: eye.center, across: eye.across, down: eye.down, isInverted: isInverted, isRound: false,
        misfit: eye.misfit)
      // The middle of a ring's side passes for a core where modules have but two pixels; half of the misfit is no eye's.
      if eye.misfit < Self.plainMisfit { break }
    }
    return best
  }

  /// Parts of a module by which borders of rings may lie elsewhere, the mean, where no other run need be tried for the core.
  private static let plainMisfit = 0.12

  /// Eyes compared with a new place: more beside each other in as few rows are found twice and sorted out later.
  private static let recent = 48
  /// Grey levels between rings; below, noise draws rings of its own.
  private static let leastContrast = 12

  /// Collects the changes along a column for as long as they are a module apart.
  ///
  /// - Returns: false where there are too few for an eye.
  private mutating func walkColumn(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ across: Double, _ level: Double
  ) -> Bool {
    let start = y * image.width + x
    // Tilt to 60° halves one direction; a ratio past 3 is something else.
    let longest = 3 * across + 1
    guard let first = Self.crossing(image.pixels, start, -image.width, y, 0, longest, level),
      let second = Self.crossing(
        image.pixels, start, image.width, image.height - 1 - y, 0, longest + 0.5 - first, level)
    else { return false }
    let module = first + second
    guard 3 * module + 1 >= across else { return false }
    Self.walk(image.pixels, start, -image.width, y, from: first, module, level, into: &above)
    Self.walk(image.pixels, start, image.width, image.height - 1 - y, from: second, module, level, into: &below)
    // Seven runs have eight ends.
    return above.count + below.count >= 8
  }

  /// Seven runs alike on the column, around one of them: where its middle is from the row, and a run's length.
  private func section(around core: Int) -> (middle: Double, module: Double)? {
    guard 4 - core <= above.count, 4 + core <= below.count else { return nil }
    // Run k lies between the ends k and k + 1; the row is in run 0.
    func end(_ i: Int) -> Double { i <= 0 ? -above[-i] : below[i - 1] }
    let middle = (end(core) + end(core + 1)) / 2
    let module = (end(core + 4) - end(core - 3)) / 7
    for i in -3...4 where abs(end(core + i) - middle - (Double(i) - 0.5) * module) > 0.45 * module + 0.5 {
      return nil
    }
    return (middle, module)
  }

  /// Changes between dark and light, from the first one on for as long as they are a module apart.
  private static func walk(
    _ pixels: [UInt8], _ start: Int, _ stride: Int, _ available: Int, from first: Double, _ module: Double,
    _ level: Double, into places: inout [Double]
  ) {
    places.removeAll(keepingCapacity: true)
    places.append(first)
    var last = first
    while places.count < 6 {
      guard let next = crossing(pixels, start, stride, available, last, last + 3 * module + 1, level),
        4 * (next - last) + 1 > module
      else { return }
      places.append(next)
      last = next
    }
  }

  /// The next place past `after` where grey passes the level, in pixels from the first one's middle.
  @inline(__always)
  static func crossing(
    _ pixels: [UInt8], _ start: Int, _ stride: Int, _ available: Int, _ after: Double, _ limit: Double,
    _ level: Double
  ) -> Double? {
    var step = Int(after)
    if after > 0 { step += 1 }
    guard step <= available else { return nil }
    let end = min(available, Int(limit) + 1)
    var at = start + step * stride
    var last = Double(pixels[at])
    let isDark = last < level
    while step < end {
      step += 1
      at += stride
      let value = Double(pixels[at])
      if (value < level) != isDark { return Double(step - 1) + (level - last) / (value - last) }
      last = value
    }
    return nil
  }

  /// The eye whose core has this pixel: rows, columns and diagonals through its middle all show four borders
  /// of rings to either side.
  private static func eye(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ across: Double, _ down: Double, _ level: Double
  ) -> (center: Point<ImagePixels>, across: Double, down: Double, misfit: Double)? {
    var misfit = 0.0
    func axis(_ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ module: Double) -> (middle: Double, module: Double)? {
      guard x >= 0, y >= 0, x < image.width, y < image.height,
        let forth = rings(image, x, y, dx, dy, module, level),
        let back = rings(image, x, y, -dx, -dy, module, level)
      else { return nil }
      let (middle, module) = ((forth[0] - back[0] + forth[1] - back[1]) / 4, (forth[3] + back[3]) / 7)
      let places = SIMD4(0.5, 1.5, 2.5, 3.5) * module
      for off in [forth - places - middle, back - places + middle] {
        misfit += (0..<4).reduce(0) { $0 + abs(off[$1]) } / (32 * module)
      }
      return (middle, module)
    }
    guard let row = axis(x, y, 1, 0, across) else { return nil }
    let u = x + Int(row.middle.rounded())
    guard let column = axis(u, y, 0, 1, down) else { return nil }
    let v = y + Int(column.middle.rounded())
    // Along a diagonal a module is at least as long, in its steps, as half the shorter of both others.
    let module = max(row.module, column.module)
    guard axis(u, v, 1, 1, module) != nil, axis(u, v, 1, -1, module) != nil else { return nil }
    return (
      Point(Double(x) + 0.5 + row.middle, Double(y) + 0.5 + column.middle), row.module, column.module, misfit
    )
  }

  /// The eye at a place that was found otherwise, if there is one.
  ///
  /// - Parameters:
  ///   - place: in pixels of the image, within the eye's core.
  ///   - level: the grey half way between dark and light.
  static func eye(
    in image: LuminanceImage, at place: Point<ImagePixels>, level: Double, findsRound: Bool
  ) -> AztecEyeHint? {
    let (x, y) = (min(max(Int(place.x), 0), image.width - 1), min(max(Int(place.y), 0), image.height - 1))
    func run(_ dx: Int, _ dy: Int) -> Double? {
      let far = Double(max(image.width, image.height))
      guard let forth = borders(image, x, y, dx, dy, level, first: far, next: far),
        let back = borders(image, x, y, -dx, -dy, level, first: far, next: far)
      else { return nil }
      return (forth[3] + back[3]) / 7
    }
    guard let across = run(1, 0), let down = run(0, 1) else { return nil }
    if let eye = eye(image, x, y, across, down, level) {
      let isInverted = Double(image.pixels[y * image.width + x]) > level
      return AztecEyeHint(
        center: eye.center, across: eye.across, down: eye.down, isInverted: isInverted, isRound: false,
        misfit: eye.misfit)
    }
    return findsRound ? roundEye(image, x, y, across, level) : nil
  }

  /// Where a ray from the core meets the borders of four rings, in steps of (dx, dy).
  private static func rings(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ module: Double, _ level: Double
  ) -> SIMD4<Double>? {
    guard let result = borders(image, x, y, dx, dy, level, first: 2.5 * module, next: 2.5 * module) else { return nil }
    // The first border is half a module out, each next one a module further.
    let pitch = result[3] / 3.5
    for i in 0..<3 where abs(result[i] - (Double(i) + 0.5) * pitch) > 0.45 * pitch + 0.5 { return nil }
    return result
  }

  /// Where a ray meets the first four borders of dark and light, in steps of (dx, dy).
  ///
  /// - Parameters:
  ///   - first: steps within which the first border lies, but for one.
  ///   - next: steps from each border within which the next one lies, but for one.
  static func borders(
    _ image: LuminanceImage, _ x: Int, _ y: Int, _ dx: Int, _ dy: Int, _ level: Double, first: Double, next: Double
  ) -> SIMD4<Double>? {
    let alongX = dx > 0 ? image.width - 1 - x : dx < 0 ? x : Int.max
    let alongY = dy > 0 ? image.height - 1 - y : dy < 0 ? y : Int.max
    let (start, stride) = (y * image.width + x, dy * image.width + dx)
    var result = SIMD4<Double>()
    var last = 0.0
    for i in 0..<4 {
      let limit = last + (i == 0 ? first : next) + 1
      guard let place = crossing(image.pixels, start, stride, min(alongX, alongY), last, limit, level) else {
        return nil
      }
      result[i] = place
      last = place
    }
    return result
  }
}
