/// GS1 element strings as bits: the encodation methods of DataBar Expanded, ISO/IEC 24724:2011 §7.2.5.
package enum GS1Compaction {
  /// The element strings without brackets, U+001D between those of variable length, or nil where the bits say none.
  ///
  /// FNC1 in text latches to numeric (§7.2.5.5.3); encoders of the first years went on in the same mode. What makes
  /// element strings is right.
  package static func text(_ bits: [Bool]) -> String? {
    let standard = text(bits, latches: true)
    if let standard, GS1ElementString.elements(standard) != nil { return standard }
    if let early = text(bits, latches: false), GS1ElementString.elements(early) != nil { return early }
    return standard
  }

  private static func text(_ bits: [Bool], latches: Bool) -> String? {
    var reader = Bits(bits: bits, latches: latches)
    // The first bit announces a composite component.
    reader.position = 1
    // §7.2.5.4: the methods' prefixes, of which none begins another one.
    if reader.take("1") {
      reader.position += 2
      guard let first = reader.read(4), let rest = reader.gtin(first: first), let text = reader.general() else {
        return nil
      }
      return "01" + rest + text
    }
    if reader.take("00") {
      reader.position += 2
      return reader.general()
    }
    if reader.take("0100") {
      guard let gtin = reader.gtin(first: 9), let weight = reader.read(15) else { return nil }
      return "01" + gtin + "3103" + padded(weight, 6)
    }
    if reader.take("0101") {
      guard let gtin = reader.gtin(first: 9), let weight = reader.read(15) else { return nil }
      return "01" + gtin + (weight < 10_000 ? "3202" + padded(weight, 6) : "3203" + padded(weight - 10_000, 6))
    }
    if reader.take("01100") {
      reader.position += 2
      guard let gtin = reader.gtin(first: 9), let places = reader.read(2), let text = reader.general() else {
        return nil
      }
      return "01" + gtin + "392" + String(places) + text
    }
    if reader.take("01101") {
      reader.position += 2
      guard let gtin = reader.gtin(first: 9), let places = reader.read(2), let currency = reader.read(10),
        let text = reader.general()
      else { return nil }
      return "01" + gtin + "393" + String(places) + padded(currency, 3) + text
    }
    guard reader.take("0111"), let kind = reader.read(3), let gtin = reader.gtin(first: 9),
      let weight = reader.read(20),
      let date = reader.read(16)
    else { return nil }
    let measure = (kind & 1 == 0 ? "310" : "320") + String(weight / 100_000) + padded(weight % 100_000, 6)
    return "01" + gtin + measure + Self.date(date, kind: kind >> 1)
  }

  /// A date of 16 bits with its application identifier: production, packaging, best before, expiry. 38400 is none.
  private static func date(_ value: Int, kind: Int) -> String {
    guard value < 38_400 else { return "" }
    return ["11", "13", "15", "17"][kind] + padded(value / 384, 2) + padded(value / 32 % 12 + 1, 2)
      + padded(value % 32, 2)
  }

  static func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// Bits, and how far they are read.
  private struct Bits {
    let bits: [Bool]
    /// True where FNC1 in text ends it.
    let latches: Bool
    var position = 0

    init(bits: [Bool], latches: Bool) {
      self.bits = bits
      self.latches = latches
    }

    var left: Int { bits.count - position }

    func peek(_ count: Int) -> Int? {
      guard left >= count else { return nil }
      return bits[position..<position + count].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }

    mutating func read(_ count: Int) -> Int? {
      guard let value = peek(count) else { return nil }
      position += count
      return value
    }

    mutating func take(_ prefix: String) -> Bool {
      guard peek(prefix.count) == Int(prefix, radix: 2) else { return false }
      position += prefix.count
      return true
    }

    /// A GTIN of fourteen digits from its first one and forty bits.
    mutating func gtin(first: Int) -> String? {
      var digits = [first]
      guard first <= 9 else { return nil }
      for _ in 0..<4 {
        guard let three = read(10), three < 1000 else { return nil }
        digits += [three / 100, three / 10 % 10, three % 10]
      }
      return EANDigits.text(digits + [EANDigits.checkDigit(of: digits)])
    }

    private enum Mode { case numeric, alphanumeric, iso646 }

    /// General-purpose compaction. §7.2.5.5
    mutating func general() -> String? {
      var text = ""
      var mode = Mode.numeric
      while left > 0 {
        switch mode {
        case .numeric:
          if left < 7 {
            // A last digit in four bits; zeros are padding.
            if let digit = peek(4), digit > 0 {
              guard digit <= 10 else { return nil }
              text += String(digit - 1)
            }
            position = bits.count
          } else if peek(4) == 0 {
            position += 4
            mode = .alphanumeric
          } else {
            guard let value = read(7), value >= 8 else { return nil }
            for digit in [(value - 8) / 11, (value - 8) % 11] { text += digit == 10 ? "\u{1D}" : String(digit) }
          }
        case .alphanumeric, .iso646:
          guard let next = character(&mode) else {
            position = bits.count
            continue
          }
          text += next
        }
      }
      // Padding may end with a separator, which then separates nothing.
      while text.hasSuffix("\u{1D}") { text.removeLast() }
      return text
    }

    /// A character or a change of mode, which is an empty one; nil at the end.
    private mutating func character(_ mode: inout Mode) -> String? {
      if peek(3) == 0 {
        position += 3
        mode = .numeric
        return ""
      }
      guard let five = peek(5) else { return nil }
      if five == 4 {
        position += 5
        mode = mode == .alphanumeric ? .iso646 : .alphanumeric
        return ""
      }
      if five >= 5 && five < 16 {
        position += 5
        guard five == 15 else { return String(five - 5) }
        if latches { mode = .numeric }
        return "\u{1D}"
      }
      if mode == .alphanumeric {
        guard let six = read(6) else { return nil }
        return GS1Compaction.ascii(alphanumeric: six)
      }
      if let seven = peek(7), 64..<116 ~= seven {
        position += 7
        return String(UnicodeScalar(UInt8(seven < 90 ? seven + 1 : seven + 7)))
      }
      guard let eight = read(8), 232..<253 ~= eight else { return nil }
      return String(GS1Compaction.punctuation[eight - 232])
    }
  }

  /// Six bits from 32 on: capitals, then five signs.
  static func ascii(alphanumeric value: Int) -> String? {
    if 32..<58 ~= value { return String(UnicodeScalar(UInt8(value + 33))) }
    return 58..<63 ~= value ? String(Array("*,-./")[value - 58]) : nil
  }

  /// Eight bits from 232 on.
  static let punctuation = Array("!\"%&'()*+,-./:;<=>?_ ")
}
