import Foundation

/// The codes of a character set by character, found by reading every one of them.
///
/// Writing is a look-up and so ends for every text; Foundation's own conversion to the sets that it leaves to ICU does
/// not, where what it skips (U+FEFF, variation selectors and the like) ends a text.
struct CharacterCodes: Sendable {
  private let codes: [Unicode.Scalar: UInt32]

  /// How long codes are; the longer ones come beside the shorter ones.
  enum Width { case oneByte, twoBytes, fourBytes }

  /// - Parameters:
  ///   - encoding: one that Foundation reads.
  ///   - widest: four bytes are GB 18030's.
  init(of encoding: String.Encoding, widest: Width) {
    var codes: [Unicode.Scalar: UInt32] = [:]
    var leads: [UInt32] = []
    for byte in UInt32(0)...0xFF {
      let found = Self.scalars([byte], encoding)
      if let scalar = found?.first { codes[scalar] = codes[scalar] ?? byte } else { leads.append(byte) }
    }
    for lead in leads where widest != .oneByte {
      // All second bytes that any of the sets has.
      Self.add((0x30...0xFE).map { lead << 8 | $0 }, encoding, to: &codes)
    }
    if widest == .fourBytes { Self.add((0..<Self.planeZero).map(Self.fourBytes), encoding, to: &codes) }
    self.codes = codes
  }

  /// The bytes of a character as a number, the first of them highest, or nil where the set does not have it.
  subscript(_ scalar: Unicode.Scalar) -> UInt32? { codes[scalar] }

  /// Adds the codes that the set has; where two say the same character, the lower one is written.
  ///
  /// One reading serves all of them, unless one is none: then each half is tried.
  private static func add(_ some: [UInt32], _ encoding: String.Encoding, to codes: inout [Unicode.Scalar: UInt32]) {
    if let scalars = scalars(some, encoding) {
      for (scalar, code) in zip(scalars, some) { codes[scalar] = codes[scalar] ?? code }
    } else if some.count > 1 {
      add(Array(some[..<(some.count / 2)]), encoding, to: &codes)
      add(Array(some[(some.count / 2)...]), encoding, to: &codes)
    }
  }

  /// The characters of codes, one for each, or nil where there are not as many.
  private static func scalars(_ codes: [UInt32], _ encoding: String.Encoding) -> String.UnicodeScalarView? {
    let bytes = codes.flatMap { TextEncodings.bytes($0) }
    guard let text = String(data: Data(bytes), encoding: encoding)?.unicodeScalars, text.count == codes.count else {
      return nil
    }
    return text
  }
}

extension CharacterCodes {
  /// Codes of four bytes for the characters of plane 0. GB 18030-2005 Annex B: the second and fourth have ten values,
  /// the third 126.
  private static let planeZero: UInt32 = 39_420

  /// The code of four bytes in a place of their order.
  static func fourBytes(_ place: UInt32) -> UInt32 {
    let (first, second) = (0x81 + place / 12_600, 0x30 + place / 1260 % 10)
    let (third, fourth) = (0x81 + place / 10 % 126, 0x30 + place % 10)
    return first << 24 | second << 16 | third << 8 | fourth
  }
}

extension TextEncodings {
  /// A code's bytes, the highest first; zeros before the first other one are none of it.
  static func bytes(_ code: UInt32) -> [UInt8] {
    let count = code > 0xFFFF ? 4 : code > 0xFF ? 2 : 1
    return (0..<count).reversed().map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
  }
}
