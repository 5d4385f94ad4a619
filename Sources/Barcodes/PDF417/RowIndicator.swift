/// A codeword beside a guard, which tells the row and something of the layout. ISO/IEC 15438:2015 §5.11.3.
struct RowIndicator: Hashable {
  /// 0…928
  let value: Int
  /// 0, 1 or 2.
  let cluster: Int

  /// The row that it tells.
  var row: Int { value / 30 * 3 + cluster }
}

/// Tells whether codewords beside a guard are the row indicators of one symbol.
///
/// Of a symbol the indicators of a cluster differ in the row only: modulo 30 they are the same. Where bars and spaces of
/// something else are a codeword by chance they are not, and the lines across a linear symbol show the same one again and
/// again.
struct RowIndicatorAgreement {
  /// For each cluster how many indicators have each remainder.
  private var votes: [[Int: Int]] = [[:], [:], [:]]
  private(set) var count = 0

  mutating func add(_ indicator: RowIndicator) {
    votes[indicator.cluster][indicator.value % 30, default: 0] += 1
    count += 1
  }

  /// How many say what another one of their cluster says; 0 where they are of one cluster only, as no two rows beside
  /// each other are.
  var agreeing: Int {
    let most = votes.compactMap { $0.values.max() }
    return most.count < 2 ? 0 : most.reduce(0) { $0 + $1 - 1 }
  }

  /// Whether another one of its cluster says what this one says, and no more say something else.
  func agrees(_ indicator: RowIndicator) -> Bool {
    let votes = votes[indicator.cluster]
    guard let own = votes[indicator.value % 30], own > 1 else { return false }
    return own == votes.values.max()
  }
}
