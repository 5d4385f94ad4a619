import Geometry
import Imaging

/// Scans one striped region by many lines, and reports what enough of them agree on.
struct RegionScan {
  let search: FrameSearch
  let image: LuminanceImage
  let decoders: [any LinearDecoder]

  init(_ search: FrameSearch, decoders: [any LinearDecoder.Type]) {
    self.search = search
    image = search.image()
    self.decoders = decoders.filter { search.wants($0.symbologies) }.map { $0.init() }
  }

  /// How the samples of a line become bars, in the order in which it is tried.
  private static let looks: [(sensitivity: Float, rule: ScanLine.EdgeRule)] = [
    (0.2, .halfWay), (0.2, .steepest), (0.1, .steepest), (0.35, .halfWay), (0.06, .halfWay),
  ]

  /// Lines over a region, spread over its height.
  func read(_ region: StripeRegion) {
    let lines = min(search.isThorough ? 31 : 15, max(3, Int(region.halfHeight * 2)))
    // The region's own extent is that of whole blocks, so lines go up to its border.
    let spacing = 2 * region.halfHeight / Double(lines)
    let offsets = (0..<lines).map { (Double($0) + 0.5 - Double(lines) / 2) * spacing }
    // Quiet zones and bars that glare has taken out of the region: half of its length on either side.
    let margin = 24 + region.halfLength
    let reach = spacing >= 2 ? min(2, Int(spacing / 2)) : 0
    read(region, offsets: offsets, margin: margin, reach: reach)
  }

  /// Lines over the whole image.
  func sweep(_ region: StripeRegion) {
    let lines = min(200, Int(region.halfHeight * 2 / 3))
    guard lines > 0 else { return }
    let spacing = 2 * region.halfHeight / Double(lines)
    read(
      region, offsets: (0..<lines).map { (Double($0) + 0.5 - Double(lines) / 2) * spacing }, margin: 0, reach: 1)
  }

  private func read(_ region: StripeRegion, offsets: [Double], margin: Double, reach: Int) {
    let lines = offsets.map { image.scanLine(region, offset: $0, margin: margin, reach: reach) }
    let polarities = search.options.triesInverted ? [false, true] : [false]
    for inverted in polarities {
      var votes = LinearVotes()
      for look in search.isThorough ? Self.looks[...] : Self.looks.prefix(2) {
        for (number, line) in lines.enumerated() {
          collect(line, number, look, inverted, &votes)
        }
        if report(votes.accepted, inverted) { return }
        if search.isOutOfTime { return }
      }
    }
  }

  private func collect(
    _ line: ScanLine, _ number: Int, _ look: (sensitivity: Float, rule: ScanLine.EdgeRule), _ inverted: Bool,
    _ votes: inout LinearVotes
  ) {
    let forward = line.bars(sensitivity: look.sensitivity, rule: look.rule, inverted: inverted)
    // The shortest symbol that is read has 25 elements.
    guard forward.widths.count >= 25 else { return }
    for bars in [forward, forward.reversed] {
      for decoder in decoders {
        for reading in decoder.read(bars, wanted: search.options.symbologies) {
          let first = abs(bars.edges[reading.elements.lowerBound])
          let last = abs(bars.edges[reading.elements.upperBound + 1])
          votes.add(
            LinearVotes.Vote(reading: reading, line: number, start: line.place(first), end: line.place(last)))
        }
      }
    }
  }

  /// - Returns: true if there was anything to report.
  private func report(_ tallies: [LinearVotes.Tally], _ inverted: Bool) -> Bool {
    for tally in tallies {
      search.report(tally.symbol, at: LinearOutline(image).corners(tally.votes), inverted: inverted)
    }
    return !tallies.isEmpty
  }
}
