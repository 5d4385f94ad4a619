import Geometry
import Imaging

/// One pass over the lines.
extension RegionScan {
  /// The share of a region's length that a symbol must take up for the region to have no other one.
  private static let wholeLength = 0.75
  /// Pixels above or below what was read in which another symbol may stand; regions are of whole blocks, which reach up to
  /// eight pixels over a symbol.
  private static let leastUncovered = 10.0
  /// Lines that are laid there.
  private static let linesBetween = 9
  /// Of them how many, spread over the room, are asked where they say nothing new: a symbol takes up a third of its room.
  private static let patienceBetween = 3
  /// Lines before it is asked whether others would say more.
  private static let leastTried = 3
  /// The share of a region's height that lines must span for the others not to be heard: of few near each other it can't be told
  /// how the symbol's ends lean.
  private static let leastHeight = 0.4
  /// Messages of too few lines that are compared with rendered digits.
  private static let mostUnconfirmed = 2
  /// Lines that a message needs from which it is one that chance finds.
  private static let weak = 3
  /// The share of a region's stripes that such a message must take up: with an add-on beside it UPC-E has half of them.
  private static let leastShare = 0.4

  /// - Returns: true if there was anything to report.
  mutating func read(_ manner: LinePass.Manner) -> Bool {
    // It would say the same again.
    guard asked.insert(manner).inserted else { return false }
    self.manner = manner
    proven = nil
    let inverted = manner.isInverted
    var pass = LinePass(self, lines: offsets.count, manner)
    let rules: [ScanLine.EdgeRule] =
      margin > 0 && isFine ? [.halfWay, .balance, .steepest] : [.halfWay, .balance]
    for (tried, number) in order.enumerated() {
      // A line of a thousand stripes takes half a millisecond: what lines have said so far must do.
      if search.isOver() { break }
      var line = turnedLine(number)
      pass.read(&line, number, rules: rules)
      keep(line, number)
      if let patience = manner.patience, (expectsBars ? pass.withBars : tried + 1) >= patience, pass.isSilent {
        if !inverted { hasBars = hasBars || pass.mostElements >= Self.leastElements }
        return false
      }
      // What half of many lines do not say twice the others hardly do.
      if isFine, margin > 0, tried >= max(Self.leastTried, order.count / 2), !pass.isSilent, !pass.isAgreed { break }
      if tried >= Self.leastTried, isSettled(pass, inverted) { break }
    }
    if isFine, !inverted { readBetween(&pass, rules) }
    let outline = LinearOutline(image)
    func accepted() -> [LinearVotes.Tally] {
      pass.votes.accepted(
        isApart: { one, other in
          outline.isApart(
            LinearOutline.Extent(one), LinearOutline.Extent(other),
            areAlike: one.reading.symbol.bytes == other.reading.symbol.bytes)
        }, showsLight: { outline.showsLight(between: LinearOutline.Extent($0), and: LinearOutline.Extent($1)) }
      ).filter { !isFragment($0) }
    }
    var found = accepted()
    while margin > 0 {
      let before = pass.votes.count
      guard readUncovered(&pass, rules, found), pass.votes.count > before else { break }
      let more = accepted()
      if more.count == found.count { break }
      found = more
    }
    tellDoubts(pass.votes, found)
    if telling == nil, pass.votes.tallies.contains(where: { 4 * $0.lines >= $0.needed }) { telling = manner }
    refuted.formUnion(pass.votes.exchanged)
    var sure: [(LinearVotes.Tally, DecodedSymbol)] = []
    var (unsure, open): ([LinearVotes.Tally], [LinearVotes.Tally]) = ([], [])
    for tally in found {
      switch verdict(tally, inverted) {
      case .message(let symbol): sure.append((tally, symbol))
      case .open:
        open.append(tally)
        unsure.append(tally)
      case .refuted:
        refuted.insert(tally.votes[0].reading.symbol.bytes)
        unsure.append(tally)
      }
    }
    if sure.isEmpty, !search.isOver() {
      // Too few lines say so, and the grey of these may leave no doubt.
      for tally in pass.votes.unconfirmed(besides: found).prefix(Self.mostUnconfirmed) where !isFragment(tally) {
        guard let symbol = confirmed(tally, inverted) else { continue }
        sure.append((tally, symbol))
        break
      }
    }
    if !inverted {
      hasBars = hasBars || pass.mostElements >= Self.leastElements
      func isEAN(_ tally: LinearVotes.Tally) -> Bool { tally.votes[0].reading.form != nil }
      // Sharpening makes other digits of some, which fit no better than what blur makes of them.
      doubtful = sure.isEmpty && !manner.isSharpened ? unsure.filter(isEAN) : []
      likely = doubtful.isEmpty ? [] : open.filter(isEAN)
    }
    let isRead = report(sure, inverted)
    return [report(pass.collector, inverted), report(pass.film, inverted), isRead].contains(true)
  }

  /// True where other lines would not say more: those that were asked agree, and say it clearly or the grey leaves no doubt.
  private mutating func isSettled(_ pass: LinePass, _ inverted: Bool) -> Bool {
    let length = Self.wholeLength * 2 * region.halfLength
    if pass.isSettled(length: length) { return true }
    guard margin > 0, proven == nil, let only = pass.onlyMessage(length: length), only.lines >= only.needed,
      height(of: only) >= Self.leastHeight * 2 * region.halfHeight,
      var proof = proof(only, inverted, isEarly: true)
    else { return false }
    let symbol = only.votes[0].reading.symbol
    let isProven = proof.isSure(symbol, wanted: search.options.symbologies, mayConfirm: false)
    // Asked once: where it leaves doubt, all lines are heard first.
    proven = Proven(bytes: symbol.bytes, isSure: isProven)
    return isProven
  }

  /// Pixels from the uppermost to the lowermost line that said so.
  private func height(of tally: LinearVotes.Tally) -> Double {
    let places = tally.votes.map { offsets[$0.line] }
    return places.max()! - places.min()!
  }

  /// Reads the parts of the region above and below what was read: other symbols may stand there, and lines spread over
  /// the region are too few for each of a stack.
  ///
  /// - Returns: true where there were any bars.
  private mutating func readUncovered(
    _ pass: inout LinePass, _ rules: [ScanLine.EdgeRule], _ found: [LinearVotes.Tally]
  ) -> Bool {
    guard !found.isEmpty else { return false }
    let down = region.direction.perpendicular
    let outline = LinearOutline(image)
    outlines = found.map { tally in
      let lines = tally.votes.map(LinearOutline.Extent.init)
      return (lines, outline.corners(lines))
    }
    let covered = outlines.map { known -> ClosedRange<Double> in
      let heights = known.corners.points.map { ($0 - region.center).dot(down) }
      return heights.min()!...heights.max()!
    }
    var from = heights.lowerBound
    var hasAny = false
    for range in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) + [heights.upperBound...heights.upperBound] {
      let room = range.lowerBound - from
      if room >= Self.leastUncovered, !search.isOver(), showsBars(between: from, and: range.lowerBound) {
        hasAny = true
        let count = min(Self.linesBetween, Int(room / 2))
        let before = pass.messages
        for (tried, number) in Self.spread(count).enumerated() where !search.isOver() {
          if tried >= Self.patienceBetween, pass.messages == before { break }
          read(at: from + (Double(number) + 0.5) * room / Double(count), &pass, rules)
        }
      }
      from = max(from, range.upperBound)
    }
    return hasAny
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

  /// Asks lines on either side of those that said something, where they were too few: of a symbol that is low, or that
  /// fills a turned picture, few of the lines spread over the region meet all bars. Two pixels from line to line dirt is no
  /// longer the same on both; where there is none, one will do.
  private mutating func readBetween(_ pass: inout LinePass, _ rules: [ScanLine.EdgeRule]) {
    guard pass.votes.accepted().isEmpty, let tally = pass.votes.tallies.max(by: { $0.lines < $1.lines }) else { return }
    let misfit = tally.votes.map(\.reading.misfit).min() ?? 1
    let least: Double = misfit < LinearReading.clean ? 1 : 2
    guard misfit < LinearReading.doubt, spacing >= 2 * least else { return }
    // Thirds of the way to the neighbors, or halves, each once.
    let parts = spacing >= 3 * least ? 3 : 2
    let places = Set(tally.votes.flatMap { vote in (1 - parts..<parts).map { parts * vote.line + $0 } })
    for place in places.sorted() where !place.isMultiple(of: parts) {
      if search.isOver() { return }
      read(at: offsets[0] + spacing * Double(place) / Double(parts), &pass, rules)
    }
  }

  /// True where what is easily found by chance is but a small part of the region's stripes, or what may be half of a symbol
  /// is not nearly all of them.
  private func isFragment(_ tally: LinearVotes.Tally) -> Bool {
    let vote = tally.votes[0]
    let length = vote.start.distance(to: vote.end)
    if vote.reading.isLikeHalf, !isWhole(length: length) { return true }
    return isFragment(length: length, linesNeeded: tally.needed)
  }

  /// True for the length of a symbol that leaves no room for others in the region.
  func isWhole(length: Double) -> Bool { length >= Self.wholeLength * 2 * region.halfLength }

  func isFragment(length: Double, linesNeeded: Int) -> Bool {
    margin > 0 && linesNeeded >= Self.weak && length < Self.leastShare * 2 * region.halfLength
  }
}
