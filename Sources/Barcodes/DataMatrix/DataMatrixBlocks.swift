import Bits

/// Error correction of Data Matrix: Reed–Solomon codes over GF(256), interleaved.
///
/// ISO/IEC 16022:2006 §5.7: codeword i of the symbol, data and check codewords alike, belongs to block
/// i modulo the number of blocks.
package struct DataMatrixBlocks: Sendable {
  /// How the check codewords of the largest symbol are dealt out.
  package enum Dealing: Hashable, Sendable {
    /// As the standard says.
    case standard
    /// The check codewords begin with block 0 anew: what some writers make of 144 × 144, where the number
    /// of data codewords is no multiple of the blocks.
    case restarted
  }

  private let size: DataMatrixSize
  private let dealing: Dealing

  package init(_ size: DataMatrixSize, dealing: Dealing = .standard) {
    self.size = size
    self.dealing = dealing
  }

  /// Places of a block's codewords in the symbol, data first.
  private func places(of block: Int) -> [Int] {
    let data = stride(from: block, to: size.dataCodewords, by: size.blocks)
    let firstCheck =
      switch dealing {
      case .standard: size.dataCodewords + (block - size.dataCodewords % size.blocks + size.blocks) % size.blocks
      case .restarted: size.dataCodewords + block
      }
    return Array(data) + stride(from: firstCheck, to: size.codewords, by: size.blocks)
  }

  private var checksPerBlock: Int { size.checkCodewords / size.blocks }

  /// Data codewords with their check codewords after them, as they are placed.
  package func protect(_ data: [UInt8]) -> [UInt8] {
    var result = data + [UInt8](repeating: 0, count: size.checkCodewords)
    let encoder = ReedSolomonEncoder(field: .dataMatrix, checkCount: checksPerBlock, firstRoot: 1)
    for block in 0..<size.blocks {
      let places = places(of: block)
      let checks = encoder.checks(for: places.dropLast(checksPerBlock).map { Int(data[$0]) })
      for (place, check) in zip(places.suffix(checksPerBlock), checks) { result[place] = UInt8(check) }
    }
    return result
  }

  /// The data codewords, repaired, and how many codewords were wrong.
  ///
  /// - Parameter doubtful: places of codewords that are probably wrong, the most doubtful first.
  package func repair(
    _ codewords: [UInt8], doubtful: [Int] = []
  ) throws(DecodeFailure) -> (data: [UInt8], corrected: Int) {
    var result = codewords
    var corrected = 0
    let decoder = ReedSolomonDecoder(field: .dataMatrix, checkCount: checksPerBlock, firstRoot: 1)
    for block in 0..<size.blocks {
      let places = places(of: block)
      var word = places.map { Int(codewords[$0]) }
      let own = doubtful.lazy.compactMap { places.firstIndex(of: $0) }
      guard let repaired = decoder.repair(&word, doubtful: own) else {
        throw .errorCorrection(block: block, capacity: checksPerBlock / 2)
      }
      corrected += repaired
      for (place, value) in zip(places, word) { result[place] = UInt8(value) }
    }
    return (Array(result.prefix(size.dataCodewords)), corrected)
  }
}
