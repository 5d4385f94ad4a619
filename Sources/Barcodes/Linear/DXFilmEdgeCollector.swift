package import Geometry

/// The two tracks of DX Film Edge over the scan lines of a region: a line sees the clock or the data, never both.
///
/// Lines are only kept until one shows a clock, which chance does not draw; what stands between its ends on other lines is
/// then read as data.
package struct DXFilmEdgeCollector {
  /// Elements of the data track that has fewest: its start, its stop and the light between, and of its ones and zeros a
  /// bar at least.
  static let leastElements = 9
  /// Elements of the shorter clock.
  static let leastClock = 17
  /// Lines that must show the clock, and as many the data: neither is more than a few pixels high.
  static let leastLines = 2

  /// What one line saw.
  private struct Line {
    let number: Int
    let bars: BarSequence
    /// Where the line begins along the lines' direction and across it, in pixels from the picture's corner.
    let along: Float
    let height: Float
  }

  private struct Clock {
    var lines: Set<Int>
    var heights: [Float]
    let start: Float
    let end: Float
    let hasFrame: Bool
    let isReversed: Bool

    var module: Float { (end - start) / Float(DXFilmEdge.modules(hasFrame: hasFrame)) }
    var height: Float { heights.reduce(0, +) / Float(heights.count) }
  }

  /// A symbol, and the corners of what was seen of it, clockwise from its own top left if it is not mirrored.
  package struct Found {
    package let symbol: DecodedSymbol
    package let corners: Quadrilateral<ImagePixels>
    package let isMirrored: Bool
  }

  let isWanted: Bool
  private var lines: [Line] = []
  private var clocks: [Clock] = []
  private var direction = Vector<ImagePixels>(1, 0)

  package init(wanted: Set<Symbology>) { isWanted = wanted.contains(.dxFilmEdge) }

  /// True before any clock was seen.
  var isEmpty: Bool { clocks.isEmpty }

  /// Takes what a line shows, from left to right.
  package mutating func collect(_ bars: BarSequence, of line: ScanLine, number: Int) {
    guard bars.widths.count >= Self.leastElements else { return }
    direction = line.direction
    let origin = Point<ImagePixels>(0, 0)
    let seen = Line(
      number: number, bars: bars, along: Float((line.start - origin).dot(direction)),
      height: Float((line.start - origin).dot(direction.perpendicular)))
    lines.append(seen)
    for element in stride(from: 0, to: bars.widths.count, by: 2) {
      for isReversed in [false, true] {
        guard let hasFrame = Self.clock(bars, element, isReversed) else { continue }
        let elements = hasFrame ? 25 : 17
        // From the other end edges are counted from there, and negative.
        let (start, end) =
          isReversed
          ? (-bars.edges[element + 1] - seen.along, -bars.edges[element + 1 - elements] - seen.along)
          : (bars.edges[element] + seen.along, bars.edges[element + elements] + seen.along)
        add(
          Clock(
            lines: [number], heights: [seen.height], start: start, end: end, hasFrame: hasFrame,
            isReversed: isReversed))
      }
    }
  }

  /// Whether a clock begins with the bar at an element, and which of both.
  private static func clock(_ bars: BarSequence, _ first: Int, _ isReversed: Bool) -> Bool? {
    let way = isReversed ? -1 : 1
    guard bars.widths.indices.contains(first + 16 * way) else { return nil }
    let wide = bars.widths[first]
    guard (1...4).allSatisfy({ 3 * bars.widths[first + $0 * way] < wide }) else { return nil }
    let singles = isReversed ? first - 15..<first : first + 1..<first + 16
    let module = bars.width(singles) / 15
    guard 3.7 * module...6.3 * module ~= wide else { return nil }
    for hasFrame in [false, true] {
      let pattern = isReversed ? (hasFrame ? longReversed : shortReversed) : (hasFrame ? longClock : shortClock)
      let last = first + (pattern.count - 1) * way
      guard bars.widths.indices.contains(last), 2.2 * module...3.8 * module ~= bars.widths[last] else { continue }
      let begin = min(first, last)
      let width = bars.width(begin..<begin + pattern.count)
      let unit = width / Float(DXFilmEdge.modules(hasFrame: hasFrame))
      if bars.misfit(pattern, at: begin, module: unit) < clockLimit { return hasFrame }
    }
    return nil
  }

  private static let shortClock = DXFilmEdge.clock(hasFrame: false).map(Float.init)
  private static let longClock = DXFilmEdge.clock(hasFrame: true).map(Float.init)
  private static let shortReversed = Array(shortClock.reversed())
  private static let longReversed = Array(longClock.reversed())
  /// Mean squared error in modules over so many single elements: three tenths of one each.
  private static let clockLimit: Float = 0.1

  private mutating func add(_ clock: Clock) {
    let known = clocks.firstIndex { other in
      other.hasFrame == clock.hasFrame && other.isReversed == clock.isReversed
        && max(abs(other.start - clock.start), abs(other.end - clock.end)) < clock.module
        && abs(other.height - clock.height) < 6 * clock.module
    }
    guard let known else {
      clocks.append(clock)
      return
    }
    clocks[known].lines.formUnion(clock.lines)
    clocks[known].heights += clock.heights
  }

  // MARK: - Data

  /// Symbols whose clock and data enough lines show, and none that another data track beside the same clock contradicts.
  package func found() -> [Found] {
    clocks.filter { $0.lines.count >= Self.leastLines }.compactMap(found)
  }

  private func found(_ clock: Clock) -> Found? {
    var votes: [DXFilmEdge: [Line]] = [:]
    // Three modules high each: their middles are three modules apart, and their far ends six.
    for line in lines where !clock.lines.contains(line.number) && abs(line.height - clock.height) < 8 * clock.module {
      if let code = Self.data(line, clock) { votes[code, default: []].append(line) }
    }
    let ranked = votes.sorted { ($1.value.count, $0.key.text) < ($0.value.count, $1.key.text) }
    guard let best = ranked.first, best.value.count >= Self.leastLines,
      ranked.count == 1 || best.value.count >= 2 * ranked[1].value.count
    else { return nil }
    return Found(
      symbol: best.key.symbol, corners: corners(clock, best.value), isMirrored: isMirrored(clock, best.value))
  }

  private func isBelow(_ clock: Clock, _ lines: [Line]) -> Bool {
    lines.reduce(0) { $0 + $1.height } / Float(lines.count) > clock.height
  }

  /// With the clock's wide bar at the left, the data is below.
  private func isMirrored(_ clock: Clock, _ lines: [Line]) -> Bool { isBelow(clock, lines) == clock.isReversed }

  private func corners(_ clock: Clock, _ lines: [Line]) -> Quadrilateral<ImagePixels> {
    let isBelow = isBelow(clock, lines)
    let (top, bottom) = (clock.heights + lines.map(\.height)).reduce((Float.infinity, -Float.infinity)) {
      (min($0.0, $1), max($0.1, $1))
    }
    func place(_ along: Float, _ height: Float) -> Point<ImagePixels> {
      Point<ImagePixels>(0, 0) + direction * Double(clock.isReversed ? -along : along) + direction.perpendicular
        * Double(height)
    }
    let (near, far) = isBelow ? (top, bottom) : (bottom, top)
    return Quadrilateral(
      place(clock.start, near), place(clock.end, near), place(clock.end, far), place(clock.start, far))
  }

  /// The data track that a line shows between the ends of a clock.
  private static func data(_ line: Line, _ clock: Clock) -> DXFilmEdge? {
    let edges = (clock.isReversed ? line.bars.reversed.edges : line.bars.edges).map {
      clock.isReversed ? $0 - line.along : $0 + line.along
    }
    func nearest(_ place: Float, _ parity: Int) -> Int? {
      stride(from: parity, to: edges.count, by: 2).min { abs(edges[$0] - place) < abs(edges[$1] - place) }
        .flatMap { abs(edges[$0] - place) < 1.2 * clock.module ? $0 : nil }
    }
    guard let first = nearest(clock.start, 0), let last = nearest(clock.end, 1), last - first >= leastElements else {
      return nil
    }
    // Print and light make all bars wider or narrower; the start's three bars and two spaces tell by how much.
    let widths = (0..<5).map { edges[first + $0 + 1] - edges[first + $0] }
    let spread = ((widths[0] + widths[2] + widths[4]) / 3 - (widths[1] + widths[3]) / 2) / 4
    let count = DXFilmEdge.modules(hasFrame: clock.hasFrame)
    let module = (edges[last] - edges[first] - 2 * spread) / Float(count)
    guard abs(spread) < 0.35 * module, module > 0.5 else { return nil }
    var bits: [Bool] = []
    var squares: Float = 0
    for edge in first + 1...last {
      let isEnd = !(edge - first).isMultiple(of: 2)
      let place = (edges[edge] + (isEnd ? -spread : spread) - edges[first] - spread) / module
      let module = Int(place.rounded())
      guard module > bits.count, module <= count else { return nil }
      squares += (place - Float(module)) * (place - Float(module))
      bits += repeatElement(isEnd, count: module - bits.count)
    }
    guard squares < placeLimit * Float(last - first) else { return nil }
    return DXFilmEdge(data: bits)
  }

  /// Mean squared error of an edge's place in modules: a quarter of one each, half way to the next one.
  private static let placeLimit: Float = 0.06
}
