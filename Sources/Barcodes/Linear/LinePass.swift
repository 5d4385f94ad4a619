import Geometry
import Imaging

/// One pass over the lines of a region: what they say in one polarity, at one sensitivity.
struct LinePass {
  /// How a pass takes the lines apart.
  struct Manner: Hashable {
    /// How the grey of the lines is taken.
    enum Grey: Hashable {
      case asItIs
      /// With some of the blur undone.
      ///
      /// - Parameter reach: in modules.
      case sharpened(reach: Double)
      /// The mean over the way to the next lines on either side.
      case mean
    }

    /// How much of a turn makes a bar, as a share of the contrast.
    let sensitivity: Float
    var grey = Grey.asItIs
    /// True to take light for dark.
    var isInverted = false
    /// Lines with bars after which the pass ends if none of them says anything; nil asks all.
    var patience: Int?

    var isSharpened: Bool {
      guard case .sharpened = grey else { return false }
      return true
    }
  }

  /// Lines beyond those that a message needs from which it does not matter that others said nothing.
  private static let moreThanNeeded = 3
  /// Elements beside a symbol that leave no room for another symbol's.
  private static let leastOther = 12

  private let search: FrameSearch
  private let image: LuminanceImage
  private let decoders: [any LinearDecoder]
  private let isInverted: Bool
  private(set) var votes: LinearVotes
  private(set) var collector: DataBarCollector
  private(set) var film: DXFilmEdgeCollector
  private var tried = 0
  /// Lines that had as many bars as the shortest part of a symbol.
  private(set) var withBars = 0
  /// Elements of the line that has most.
  private(set) var mostElements = 0

  init(_ scan: RegionScan, lines: Int, _ manner: Manner) {
    search = scan.search
    image = scan.image
    decoders = scan.decoders
    isInverted = manner.isInverted
    votes = LinearVotes(lines: lines)
    collector = DataBarCollector(wanted: scan.search.options.symbologies)
    // Its clock shows on line after line, whatever it is; what is exposed onto film is clear.
    let mayBeFilm = manner.grey == .asItIs && manner.sensitivity == RegionScan.plainSensitivity
    film = DXFilmEdgeCollector(wanted: mayBeFilm ? scan.search.options.symbologies : [])
  }

  /// True where no line has said anything yet.
  var isSilent: Bool { votes.tallies.isEmpty && collector.isEmpty && film.isEmpty }

  /// Messages that lines said so far, and parts of GS1 DataBar's, each as often as it was seen.
  var messages: Int { votes.tallies.count + collector.count }

  /// True where two lines say the same, or one so clearly that it needs no other; chance says now this, now that.
  var isAgreed: Bool {
    !film.isEmpty || collector.isAgreed || votes.tallies.contains { $0.lines >= min(2, $0.needed) }
  }

  /// What every line so far that says anything says, over at least this length, or where no line leaves elements enough for
  /// another symbol; nil where others may say more.
  func onlyMessage(length: Double) -> LinearVotes.Tally? {
    guard let first = votes.tallies.first, votes.tallies.count == 1 else { return nil }
    // An add-on stands lower than its symbol, so that not all lines meet it.
    if first.addOn == nil, first.showsAddOn { return nil }
    let isWhole =
      first.votes[0].start.distance(to: first.votes[0].end) >= length
      || mostElements < first.votes[0].reading.elements.count + RegionScan.leastElements
    return isWhole ? first : nil
  }

  /// True where lines clearly say the one message, so that others would not say more.
  func isSettled(length: Double) -> Bool {
    if let only = onlyMessage(length: length) {
      // Dirt and glare hide some lines of many; of an add-on, whose check is weak, all lines are heard.
      let isEach = only.lines == tried || only.showsAddOn
      let least = isEach ? max(tried, only.needed + 1) : only.needed + Self.moreThanNeeded
      return only.lines >= least && only.votes.contains { !$0.reading.isDoubtful }
    }
    guard votes.tallies.isEmpty, !collector.isEmpty, tried.isMultiple(of: 4) else { return false }
    return collector.symbols(least: 3).contains { symbol in
      symbol.sightings.count == tried
        && symbol.sightings.allSatisfy { $0.start.distance(to: $0.end) >= length }
    }
  }

  /// Takes a line apart and asks the decoders: by the first rule, and where that says nothing for sure, by the
  /// others too.
  mutating func read(_ turned: inout TurnedLine, _ number: Int, rules: [ScanLine.EdgeRule]) {
    tried += 1
    let line = turned.line
    for (place, rule) in rules.enumerated() {
      let bars = turned.edges(rule).bars(inverted: isInverted)
      mostElements = max(mostElements, bars.widths.count)
      if place == 0, film.isWanted { film.collect(bars, of: line, number: number) }
      guard bars.widths.count >= RegionScan.leastElements else { return }
      if place == 0 { withBars += 1 }
      let said = read(bars, of: line, number)
      search.trace?.didScan(
        ScannedLine(
          start: image.toFrame(line.place(0)),
          end: image.toFrame(line.place(Float(line.step) * Float(line.samples.count - 1))),
          edges: bars.edges.map { image.toFrame(line.place($0)) }, symbol: said?.symbol))
      if let said, !said.isDoubtful { return }
    }
  }

  /// An end of a symbol moved over the light that belongs to it, as far as the picture shows that.
  private func outer(_ end: Point<ImagePixels>, _ way: Vector<ImagePixels>, _ share: Double?) -> Point<ImagePixels> {
    guard let share else { return end }
    let outer = end + way * share
    return image.bounds.contains(outer) ? outer : end
  }

  /// True for a clear reading that takes up all of a line's elements, of what no other one's widths look like.
  private func isWhole(_ reading: LinearReading, among elements: Int) -> Bool {
    reading.excludesOthers && elements < reading.elements.count + Self.leastOther
  }

  /// - Returns: what was read last.
  private mutating func read(_ forward: BarSequence, of line: ScanLine, _ number: Int) -> LinearReading? {
    var said: LinearReading?
    var isSure = false
    for bars in [forward, forward.reversed] {
      for decoder in decoders where !isSure {
        for reading in decoder.read(bars, wanted: search.options.symbologies) {
          if reading.isBoundByLightAlone, !isInverted, line.isCutByGlare(reading.elements, of: bars) { continue }
          said = reading
          // It leaves no elements for another symbol.
          isSure = isSure || isWhole(reading, among: bars.widths.count)
          let (from, to) = (reading.elements.lowerBound, reading.elements.upperBound + 1)
          let (first, last) = (line.place(abs(bars.edges[from])), line.place(abs(bars.edges[to])))
          votes.add(
            LinearVotes.Vote(
              reading: reading, line: number, start: outer(first, first - last, reading.light?.before),
              end: outer(last, last - first, reading.light?.after),
              edges: !reading.isProvable ? [] : bars.edges[from...to].map { $0 - bars.edges[from] }))
        }
      }
      if isSure { return said }
      if collector.isWanted { collector.collect(bars, line: number) { line.place(abs($0)) } }
    }
    return said
  }
}
