import Geometry

extension DataBarCollector {
  /// What fits together, with where it was seen: a sighting a line, from the symbol's left to its right.
  ///
  /// - Parameter least: lines that a part must have been seen on.
  package func symbols(least: Int) -> [(symbol: DecodedSymbol, sightings: [Sighting])] {
    let seen = pairs.agreed(least) { _ in true }
    let expanded = DataBarExpanded.symbol(seen, misfit: pairs.misfit).map { symbol, parts in
      (symbol: symbol, sightings: Self.merged(parts.flatMap { pairs.sightings[$0] ?? [] }))
    }
    // Of Expanded's many characters some look like halves; a sum of 211 over all of them is surer than one of 79 over two.
    let others = omnidirectional(least).filter { one in
      !(expanded?.sightings.contains { wide in one.sightings.contains { Self.overlap($0, wide) > 0.5 } } ?? false)
    }
    return others + (expanded.map { [$0] } ?? [])
  }

  // MARK: - Omnidirectional

  /// Halves of one symbol, with where the two were seen.
  private struct Couple {
    let symbol: DecodedSymbol
    let left: [Sighting]
    let right: [Sighting]

    /// Lines that saw the half that fewer saw.
    var lines: Int { min(Set(left.map(\.line)).count, Set(right.map(\.line)).count) }
  }

  /// The symbols of two halves that lie as halves do, the most seen first. Every 79th couple of halves that chance makes has
  /// a right check value: none is taken at the place of one that more lines saw.
  private func omnidirectional(_ least: Int) -> [(symbol: DecodedSymbol, sightings: [Sighting])] {
    let lefts = halves.agreed(least) { !$0.isRight }.prefix(6)
    let rights = halves.agreed(least) { $0.isRight }.prefix(6)
    let most = min(Self.coupleLimit, Self.couplesLimit / Float(max(1, lefts.count * rights.count)))
    let couples = lefts.flatMap { left in
      rights.compactMap { right -> Couple? in
        let misfit = halves.misfit(left) + halves.misfit(right)
        guard misfit < most, max(halves.misfit(left), halves.misfit(right)) < Self.halfLimit,
          let symbol = DataBar14.symbol(left: left.half, right: right.half),
          let first = halves.sightings[left], let second = halves.sightings[right], Self.belong(first, second)
        else { return nil }
        let couple = Couple(symbol: symbol, left: first, right: second)
        return couple.lines > 2 || misfit < Self.twoLinesLimit ? couple : nil
      }
    }
    var taken: [Couple] = []
    // Of as many lines, the one whose halves come first; sorting keeps no order of its own.
    let ranked = couples.indices.sorted { (couples[$1].lines, $0) < (couples[$0].lines, $1) }
    for couple in ranked.map({ couples[$0] }) {
      let isRival = taken.contains { Self.share($0.left, couple.left) || Self.share($0.right, couple.right) }
      if !isRival && !isOutvoted(couple) { taken.append(couple) }
    }
    return taken.map { ($0.symbol, Self.merged($0.left + $0.right)) }
  }

  /// True where twice as many lines saw another half at the place of one of these.
  private func isOutvoted(_ couple: Couple) -> Bool {
    halves.sightings.contains { part, sightings in
      let own = part.isRight ? couple.right : couple.left
      return sightings.count >= 2 * own.count && Self.share(sightings, own)
    }
  }

  /// True where a left and a right half lie as those of one symbol do: side by side on the lines that saw both, one above
  /// the other or side by side where none did.
  private static func belong(_ lefts: [Sighting], _ rights: [Sighting]) -> Bool {
    guard let left = lefts.first, let axis = (left.end - left.start).normalized else { return false }
    // 47 modules a half. An edge is seen within one, and lines far from each other may lean by a few.
    let module = left.length / 47
    func gap(_ left: Sighting, _ right: Sighting) -> Double { (right.start - left.end).dot(axis) / module }
    func isAlong(_ right: Sighting) -> Bool { (right.end - right.start).dot(axis) > 0 }
    let both = lefts.flatMap { left in rights.filter { $0.line == left.line }.map { (left: left, right: $0) } }
    if !both.isEmpty { return both.contains { abs(gap($0.left, $0.right)) < 3 && isAlong($0.right) } }
    return rights.contains { right in
      isAlong(right) && (abs(gap(left, right)) < 8 || abs((right.start - left.start).dot(axis)) < 8 * module)
    }
  }

  /// True where two halves cannot both be: one lies on the other, on the same line or between its lines.
  private static func share(_ some: [Sighting], _ others: [Sighting]) -> Bool {
    guard let first = some.map(\.line).min(), let last = some.map(\.line).max() else { return false }
    return some.contains { one in
      others.contains { first...last ~= $0.line && overlap(one, $0) > 0.5 }
    }
  }

  /// The share of the first one's length that the second one covers.
  private static func overlap(_ one: Sighting, _ other: Sighting) -> Double {
    guard let axis = (one.end - one.start).normalized, one.length > 0 else { return 0 }
    let ends = [(other.start - one.start).dot(axis), (other.end - one.start).dot(axis)].sorted()
    return max(0, min(ends[1], one.length) - max(ends[0], 0)) / one.length
  }

  // MARK: - Extents

  /// A sighting a line: from the first of its parts to the last one. Lines that missed parts at an end take it from
  /// those that did not.
  private static func merged(_ sightings: [Sighting]) -> [Sighting] {
    guard let first = sightings.first, let axis = (first.end - first.start).normalized else { return [] }
    func along(_ place: Point<ImagePixels>) -> Double { (place - first.start).dot(axis) }
    let lines = Dictionary(grouping: sightings, by: \.line).values.compactMap { parts -> Sighting? in
      guard let start = parts.min(by: { along($0.start) < along($1.start) }),
        let end = parts.max(by: { along($0.end) < along($1.end) })
      else { return nil }
      return Sighting(line: start.line, start: start.start, end: end.end)
    }
    let low = lines.map { along($0.start) }.min() ?? 0
    let high = lines.map { along($0.end) }.max() ?? 0
    return lines.sorted { $0.line < $1.line }.map { line in
      let (start, end) = (along(line.start), along(line.end))
      guard end - start < 0.95 * (high - low) else { return line }
      return Sighting(line: line.line, start: line.start + axis * (low - start), end: line.end + axis * (high - end))
    }
  }
}
