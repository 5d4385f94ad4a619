package import Bits

/// A run of a message that is coded in one way. Characters are bytes: ASCII digits and letters, Shift JIS,
/// GB 2312, or whatever the byte mode carries. ISO/IEC 18004:2024 §7.4.
package enum QRSegment: Hashable, Sendable {
  case numeric([UInt8])
  case alphanumeric([UInt8])
  case byte([UInt8])
  case kanji([UInt8])
  case hanzi([UInt8])
  case eci(Int)
  case fnc1First
  case fnc1Second(indicator: UInt8)
  case structuredAppend(index: Int, count: Int, parity: UInt8)

  package var mode: QRMode {
    switch self {
    case .numeric: .numeric
    case .alphanumeric: .alphanumeric
    case .byte: .byte
    case .kanji: .kanji
    case .hanzi: .hanzi
    case .eci: .eci
    case .fnc1First: .fnc1First
    case .fnc1Second: .fnc1Second
    case .structuredAppend: .structuredAppend
    }
  }

  /// Characters as the count says them.
  package var characterCount: Int {
    switch self {
    case .numeric(let bytes), .alphanumeric(let bytes), .byte(let bytes): bytes.count
    case .kanji(let bytes), .hanzi(let bytes): bytes.count / 2
    case .eci, .fnc1First, .fnc1Second, .structuredAppend: 0
    }
  }

  /// Bits that the segment takes, or nil where the dialect cannot say it.
  package func bitCount(in dialect: QRDialect) -> Int? {
    guard dialect.indicator(of: mode) != nil else { return nil }
    let count = characterCount
    if let countBits = dialect.countBits[mode], count >> countBits != 0 { return nil }
    let head = dialect.indicatorBits + (dialect.countBits[mode] ?? 0)
    switch self {
    case .numeric: return head + count / 3 * 10 + [0, 4, 7][count % 3]
    case .alphanumeric: return head + count / 2 * 11 + count % 2 * 6
    case .byte: return head + count * 8
    case .kanji: return head + count * 13
    case .hanzi: return head + QRHanzi.subsetBits + count * 13
    case .eci(let number): return head + (number < 1 << 7 ? 8 : number < 1 << 14 ? 16 : 24)
    case .fnc1First: return head
    case .fnc1Second: return head + 8
    case .structuredAppend: return head + 16
    }
  }
}

/// The 45 characters of the alphanumeric mode, by value. ISO/IEC 18004:2024 Table 5.
package enum QRAlphanumeric {
  package static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
  /// The value of each byte, or −1.
  package static let values: [Int] = {
    var values = [Int](repeating: -1, count: 256)
    for (value, character) in characters.enumerated() { values[Int(character)] = value }
    return values
  }()
}

/// Two ranges of Shift JIS packed into 13 bits. ISO/IEC 18004:2024 §7.4.6.
package enum QRKanji {
  /// The value of a pair of bytes, or nil outside of both ranges.
  package static func value(_ high: UInt8, _ low: UInt8) -> Int? {
    let pair = Int(high) << 8 | Int(low)
    let base: Int
    switch pair {
    case 0x8140...0x9FFC: base = 0x8140
    case 0xE040...0xEBBF: base = 0xC140
    default: return nil
    }
    guard low >= 0x40, low <= 0xFC, low != 0x7F else { return nil }
    return (pair - base) >> 8 * 0xC0 + (pair - base) & 0xFF
  }

  /// The pair of bytes of 13 bits, or nil where no character has them.
  package static func bytes(_ value: Int) -> [UInt8]? {
    let packed = (value / 0xC0) << 8 | value % 0xC0
    let pair = packed + (packed < 0x1F00 ? 0x8140 : 0xC140)
    let bytes = [UInt8(pair >> 8), UInt8(pair & 0xFF)]
    return self.value(bytes[0], bytes[1]) == nil ? nil : bytes
  }
}

/// GB 2312 packed into 13 bits. GB/T 18284-2000 §6.4.
package enum QRHanzi {
  /// After the mode indicator the character set's own: 0001 is GB 2312.
  package static let subsetBits = 4
  package static let subset = 1

  package static func value(_ high: UInt8, _ low: UInt8) -> Int? {
    guard 0xA1...0xFE ~= low else { return nil }
    switch high {
    case 0xA1...0xAA: return (Int(high) - 0xA1) * 0x60 + Int(low) - 0xA1
    case 0xB0...0xFA: return (Int(high) - 0xA6) * 0x60 + Int(low) - 0xA1
    default: return nil
    }
  }

  package static func bytes(_ value: Int) -> [UInt8]? {
    let high = value / 0x60 + (value < 0xA * 0x60 ? 0xA1 : 0xA6)
    let bytes = [UInt8(truncatingIfNeeded: high), UInt8(truncatingIfNeeded: value % 0x60 + 0xA1)]
    return self.value(bytes[0], bytes[1]) == nil ? nil : bytes
  }
}

// MARK: - Writing

extension QRSegment {
  /// Appends the segment.
  ///
  /// - Precondition: `bitCount(in:)` is not nil, and the characters are of the mode.
  package func append(to writer: inout BitWriter, in dialect: QRDialect) {
    guard let indicator = dialect.indicator(of: mode) else { preconditionFailure("no such mode") }
    writer.append(indicator, bits: dialect.indicatorBits)
    if case .hanzi = self { writer.append(QRHanzi.subset, bits: QRHanzi.subsetBits) }
    if let countBits = dialect.countBits[mode] { writer.append(characterCount, bits: countBits) }
    switch self {
    case .numeric(let digits):
      for start in stride(from: 0, to: digits.count, by: 3) {
        let group = digits[start..<min(start + 3, digits.count)]
        writer.append(group.reduce(0) { $0 * 10 + Int($1) - 0x30 }, bits: [4, 7, 10][group.count - 1])
      }
    case .alphanumeric(let letters):
      for start in stride(from: 0, to: letters.count, by: 2) {
        let group = letters[start..<min(start + 2, letters.count)]
        let value = group.reduce(0) { $0 * 45 + QRAlphanumeric.values[Int($1)] }
        writer.append(value, bits: [6, 11][group.count - 1])
      }
    case .byte(let bytes): writer.append(bytes)
    case .kanji(let bytes): Self.append(bytes, to: &writer, QRKanji.value)
    case .hanzi(let bytes): Self.append(bytes, to: &writer, QRHanzi.value)
    case .eci(let number): Self.appendECI(number, to: &writer)
    case .fnc1First: break
    case .fnc1Second(let indicator): writer.append(Int(indicator), bits: 8)
    case .structuredAppend(let index, let count, let parity):
      writer.append(index, bits: 4)
      writer.append(count - 1, bits: 4)
      writer.append(Int(parity), bits: 8)
    }
  }

  private static func append(_ bytes: [UInt8], to writer: inout BitWriter, _ value: (UInt8, UInt8) -> Int?) {
    for start in stride(from: 0, to: bytes.count - 1, by: 2) {
      guard let value = value(bytes[start], bytes[start + 1]) else { preconditionFailure("not of the mode") }
      writer.append(value, bits: 13)
    }
  }

  /// One to three bytes, whose first bits say how many. ISO/IEC 18004:2024 Table 4.
  private static func appendECI(_ number: Int, to writer: inout BitWriter) {
    switch number {
    case ..<(1 << 7): writer.append(number, bits: 8)
    case ..<(1 << 14): writer.append(0b10 << 14 | number, bits: 16)
    default: writer.append(0b110 << 21 | number, bits: 24)
    }
  }
}

// MARK: - Reading

extension QRSegment {
  /// Reads what follows the mode indicator.
  package init(_ mode: QRMode, reading reader: inout BitReader, in dialect: QRDialect) throws(DecodeFailure) {
    switch mode {
    case .numeric: self = .numeric(try Self.numeric(&reader, dialect))
    case .alphanumeric: self = .alphanumeric(try Self.alphanumeric(&reader, dialect))
    case .byte:
      let count = try Self.count(.byte, &reader, dialect, bitsEach: 8)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(count)
      for _ in 0..<count { bytes.append(UInt8(try Self.take(8, &reader))) }
      self = .byte(bytes)
    case .kanji: self = .kanji(try Self.pairs(.kanji, &reader, dialect, QRKanji.bytes))
    case .hanzi:
      guard try Self.take(QRHanzi.subsetBits, &reader) == QRHanzi.subset else {
        throw .dataStructure(atBit: reader.position)
      }
      self = .hanzi(try Self.pairs(.hanzi, &reader, dialect, QRHanzi.bytes))
    case .eci: self = .eci(try Self.eci(&reader))
    case .fnc1First: self = .fnc1First
    case .fnc1Second: self = .fnc1Second(indicator: try Self.applicationIndicator(&reader))
    case .structuredAppend:
      let index = try Self.take(4, &reader)
      let count = try Self.take(4, &reader) + 1
      self = .structuredAppend(index: index, count: count, parity: UInt8(try Self.take(8, &reader)))
    }
  }

  private static func take(_ bits: Int, _ reader: inout BitReader) throws(DecodeFailure) -> Int {
    guard let value = reader.read(bits) else { throw .dataStructure(atBit: reader.position) }
    return value
  }

  /// The character count, at least 1, that the remaining bits have room for.
  private static func count(
    _ mode: QRMode, _ reader: inout BitReader, _ dialect: QRDialect, bitsEach: Int
  ) throws(DecodeFailure) -> Int {
    let count = try take(dialect.countBits[mode] ?? 0, &reader)
    guard count * bitsEach <= reader.remaining else { throw .dataStructure(atBit: reader.position) }
    return count
  }

  private static func numeric(_ reader: inout BitReader, _ dialect: QRDialect) throws(DecodeFailure) -> [UInt8] {
    var left = try count(.numeric, &reader, dialect, bitsEach: 3)
    var digits: [UInt8] = []
    digits.reserveCapacity(left)
    while left > 0 {
      let group = min(left, 3)
      let value = try take([4, 7, 10][group - 1], &reader)
      guard value < [10, 100, 1000][group - 1] else { throw .dataStructure(atBit: reader.position) }
      for divisor in [100, 10, 1].suffix(group) { digits.append(UInt8(value / divisor % 10) + 0x30) }
      left -= group
    }
    return digits
  }

  private static func alphanumeric(_ reader: inout BitReader, _ dialect: QRDialect) throws(DecodeFailure) -> [UInt8] {
    var left = try count(.alphanumeric, &reader, dialect, bitsEach: 5)
    var letters: [UInt8] = []
    letters.reserveCapacity(left)
    while left > 0 {
      let group = min(left, 2)
      let value = try take([6, 11][group - 1], &reader)
      guard value < [45, 45 * 45][group - 1] else { throw .dataStructure(atBit: reader.position) }
      if group == 2 { letters.append(QRAlphanumeric.characters[value / 45]) }
      letters.append(QRAlphanumeric.characters[value % 45])
      left -= group
    }
    return letters
  }

  private static func pairs(
    _ mode: QRMode, _ reader: inout BitReader, _ dialect: QRDialect, _ bytes: (Int) -> [UInt8]?
  ) throws(DecodeFailure) -> [UInt8] {
    let count = try count(mode, &reader, dialect, bitsEach: 13)
    var result: [UInt8] = []
    result.reserveCapacity(2 * count)
    for _ in 0..<count {
      guard let pair = bytes(try take(13, &reader)) else { throw .dataStructure(atBit: reader.position) }
      result += pair
    }
    return result
  }

  /// Two digits as their number, or a letter as its ASCII code plus 100. ISO/IEC 18004:2024 §7.4.9.3.
  private static func applicationIndicator(_ reader: inout BitReader) throws(DecodeFailure) -> UInt8 {
    switch try take(8, &reader) {
    case let digits where digits < 100: return UInt8(digits)
    case let letter where 165...190 ~= letter || 197...222 ~= letter: return UInt8(letter)
    default: throw .dataStructure(atBit: reader.position)
    }
  }

  private static func eci(_ reader: inout BitReader) throws(DecodeFailure) -> Int {
    let first = try take(8, &reader)
    if first < 0x80 { return first }
    if first < 0xC0 { return (first & 0x3F) << 8 | (try take(8, &reader)) }
    guard first < 0xE0 else { throw .dataStructure(atBit: reader.position) }
    return (first & 0x1F) << 16 | (try take(16, &reader))
  }
}
