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
    let lines = offsets.map { image.scanLine(region, offset: $0, margin: margin, reach: reach) }
    var doubtful: [LinearVotes.Tally] = []
    let polarities = search.options.triesInverted ? [false, true] : [false]
    for inverted in polarities {
      var votes = LinearVotes(lines: lines.count)
      var collector = DataBarCollector(wanted: search.options.symbologies)
      for look in search.isThorough ? Self.looks[...] : Self.looks.prefix(2) {
        for (number, line) in lines.enumerated() {
          collect(line, number, look, inverted, &votes, &collector)
        }
        let accepted = votes.accepted
        let isComparable = search.isThorough && margin > 0 && !inverted
        let sure = accepted.filter { tally in
          !isComparable || tally.votes.contains { !$0.reading.isDoubtful }
        }
        let isRead = report(sure, inverted)
        if report(collector, inverted) || isRead { return }
        if !accepted.isEmpty {
          doubtful = accepted
          break
        }
        if search.isOutOfTime { return }
      }
    }
    if search.isThorough, margin > 0, !fit(lines, doubtful) { _ = report(doubtful, false) }
  }

  private func collect(
    _ line: ScanLine, _ number: Int, _ look: (sensitivity: Float, rule: ScanLine.EdgeRule), _ inverted: Bool,
    _ votes: inout LinearVotes, _ collector: inout DataBarCollector
  ) {
    let forward = line.bars(sensitivity: look.sensitivity, rule: look.rule, inverted: inverted)
    // The shortest symbol that is read has 21 elements, half of a stacked one.
    guard forward.widths.count >= 21 else { return }
    for bars in [forward, forward.reversed] {
      for decoder in decoders {
        for reading in decoder.read(bars, wanted: search.options.symbologies) {
          let first = abs(bars.edges[reading.elements.lowerBound])
          let last = abs(bars.edges[reading.elements.upperBound + 1])
          votes.add(
            LinearVotes.Vote(reading: reading, line: number, start: line.place(first), end: line.place(last)))
        }
      }
      if collector.isWanted { collector.collect(bars, line: number) { line.place(abs($0)) } }
    }
  }

  /// - Returns: true if there was anything to report.
  private func report(_ tallies: [LinearVotes.Tally], _ inverted: Bool) -> Bool {
    for tally in tallies {
      let extents = tally.votes.map { LinearOutline.Extent(start: $0.start, end: $0.end) }
      search.report(tally.symbol, at: LinearOutline(image).corners(extents), inverted: inverted)
    }
    return !tallies.isEmpty
  }

  private func report(_ collector: DataBarCollector, _ inverted: Bool) -> Bool {
    let symbols = collector.symbols(least: 2)
    for (symbol, sightings) in symbols {
      let extents = sightings.map { LinearOutline.Extent(start: $0.start, end: $0.end) }
      search.report(symbol, at: LinearOutline(image).corners(extents), inverted: inverted)
    }
    return !symbols.isEmpty
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
    for layout in [EANLayout.ean13, .ean8, .upcE] where wants(layout.form) {
      let fit = EANFit(layout: layout)
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
        search.report(
          addOn.map(symbol.withAddOn) ?? symbol, at: LinearOutline(image).corners(extents), inverted: false)
        return true
      }
    }
    return false
  }

  /// The add-on behind a symbol that was found by comparing: its edges are looked for from the symbol's end on.
  private func addOn(_ fits: [(line: ScanLine, one: EANLineFit)]) -> String? {
    var counts: [String: Int] = [:]
    for (line, one) in fits {
      for look in Self.looks.prefix(3) {
        var bars = line.bars(sensitivity: look.sensitivity, rule: look.rule)
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
