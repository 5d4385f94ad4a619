/// One of the sizes of a Data Matrix ECC 200 symbol, and all that follows from it.
///
/// ISO/IEC 16022:2006 Table 7 (square, rectangular) and ISO/IEC 21471:2020 Table 1 (rectangular extension).
package struct DataMatrixSize: Hashable, Sendable {
  /// Modules from the top to the bottom of the symbol, finder pattern included.
  package let rows: Int
  /// Modules from left to right, finder pattern included.
  package let columns: Int
  /// Data regions one above another; each has a finder pattern of its own.
  package let regionRows: Int
  /// Data regions side by side.
  package let regionColumns: Int
  package let dataCodewords: Int
  package let checkCodewords: Int
  /// Reed–Solomon blocks; codeword i belongs to block i modulo this.
  package let blocks: Int
  /// True for the sizes that ISO/IEC 21471 added.
  package let isExtension: Bool

  package var codewords: Int { dataCodewords + checkCodewords }
  package var isSquare: Bool { rows == columns }
  /// Whether it is divided by finder patterns within.
  package var hasSeveralRegions: Bool { regionRows * regionColumns > 1 }
  /// Modules of one region without its finder pattern.
  package var regionHeight: Int { rows / regionRows - 2 }
  package var regionWidth: Int { columns / regionColumns - 2 }
  /// Modules of all regions put together, without finder patterns.
  package var mappingRows: Int { regionHeight * regionRows }
  package var mappingColumns: Int { regionWidth * regionColumns }

  /// True for a module of a finder pattern: the border of its region.
  package func isFinder(x: Int, y: Int) -> Bool {
    let (u, v) = (x % (regionWidth + 2), y % (regionHeight + 2))
    return u == 0 || v == 0 || u == regionWidth + 1 || v == regionHeight + 1
  }

  /// The color of a finder module: solid on the left and at the bottom, alternating on the other two
  /// sides. ISO/IEC 16022:2006 §4.2.
  package func isDarkFinder(x: Int, y: Int) -> Bool {
    let (u, v) = (x % (regionWidth + 2), y % (regionHeight + 2))
    if u == 0 || v == regionHeight + 1 { return true }
    return v == 0 ? u % 2 == 0 : v % 2 == 1
  }

  /// The size with these sides, or nil if there is none.
  package init?(rows: Int, columns: Int) {
    guard let size = Self.all.first(where: { $0.rows == rows && $0.columns == columns }) else { return nil }
    self = size
  }

  /// The same with rows and columns exchanged: the shape of a mirrored symbol. No size of the standard unless
  /// it is square.
  var turned: DataMatrixSize {
    DataMatrixSize(
      columns, rows, regions: (regionColumns, regionRows), dataCodewords, checkCodewords, blocks: blocks,
      isExtension: isExtension)
  }

  private init(
    _ rows: Int, _ columns: Int, regions: (rows: Int, columns: Int) = (1, 1), _ data: Int, _ check: Int,
    blocks: Int = 1, isExtension: Bool = false
  ) {
    self.rows = rows
    self.columns = columns
    self.regionRows = regions.rows
    self.regionColumns = regions.columns
    self.dataCodewords = data
    self.checkCodewords = check
    self.blocks = blocks
    self.isExtension = isExtension
  }

  /// All sizes, the squares first, each kind by growing capacity.
  package static let all: [DataMatrixSize] = [
    DataMatrixSize(10, 10, 3, 5), DataMatrixSize(12, 12, 5, 7), DataMatrixSize(14, 14, 8, 10),
    DataMatrixSize(16, 16, 12, 12), DataMatrixSize(18, 18, 18, 14), DataMatrixSize(20, 20, 22, 18),
    DataMatrixSize(22, 22, 30, 20), DataMatrixSize(24, 24, 36, 24), DataMatrixSize(26, 26, 44, 28),
    DataMatrixSize(32, 32, regions: (2, 2), 62, 36), DataMatrixSize(36, 36, regions: (2, 2), 86, 42),
    DataMatrixSize(40, 40, regions: (2, 2), 114, 48), DataMatrixSize(44, 44, regions: (2, 2), 144, 56),
    DataMatrixSize(48, 48, regions: (2, 2), 174, 68), DataMatrixSize(52, 52, regions: (2, 2), 204, 84, blocks: 2),
    DataMatrixSize(64, 64, regions: (4, 4), 280, 112, blocks: 2),
    DataMatrixSize(72, 72, regions: (4, 4), 368, 144, blocks: 4),
    DataMatrixSize(80, 80, regions: (4, 4), 456, 192, blocks: 4),
    DataMatrixSize(88, 88, regions: (4, 4), 576, 224, blocks: 4),
    DataMatrixSize(96, 96, regions: (4, 4), 696, 272, blocks: 4),
    DataMatrixSize(104, 104, regions: (4, 4), 816, 336, blocks: 6),
    DataMatrixSize(120, 120, regions: (6, 6), 1050, 408, blocks: 6),
    DataMatrixSize(132, 132, regions: (6, 6), 1304, 496, blocks: 8),
    DataMatrixSize(144, 144, regions: (6, 6), 1558, 620, blocks: 10),

    DataMatrixSize(8, 18, 5, 7), DataMatrixSize(8, 32, regions: (1, 2), 10, 11), DataMatrixSize(12, 26, 16, 14),
    DataMatrixSize(12, 36, regions: (1, 2), 22, 18), DataMatrixSize(16, 36, regions: (1, 2), 32, 24),
    DataMatrixSize(16, 48, regions: (1, 2), 49, 28),

    wide(8, 48, 2, 18, 15), wide(8, 64, 4, 24, 18), wide(8, 80, 4, 32, 22),
    wide(8, 96, 4, 38, 28), wide(12, 64, 4, 43, 27), wide(20, 36, 2, 44, 28),
    wide(8, 120, 6, 49, 32), wide(20, 44, 2, 56, 34), wide(16, 64, 4, 62, 36),
    wide(8, 144, 6, 63, 36), wide(12, 88, 4, 64, 36), wide(26, 40, 2, 70, 38),
    wide(22, 48, 2, 72, 38), wide(24, 48, 2, 80, 41), wide(20, 64, 4, 84, 42),
    wide(26, 48, 2, 90, 42), wide(24, 64, 4, 108, 46), wide(26, 64, 4, 118, 50),
  ]

  /// All sizes, and the others turned by a right angle: what a picture may show.
  static let shapes = all.flatMap { $0.isSquare ? [$0] : [$0, $0.turned] }

  private static func wide(
    _ rows: Int, _ columns: Int, _ regionColumns: Int, _ data: Int, _ check: Int
  ) -> DataMatrixSize {
    DataMatrixSize(rows, columns, regions: (1, regionColumns), data, check, isExtension: true)
  }
}
