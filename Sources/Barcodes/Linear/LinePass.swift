import Geometry
import Imaging

/// One pass over the lines of a region: what they say in one polarity, at one sensitivity.
struct LinePass {
  /// How a pass takes the lines apart.
  struct Manner {
    /// How much of a turn makes a bar, as a share of the contrast.
    let sensitivity: Float
    /// The reach of the lines' sharpening in modules, or nil to take them as they are.
    var sharpening: Double?
    /// True to take light for dark.
    var isInverted = false
    /// Lines with bars after which the pass ends if none of them says anything; nil asks all.
    var patience: Int?
  }

  private let search: FrameSearch
  private let image: LuminanceImage
  private let decoders: [any LinearDecoder]
  private let isInverted: Bool
  private(set) var votes: LinearVotes
  private(set) var collector: DataBarCollector
  private var tried = 0
  /// Lines that had as many bars as the shortest part of a symbol.
  private(set) var withBars = 0
  /// Elements of the line that has most.
  private(set) var mostElements = 0

  init(_ scan: RegionScan, lines: Int, inverted: Bool) {
    search = scan.search
    image = scan.image
    decoders = scan.decoders
    isInverted = inverted
    votes = LinearVotes(lines: lines)
    collector = DataBarCollector(wanted: scan.search.options.symbologies)
  }

  /// True where no line has said anything yet.
  var isSilent: Bool { votes.tallies.isEmpty && collector.isEmpty }

  /// True where every line so far says the same, clearly, over at least this length: others would not say more.
  func isSettled(length: Double) -> Bool {
    if let first = votes.tallies.first, votes.tallies.count == 1 {
      // An add-on stands lower than its symbol, so that not all lines meet it.
      if first.addOn == nil, first.votes.contains(where: { $0.reading.addOn != nil }) { return false }
      return first.lines == tried && first.lines > first.needed && first.votes.contains { !$0.reading.isDoubtful }
        && first.votes[0].start.distance(to: first.votes[0].end) >= length
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

  /// - Returns: what was read last.
  private mutating func read(_ forward: BarSequence, of line: ScanLine, _ number: Int) -> LinearReading? {
    var said: LinearReading?
    for bars in [forward, forward.reversed] {
      for decoder in decoders {
        for reading in decoder.read(bars, wanted: search.options.symbologies) {
          said = reading
          let (from, to) = (reading.elements.lowerBound, reading.elements.upperBound + 1)
          let (first, last) = (line.place(abs(bars.edges[from])), line.place(abs(bars.edges[to])))
          votes.add(
            LinearVotes.Vote(
              reading: reading, line: number, start: outer(first, first - last, reading.light?.before),
              end: outer(last, last - first, reading.light?.after),
              edges: reading.form == nil ? [] : bars.edges[from...to].map { $0 - bars.edges[from] }))
        }
      }
      if collector.isWanted { collector.collect(bars, line: number) { line.place(abs($0)) } }
    }
    return said
  }
}
