/// The character sets of the encodations that pack three values into two codewords.
/// ISO/IEC 16022:2006 Annex C.1 (C40 and Text) and C.3 (X12).
package enum DataMatrixAlphabet: Hashable, Sendable {
  case c40, text, x12

  /// Upper shift: the next character's top bit is set. §5.2.5.
  static let upperShift = 30
  /// FNC1 among the values of shift 2.
  static let function1 = 27

  /// The values that say a byte, or nil where the set has none for it.
  func values(of byte: UInt8) -> [Int]? {
    if self == .x12 { return Self.x12Characters.firstIndex(of: byte).map { [$0] } }
    if byte >= 128 {
      return values(of: byte - 128).map { [1, Self.upperShift] + $0 }
    }
    if let value = Self.basic(self)[Int(byte)] { return [value] }
    switch byte {
    case 0..<32: return [0, Int(byte)]
    case 33...47: return [1, Int(byte) - 33]
    case 58...64: return [1, Int(byte) - 43]
    case 91...95: return [1, Int(byte) - 69]
    default:
      // Shift 3: the column from 96; in the Text set its letters are the capitals.
      if self == .text, 65...90 ~= byte { return [2, Int(byte) - 64] }
      return [2, Int(byte) - 96]
    }
  }

  /// The byte that a value says in the given set: 0 is the basic one, 1…3 the shifts.
  func byte(of value: Int, shift: Int) -> UInt8? {
    switch (self, shift) {
    case (.x12, 0): return value < Self.x12Characters.count ? Self.x12Characters[value] : nil
    case (_, 0):
      switch value {
      case 3: return 32
      case 4...13: return UInt8(value + 44)
      case 14...39: return UInt8(value + (self == .c40 ? 51 : 83))
      default: return nil
      }
    case (_, 1): return value < 32 ? UInt8(value) : nil
    case (_, 2):
      switch value {
      case 0...14: return UInt8(value + 33)
      case 15...21: return UInt8(value + 43)
      case 22...26: return UInt8(value + 69)
      default: return nil
      }
    case (.text, 3) where 1...26 ~= value: return UInt8(value + 64)
    case (_, 3): return value < 32 ? UInt8(value + 96) : nil
    default: return nil
    }
  }

  /// CR, `*`, `>`, space, digits, capitals.
  private static let x12Characters: [UInt8] = [13, 42, 62, 32] + Array(48...57) + Array(65...90)

  private static func basic(_ alphabet: DataMatrixAlphabet) -> [Int?] {
    alphabet == .c40 ? c40Basic : textBasic
  }
  private static let c40Basic = basicTable(letters: 65)
  private static let textBasic = basicTable(letters: 97)
  private static func basicTable(letters: Int) -> [Int?] {
    var table = [Int?](repeating: nil, count: 128)
    table[32] = 3
    for i in 0..<10 { table[48 + i] = 4 + i }
    for i in 0..<26 { table[letters + i] = 14 + i }
    return table
  }
}

/// The codewords that are no character. ISO/IEC 16022:2006 Table 2.
enum DataMatrixCodeword {
  static let pad: UInt8 = 129
  static let latchC40: UInt8 = 230
  static let latchBase256: UInt8 = 231
  static let function1: UInt8 = 232
  static let structuredAppend: UInt8 = 233
  static let readerProgramming: UInt8 = 234
  static let upperShift: UInt8 = 235
  static let macro05: UInt8 = 236
  static let macro06: UInt8 = 237
  static let latchX12: UInt8 = 238
  static let latchText: UInt8 = 239
  static let latchEDIFACT: UInt8 = 240
  static let eci: UInt8 = 241
  static let unlatch: UInt8 = 254

  /// What is added to a base 256 byte at this place, from 1. Annex B.2.
  static func state255(_ place: Int) -> Int { (149 * place) % 255 + 1 }

  /// The pad codeword at this place, from 1. Annex B.1.
  static func pad(at place: Int) -> UInt8 {
    let sum = 129 + (149 * place) % 253 + 1
    return UInt8(sum > 254 ? sum - 254 : sum)
  }
}
