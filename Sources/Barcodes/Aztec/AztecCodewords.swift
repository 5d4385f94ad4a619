import Bits

/// Between the bits of a message and the bits of the layers: stuffing and error correction.
/// ISO/IEC 24778:2008 §7.1.
package enum AztecCodewords {
  /// Message bits as codewords, none of them all 0 or all 1: where all bits but the last of one would be
  /// the same, the last is the other. §7.1.2. The end is filled with ones.
  package static func stuff(_ bits: [Bool], wordSize: Int) -> [Int] {
    var words: [Int] = []
    var position = 0
    let full = 1 << wordSize - 1
    while position < bits.count {
      var word = 0
      for i in 0..<wordSize { word = word << 1 | (position + i >= bits.count || bits[position + i] ? 1 : 0) }
      position += wordSize
      if word >> 1 == full >> 1 {
        word = full - 1
        position -= 1
      } else if word >> 1 == 0 {
        word = 1
        position -= 1
      }
      words.append(word)
    }
    return words
  }

  /// The message bits of codewords, or nil where one is all 0 or all 1.
  package static func unstuff(_ words: some Sequence<Int>, wordSize: Int) -> [Bool]? {
    var bits: [Bool] = []
    let full = 1 << wordSize - 1
    for word in words {
      guard word != 0 && word != full else { return nil }
      let isStuffed = word == 1 || word == full - 1
      for i in 0..<(isStuffed ? wordSize - 1 : wordSize) { bits.append(word >> (wordSize - 1 - i) & 1 == 1) }
    }
    return bits
  }

  /// The bits of all layers: a remainder of 0s, data codewords, check codewords.
  package static func layerBits(_ data: [Int], _ size: AztecSize) -> [Bool] {
    let checkCount = size.codewords - data.count
    let checks = ReedSolomonEncoder(field: size.field, checkCount: checkCount, firstRoot: 1).checks(for: data)
    let words = data + checks
    return Array(repeating: false, count: size.bits % size.wordSize)
      + words.flatMap { word in (0..<size.wordSize).map { word >> (size.wordSize - 1 - $0) & 1 == 1 } }
  }

  /// The data codewords, repaired, and how many were wrong.
  ///
  /// - Parameters:
  ///   - doubtful: indices of codewords that are probably wrong, the most doubtful first.
  ///   - isOver: asked before the second attempt, with the doubtful ones, whether to leave it at the first.
  package static func repair(
    _ bits: [Bool], _ mode: AztecModeMessage, doubtful: [Int] = [], isOver: () -> Bool = { false }
  ) throws(DecodeFailure) -> (data: [Int], corrected: Int) {
    let size = mode.size
    let offset = size.bits % size.wordSize
    var words = (0..<size.codewords).map { word in
      (0..<size.wordSize).reduce(0) { $0 << 1 | (bits[offset + word * size.wordSize + $1] ? 1 : 0) }
    }
    let checkCount = size.codewords - mode.dataCodewords
    let decoder = ReedSolomonDecoder(field: size.field, checkCount: checkCount, firstRoot: 1)
    guard let corrected = decoder.repair(&words, doubtful: doubtful, isOver: isOver) else {
      throw .errorCorrection(block: 0, capacity: checkCount / 2)
    }
    return (Array(words.prefix(mode.dataCodewords)), corrected)
  }
}
