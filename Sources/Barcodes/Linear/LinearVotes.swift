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
  }

  /// All votes for one message at one place.
  package struct Tally: Sendable {
    package var votes: [Vote]

    /// How many lines said so; a line counts once, however often it was looked at.
    package var lines: Int { Set(votes.map(\.line)).count }
    /// What the clearest of them asks for.
    package var needed: Int { votes.map(\.reading.linesNeeded).min() ?? .max }

    package var symbol: DecodedSymbol {
      let symbol = votes[0].reading.symbol
      return addOn.map(symbol.withAddOn) ?? symbol
    }

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

    func overlaps(_ other: Tally) -> Bool {
      let (a, b) = (votes[0], other.votes[0])
      let axis = a.end - a.start
      let length = axis.squaredLength
      guard length > 0 else { return false }
      let ends = [(b.start - a.start).dot(axis) / length, (b.end - a.start).dot(axis) / length]
      return ends.min()! < 0.95 && ends.max()! > 0.05
    }
  }

  package private(set) var tallies: [Tally] = []
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
        && (vote.end - vote.start).dot(first.end - first.start) > 0
      guard isSame else { continue }
      tallies[i].votes.append(vote)
      return
    }
    tallies.append(Tally(votes: [vote]))
  }

  /// What enough lines agree on: strongest first, and none that contradicts a stronger one at its place.
  package var accepted: [Tally] {
    var accepted: [Tally] = []
    let ranked = tallies.sorted { $0.lines * $1.needed > $1.lines * $0.needed }
    for tally in ranked where isEnough(tally) {
      guard !accepted.contains(where: { $0.overlaps(tally) }) else { continue }
      // Who is contradicted by half as many lines is not sure.
      let rivals = ranked.filter { $0.votes[0].reading.symbol != tally.votes[0].reading.symbol && $0.overlaps(tally) }
      let contradiction = rivals.map { Double($0.lines) / Double($0.needed) }.max() ?? 0
      guard Double(tally.lines) / Double(tally.needed) >= 2 * contradiction || lines == 1 else { continue }
      accepted.append(tally)
    }
    return accepted
  }
}
