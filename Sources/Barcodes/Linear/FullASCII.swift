/// All of ASCII in pairs of a shift and a letter, as Code 39 and Code 93 do. ISO/IEC 16388:2007 Annex A.
enum FullASCII {
  enum Shift: Hashable { case dollar, percent, slash, plus }

  /// The character of a pair, or nil where there is none.
  static func ascii(_ shift: Shift, _ letter: UInt8) -> UInt8? {
    guard 0x41...0x5A ~= letter else { return nil }
    let place = letter - 0x41
    switch (shift, place) {
    case (.dollar, _): return place + 1
    case (.plus, _): return place + 0x61
    case (.slash, 0...14): return place + 0x21
    case (.slash, 25): return 0x3A
    case (.slash, _): return nil
    case (.percent, 0...4): return place + 27
    case (.percent, 5...9): return place - 5 + 0x3B
    case (.percent, 10...14): return place - 10 + 0x5B
    case (.percent, 15...19): return place - 15 + 0x7B
    case (.percent, 20): return 0
    case (.percent, 21): return 0x40
    case (.percent, 22): return 0x60
    case (.percent, _): return 0x7F
    }
  }

  private static let table: [UInt8: (shift: Shift, letter: UInt8)] = {
    var table: [UInt8: (shift: Shift, letter: UInt8)] = [:]
    for shift in [Shift.dollar, .percent, .slash, .plus] {
      for letter in UInt8(0x41)...0x5A {
        if let ascii = ascii(shift, letter), table[ascii] == nil { table[ascii] = (shift, letter) }
      }
    }
    return table
  }()

  /// The pair of a character that stands for nothing else.
  static func pair(_ ascii: UInt8) -> (shift: Shift, letter: UInt8)? { table[ascii] }
}
