extension ReedSolomonDecoder {
  /// Check codewords that are never spent where doubtful places are erasures. Of the smallest Aztec's ten, two errors beside five
  /// such places would be found in one of 4,000 pictures of chance; with three kept back in one of a million.
  private static var reserve: Int { 3 }

  /// Repairs a word in place, plainly, and where errors alone do not do, with its doubtful codewords as erasures: as many as
  /// half of the check codewords first, then more, up to all but three, then fewer.
  ///
  /// Generalized minimum distance decoding (Forney, 1966), in four attempts.
  ///
  /// - Parameters:
  ///   - doubtful: indices of codewords that are probably wrong, the most doubtful first, each at most once.
  ///   - isOver: asked before the doubtful ones are tried, whether to leave it at the plain attempt.
  /// - Returns: how many codewords changed, or nil if the word cannot be repaired; it is then as it was.
  public func repair<Codeword: FixedWidthInteger>(
    _ word: inout [Codeword], doubtful: some Sequence<Int>, isOver: () -> Bool = { false }
  ) -> Int? {
    // They take most of an attempt's time, and stay the same until the word changes.
    let syndromes = syndromes(of: word)
    if let changed = repair(&word, syndromes, erasures: [], reserve: 0) { return changed }
    let spendable = checkCount - Self.reserve
    guard spendable > 0, !isOver() else { return nil }
    let ranked = Array(doubtful.prefix(spendable))
    var tried = 0
    for count in [checkCount / 2, checkCount * 3 / 4, spendable, checkCount / 4] {
      let erasures = min(count, ranked.count)
      guard erasures > 0, erasures <= spendable, erasures != tried else { continue }
      tried = erasures
      if let changed = repair(&word, syndromes, erasures: Array(ranked[..<erasures]), reserve: Self.reserve) {
        return changed
      }
    }
    return nil
  }
}
