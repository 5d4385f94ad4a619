package import Bits

/// Writes Code 39 with or without its check character; what is not among its 43 characters in full ASCII.
package struct Code39Writer: SymbolWriter {
  package let symbology: Symbology
  /// Width of a wide element in modules, 2 or 3.
  package let wide: Int

  /// - Precondition: `code39` or `code39Mod43`; the ratio is 2 or 3.
  package init(_ symbology: Symbology = .code39, wide: Int = 3) {
    precondition(Code39Reader.symbologies.contains(symbology), "not a Code 39")
    precondition(2...3 ~= wide, "the ratio of Code 39 is 2 to 3")
    self.symbology = symbology
    self.wide = wide
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("nothing to write") }
    // Six narrow elements, three wide ones and the gap after them.
    try CapacityLimit.row(modules: 7 + 3 * wide).check(text.unicodeScalars.count)
    var values = try Code39.plain(text).compactMap { Code39.characters.firstIndex(of: $0) }
    if symbology == .code39Mod43 { values.append(Code39.checkCharacter(of: values)) }
    var row = ModuleRow()
    for (place, value) in ([Code39.startStop] + values + [Code39.startStop]).enumerated() {
      if place > 0 { row.append([1], startsDark: false) }
      row.append(Code39.alphabet.pattern(value, wide: wide))
    }
    try row.checkLength()
    return row.matrix
  }
}
