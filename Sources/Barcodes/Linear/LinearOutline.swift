package import Geometry
package import Imaging

/// The corners of a linear symbol as it is seen: its ends from the scan lines that read it, its height by
/// following the bars as long as they stay the same.
package struct LinearOutline {
  /// Correlation of a line's grey with that of the lines that were read, from which it still is the symbol.
  static let leastCorrelation: Float = 0.6

  /// Where a line meets the symbol's two ends, in the symbol's own direction.
  package struct Extent: Hashable, Sendable {
    package let start: Point<ImagePixels>
    package let end: Point<ImagePixels>

    package init(start: Point<ImagePixels>, end: Point<ImagePixels>) {
      self.start = start
      self.end = end
    }

    init(_ vote: LinearVotes.Vote) { self.init(start: vote.start, end: vote.end) }
  }

  let image: LuminanceImage

  package init(_ image: LuminanceImage) { self.image = image }

  /// - Parameter votes: at least one; each from the symbol's own first bar to its last.
  package func corners(_ votes: [Extent]) -> Quadrilateral<ImagePixels> {
    let axis = votes.reduce(Vector<ImagePixels>(0, 0)) { $0 + ($1.end - $1.start) }
    // With y down, a quarter turn takes the reading direction to the symbol's bottom.
    let forward = axis.normalized ?? Vector(1, 0)
    let down = forward.perpendicular
    let origin = votes[0].start.midpoint(to: votes[0].end)
    let sorted = votes.sorted { ($0.start - origin).dot(down) < ($1.start - origin).dot(down) }
    let starts = Side(sorted.map(\.start), forward, down, origin)
    let ends = Side(sorted.map(\.end), forward, down, origin)
    // Stacked symbols have other bars at the bottom than at the top.
    let (first, last) = (outermost(sorted.prefix(2)), outermost(sorted.suffix(2).reversed()))
    func offset(_ line: Extent) -> Double { (line.start.midpoint(to: line.end) - origin).dot(down) }
    let top = follow(from: offset(first.line), by: -1, starts, ends, first.grey)
    let bottom = follow(from: offset(last.line), by: 1, starts, ends, last.grey)
    return Quadrilateral(starts.place(top), ends.place(top), ends.place(bottom), starts.place(bottom))
  }

  /// The first of two lines that shows bars itself: one that was read as a mean over some rows may lie beyond them.
  private func outermost(_ lines: some Sequence<Extent>) -> (line: Extent, grey: [Float]) {
    let seen = lines.map { (line: $0, grey: grey(from: $0.start, to: $0.end)) }
    let (first, next) = (seen[0], seen[seen.count - 1])
    guard first.grey.count == next.grey.count else { return first }
    return PairProducts(centered: next.grey, first.grey).strength < Self.weakStrength ? next : first
  }

  /// The share of another line's swings below which a line lies beside the bars, at most half of it on them.
  private static let weakStrength: Float = 0.5

  /// One end of the symbol as a straight line: how far forward it lies for each distance down.
  private struct Side {
    let origin: Point<ImagePixels>
    let forward: Vector<ImagePixels>
    let down: Vector<ImagePixels>
    var base = 0.0
    var slope = 0.0

    init(
      _ points: [Point<ImagePixels>], _ forward: Vector<ImagePixels>, _ down: Vector<ImagePixels>,
      _ origin: Point<ImagePixels>
    ) {
      self.origin = origin
      self.forward = forward
      self.down = down
      let pairs = points.map { (v: ($0 - origin).dot(down), u: ($0 - origin).dot(forward)) }
      let count = Double(pairs.count)
      let meanV = pairs.reduce(0) { $0 + $1.v } / count
      let us = pairs.map(\.u).sorted()
      let medianU = us[us.count / 2]
      let spread = pairs.reduce(0) { $0 + ($1.v - meanV) * ($1.v - meanV) }
      // A slope needs lines some pixels apart; outliers are pulled in to the median.
      if spread > 4 * count {
        let bend = pairs.reduce(0) { $0 + ($1.v - meanV) * min(max($1.u - medianU, -20), 20) }
        slope = min(max(bend / spread, -0.4), 0.4)
      }
      base = medianU - slope * meanV
    }

    func place(_ v: Double) -> Point<ImagePixels> { origin + down * v + forward * (base + slope * v) }
  }

  /// True where the bars of one line do not go on to another one: light or other bars lie between them.
  ///
  /// - Parameter areAlike: true for lines that say the same, which must come back; others must only be bars again, as some
  ///   fade at their ends.
  package func isApart(_ from: Extent, _ to: Extent, areAlike: Bool) -> Bool {
    guard let forward = (from.end - from.start).normalized else { return false }
    let way = (to.start.midpoint(to: to.end) - from.start.midpoint(to: from.end)).dot(forward.perpendicular)
    let straight = forward.perpendicular * way
    // Where both end at the same bars, from end to end, which lean where lines cross them at a slant; else straight down.
    let ends = [to.start - from.start, to.end - from.end]
    let length = from.start.distance(to: from.end)
    let isSame =
      (ends[0] - ends[1]).length < Self.leastEnd * length
      && ends.allSatisfy { ($0 - straight).length < max(Self.leastEnd * length, abs(way)) }
    // A pixel between them may be dirt, and some more in a broken print.
    let least = areAlike ? max(2, Self.leastGap * from.start.distance(to: from.end)) : 2
    // Two lines at least are in such a gap.
    let steps = min(Int(abs(way) / (least / 2)), 128)
    guard steps > 1 else { return false }
    let moves = (isSame ? ends : [straight, straight]).map { $0 / Double(steps) }
    let reference = grey(from: from.start, to: from.end)
    var missed = 0.0
    var isBroken = false
    for number in 1...steps {
      let here = grey(from: from.start + moves[0] * Double(number), to: from.end + moves[1] * Double(number))
      guard here.count == reference.count else { return false }
      let sums = PairProducts(centered: reference, here)
      if isBroken, areAlike ? sums.share >= Self.leastShare : sums.strength >= Self.leastShare { return true }
      missed = sums.share < Self.leastShare ? missed + abs(way) / Double(steps) : 0
      if missed >= least { isBroken = true }
    }
    return false
  }

  /// True where lines between two others show light in place of bars, as blur and dirt do not.
  package func showsLight(between one: Extent, and other: Extent) -> Bool {
    let reference = grey(from: one.start, to: one.end)
    let (left, right) = (other.start - one.start, other.end - one.end)
    let steps = Int(max(left.length, right.length))
    guard steps > 1 else { return false }
    var lit = 0
    for step in 1..<steps {
      let share = Double(step) / Double(steps)
      let here = grey(from: one.start + left * share, to: one.end + right * share)
      guard here.count == reference.count else { return false }
      lit = isLight(here, beside: reference, PairProducts(centered: reference, here)) ? lit + 1 : 0
      if lit == Self.leastLight { return true }
    }
    return false
  }

  /// True for a line that shows hardly any bars and is lighter than one that does.
  ///
  /// - Parameter products: of the bars with the line.
  private func isLight(_ line: [Float], beside bars: [Float], _ products: PairProducts) -> Bool {
    products.strength < Self.leastStrength && line.reduce(0, +) > bars.reduce(0, +)
  }

  /// Pixels of light that part two symbols: in one that is printed or cut askew a line of pixels may be without ink.
  private static let leastLight = 2
  /// The share of the bars' swings from which they go on: of light a pixel beside them a blurred picture shows a tenth.
  private static let leastStrength: Float = 0.15

  /// Light between two symbols that say the same, as a share of their length: two modules of an EAN-13.
  private static let leastGap = 0.025

  /// The share of a line's bars that another one must still have to be the same: noise, which lessens correlation, leaves
  /// it as it is.
  private static let leastShare: Float = 0.3

  /// The share of a symbol's length by which one of its ends moves more than the other from line to line.
  private static let leastEnd = 0.08

  /// How far the bars go on from a line that was read.
  private func follow(from v: Double, by sign: Double, _ starts: Side, _ ends: Side, _ reference: [Float]) -> Double {
    var last = v
    var misses = 0.0
    var light = 0
    var at = v
    // Three pixels may be dirt; bars are not higher than the image.
    while misses < 3, light < Self.leastLight {
      at += sign
      let (a, b) = (starts.place(at), ends.place(at))
      guard image.bounds.contains(a), image.bounds.contains(b) else { break }
      let here = grey(from: a, to: b)
      let products = here.count == reference.count ? PairProducts(centered: reference, here) : nil
      light = products.map { isLight(here, beside: reference, $0) } ?? false ? light + 1 : 0
      if light == 0, let products, products.correlation >= Self.leastCorrelation {
        last = at
        misses = 0
      } else {
        misses += 1
      }
    }
    return last + sign / 2
  }

  /// The grey between two places in 128 samples, as many as tell the bars of most symbols apart.
  func grey(from a: Point<ImagePixels>, to b: Point<ImagePixels>) -> [Float] {
    var samples: [Float] = []
    let step = (b - a) / 127
    _ = image.profile(from: a, step: step, count: 128, across: Vector(0, 0), reach: 0, into: &samples)
    return samples
  }
}
