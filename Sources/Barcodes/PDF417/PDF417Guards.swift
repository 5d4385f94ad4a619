import Geometry
import Imaging

/// A start or stop pattern of PDF417, or the left side of a MicroPDF417 symbol, as several scan lines crossed it.
struct PDF417Guard {
  let isStart: Bool
  /// True where the bars are light.
  let isInverted: Bool
  /// Where the outer side of the first bar was crossed: the symbol's outline for a start pattern, the end of the
  /// data for a stop pattern.
  var places: [Point<ImagePixels>]
  /// Where the pattern's other end was crossed.
  var farPlaces: [Point<ImagePixels>]
  /// The way from left to right in the symbol, along the scan lines.
  let rightward: Vector<ImagePixels>
  /// Pixels a module along the scan lines, at each of the places.
  let modules: [Double]
  /// True where the scan lines' edges alone told what is beside it: row indicators that agree with each other, or rows
  /// that go on after their first codeword.
  var isConfirmed = false
  /// Of a MicroPDF417 symbol's side: whether the lines' row addresses count on evenly.
  var countsOn = false

  /// The mean of them.
  var module: Double { modules.reduce(0, +) / Double(modules.count) }
}

extension PDF417Guard {
  /// How well the grey between the scan lines shows the pattern, from −1 to 1: the correlation with its bars and
  /// spaces at the middle one of several heights.
  ///
  /// Lines at which a texture looked like the pattern by chance say nothing of the lines between them.
  func likeness(_ grey: GreyField) -> Double {
    let pairs = places.count - 1
    let pattern = isStart ? Self.startModules : Self.stopModules
    var values: [Double] = []
    for index in 0..<min(7, pairs) {
      let at = pairs <= 7 ? index : index * (pairs - 1) / 6
      let place = places[at].midpoint(to: places[at + 1])
      let far = farPlaces[at].midpoint(to: farPlaces[at + 1])
      let step = (far - place) / Double(pattern.count)
      var (sum, squares, product) = (0.0, 0.0, 0.0)
      for module in pattern.indices {
        let value = grey(place + step * (Double(module) + 0.5))
        sum += value
        squares += value * value
        product += value * pattern[module]
      }
      let variance = squares - sum * sum / Double(pattern.count)
      values.append(variance > 1 ? product / variance.squareRoot() : 0)
    }
    values.sort()
    return values.isEmpty ? 0 : values[values.count / 2]
  }

  /// The parts of it between which its first bar, the widest one, is light: patterns of symbols that stand above each other are
  /// one over scan lines, as are those of a torn symbol.
  func unbroken(_ grey: GreyField) -> [PDF417Guard] {
    let steps = zip(places.dropFirst(), places).map { $0.distance(to: $1) }
    guard let step = steps.min(), steps.contains(where: { $0 > 1.5 * step }) else { return [self] }
    var ends: [Int] = []
    for (index, way) in steps.enumerated() where way > 1.5 * step {
      let middles = [index, index + 1].map { places[$0].interpolated(to: farPlaces[$0], Self.middleOfBar) }
      let lights = [index, index + 1].map { places[$0].interpolated(to: farPlaces[$0], Self.middleOfLight(isStart)) }
      let dark = (grey(middles[0]) + grey(middles[1])) / 2
      let light = (grey(lights[0]) + grey(lights[1])) / 2
      let between = [0.25, 0.5, 0.75].map { grey(middles[0].interpolated(to: middles[1], $0)) }
      if between.count(where: { 2 * $0 > dark + light }) >= 2 { ends.append(index + 1) }
    }
    let bounds = [0] + ends + [places.count]
    let parts = zip(bounds, bounds.dropFirst()).filter { $1 - $0 >= Self.leastLines }.map { from, to in
      PDF417Guard(
        isStart: isStart, isInverted: isInverted, places: Array(places[from..<to]),
        farPlaces: Array(farPlaces[from..<to]), rightward: rightward, modules: Array(modules[from..<to]),
        isConfirmed: isConfirmed)
    }
    return parts.isEmpty ? [self] : parts
  }

  /// Lines that a part shows at least.
  private static let leastLines = 3
  /// The first bar's middle as a part of the pattern: 8 of 17 modules, or 7 of 18.
  private static let middleOfBar = 0.2
  /// The middle of the light behind it, a module of the start pattern's 17 and of the stop pattern's 18.
  private static func middleOfLight(_ isStart: Bool) -> Double { isStart ? 8.5 / 17 : 7.5 / 18 }

  private static let startModules = normalized(PDF417Patterns.start)
  private static let stopModules = normalized(PDF417Patterns.stop)

  /// Modules as greys of mean 0 and of squares that add up to 1.
  private static func normalized(_ widths: [Int]) -> [Double] {
    let values = PDF417Patterns.modules(widths).map { $0 ? 0.0 : 1.0 }
    let mean = values.reduce(0, +) / Double(values.count)
    let size = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return values.map { ($0 - mean) / size }
  }
}

/// Recognizes start and stop patterns in a scan line's edges. ISO/IEC 15438:2015 §5.3.2.
struct PDF417GuardMatch {
  /// The big bar may seem longer or shorter by a fourth of its width, besides a pixel: blur and growth move its sides
  /// by up to a module each.
  private static let bigSlack: Int32 = 4

  /// Pixels a module, at least.
  private let leastModule: Float
  /// Pixels that the stop pattern's big bar, of 7 modules, is longer than.
  private let leastBig: Int32
  private var windows = EdgeWindows()

  init(leastModule: Float) {
    self.leastModule = leastModule
    leastBig = Int32((1 - 1 / Float(Self.bigSlack)) * 7 * leastModule - 1)
  }

  /// Appends the patterns that a line shows.
  ///
  /// - Parameter width: the line's length in pixels.
  mutating func collect(_ edges: RowEdges, row: Int, width: Int32, into hits: inout [ScanHit]) {
    guard edges.count >= 8 else { return }
    let positions = edges.positions
    let line = positions.span.extracting(0..<edges.count)
    // Run i lies between edges i and i + 1 and is dark for even i. Both patterns begin with a bar that is seven or
    // eight times as wide as the space beside it, and may be hidden in part.
    windows.findGuards(edges, guards, least: leastBig)
    for place in 0..<windows.count {
      match(line, Int(windows.places[place]), row, isForward: true, mayBeCut: false, &hits)
    }
    for place in 0..<windows.mirroredCount {
      match(line, Int(windows.mirrored[place]), row, isForward: false, mayBeCut: false, &hits)
    }
    match(line, 0, row, isForward: true, mayBeCut: false, &hits)
    match(line, line.count - 2, row, isForward: false, mayBeCut: false, &hits)
    // Up to 40 pixels from the border the bar's far part may have no edge nearby to take its threshold from: what
    // shows of it is twice as wide as the space at least.
    var i = 0
    while i + 2 < line.count, line[i] < 40 {
      let (big, next) = (line[i + 1] &- line[i], line[i + 2] &- line[i + 1])
      if big > 4, big + 1 >= 2 * next { match(line, i, row, isForward: true, mayBeCut: true, &hits) }
      i += 1
    }
    i = line.count - 2
    while i >= 1, line[i + 1] > width - 40 {
      let (big, next) = (line[i + 1] &- line[i], line[i] &- line[i - 1])
      if big > 4, big + 1 >= 2 * next { match(line, i, row, isForward: false, mayBeCut: true, &hits) }
      i -= 1
    }
  }

  /// Matches both patterns with the runs from run `i` on, to the right or to the left.
  ///
  /// - Parameter mayBeCut: whether the big bar may begin outside the picture.
  private func match(
    _ line: Span<Int32>, _ i: Int, _ row: Int, isForward: Bool, mayBeCut: Bool, _ hits: inout [ScanHit]
  ) {
    for shape in shapes {
      let last = isForward ? i + shape.runs : i + 1 - shape.runs
      guard last >= 0, last < line.count else { continue }
      // The other bars and spaces tell the module, and where the big bar must begin.
      let (outer, inner) = isForward ? (line[i], line[i + 1]) : (line[i + 1], line[i])
      let far = line[last]
      let (big, rest) = (abs(inner &- outer), abs(far &- inner))
      // In pixels times `others`.
      let (seen, wanted) = (big &* shape.others, rest &* shape.big)
      let isWhole = abs(seen &- wanted) <= wanted / Self.bigSlack &+ shape.others
      // It may run on into a dark ground, or be cut by the border of the picture.
      guard isWhole || seen > wanted || (mayBeCut && 4 * seen > wanted) else { continue }
      let module = Float(rest) / Float(shape.others)
      guard module >= leastModule, isWhole || module > 1.5 else { continue }
      // From each edge to the next of its kind, which print growth does not move against each other.
      let slack = 0.45 * module + 1
      var fits = true
      var k = 1
      while fits && k < shape.runs - 1 {
        let (a, b) = isForward ? (i + k, i + k + 2) : (i + 1 - k, i - 1 - k)
        fits = abs(Float(abs(line[b] &- line[a])) - shape.pairs[k - 1] * module) <= slack
        k += 1
      }
      guard fits else { continue }
      hits.append(
        ScanHit(
          pattern: shape.pattern, isForward: isForward, isInverted: i % 2 == 1,
          place: isWhole ? outer : inner + (isForward ? -1 : 1) * (wanted / shape.others), far: far, module: module,
          line: row, indicator: indicator(line, shape, i, last, isForward: isForward, module)))
    }
  }

  /// The row indicator beside a pattern that begins with run `i` and ends with edge `last`.
  private func indicator(
    _ line: Span<Int32>, _ shape: Shape, _ i: Int, _ last: Int, isForward: Bool, _ module: Float
  ) -> RowIndicator? {
    let step = isForward ? 1 : -1
    let big = isForward ? i : i + 1
    // After a start pattern, before a stop pattern.
    let first = shape.pattern == .start ? last : big - 8 * step
    let end = first + 8 * step
    guard first >= 0, end >= 0, first < line.count, end < line.count,
      abs(Float(abs(line[end] &- line[first])) - 17 * module) <= 1.7 * module + 1
    else { return nil }
    // Single modules, both bars and spaces, tell how much longer bars seem.
    var sums = SIMD2<Int32>()
    for run in shape.singles { sums[run & 1] &+= abs(line[big + step * (run + 1)] &- line[big + step * run]) }
    let growth = (Float(sums[0]) / shape.singleCounts[0] - Float(sums[1]) / shape.singleCounts[1]) / 2
    guard
      let bits = EdgeModules.bits(
        line, from: first, step: step, runs: 8, width: PDF417Patterns.width,
        growth: max(-0.5 * module, min(0.5 * module, growth))),
      let codeword = PDF417Patterns.codeword(bits)
    else { return nil }
    return RowIndicator(value: codeword.value, cluster: codeword.cluster)
  }

  /// A pattern in modules.
  private struct Shape {
    let pattern: ScanHit.Pattern
    let runs: Int
    let big: Int32
    /// All runs but the big bar.
    let others: Int32
    /// Each run with the one after it, from the second run on.
    private(set) var pairs = SIMD8<Float>()
    /// The runs of one module, and how many of them are bars and spaces.
    let singles: [Int]
    let singleCounts: SIMD2<Float>

    init(_ pattern: ScanHit.Pattern, _ widths: [Int]) {
      self.pattern = pattern
      runs = widths.count
      big = Int32(widths[0])
      others = Int32(widths.dropFirst().reduce(0, +))
      singles = widths.indices.filter { widths[$0] == 1 }
      singleCounts = SIMD2(
        Float(singles.count { $0 % 2 == 0 }), Float(singles.count { $0 % 2 == 1 }))
      for k in 1..<widths.count - 1 { pairs[k - 1] = Float(widths[k] + widths[k + 1]) }
    }
  }

  private let guards = [PDF417Patterns.start, PDF417Patterns.stop].map { EdgeWindows.Guard($0) }
  private let shapes = [Shape(.start, PDF417Patterns.start), Shape(.stop, PDF417Patterns.stop)]
}
