import Bits

/// Columns, rows and error correction of a PDF417 symbol, which each row tells at both of its ends.
/// ISO/IEC 15438:2015 §5.2 and §5.11.
package struct PDF417Layout: Hashable, Sendable {
  /// Columns of codewords without the row indicators, 1…30.
  package let columns: Int
  /// 3…90
  package let rows: Int
  /// 0…8; 2^(level + 1) check codewords.
  package let level: Int

  package var codewords: Int { rows * columns }
  package var checkCodewords: Int { 2 << level }

  package init?(columns: Int, rows: Int, level: Int) {
    guard 1...30 ~= columns, 3...90 ~= rows, 0...8 ~= level, rows * columns <= 928,
      rows * columns > 2 << level
    else { return nil }
    self.columns = columns
    self.rows = rows
    self.level = level
  }

  /// What a row indicator tells besides its row: the value's remainder by 30 in each cluster. §5.11.3: the
  /// right indicators say the same as the left ones of the row before.
  private func remainder(_ cluster: Int) -> Int {
    switch cluster {
    case 0: (rows - 1) / 3
    case 1: 3 * level + (rows - 1) % 3
    default: columns - 1
    }
  }

  package func leftIndicator(row: Int) -> Int { 30 * (row / 3) + remainder(row % 3) }
  package func rightIndicator(row: Int) -> Int { 30 * (row / 3) + remainder((row + 2) % 3) }
}

/// Gathers row indicators until they tell the layout.
package struct PDF417LayoutVotes {
  /// For each kind of remainder (a third of the rows less one; level and rest; columns less one) the votes for
  /// each of its 30 values.
  private var votes = Array(repeating: [Int](repeating: 0, count: 30), count: 3)
  private var highestRow = 0

  package init() {}

  package mutating func add(_ value: Int, cluster: Int, isRight: Bool) {
    votes[isRight ? (cluster + 2) % 3 : cluster][value % 30] += 1
    highestRow = max(highestRow, value / 30 * 3 + cluster)
  }

  private func winner(_ kind: Int) -> Int? {
    guard let most = votes[kind].max(), most > 0 else { return nil }
    return votes[kind].firstIndex(of: most)
  }

  /// Columns, if any indicator told them.
  package var columns: Int? { winner(2).map { $0 + 1 } }

  package var layout: PDF417Layout? {
    guard let thirds = winner(0), let mixed = winner(1), let columns else { return nil }
    return PDF417Layout(columns: columns, rows: 3 * thirds + mixed % 3 + 1, level: mixed / 3)
  }
}

/// One of the 34 variants of MicroPDF417. ISO/IEC 24728:2006 Tables 1 and 10 to 12.
package struct MicroPDF417Variant: Hashable, Sendable {
  package let columns: Int
  package let rows: Int
  package let checkCodewords: Int
  /// Row address patterns of the first row, from 0; the middle one only with 3 and 4 columns.
  package let left: Int
  package let middle: Int
  package let right: Int
  /// Cluster of the first row: 0, 1 or 2.
  package let cluster: Int

  package var codewords: Int { rows * columns }
  /// Modules from side to side.
  package var width: Int { [38, 55, 82, 99][columns - 1] }
  /// Columns before the middle pattern.
  package var columnsBeforeMiddle: Int { columns == 3 ? 1 : 2 }

  /// The row that has this pattern, by its number from 0, on its left; nil where there is none.
  func row(left number: Int) -> Int? { row(number, first: left) }
  func row(right number: Int) -> Int? { row(number, first: right) }

  private func row(_ number: Int, first: Int) -> Int? {
    let row = (number - first + 52) % 52
    return row < rows ? row : nil
  }

  /// Whether some row has these patterns on its sides.
  func fits(left: Int, right: Int) -> Bool { row(left: left).map { $0 == row(right: right) } ?? false }

  /// Whether some row has these patterns on its left and in its middle.
  func fits(left: Int, middle number: Int) -> Bool {
    row(left: left).map { $0 == row(number, first: middle) } ?? false
  }

  package static let all: [MicroPDF417Variant] = [
    // columns, rows, checks, left, middle, right, cluster
    (1, 11, 7, 1, 0, 9, 0), (1, 14, 7, 8, 0, 8, 3), (1, 17, 7, 36, 0, 36, 6), (1, 20, 8, 19, 0, 19, 0),
    (1, 24, 8, 9, 0, 17, 6), (1, 28, 8, 25, 0, 33, 0), (2, 8, 8, 1, 0, 1, 0), (2, 11, 9, 1, 0, 9, 0),
    (2, 14, 9, 8, 0, 8, 3), (2, 17, 10, 36, 0, 36, 6), (2, 20, 11, 19, 0, 19, 0), (2, 23, 13, 9, 0, 17, 6),
    (2, 26, 15, 27, 0, 35, 6), (3, 6, 12, 1, 1, 1, 0), (3, 8, 14, 7, 7, 7, 0), (3, 10, 16, 15, 15, 15, 6),
    (3, 12, 18, 25, 25, 25, 0), (3, 15, 21, 37, 37, 37, 0), (3, 20, 26, 1, 17, 33, 0), (3, 26, 32, 1, 9, 17, 0),
    (3, 32, 38, 21, 29, 37, 6), (3, 38, 44, 15, 31, 47, 6), (3, 44, 50, 1, 25, 49, 0), (4, 4, 8, 47, 19, 43, 3),
    (4, 6, 12, 1, 1, 1, 0), (4, 8, 14, 7, 7, 7, 0), (4, 10, 16, 15, 15, 15, 6), (4, 12, 18, 25, 25, 25, 0),
    (4, 15, 21, 37, 37, 37, 0), (4, 20, 26, 1, 17, 33, 0), (4, 26, 32, 1, 9, 17, 0), (4, 32, 38, 21, 29, 37, 6),
    (4, 38, 44, 15, 31, 47, 6), (4, 44, 50, 1, 25, 49, 0),
  ].map { columns, rows, checks, left, middle, right, cluster in
    MicroPDF417Variant(
      columns: columns, rows: rows, checkCodewords: checks, left: left - 1, middle: max(middle - 1, 0),
      right: right - 1, cluster: cluster / 3)
  }

  /// Bar and space widths of the side patterns, each 10 modules, row after row. ISO/IEC 24728:2006 Table 2.
  package static let sidePatterns: [[Int]] = widths(
    """
    221311 311311 312211 222211 213211 214111 223111 313111 322111 412111 421111 331111 241111 232111 231211 321211 \
    411211 411121 411112 321112 312112 311212 311221 311131 311122 311113 221113 221122 221131 221221 222121 312121 \
    321121 231121 231112 222112 213112 212212 212221 212131 212122 212113 211213 211123 211132 211141 211231 211222 \
    211312 211321 211411 212311
    """)

  /// The same for the patterns in the middle.
  package static let middlePatterns: [[Int]] = widths(
    """
    112231 121231 122131 131131 131221 132121 141121 141211 142111 133111 132211 131311 122311 123211 124111 115111 \
    114211 114121 123121 123112 122212 122221 121321 121411 112411 113311 113221 113212 113122 122122 131122 131113 \
    122113 113113 112213 112222 112312 112321 111421 111331 111322 111232 111223 111133 111124 111214 112114 121114 \
    121123 121132 112132 112141
    """)

  /// The number of the side pattern with these 10 modules, the first highest.
  static func sideNumber(_ pattern: Int) -> Int? { number(pattern, in: sideNumbers) }
  static func middleNumber(_ pattern: Int) -> Int? { number(pattern, in: middleNumbers) }

  private static func number(_ pattern: Int, in numbers: [Int8]) -> Int? {
    let number = Int(numbers[pattern & 1023])
    return number < 0 ? nil : number
  }

  private static let sideNumbers = numbers(sidePatterns)
  private static let middleNumbers = numbers(middlePatterns)

  /// For each pattern of 10 modules its number, or −1.
  private static func numbers(_ patterns: [[Int]]) -> [Int8] {
    var result = [Int8](repeating: -1, count: 1 << 10)
    for (number, widths) in patterns.enumerated() {
      result[PDF417Patterns.modules(widths).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }] = Int8(number)
    }
    return result
  }

  private static func widths(_ text: String) -> [[Int]] {
    text.split(whereSeparator: \.isWhitespace).map { $0.utf8.map { Int($0) - 48 } }
  }
}
