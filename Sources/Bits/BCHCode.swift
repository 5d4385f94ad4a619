/// A short cyclic code, as format and version information are protected by: data bits, then the remainder
/// of their division by a generator polynomial over GF(2).
public struct BCHCode: Hashable, Sendable {
  public let dataBits: Int
  public let checkBits: Int
  /// The smallest number of bits in which two code words differ.
  public let distance: Int
  /// Every code word, by its data.
  public let words: [Int]

  /// - Parameter generator: of degree `checkBits`, lowest term in bit 0.
  /// - Complexity: O(2^dataBits): meant for up to 8 data bits.
  public init(dataBits: Int, checkBits: Int, generator: Int) {
    precondition(generator >> checkBits == 1, "a generator of the degree")
    self.dataBits = dataBits
    self.checkBits = checkBits
    let words = (0..<1 << dataBits).map { data in
      var rest = data << checkBits
      for bit in stride(from: dataBits + checkBits - 1, through: checkBits, by: -1) where rest >> bit & 1 == 1 {
        rest ^= generator << (bit - checkBits)
      }
      return data << checkBits | rest
    }
    self.words = words
    // The code is linear: the distance between two words is the weight of a third.
    distance = words.dropFirst().reduce(dataBits + checkBits) { min($0, $1.nonzeroBitCount) }
  }

  /// Bits of a code word.
  public var length: Int { dataBits + checkBits }

  /// The data whose code word differs from `word` in the fewest bits, and in how many. Unique while the
  /// distance is below half of the code's.
  public func nearest(to word: Int) -> (data: Int, distance: Int) {
    var best = (data: 0, distance: length + 1)
    for (data, candidate) in words.enumerated() {
      let distance = (candidate ^ word).nonzeroBitCount
      if distance < best.distance { best = (data, distance) }
    }
    return best
  }
}

extension BCHCode {
  /// BCH (15, 5): format information. ISO/IEC 18004:2024 Annex C.
  public static let format = BCHCode(dataBits: 5, checkBits: 10, generator: 0b101_0011_0111)
  /// The extended Golay code's relative (18, 6): version information. ISO/IEC 18004:2024 Annex D; rMQR's
  /// format information, ISO/IEC 23941:2022 Annex C.
  public static let version = BCHCode(dataBits: 6, checkBits: 12, generator: 0b1_1111_0010_0101)
}
