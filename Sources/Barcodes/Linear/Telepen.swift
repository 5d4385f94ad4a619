/// Telepen, AIM Europe USS Telepen (1991): all of ASCII by its bits, or two digits a character.
///
/// A character is its byte, the lowest bit first, with a parity bit that makes the ones even. Bits are drawn as pairs of a
/// bar and a space, narrow (one module) or wide (three), so that each bit takes two modules and a character 16.
package enum Telepen {
  /// What the start and the stop characters say of the characters between.
  package enum Form: Int, CaseIterable, Sendable {
    /// All of ASCII; many printers write pairs of digits with this start, too.
    case ascii
    /// Pairs of digits, and behind a DLE all of ASCII.
    case digits
    /// All of ASCII, and behind a DLE pairs of digits.
    case asciiThenDigits

    /// Which bar of the start is the wide one; its last space is wide as well.
    var wideBar: Int { 10 - 2 * rawValue }

    /// Twelve elements, from a bar to a space.
    package var start: [Int] { (0..<12).map { $0 == wideBar || $0 == 11 ? 3 : 1 } }

    /// Eleven elements: the start from its other end, whose last space is the light behind the symbol.
    package var stop: [Int] {
      let start = start
      return (0..<11).map { start[$0 == 0 ? wideBar : $0 == 11 - wideBar ? 11 : 0] }
    }
  }

  /// The character that changes between digits and ASCII.
  static let shift: UInt8 = 0x10

  /// The widths of a character in modules, from a bar to a space.
  ///
  /// A one is a narrow bar and a narrow space. Zeros come in twos, with ones between them or none: 00 is a wide bar and a
  /// narrow space, 010 is wide and wide, and of longer ones the first two bits and the last two are a narrow bar and a
  /// wide space each.
  package static func pattern(_ character: UInt8) -> [Int] {
    let parity = UInt8(truncatingIfNeeded: (character & 0x7F).nonzeroBitCount & 1)
    let byte = character & 0x7F | parity << 7
    var widths: [Int] = []
    var bit = 0
    func isOne(_ place: Int) -> Bool { Int(byte) >> place & 1 == 1 }
    while bit < 8 {
      if isOne(bit) {
        widths += [1, 1]
        bit += 1
        continue
      }
      let close = (bit + 1..<8).first { !isOne($0) } ?? 7
      switch close - bit {
      case 1: widths += [3, 1]
      case 2: widths += [3, 3]
      case let length: widths += [1, 3] + [Int](repeating: 1, count: 2 * (length - 3)) + [1, 3]
      }
      bit = close + 1
    }
    return widths
  }

  /// What makes the sum of all characters a multiple of 127.
  package static func checkCharacter(of characters: some Sequence<UInt8>) -> UInt8 {
    let sum = characters.reduce(0) { $0 + Int($1) }
    return UInt8(truncatingIfNeeded: (127 - sum % 127) % 127)
  }

  /// Two digits of each character, or a digit and an X; nil where one of them says neither.
  package static func digits(_ characters: some Sequence<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    for character in characters {
      switch character {
      case 17..<27: text += [0x30 + character - 17, 0x58]
      case 27..<127: text += [0x30 + (character - 27) / 10, 0x30 + (character - 27) % 10]
      default: return nil
      }
    }
    return text
  }

  /// True for what a printer that knows one start alone wrote as digits: control characters that no text has, and none
  /// that digits cannot make.
  static func looksLikeDigits(_ characters: [UInt8]) -> Bool {
    let shift = characters.firstIndex(of: shift)
    guard shift != 0 else { return false }
    let pairs = characters[..<(shift ?? characters.count)]
    return pairs.contains { $0 < 32 } && digits(pairs) != nil
      && (shift.map { characters[($0 + 1)...].allSatisfy { 32..<127 ~= $0 } } ?? true)
  }

  /// What the characters between the start and the check character say, or nil where they break the form's rules.
  package static func symbol(_ characters: [UInt8], _ form: Form) -> DecodedSymbol? {
    guard !characters.isEmpty else { return nil }
    var form = form
    if form == .ascii, looksLikeDigits(characters) { form = .digits }
    let place = form == .ascii ? nil : characters.firstIndex(of: shift)
    guard place != 0 else { return nil }
    let first = characters[..<(place ?? characters.count)]
    let second = place.map { characters[($0 + 1)...] } ?? []
    var bytes = Array(first)
    // ISO/IEC 15424: 0 is ASCII, 1 are digits, 2 are digits and then ASCII, 4 is ASCII and then digits.
    var option = 0
    var details: [String: DetailValue] = [:]
    switch form {
    case .ascii:
      // What it would say as digits, for who knows that they are.
      if let pairs = digits(characters) { details["digits"] = .string(String(decoding: pairs, as: UTF8.self)) }
    case .digits:
      guard let pairs = digits(first) else { return nil }
      bytes = pairs + second
      option = place == nil ? 1 : 2
    case .asciiThenDigits where place != nil:
      guard let pairs = digits(second) else { return nil }
      bytes += pairs
      option = 4
    case .asciiThenDigits: break
    }
    return DecodedSymbol(
      symbology: .telepen, text: String(decoding: bytes, as: UTF8.self), bytes: bytes,
      symbologyIdentifier: "]B\(option)", details: details)
  }
}
