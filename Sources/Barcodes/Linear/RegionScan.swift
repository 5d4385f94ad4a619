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

  /// How much of a turn makes a bar, in the order in which a line is tried: the first sees what is clear, the others what
  /// is blurred, dirty, or nearly gone.
  private static let sensitivities: [Float] = [0.2, 0.1, 0.35, 0.06]

  /// Elements of the shortest part that says anything, half of a stacked symbol.
  private static let leastElements = 21

  /// Lines over a region, spread over its height.
  func read(_ region: StripeRegion) {
    let lines = min(search.isThorough ? 31 : 15, max(3, Int(region.halfHeight * 2)))
    // The region's own extent is that of whole blocks, so lines go up to its border.
    let spacing = 2 * region.halfHeight / Double(lines)
    let offsets = (0..<lines).map { (Double($0) + 0.5 - Double(lines) / 2) * spacing }
    // Quiet zones and bars that glare has taken out of the region: half of its length on either side.
    let margin = 24 + region.halfLength
    // A mean over three rows halves the noise; more would blur bars that lean against the line.
    let reach = spacing >= 2 ? 1 : 0
    read(region, offsets: offsets, margin: margin, reach: reach)
  }

  /// Lines over the whole image.
  func sweep(_ region: StripeRegion) {
    // Every third row; of an image of few rows each.
    let height = 2 * region.halfHeight
    let lines = max(min(8, Int(height)), min(200, Int(height / 3)))
    let spacing = height / Double(lines)
    read(
      region, offsets: (0..<lines).map { (Double($0) + 0.5 - Double(lines) / 2) * spacing }, margin: 0,
      reach: height > 24 ? 1 : 0)
  }

  private func read(_ region: StripeRegion, offsets: [Double], margin: Double, reach: Int) {
    guard looksLikeBars(region, offsets: offsets, margin: margin, reach: reach) else { return }
    let lines = offsets.map { image.scanLine(region, offset: $0, margin: margin, reach: reach) }
    // What is said of dark bars on light, and of light ones on dark.
    var votes = [LinearVotes(lines: lines.count), LinearVotes(lines: lines.count)]
    var collectors = [
      DataBarCollector(wanted: search.options.symbologies), DataBarCollector(wanted: search.options.symbologies),
    ]
    var doubtful: [LinearVotes.Tally] = []
    for sensitivity in Self.sensitivities.prefix(search.isThorough ? Self.sensitivities.count : 1) {
      for (number, line) in lines.enumerated() {
        for edges in line.edges(sensitivity: sensitivity, rules: ScanLine.EdgeRule.allCases) {
          for polarity in 0..<(search.options.triesInverted ? 2 : 1) {
            collect(line, number, edges.bars(inverted: polarity == 1), &votes[polarity], &collectors[polarity])
          }
        }
      }
      for polarity in 0...1 {
        let accepted = votes[polarity].accepted
        let isComparable = search.isThorough && margin > 0 && polarity == 0
        let sure = accepted.filter { tally in !isComparable || tally.votes.contains { !$0.reading.isDoubtful } }
        let isRead = report(sure, polarity == 1)
        if report(collectors[polarity], polarity == 1) || isRead { return }
        if polarity == 0 { doubtful = accepted }
      }
      if search.isOutOfTime || !doubtful.isEmpty { break }
    }
    if search.isThorough, margin > 0, !fit(lines, doubtful) { _ = report(doubtful, false) }
  }

  /// A few lines at first: most striped regions are no codes, and have too few stripes.
  private func looksLikeBars(_ region: StripeRegion, offsets: [Double], margin: Double, reach: Int) -> Bool {
    guard !search.isThorough, offsets.count > 5 else { return true }
    let probes = [1, 3, 5].map { offsets[offsets.count * $0 / 6] }
    return probes.contains { offset in
      let line = image.scanLine(region, offset: offset, margin: margin, reach: reach)
      return line.bars(sensitivity: Self.sensitivities[0], rule: .halfWay).widths.count >= Self.leastElements
    }
  }

  private func collect(
    _ line: ScanLine, _ number: Int, _ forward: BarSequence, _ votes: inout LinearVotes,
    _ collector: inout DataBarCollector
  ) {
    guard forward.widths.count >= Self.leastElements else { return }
    var said: DecodedSymbol?
    for bars in [forward, forward.reversed] {
      for decoder in decoders {
        for reading in decoder.read(bars, wanted: search.options.symbologies) {
          said = reading.symbol
          let first = abs(bars.edges[reading.elements.lowerBound])
          let last = abs(bars.edges[reading.elements.upperBound + 1])
          votes.add(
            LinearVotes.Vote(reading: reading, line: number, start: line.place(first), end: line.place(last)))
        }
      }
      if collector.isWanted { collector.collect(bars, line: number) { line.place(abs($0)) } }
    }
    search.trace?.didScan(
      ScannedLine(
        start: image.toFrame(line.place(0)),
        end: image.toFrame(line.place(Float(line.step) * Float(line.samples.count - 1))),
        edges: forward.edges.map { image.toFrame(line.place($0)) }, symbol: said))
  }

  /// - Returns: true if there was anything to report.
  private func report(_ tallies: [LinearVotes.Tally], _ inverted: Bool) -> Bool {
    for tally in tallies {
      let extents = tally.votes.map { LinearOutline.Extent(start: $0.start, end: $0.end) }
      report(tally.symbol, extents, inverted)
    }
    return !tallies.isEmpty
  }

  private func report(_ collector: DataBarCollector, _ inverted: Bool) -> Bool {
    let symbols = collector.symbols(least: 2)
    for (symbol, sightings) in symbols {
      report(symbol, sightings.map { LinearOutline.Extent(start: $0.start, end: $0.end) }, inverted)
    }
    return !symbols.isEmpty
  }

  private func report(_ symbol: DecodedSymbol, _ extents: [LinearOutline.Extent], _ inverted: Bool) {
    // Glare can turn a part of a symbol light on dark: no label says the same in both polarities.
    let isReflection = search.observations.contains {
      $0.symbol.symbology == symbol.symbology && $0.symbol.bytes == symbol.bytes && $0.isInverted != inverted
    }
    guard !isReflection else { return }
    search.report(symbol, at: LinearOutline(image).corners(extents), inverted: inverted)
  }
}

// MARK: - By comparison

extension RegionScan {
  /// What comparing with rendered digits says of lines whose edges say nothing, or nothing sure.
  ///
  /// - Parameter doubtful: what edges say.
  /// - Returns: true if it says anything, be it that the edges' message is wrong.
  private func fit(_ lines: [ScanLine], _ doubtful: [LinearVotes.Tally]) -> Bool {
    // A dozen lines are enough to tell, spread over all.
    let stride = max(1, (lines.count + 6) / 12)
    let chosen = lines.indices.filter { $0 % stride == 0 }.map { lines[$0] }
    for fit in EANFit.all where wants(fit.layout.form) {
      for isReversed in [false, true] {
        if search.isOutOfTime { return false }
        let fits = chosen.compactMap { line in
          EANLineFit(line, fit: fit, isReversed: isReversed).map { (one: $0, line: line) }
        }
        guard let best = fits.map(\.one.evidence.residual).min(), best < EANLineFit.residualLimit else { continue }
        let used = fits.filter { $0.one.evidence.residual < 2 * best }
        guard let answer = fit.answer(used.map(\.one.evidence)) else { continue }
        guard let symbol = answer.number.symbol(wanted: search.options.symbologies) else { continue }
        // Two witnesses of the same need not be as sure as one alone.
        let isSaid = doubtful.contains { $0.votes[0].reading.symbol.bytes == symbol.bytes }
        let least = EANLineFit.leastMargin(answer.number.form, lines: used.count)
        guard answer.margin >= (isSaid ? least / 3 : least) else { continue }
        let extents = used.map {
          LinearOutline.Extent(start: $0.line.place($0.one.start), end: $0.line.place($0.one.end))
        }
        let addOn = addOn(used.map { ($0.line, $0.one) })
        report(addOn.map(symbol.withAddOn) ?? symbol, extents, false)
        return true
      }
    }
    return false
  }

  /// The add-on behind a symbol that was found by comparing: its edges are looked for from the symbol's end on.
  private func addOn(_ fits: [(line: ScanLine, one: EANLineFit)]) -> String? {
    var counts: [String: Int] = [:]
    for (line, one) in fits {
      for sensitivity in Self.sensitivities.prefix(2) {
        var bars = line.bars(sensitivity: sensitivity, rule: .halfWay)
        if one.end < one.start { bars = bars.reversed }
        let end = one.end < one.start ? -one.end : one.end
        let module = abs(one.end - one.start) / 95
        // The element whose end is nearest to the symbol's.
        guard
          let last = bars.widths.indices.filter({ $0.isMultiple(of: 2) })
            .min(by: { abs(bars.edges[$0 + 1] - end) < abs(bars.edges[$1 + 1] - end) })
        else { continue }
        // Two digits are too easily a part of five where so little is sharp.
        if let addOn = EANReader().readAddOn(bars, after: last, module), addOn.count == 5 {
          counts[addOn, default: 0] += 1
        }
      }
    }
    guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), best.value >= 2 else { return nil }
    return best.key
  }

  private func wants(_ form: EANNumber.Form) -> Bool {
    switch form {
    case .ean13: search.wants([.ean13, .upcA])
    case .ean8: search.wants([.ean8])
    case .upcE: search.wants([.upcE])
    }
  }
}
