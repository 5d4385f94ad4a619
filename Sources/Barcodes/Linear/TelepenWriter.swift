package import Bits

/// Writes Telepen in full ASCII, or digits two to a character.
package struct TelepenWriter: SymbolWriter {
  package let symbology = Symbology.telepen
  /// True to write pairs of digits, the second of which may be an X.
  package let isNumeric: Bool

  package init(isNumeric: Bool = false) { self.isNumeric = isNumeric }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("nothing to write") }
    try CapacityLimit.row(modules: 16, characters: isNumeric ? 2 : 1).check(text.unicodeScalars.count)
    let characters = isNumeric ? try Self.pairs(text) : try Self.ascii(text)
    // Text that a printer of digits would have written so says by its start that it is text.
    let form: Telepen.Form =
      isNumeric ? .digits : Telepen.looksLikeDigits(characters) ? .asciiThenDigits : .ascii
    var row = ModuleRow()
    row.append(form.start)
    for character in characters + [Telepen.checkCharacter(of: characters)] { row.append(Telepen.pattern(character)) }
    row.append(form.stop)
    try row.checkLength()
    return row.matrix
  }

  private static func ascii(_ text: String) throws(WriteFailure) -> [UInt8] {
    var characters: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard scalar.isASCII else { throw .unencodable(Character(scalar)) }
      let character = UInt8(truncatingIfNeeded: scalar.value)
      guard character != Telepen.shift else {
        throw .invalid("Telepen has no character DLE in a text: it changes between digits and ASCII")
      }
      characters.append(character)
    }
    return characters
  }

  private static func pairs(_ text: String) throws(WriteFailure) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard bytes.count.isMultiple(of: 2) else { throw .invalid("Telepen has pairs of digits") }
    var characters: [UInt8] = []
    for place in stride(from: 0, to: bytes.count, by: 2) {
      let (first, second) = (bytes[place], bytes[place + 1])
      switch (first, second) {
      case (48...57, 48...57): characters.append(27 + 10 * (first - 48) + second - 48)
      case (48...57, 0x58): characters.append(17 + first - 48)
      default: throw .invalid("Telepen has pairs of digits here, or a digit and an X")
      }
    }
    return characters
  }
}
