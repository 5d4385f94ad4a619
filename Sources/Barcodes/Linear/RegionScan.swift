import Geometry
import Imaging

/// Scans one striped region by lines: first as they are, then, where that says nothing and there is time, more closely.
///
/// Lines are taken in an order that spreads over the region from the first ones on, and no more than it takes until all
/// say the same.
struct RegionScan {
  let search: FrameSearch
  let image: LuminanceImage
  let decoders: [any LinearDecoder]
  private(set) var region: StripeRegion
  /// Whether many lines are asked, by all rules.
  private let isFine: Bool
  /// Distances of the lines from the region's middle, along the bars.
  private var offsets: [Double]
  /// The lines by number, in the order in which they are looked at.
  private let order: [Int]
  /// Where lines are laid, as such distances.
  private let heights: ClosedRange<Double>
  /// Pixels from line to line.
  private let spacing: Double
  /// Parallels on either side that make a line's mean.
  private let reach: Int
  /// Pixels beyond the region at either end of a line.
  private let margin: Double
  private var lines: [Int: ScanLine] = [:]
  /// The lines' edges at the sensitivity at which they were last looked at.
  private var turned: [Int: TurnedLine] = [:]
  private var sensitivity: Float = 0
  /// The reach of the lines' sharpening, if they are sharpened.
  private var sharpening: Double?
  private var isSharpened: Bool { sharpening != nil }

  /// What edges say that only just fit: an EAN that should be compared with rendered digits.
  private(set) var doubtful: [LinearVotes.Tally] = []
  /// What of it rendered digits say too, though not surely.
  private var likely: [LinearVotes.Tally] = []
  /// Whether the region may be a symbol that a closer look could read; known after the first look.
  private(set) var isPromising = false

  /// Of the shortest symbol's 33 elements half stand out against a third of the contrast, however blurred; of what lies
  /// between the few lines of a ruled sheet nothing does.
  private static let strongSensitivity: Float = 0.35
  private static let leastStrongElements = 15
  /// Correlation of lines some pixels apart from which they may show the same bars: nine in ten of those that are read
  /// have more than 0.5, clouds and leaves less than 0.3.
  private static let leastLikeness: Float = 0.4
  /// Elements of the shortest part that says anything, half of a stacked symbol.
  static let leastElements = 21
  /// How much of a turn makes a bar: the first sees what is clear, the others what is blurred, dirty, or nearly gone.
  private static let plainSensitivity: Float = 0.2
  private static let closeSensitivities: [Float] = [0.1, 0.35, 0.06]
  private static let sharpSensitivity: Float = 0.15
  /// Parallels on either side of a sharpened line: more would blur bars that lean by three degrees.
  private static let mostReach = 4
  /// Lines that a message needs from which it is one that chance finds.
  private static let weak = 3
  /// The share of a region's stripes that such a message must take up: with an add-on beside it UPC-E has half of them.
  private static let leastShare = 0.4
  /// The share of a region's length that a symbol must take up for the region to have no other one.
  private static let wholeLength = 0.75
  /// Pixels above or below what was read in which another symbol may stand; regions are of whole blocks, which reach up to
  /// eight pixels over a symbol.
  private static let leastUncovered = 10.0
  /// Lines that are laid there.
  private static let linesBetween = 9

  /// Lines over a striped region, spread over its height. Its own extent is that of whole blocks, so lines go up to its
  /// border.
  init(_ search: FrameSearch, decoders: [any LinearDecoder], region: StripeRegion) {
    let count = min(search.rung > .plain ? 31 : 15, max(3, Int(region.halfHeight * 2)))
    // Quiet zones, and bars that are not in the region: up to half of its length on either side.
    let margin = 24 + (search.rung > .plain ? 1 : 0.6) * region.halfLength
    self.init(search, decoders: decoders, region: region, count: count, margin: margin)
  }

  /// Lines over the whole image.
  init(_ search: FrameSearch, decoders: [any LinearDecoder], sweep region: StripeRegion) {
    // Every third row; of an image of few rows each.
    let height = 2 * region.halfHeight
    let count = max(min(8, Int(height)), min(200, Int(height / 3)))
    self.init(search, decoders: decoders, region: region, count: count, margin: 0)
  }

  private init(
    _ search: FrameSearch, decoders: [any LinearDecoder], region: StripeRegion, count: Int, margin: Double
  ) {
    self.search = search
    self.decoders = decoders
    self.region = region
    self.margin = margin
    isFine = search.rung > .plain
    image = search.image()
    let span = margin > 0 ? region.visibleOffsets(in: image.bounds) : -region.halfHeight...region.halfHeight
    heights = span
    let spacing = (span.upperBound - span.lowerBound) / Double(count)
    self.spacing = spacing
    offsets = (0..<count).map { span.lowerBound + (Double($0) + 0.5) * spacing }
    order = Self.spread(count)
    // A mean over three rows halves the noise; more would blur bars that lean against the line.
    reach = spacing >= 2 ? 1 : 0
  }

  /// The numbers below `count`, each as far as can be from those before it: the middle, the quarters, the eighths…
  static func spread(_ count: Int) -> [Int] {
    var order: [Int] = []
    var seen = [Bool](repeating: false, count: count)
    var parts = 2
    while order.count < count {
      for part in stride(from: 1, to: parts, by: 2) {
        let number = min(count - 1, part * count / parts)
        if !seen[number] {
          seen[number] = true
          order.append(number)
        }
      }
      parts *= 2
    }
    return order
  }

  // MARK: - Looks

  /// Reads what is plain to see.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readPlainly() -> Bool {
    if margin > 0 { region = region.aligned(in: image) }
    if read(at: Self.plainSensitivity, inverted: false) { return true }
    return doubtful.isEmpty && search.options.triesInverted && !search.isOver()
      && read(at: Self.plainSensitivity, inverted: true)
  }

  /// Reads what is faint, blurred or dirty: all that is possible, step by step.
  mutating func readClosely() -> Bool { readFaintly() || readSharpened() || readByComparison() }

  /// Reads at other sensitivities what is faint, or dirty.
  mutating func readFaintly() -> Bool {
    // Without a region there are too many lines, and too little says that there is anything.
    let sensitivities = margin > 0 ? Self.closeSensitivities[...] : Self.closeSensitivities.prefix(1)
    for sensitivity in sensitivities where doubtful.isEmpty && !search.isOver() {
      if read(at: sensitivity, inverted: false) { return true }
    }
    return doubtful.isEmpty && margin > 0 && search.options.triesInverted && !search.isOver()
      && read(at: Self.closeSensitivities[0], inverted: true)
  }

  /// Reads what blur has nearly levelled, with some of the blur undone.
  mutating func readSharpened() -> Bool {
    guard margin > 0 else { return false }
    for reach in ScanLine.sharpeningReaches where doubtful.isEmpty && !search.isOver() {
      takeLines(sharpening: reach)
      if read(at: Self.sharpSensitivity, inverted: false) { return true }
      takeLines(sharpening: nil)
    }
    return false
  }

  /// Reads an EAN or UPC whose bars run into each other, or whose edges say nothing sure, by comparing it with rendered
  /// digits.
  mutating func readByComparison() -> Bool {
    guard margin > 0 else { return false }
    if compare(order.map { line($0) }, doubtful) { return true }
    // What there was no time to compare is not believed, and what is likely only where many lines say so.
    let many = likely.filter { tally in
      tally.lines >= tally.needed + 2 && tally.votes.contains { !$0.reading.isDoubtful }
    }
    return !search.isOver() && report(many.map { ($0, $0.symbol) }, false)
  }

  /// A few lines at first, over the region alone: most striped regions are no codes, and have too few stripes or none
  /// that go on.
  var looksLikeBars: Bool {
    guard offsets.count > 5 else { return true }
    func probe(_ offset: Double) -> ScanLine { image.scanLine(region, offset: offset, margin: 0, reach: 0) }
    // Eight pixels further down a bar is still there, even at a slant; in a low region a third of its height.
    let further = min(8, 2 * region.halfHeight / 3)
    return [-0.6, -0.1, 0.4].contains { place in
      let line = probe(place * region.halfHeight)
      return showsBars(line) && line.likeness(to: probe(place * region.halfHeight + further)) >= Self.leastLikeness
    }
  }

  /// True where the bars of the upper quarter are those of the lower one, as of no text and no stacked symbol. Seen askew
  /// they lie a few pixels further on.
  var barsGoOn: Bool {
    let upper = image.scanLine(region, offset: -region.halfHeight / 2, margin: 0, reach: 0)
    let lower = image.scanLine(region, offset: region.halfHeight / 2, margin: 0, reach: 0)
    return (-6...6).contains { upper.likeness(to: lower, moved: $0) >= Self.leastLikeness }
  }

  private func showsBars(_ offset: Double) -> Bool {
    showsBars(image.scanLine(region, offset: offset, margin: 0, reach: 0))
  }

  private func showsBars(_ line: ScanLine) -> Bool {
    TurnedLine(line, sensitivity: Self.plainSensitivity).elements >= Self.leastElements
      && TurnedLine(line, sensitivity: Self.strongSensitivity).elements >= Self.leastStrongElements
  }

  /// Takes the lines anew, sharpened or as they are.
  private mutating func takeLines(sharpening: Double?) {
    self.sharpening = sharpening
    lines.removeAll(keepingCapacity: true)
    turned.removeAll(keepingCapacity: true)
  }

  private mutating func line(_ number: Int) -> ScanLine {
    if let line = lines[number] { return line }
    // To be sharpened, a line is a mean over half of the way to its neighbors.
    let reach = isSharpened ? max(reach, min(Self.mostReach, Int(spacing / 2))) : reach
    var line = image.scanLine(region, offset: offsets[number], margin: margin, reach: reach)
    if let sharpening { line = line.sharpened(reach: sharpening) }
    lines[number] = line
    return line
  }

  // MARK: - One look

  private mutating func read(at sensitivity: Float, inverted: Bool) -> Bool {
    var look = LineLook(self, lines: offsets.count, inverted: inverted)
    let rules: [ScanLine.EdgeRule] =
      margin > 0 && isFine ? [.halfWay, .balance, .steepest] : [.halfWay, .balance]
    let patience = isFine ? 5 : 3
    if sensitivity != self.sensitivity { turned.removeAll(keepingCapacity: true) }
    self.sensitivity = sensitivity
    for (tried, number) in order.enumerated() {
      // A line of a thousand stripes takes half a millisecond: what lines have said so far must do.
      if search.isOver() { break }
      var line = turned.removeValue(forKey: number) ?? TurnedLine(line(number), sensitivity: sensitivity)
      look.read(&line, number, rules: rules)
      turned[number] = line
      // Light bars on dark are rare, and a camera shows another frame soon: if none of the first lines says anything, the
      // others are not asked.
      if inverted || !isFine, tried + 1 == patience, look.isSilent { return false }
      if tried >= 3, look.isSettled(length: 2 * region.halfLength * Self.wholeLength) { break }
    }
    if isFine, !inverted { readBetween(&look, rules) }
    let outline = LinearOutline(image)
    func accepted() -> [LinearVotes.Tally] {
      look.votes.accepted { one, other in
        outline.isApart(
          LinearOutline.Extent(one), LinearOutline.Extent(other),
          areAlike: one.reading.symbol.bytes == other.reading.symbol.bytes)
      }.filter { !isFragment($0) }
    }
    var found = accepted()
    while margin > 0, readUncovered(&look, rules, found) {
      let more = accepted()
      if more.count == found.count { break }
      found = more
    }
    tellDoubts(look.votes, found)
    var sure: [(LinearVotes.Tally, DecodedSymbol)] = []
    var (unsure, open): ([LinearVotes.Tally], [LinearVotes.Tally]) = ([], [])
    for tally in found {
      switch verdict(tally, inverted) {
      case .number(let symbol): sure.append((tally, symbol))
      case .open:
        open.append(tally)
        unsure.append(tally)
      case .refuted: unsure.append(tally)
      }
    }
    if !inverted {
      isPromising = look.mostElements >= Self.leastElements
      // Sharpening makes other digits of some, which fit no better than what blur makes of them.
      doubtful = sure.isEmpty && !isSharpened ? unsure : []
      likely = doubtful.isEmpty ? [] : open
    }
    let isRead = report(sure, inverted)
    return report(look.collector, inverted) || isRead
  }

  /// What lines agree on is believed where it is no EAN, or the grey says so too.
  private func verdict(_ tally: LinearVotes.Tally, _ inverted: Bool) -> EANProof.Verdict {
    let votes = tally.votes.sorted { $0.reading.misfit < $1.reading.misfit }
    guard votes[0].reading.misfit > EANProof.needless, var proof = EANProof(votes[0].reading) else {
      return .number(tally.symbol)
    }
    for vote in votes.prefix(EANProof.lines) {
      let line = image.scanLine(region, offset: offsets[vote.line], margin: margin, reach: reach)
      proof.add(
        line, start: Float((vote.start - line.start).dot(line.direction)), edges: vote.edges,
        isReversed: (vote.end - vote.start).dot(line.direction) < 0, inverted: inverted)
    }
    let verdict = proof.verdict(votes[0].reading.symbol, wanted: search.options.symbologies)
    if case .number(let symbol) = verdict, let addOn = tally.addOn { return .number(symbol.withAddOn(addOn)) }
    return verdict
  }

  /// Looks at the parts of the region above and below what was read: other symbols may stand there, and lines spread over
  /// the region are too few for each of a stack.
  ///
  /// - Returns: true where there was anything to look at.
  private mutating func readUncovered(
    _ look: inout LineLook, _ rules: [ScanLine.EdgeRule], _ found: [LinearVotes.Tally]
  ) -> Bool {
    guard !found.isEmpty else { return false }
    let down = region.direction.perpendicular
    let outline = LinearOutline(image)
    let covered = found.map { tally -> ClosedRange<Double> in
      let corners = outline.corners(tally.votes.map(LinearOutline.Extent.init))
      let heights = corners.points.map { ($0 - region.center).dot(down) }
      return heights.min()!...heights.max()!
    }
    var from = heights.lowerBound
    var isLooked = false
    for range in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) + [heights.upperBound...heights.upperBound] {
      let room = range.lowerBound - from
      if room >= Self.leastUncovered, !search.isOver(), [0.35, 0.65].contains(where: { showsBars(from + $0 * room) }) {
        isLooked = true
        let count = min(Self.linesBetween, Int(room / 2))
        for number in 0..<count where !search.isOver() {
          offsets.append(from + (Double(number) + 0.5) * room / Double(count))
          var line = TurnedLine(line(offsets.count - 1), sensitivity: sensitivity)
          look.read(&line, offsets.count - 1, rules: rules)
        }
      }
      from = max(from, range.upperBound)
    }
    return isLooked
  }

  /// Tells what was said and is not believed.
  private func tellDoubts(_ votes: LinearVotes, _ accepted: [LinearVotes.Tally]) {
    guard let trace = search.trace else { return }
    for tally in votes.tallies where !accepted.contains(where: { $0.symbol == tally.symbol }) {
      trace.didDoubt(
        DoubtedReading(
          symbol: tally.symbol, start: image.toFrame(tally.votes[0].start), end: image.toFrame(tally.votes[0].end),
          lines: tally.lines, linesNeeded: tally.needed))
    }
  }

  /// Looks at lines on either side of those that said something, where they were too few: of a symbol that is low, or that
  /// fills a turned picture, few of the lines spread over the region meet all bars. Two pixels from line to line dirt is no
  /// longer the same on both; where there is none, one will do.
  private mutating func readBetween(_ look: inout LineLook, _ rules: [ScanLine.EdgeRule]) {
    guard look.votes.accepted().isEmpty, let tally = look.votes.tallies.max(by: { $0.lines < $1.lines }) else { return }
    let misfit = tally.votes.map(\.reading.misfit).min() ?? 1
    guard misfit < LinearReading.doubt, spacing >= 3 * (misfit < LinearReading.clean ? 1 : 2) else { return }
    // Thirds of the way to the neighbors, each once.
    let thirds = Set(tally.votes.flatMap { vote in [-2, -1, 1, 2].map { 3 * vote.line + $0 } })
    for third in thirds.sorted() where !third.isMultiple(of: 3) {
      if search.isOver() { return }
      offsets.append(offsets[0] + spacing * Double(third) / 3)
      var line = TurnedLine(line(offsets.count - 1), sensitivity: sensitivity)
      look.read(&line, offsets.count - 1, rules: rules)
    }
  }

  /// True where what is easily found by chance is but a small part of the region's stripes.
  private func isFragment(_ tally: LinearVotes.Tally) -> Bool {
    let vote = tally.votes[0]
    return isFragment(length: vote.start.distance(to: vote.end), linesNeeded: tally.needed)
  }

  func isFragment(length: Double, linesNeeded: Int) -> Bool {
    margin > 0 && linesNeeded >= Self.weak && length < Self.leastShare * 2 * region.halfLength
  }

  // MARK: - Reports

  /// - Returns: true if there was anything to report.
  private func report(_ tallies: [(LinearVotes.Tally, DecodedSymbol)], _ inverted: Bool) -> Bool {
    for (tally, symbol) in tallies {
      let extents = tally.votes.map(LinearOutline.Extent.init)
      let reading = tally.votes[0].reading
      let isLookedFor = !inverted && tally.addOn == nil && reading.modules != nil
      let addOn = isLookedFor ? addOn(behind: extents, modules: reading.modules ?? 0) : nil
      report(addOn.map(symbol.withAddOn) ?? symbol, extents, inverted)
    }
    return !tallies.isEmpty
  }

  /// The add-on behind a symbol that is so many modules wide, where the edges show none.
  func addOn(behind extents: [LinearOutline.Extent], modules: Int) -> String? {
    guard !search.isOver(), let addOns = EANAddOnSearch(image, behind: extents, modules: modules) else { return nil }
    let down = (extents[0].end - extents[0].start).normalized?.perpendicular ?? region.direction.perpendicular
    let middle = (region.center - extents[0].end).dot(down)
    return addOns.read(
      middle - region.halfHeight...middle + region.halfHeight,
      lines: isFine ? EANAddOnSearch.thoroughLines : EANAddOnSearch.liveLines)
  }

  private func report(_ collector: DataBarCollector, _ inverted: Bool) -> Bool {
    let symbols = collector.symbols(least: 2)
    for (symbol, sightings) in symbols {
      report(symbol, sightings.map { LinearOutline.Extent(start: $0.start, end: $0.end) }, inverted)
    }
    return !symbols.isEmpty
  }

  func report(_ symbol: DecodedSymbol, _ extents: [LinearOutline.Extent], _ inverted: Bool) {
    // Glare can turn a part of a symbol light on dark: no label says the same in both polarities.
    let isReflection = search.observations.contains {
      $0.symbol.symbology == symbol.symbology && $0.symbol.bytes == symbol.bytes && $0.isInverted != inverted
    }
    guard !isReflection else { return }
    search.report(symbol, at: LinearOutline(image).corners(extents), inverted: inverted)
  }
}
