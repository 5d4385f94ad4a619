/// One of the 32 sizes of a Rectangular Micro QR Code symbol. ISO/IEC 23941:2022 §5.3.1.
package struct RMQRVersion: Hashable, Sendable {
  /// 0 to 31, as the format information says it: by height, then by width.
  package let number: Int

  /// - Precondition: `number` is in 0…31.
  package init(_ number: Int) {
    precondition(0...31 ~= number, "rMQR version out of range")
    self.number = number
  }

  /// The version of symbols of this size, if there is one.
  package init?(width: Int, height: Int) {
    guard let number = Self.table.firstIndex(where: { $0.width == width && $0.height == height }) else { return nil }
    self.number = number
  }

  package static let all = (0...31).map(RMQRVersion.init)

  /// Such as `R7x43`: height, then width.
  package var name: String { "R\(height)x\(width)" }
  /// Modules in a column.
  package var height: Int { row.height }
  /// Modules in a row.
  package var width: Int { row.width }

  /// Columns in which alignment patterns, at the upper and lower side, and the timing pattern between them
  /// have their middle. ISO/IEC 23941:2022 Annex D.
  package var alignmentCenters: [Int] {
    switch width {
    case 43: [21]
    case 59: [19, 39]
    case 77: [25, 51]
    case 99: [23, 49, 75]
    case 139: [27, 55, 83, 111]
    default: []
    }
  }

  /// Codewords of data and of error correction together.
  package var codewords: Int { row.codewords }

  /// rMQR has the levels M and H.
  package static let levels: [QRErrorCorrection] = [.medium, .high]

  /// - Precondition: the level is M or H.
  package func blocks(_ level: QRErrorCorrection) -> QRBlocks {
    precondition(Self.levels.contains(level), "rMQR has the levels M and H")
    let (checks, count) = level == .medium ? row.medium : row.high
    return QRBlocks(codewords: codewords, checksPerBlock: checks, count: count)
  }

  /// How segments begin. ISO/IEC 23941:2022 Tables 2 and 3.
  package var dialect: QRDialect {
    QRDialect(
      indicatorBits: 3, modes: [nil, .numeric, .alphanumeric, .byte, .kanji, .fnc1First, .fnc1Second, .eci],
      countBits: [.numeric: row.counts[0], .alphanumeric: row.counts[1], .byte: row.counts[2], .kanji: row.counts[3]],
      terminatorBits: 3)
  }

  private var row: Row { Self.table[number] }

  private struct Row {
    let height: Int
    let width: Int
    let codewords: Int
    /// Check codewords of a block, and blocks.
    let medium: (Int, Int)
    let high: (Int, Int)
    /// Bits of the count: numeric, alphanumeric, byte, kanji.
    let counts: [Int]

    init(_ height: Int, _ width: Int, _ codewords: Int, _ medium: (Int, Int), _ high: (Int, Int), _ counts: [Int]) {
      (self.height, self.width, self.codewords) = (height, width, codewords)
      (self.medium, self.high, self.counts) = (medium, high, counts)
    }
  }

  /// ISO/IEC 23941:2022 Table 1 (sizes), Table 8 (blocks) and Table 3 (count bits).
  private static let table: [Row] = [
    Row(7, 43, 13, (7, 1), (10, 1), [4, 3, 3, 2]),
    Row(7, 59, 21, (9, 1), (14, 1), [5, 5, 4, 3]),
    Row(7, 77, 32, (12, 1), (22, 1), [6, 5, 5, 4]),
    Row(7, 99, 44, (16, 1), (30, 1), [7, 6, 5, 5]),
    Row(7, 139, 68, (24, 1), (22, 2), [7, 6, 6, 5]),
    Row(9, 43, 21, (9, 1), (14, 1), [5, 5, 4, 3]),
    Row(9, 59, 33, (12, 1), (22, 1), [6, 5, 5, 4]),
    Row(9, 77, 49, (18, 1), (16, 2), [7, 6, 5, 5]),
    Row(9, 99, 66, (24, 1), (22, 2), [7, 6, 6, 5]),
    Row(9, 139, 99, (18, 2), (22, 3), [8, 7, 6, 6]),
    Row(11, 27, 15, (8, 1), (10, 1), [4, 4, 3, 2]),
    Row(11, 43, 31, (12, 1), (20, 1), [6, 5, 5, 4]),
    Row(11, 59, 47, (16, 1), (16, 2), [7, 6, 5, 5]),
    Row(11, 77, 67, (24, 1), (22, 2), [7, 6, 6, 5]),
    Row(11, 99, 89, (16, 2), (30, 2), [8, 7, 6, 6]),
    Row(11, 139, 132, (24, 2), (30, 3), [8, 7, 7, 6]),
    Row(13, 27, 21, (9, 1), (14, 1), [5, 5, 4, 3]),
    Row(13, 43, 41, (14, 1), (28, 1), [6, 6, 5, 5]),
    Row(13, 59, 60, (22, 1), (20, 2), [7, 6, 6, 5]),
    Row(13, 77, 85, (16, 2), (28, 2), [7, 7, 6, 6]),
    Row(13, 99, 113, (20, 2), (26, 3), [8, 7, 7, 6]),
    Row(13, 139, 166, (20, 3), (28, 4), [8, 8, 7, 7]),
    Row(15, 43, 51, (18, 1), (18, 2), [7, 6, 6, 5]),
    Row(15, 59, 74, (26, 1), (24, 2), [7, 7, 6, 5]),
    Row(15, 77, 103, (18, 2), (24, 3), [8, 7, 7, 6]),
    Row(15, 99, 136, (24, 2), (22, 4), [8, 7, 7, 6]),
    Row(15, 139, 199, (24, 3), (26, 5), [9, 8, 7, 7]),
    Row(17, 43, 61, (22, 1), (20, 2), [7, 6, 6, 5]),
    Row(17, 59, 88, (16, 2), (30, 2), [8, 7, 6, 6]),
    Row(17, 77, 122, (22, 2), (28, 3), [8, 7, 7, 6]),
    Row(17, 99, 160, (20, 3), (26, 4), [8, 8, 7, 6]),
    Row(17, 139, 232, (20, 4), (26, 6), [9, 8, 8, 7]),
  ]
}
