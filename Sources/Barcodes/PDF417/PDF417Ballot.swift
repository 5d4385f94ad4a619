/// Gathers what lines saw of each codeword of a symbol.
struct PDF417Ballot {
  private let rows: Int
  private let columns: Int
  private let firstCluster: Int
  private var votes: [[Int: Double]]
  private var darkness: [[Double]]

  /// - Parameter firstCluster: the cluster of row 0, from 0 to 2.
  init(rows: Int, columns: Int, firstCluster: Int = 0) {
    self.rows = rows
    self.columns = columns
    self.firstCluster = firstCluster
    votes = Array(repeating: [:], count: rows * columns)
    darkness = Array(repeating: [Double](repeating: 0, count: 17), count: rows * columns)
  }

  /// Counts a sighting at a height, in rows from the symbol's top.
  mutating func add(_ sighting: PDF417Sighting, column: Int, height: Double) {
    if let codeword = sighting.codeword {
      // Of the rows with its cluster the nearest.
      let base = Int(height.rounded(.down))
      for row in [base, base - 1, base + 1]
      where row >= 0 && row < rows && (row + firstCluster) % 3 == codeword.cluster {
        let distance = abs(Double(row) + 0.5 - height)
        guard distance < 1.3 else { continue }
        votes[row * columns + column][codeword.value, default: 0] += 1.6 - distance
        return
      }
    }
    // A codeword of no row near says nothing.
    guard sighting.codeword == nil else { return }
    let row = Int(height.rounded(.down))
    guard row >= 0, row < rows, abs(Double(row) + 0.5 - height) < 0.35 else { return }
    for i in 0..<17 { darkness[row * columns + column][i] += sighting.darkness[i] }
  }

  /// How many codewords no line could read.
  var unread: Int { votes.count(where: \.isEmpty) }

  /// The codewords with the most votes; where there were none the likeliest by grey, nil where that is open.
  ///
  /// - Parameter lead: how much the first must lead before the second, as a part of all votes.
  func codewords(lead: Double) -> [Int?] {
    (0..<rows * columns).map { index in
      let ranked = votes[index].sorted { $0.value > $1.value || ($0.value == $1.value && $0.key < $1.key) }
      if let first = ranked.first {
        let second = ranked.count > 1 ? ranked[1].value : 0
        return first.value - second > lead * first.value ? first.key : nil
      }
      let likely = PDF417Patterns.likeliest(darkness[index], cluster: (index / columns + firstCluster) % 3)
      return likely.margin > 0.06 ? likely.value : nil
    }
  }
}
