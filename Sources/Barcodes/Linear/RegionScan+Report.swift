import Geometry
import Imaging

/// What is believed, and told.
extension RegionScan {
  /// What lines agree on is believed where it is no EAN, or the grey says so too.
  func verdict(_ tally: LinearVotes.Tally, _ inverted: Bool) -> GreyVerdict {
    let said = tally.votes[0].reading.symbol
    let verdict: GreyVerdict
    if let proven, proven.isSure, proven.bytes == said.bytes {
      verdict = .message(said)
    } else {
      guard var proof = proof(tally, inverted) else { return .message(tally.symbol) }
      verdict = proof.verdict(said, wanted: search.options.symbologies)
    }
    guard case .message(let symbol) = verdict else { return verdict }
    if refuted.contains(symbol.bytes) { return .refuted }
    return .message(tally.addOn.map(symbol.withAddOn) ?? symbol)
  }

  /// What too few lines say, where the grey of these leaves no doubt.
  func confirmed(_ tally: LinearVotes.Tally, _ inverted: Bool) -> DecodedSymbol? {
    let said = tally.votes[0].reading.symbol
    // Half of an EAN-13 may look like a shorter symbol.
    let (start, end) = (tally.votes[0].start, tally.votes[0].end)
    guard tally.votes[0].reading.form == .ean13 || isWhole(length: start.distance(to: end)) else { return nil }
    guard !refuted.contains(said.bytes), var proof = proof(tally, inverted),
      proof.isSure(said, wanted: search.options.symbologies)
    else { return nil }
    return tally.symbol
  }

  /// The grey of the lines whose edges fit best; nil where edges need no proof.
  ///
  /// - Parameter isEarly: while other lines were not heard yet: asks no more than it takes to be sure.
  func proof(_ tally: LinearVotes.Tally, _ inverted: Bool, isEarly: Bool = false) -> (any GreyProof)? {
    let votes = tally.votes.sorted { $0.reading.misfit < $1.reading.misfit }
    guard var proof = votes[0].reading.proof else { return nil }
    let most = isEarly ? type(of: proof).leastLines : type(of: proof).mostLines
    var asked: Set<Int> = []
    for vote in votes where asked.count < most && asked.insert(vote.line).inserted {
      let line =
        lines[.asItIs]?[vote.line] ?? image.scanLine(region, offset: offsets[vote.line], margin: margin, reach: reach)
      proof.add(
        line, start: Float((vote.start - line.start).dot(line.direction)), edges: vote.edges,
        isReversed: (vote.end - vote.start).dot(line.direction) < 0, inverted: inverted)
      if !isEarly, proof.isSure(votes[0].reading.symbol, wanted: search.options.symbologies) { break }
    }
    return proof
  }

  /// - Returns: true if there was anything to report.
  func report(_ tallies: [(LinearVotes.Tally, DecodedSymbol)], _ inverted: Bool) -> Bool {
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

  func report(_ collector: DataBarCollector, _ inverted: Bool) -> Bool {
    let symbols = collector.symbols(least: 2).filter { !inverted || !hasBarsBeside($0.sightings[0]) }
    for (symbol, sightings) in symbols {
      report(symbol, sightings.map { LinearOutline.Extent(start: $0.start, end: $0.end) }, inverted)
    }
    return !symbols.isEmpty
  }

  /// Edges beside a symbol of which others are made, within half of its length.
  private static let mostBeside = 8

  /// True where stripes go on beside what needs no quiet zone: where blur closed the spaces of an EAN-13, its middle was a GS1
  /// DataBar, light on dark, line after line.
  private func hasBarsBeside(_ sighting: DataBarCollector.Sighting) -> Bool {
    let line = image.scanLine(region, offset: offsets[sighting.line], margin: margin, reach: reach)
    let ends = [sighting.start, sighting.end].map { Float(($0 - line.start).dot(line.direction)) }.sorted()
    let (before, behind) = edgesBeside(ends[0]...ends[1], of: line, within: (ends[1] - ends[0]) / 2)
    return before + behind >= Self.mostBeside
  }

  /// Edges on either side of a part of a line.
  ///
  /// - Parameters:
  ///   - part: in pixels along the line.
  ///   - room: pixels on either side.
  func edgesBeside(_ part: ClosedRange<Float>, of line: ScanLine, within room: Float) -> (before: Int, behind: Int) {
    var turned = TurnedLine(line, sensitivity: manner.sensitivity)
    let edges = turned.edges(.halfWay).positions
    return (
      edges.count { (part.lowerBound - room..<part.lowerBound - 1).contains($0) },
      edges.count { (part.upperBound + 1..<part.upperBound + room).contains($0) }
    )
  }

  func report(_ film: DXFilmEdgeCollector, _ inverted: Bool) -> Bool {
    let found = film.found()
    for one in found {
      search.report(one.symbol, at: one.corners, mirrored: one.isMirrored, inverted: inverted)
    }
    return !found.isEmpty
  }

  func report(_ symbol: DecodedSymbol, _ extents: [LinearOutline.Extent], _ inverted: Bool) {
    // Glare can turn a part of a symbol light on dark: no label says the same in both polarities.
    let isReflection = search.observations.contains {
      $0.symbol.symbology == symbol.symbology && $0.symbol.bytes == symbol.bytes && $0.isInverted != inverted
    }
    guard !isReflection else { return }
    let outline = LinearOutline(image)
    let corners = outlines.first { $0.lines == extents }?.corners ?? outline.corners(extents)
    let toImage = image.toFrame.inverse
    let isContinued = search.extend(symbol, inverted: inverted) { other in
      let known = toImage(other)
      return outline.isContinued(known, by: corners) ? image.toFrame(LinearOutline.joined(known, corners)) : nil
    }
    if !isContinued { search.report(symbol, at: corners, inverted: inverted) }
  }
}
