import Bits

/// How codewords are divided into blocks, each with its own check codewords, and how the blocks are
/// interleaved so that a stain hits each a little. ISO/IEC 18004:2024 §7.6.
///
/// All blocks have the same number of check codewords; where the data do not divide evenly, the last blocks
/// have one data codeword more.
package struct QRBlocks: Hashable, Sendable {
  /// Codewords of all blocks, checks included.
  package let codewords: Int
  package let checksPerBlock: Int
  /// How many blocks there are.
  package let count: Int

  package init(codewords: Int, checksPerBlock: Int, count: Int) {
    self.codewords = codewords
    self.checksPerBlock = checksPerBlock
    self.count = count
  }

  /// Data codewords of all blocks.
  package var dataCodewords: Int { codewords - checksPerBlock * count }

  /// Data codewords of a short block.
  private var shortData: Int { dataCodewords / count }
  /// How many of the blocks are short; these come first.
  private var shortBlocks: Int { count - dataCodewords % count }

  package func dataCount(of block: Int) -> Int { shortData + (block < shortBlocks ? 0 : 1) }

  /// Where a block's codewords stand in the interleaved sequence: data, then checks.
  package func places(of block: Int) -> [Int] {
    var result = (0..<shortData).map { $0 * count + block }
    if block >= shortBlocks { result.append(shortData * count + block - shortBlocks) }
    return result + (0..<checksPerBlock).map { dataCodewords + $0 * count + block }
  }

  /// Data with their checks, in the order in which they are placed.
  ///
  /// - Precondition: as many data codewords as the blocks hold.
  package func protect(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count == dataCodewords, "data do not fill the blocks")
    let encoder = ReedSolomonEncoder(field: .qr, checkCount: checksPerBlock)
    var result = [UInt8](repeating: 0, count: codewords)
    var start = 0
    for block in 0..<count {
      let own = data[start..<start + dataCount(of: block)]
      start = own.endIndex
      for (place, value) in zip(places(of: block), own + encoder.checks(for: own)) { result[place] = value }
    }
    return result
  }
}
