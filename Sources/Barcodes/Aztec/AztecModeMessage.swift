import Bits

/// What the ring around the bull's-eye tells: the layers, and how many of the codewords are data.
/// ISO/IEC 24778:2008 §7.2.3.
package struct AztecModeMessage: Hashable, Sendable {
  package let size: AztecSize
  package let dataCodewords: Int
  /// True for a symbol that sets up the reader. §10
  package let isReaderInitialization: Bool

  package init(size: AztecSize, dataCodewords: Int) {
    self.size = size
    self.dataCodewords = dataCodewords
    isReaderInitialization = false
  }

  /// Words of four bits: data, then check.
  private static func wordCounts(isCompact: Bool) -> (data: Int, check: Int) { isCompact ? (2, 5) : (4, 6) }

  /// The bits in the order of `AztecSize.modePath`.
  package var bits: [Bool] {
    let value =
      size.isCompact ? (size.layers - 1) << 6 | (dataCodewords - 1) : (size.layers - 1) << 11 | (dataCodewords - 1)
    return Self.protect(value, isCompact: size.isCompact)
  }

  private static func protect(_ value: Int, isCompact: Bool) -> [Bool] {
    let (data, check) = wordCounts(isCompact: isCompact)
    let words = (0..<data).map { value >> (4 * (data - 1 - $0)) & 15 }
    let checks = ReedSolomonEncoder(field: .aztec4, checkCount: check, firstRoot: 1).checks(for: words)
    return (words + checks).flatMap { word in (0..<4).map { word >> (3 - $0) & 1 == 1 } }
  }

  /// The message from its bits, or nil where they are damaged beyond repair or say what cannot be.
  package init?(bits: [Bool], isCompact: Bool) {
    guard let value = Self.value(bits, isCompact: isCompact, flip: 0) else { return nil }
    let layers = isCompact ? value >> 6 + 1 : value >> 11 + 1
    let size = AztecSize(isCompact: isCompact, layers: layers)
    let told = isCompact ? value & 0x3F : value & 0x7FF
    // More than the symbol holds by its top bit: that bit marks reader initialization. §9
    let topBit = isCompact ? 0x20 : 0x400
    isReaderInitialization = told & topBit != 0 && told >= size.codewords
    dataCodewords = (isReaderInitialization ? told & ~topBit : told) + 1
    self.size = size
    guard dataCodewords < size.codewords else { return nil }
  }

  private static func value(_ bits: [Bool], isCompact: Bool, flip: Int) -> Int? {
    let (data, check) = wordCounts(isCompact: isCompact)
    guard bits.count == 4 * (data + check) else { return nil }
    var words = (0..<data + check).map { word in
      (0..<4).reduce(0) { $0 << 1 | (bits[4 * word + $1] ? 1 : 0) } ^ flip
    }
    guard ReedSolomonDecoder(field: .aztec4, checkCount: check, firstRoot: 1).repair(&words) != nil else { return nil }
    return words.prefix(data).reduce(0) { $0 << 4 | $1 }
  }
}

/// A rune: a bull's-eye whose ring says a number from 0 to 255, every second bit inverted so that it is no
/// mode message. ISO/IEC 24778:2008 Annex A.
package enum AztecRune {
  private static let flip = 0b1010

  package static func value(bits: [Bool]) -> Int? {
    guard bits.count == 28 else { return nil }
    var words = (0..<7).map { word in (0..<4).reduce(0) { $0 << 1 | (bits[4 * word + $1] ? 1 : 0) } ^ flip }
    guard ReedSolomonDecoder(field: .aztec4, checkCount: 5, firstRoot: 1).repair(&words) != nil else { return nil }
    return words[0] << 4 | words[1]
  }

  package static func bits(value: Int) -> [Bool] {
    let words = [value >> 4, value & 15]
    let checks = ReedSolomonEncoder(field: .aztec4, checkCount: 5, firstRoot: 1).checks(for: words)
    return (words + checks).flatMap { word in (0..<4).map { (word ^ flip) >> (3 - $0) & 1 == 1 } }
  }
}
