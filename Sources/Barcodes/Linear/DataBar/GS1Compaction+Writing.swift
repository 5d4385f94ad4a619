extension GS1Compaction {
  /// A message as bits in whole characters of twelve: a GTIN that comes first in its own method, the rest in the
  /// general-purpose one. ISO/IEC 24724:2011 §7.2.5.4
  package static func bits(_ message: String, pairsPerRow: Int? = nil) throws(WriteFailure) -> [Bool] {
    var writer = BitWriter()
    var rest = Array(message)
    writer.append(0, 1)
    let hasGTIN = message.hasPrefix("01") && rest.count >= 16
    let digits = hasGTIN ? EANDigits.digits(message.dropFirst(2).prefix(14)) : nil
    if let digits, EANDigits.isValid(digits) {
      writer.append(1, 1)
      rest = Array(rest.dropFirst(16))
    } else {
      writer.append(0, 2)
    }
    // Two bits that tell the length once more, known at the end.
    let lengthAt = writer.bits.count
    writer.append(0, 2)
    if let digits, EANDigits.isValid(digits) {
      writer.append(digits[0], 4)
      for group in 0..<4 {
        writer.append(100 * digits[1 + 3 * group] + 10 * digits[2 + 3 * group] + digits[3 + 3 * group], 10)
      }
    }
    let isNumeric = try writer.appendGeneral(rest) { characters(bits: $0, pairsPerRow: pairsPerRow) }
    let count = characters(bits: writer.bits.count, pairsPerRow: pairsPerRow)
    guard count <= 21 else { throw .tooLong(needed: writer.bits.count, available: 21 * 12) }
    // §7.2.5.5.4: padding leaves the numeric mode, then latches to and fro.
    var padding = (isNumeric ? [false, false, false, false] : []) + [false, false, true, false, false]
    while padding.count < 12 * count - writer.bits.count { padding += [false, false, true, false, false] }
    var bits = writer.bits + padding.prefix(12 * count - writer.bits.count)
    bits[lengthAt] = (count + 1) % 2 == 1
    bits[lengthAt + 1] = count + 1 > 14
    return bits
  }

  /// The characters of a symbol with so many bits, besides the check character: three at least, and no row of a stacked one has
  /// a single one. §7.2.8
  private static func characters(bits: Int, pairsPerRow: Int?) -> Int {
    let count = max(3, (bits + 11) / 12)
    guard let pairsPerRow, (count + 1) % (2 * pairsPerRow) == 1 else { return count }
    return count + 1
  }

  private struct BitWriter {
    var bits: [Bool] = []

    mutating func append(_ value: Int, _ count: Int) {
      bits += (0..<count).reversed().map { value >> $0 & 1 == 1 }
    }

    private enum Mode { case numeric, alphanumeric, iso646 }

    /// - Parameter characters: those of a symbol with so many bits.
    /// - Returns: true where it ends in numeric mode.
    mutating func appendGeneral(_ text: [Character], characters: (Int) -> Int) throws(WriteFailure) -> Bool {
      var mode = Mode.numeric
      var place = 0
      while place < text.count {
        let character = text[place]
        if mode == .numeric {
          if place + 1 < text.count, let first = Self.digit(character), let second = Self.digit(text[place + 1]),
            first + second < 20
          {
            append(11 * first + second + 8, 7)
            place += 2
          } else if place + 1 == text.count, let last = Self.digit(character), last < 10 {
            appendLast(last, characters)
            place += 1
          } else {
            append(0, 4)
            mode = .alphanumeric
          }
          continue
        }
        // Six digits are shorter in numeric mode, the latch included.
        let run = text[place...].prefix { Self.digit($0) ?? 10 < 10 }.count
        if run >= 6 || run >= 4 && place + run == text.count {
          append(0, 3)
          mode = .numeric
          continue
        }
        place += 1
        if let digit = Self.digit(character) {
          append(digit + 5, 5)
          if digit == 10 { mode = .numeric }
        } else if mode == .alphanumeric, let value = Self.alphanumeric(character) {
          append(value, 6)
        } else {
          if mode == .alphanumeric {
            append(4, 5)
            mode = .iso646
          }
          try appendISO646(character)
        }
      }
      return mode == .numeric
    }

    /// One digit at the end: in four bits where the symbol then has less than seven left, else with FNC1. §7.2.5.5.1
    private mutating func appendLast(_ digit: Int, _ characters: (Int) -> Int) {
      let left = 12 * characters(bits.count + 4) - bits.count
      if 4..<7 ~= left { append(digit + 1, 4) } else { append(11 * digit + 10 + 8, 7) }
    }

    /// 0…9, and 10 for FNC1.
    private static func digit(_ character: Character) -> Int? {
      character == "\u{1D}" ? 10 : character.isASCII ? character.wholeNumberValue : nil
    }

    private static func alphanumeric(_ character: Character) -> Int? {
      (32..<63).first { GS1Compaction.ascii(alphanumeric: $0) == String(character) }
    }

    private mutating func appendISO646(_ character: Character) throws(WriteFailure) {
      guard let ascii = character.asciiValue else { throw .unencodable(character) }
      switch ascii {
      case 0x41...0x5A: append(Int(ascii) - 1, 7)
      case 0x61...0x7A: append(Int(ascii) - 7, 7)
      default:
        guard let place = GS1Compaction.punctuation.firstIndex(of: character) else { throw .unencodable(character) }
        append(232 + place, 8)
      }
    }
  }
}
