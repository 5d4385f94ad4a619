package import Geometry

/// What the scan lines of one region said, and what may be believed of it.
package struct LinearVotes {
  /// A reading on a line, and where on the image it begins and ends.
  package struct Vote: Sendable {
    package let reading: LinearReading
    /// Counts the scan lines of the region.
    package let line: Int
    package let start: Point<ImagePixels>
    package let end: Point<ImagePixels>
    /// Where the elements begin, and the last one ends, in pixels from the start; of those that the grey can be asked of.
    let edges: [Float]

    package init(
      reading: LinearReading, line: Int, start: Point<ImagePixels>, end: Point<ImagePixels>, edges: [Float] = []
    ) {
      (self.reading, self.line, self.start, self.end, self.edges) = (reading, line, start, end, edges)
    }

    /// How much further down than another vote, as that one is read, in pixels.
    func height(above other: Vote) -> Double {
      guard let axis = (other.end - other.start).normalized else { return 0 }
      return (start.midpoint(to: end) - other.start.midpoint(to: other.end)).dot(axis.perpendicular)
    }

    /// True where both lie at one place along the lines.
    func overlaps(_ other: Vote) -> Bool {
      let axis = end - start
      let length = axis.squaredLength
      guard length > 0 else { return false }
      let ends = [(other.start - start).dot(axis) / length, (other.end - start).dot(axis) / length]
      return ends.min()! < 0.95 && ends.max()! > 0.05
    }
  }

  /// All votes for one message at one place.
  package struct Tally: Sendable {
    package var votes: [Vote]

    /// How many lines said so; a line counts once, in however many passes.
    package var lines: Int { Set(votes.map(\.line)).count }
    /// What the clearest of them asks for.
    package var needed: Int { votes.map(\.reading.linesNeeded).min() ?? .max }

    package var symbol: DecodedSymbol {
      let symbol = votes[0].reading.symbol
      return addOn.map(symbol.withAddOn) ?? symbol
    }

    /// True where any line saw one, be it too few.
    var showsAddOn: Bool { votes.contains { $0.reading.addOn != nil } }

    /// The add-on that enough lines saw. Not all lines meet it, as it stands lower than the symbol: two are enough for
    /// five digits, which carry a check digit, and three for two.
    var addOn: String? {
      var counts: [String: Set<Int>] = [:]
      for vote in votes {
        if let addOn = vote.reading.addOn { counts[addOn, default: []].insert(vote.line) }
      }
      guard let best = counts.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) else { return nil }
      return best.value.count >= (best.key.count == 5 ? 2 : 3) ? best.key : nil
    }

    /// True where both lie at one place along the lines, be it one above the other.
    func overlaps(_ other: Tally) -> Bool { votes[0].overlaps(other.votes[0]) }

    /// True where the middle of its lines lies between another one's lines.
    fileprivate func isAmid(_ other: Tally) -> Bool {
      guard overlaps(other) else { return false }
      let heights = other.votes.map { $0.height(above: other.votes[0]) }
      let own = votes.reduce(0) { $0 + $1.height(above: other.votes[0]) } / Double(votes.count)
      return heights.min()! < own && own < heights.max()!
    }

    /// True where another one says the same and more at its place: a stain hides a part of the lines, behind which what is
    /// left may look like a symbol of its own.
    fileprivate func isPiece(of other: Tally) -> Bool {
      let (own, whole) = (votes[0].reading.symbol, other.votes[0].reading.symbol)
      return own.symbology == whole.symbology && own.bytes.count < whole.bytes.count && overlaps(other)
        && (whole.bytes.starts(with: own.bytes) || whole.bytes.reversed().starts(with: own.bytes.reversed()))
    }

    /// The vote in the middle of the tally's height, or of two the one further from another tally: at a symbol's upper and
    /// lower ends bars fade.
    fileprivate func middle(from other: Tally) -> Vote {
      let sorted = votes.sorted { abs($0.height(above: other.votes[0])) < abs($1.height(above: other.votes[0])) }
      return sorted[sorted.count / 2]
    }

    /// The votes of each symbol by itself, where several say the same above one another.
    ///
    /// - Parameters:
    ///   - others: what was accepted too.
    ///   - showsLight: true where light parts two lines.
    fileprivate func apart(
      from others: [Tally], _ isApart: (Vote, Vote) -> Bool, _ showsLight: (Vote, Vote) -> Bool
    ) -> [Tally] {
      /// True where a symbol that says something else stands between, with light on either side.
      func areParted(_ upper: Vote, _ lower: Vote) -> Bool {
        let way = lower.height(above: upper)
        return others.contains { other in
          guard other.overlaps(self), other.votes[0].reading.symbol != upper.reading.symbol else { return false }
          let between = other.votes.first { (0..<way).contains($0.height(above: upper)) }
          return between.map { showsLight(upper, $0) && showsLight($0, lower) } ?? false
        }
      }
      let sorted = votes.sorted { $0.height(above: votes[0]) < $1.height(above: votes[0]) }
      var tallies = [Tally(votes: [sorted[0]])]
      for vote in sorted.dropFirst() {
        let last = tallies.count - 1
        if let before = tallies[last].votes.last, before.line != vote.line,
          isApart(before, vote) || areParted(before, vote)
        {
          tallies.append(Tally(votes: [vote]))
        } else {
          tallies[last].votes.append(vote)
        }
      }
      return tallies
    }
  }

  package private(set) var tallies: [Tally] = []
  /// How many there are of all messages.
  var count: Int { tallies.reduce(0) { $0 + $1.votes.count } }
  /// How many lines there are at all.
  let lines: Int

  package init(lines: Int) { self.lines = lines }

  /// Whether enough lines say so. An image of fewer rows than that must be clean, and all of its rows agree.
  private func isEnough(_ tally: Tally) -> Bool {
    if tally.lines >= tally.needed { return true }
    return tally.lines == lines && tally.votes.allSatisfy { $0.reading.misfit < 0.1 }
  }

  package mutating func add(_ vote: Vote) {
    for i in tallies.indices {
      let first = tallies[i].votes[0]
      let isSame =
        first.reading.symbol.symbology == vote.reading.symbol.symbology
        && first.reading.symbol.bytes == vote.reading.symbol.bytes
        && (vote.end - vote.start).dot(first.end - first.start) > 0 && first.overlaps(vote)
      guard isSame else { continue }
      tallies[i].votes.append(vote)
      return
    }
    tallies.append(Tally(votes: [vote]))
  }

  /// What more than one line says of EAN and UPC, and too few do: the likeliest first, and only where nothing was accepted.
  func unconfirmed(besides accepted: [Tally]) -> [Tally] {
    tallies.filter { tally in
      tally.lines > 1 && tally.votes[0].reading.form != nil && !accepted.contains { $0.overlaps(tally) }
    }.sorted { $0.lines * $1.needed > $1.lines * $0.needed }
  }

  /// What some lines say, and at least a quarter as many with digits that ink exchanges: the bytes of both, which edges cannot tell apart.
  var exchanged: Set<[UInt8]> {
    let symbols = tallies.filter { $0.lines > 1 }.map { (symbol: $0.votes[0].reading.symbol, lines: $0.lines) }
    return symbols.reduce(into: []) { found, one in
      let isExchanged = symbols.contains { other in
        other.symbol != one.symbol && 4 * other.lines >= one.lines && InkExchange.exchanges(one.symbol, other.symbol)
      }
      if isExchanged { found.insert(one.symbol.bytes) }
    }
  }

  /// What enough lines agree on: strongest first, each symbol by itself, and none that contradicts a stronger one at its
  /// place.
  ///
  /// - Parameters:
  ///   - isApart: true where the bars of one line do not go on to another one above or below it, so that the two may say
  ///     different things.
  ///   - showsLight: true where light parts them.
  package func accepted(
    isApart: (Vote, Vote) -> Bool = { _, _ in false }, showsLight: (Vote, Vote) -> Bool = { _, _ in false }
  ) -> [Tally] {
    var accepted: [Tally] = []
    func contradict(_ a: Tally, _ b: Tally) -> Bool {
      guard a.overlaps(b) else { return false }
      let (own, other) = (a.middle(from: b), b.middle(from: a))
      return own.line == other.line || !isApart(own, other)
    }
    let ranked = tallies.filter { tally in !tallies.contains { tally.isPiece(of: $0) && contradict(tally, $0) } }
      .sorted { $0.lines * $1.needed > $1.lines * $0.needed }
    for tally in ranked where isEnough(tally) {
      guard !accepted.contains(where: { contradict($0, tally) }) else { continue }
      // Who is contradicted by half as many lines is not sure.
      let rivals = ranked.filter {
        $0.votes[0].reading.symbol != tally.votes[0].reading.symbol && contradict($0, tally)
      }
      let contradiction = rivals.map { Double($0.lines) / Double($0.needed) }.max() ?? 0
      guard Double(tally.lines) / Double(tally.needed) >= 2 * contradiction || lines == 1 else { continue }
      accepted.append(tally)
    }
    // What stands amid a stronger one's lines is at its place, however blurred the bars are that go on.
    let apart = accepted.flatMap { $0.apart(from: accepted, isApart, showsLight) }
    return apart.filter { one in
      !apart.contains { other in
        other.votes[0].reading.symbol != one.votes[0].reading.symbol
          && one.lines * other.needed < other.lines * one.needed && one.isAmid(other)
      }
    }
  }
}
