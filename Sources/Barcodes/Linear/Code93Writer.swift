package import Bits

/// Writes Code 93 with both check characters; what is not among its 43 characters by a shift.
package struct Code93Writer: SymbolWriter {
  package let symbology = Symbology.code93

  package init() {}

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("nothing to write") }
    try CapacityLimit.row(modules: 9).check(text.unicodeScalars.count)
    var values = try Code93.values(text)
    values.append(Code93.checkCharacter(of: values, limit: 20))
    values.append(Code93.checkCharacter(of: values, limit: 15))
    var row = ModuleRow()
    for value in [Code93.startStop] + values + [Code93.startStop] { row.append(Code93.alphabet.pattern(value)) }
    row.append([1])
    try row.checkLength()
    return row.matrix
  }
}
