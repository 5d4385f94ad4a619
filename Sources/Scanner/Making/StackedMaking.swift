import Barcodes

/// PDF417 and MicroPDF417 by a recipe's options.
enum StackedMaking {
  static let entries: [WriterCatalog.Entry] = [
    WriterCatalog.Entry(.pdf417) { recipe throws(WriteFailure) in try pdf417(recipe) },
    WriterCatalog.Entry(.microPDF417) { recipe throws(WriteFailure) in
      let writer = MicroPDF417Writer(eci: recipe.options?.eci)
      return [MadeCode(symbology: .microPDF417, modules: try writer.write(recipe.text))]
    },
  ]

  /// Macro PDF417 numbers up to 99,999 symbols; as many as anyone lays out on a table are enough.
  private static let mostSymbols = 16

  private static func pdf417(_ recipe: CodeRecipe) throws(WriteFailure) -> [MadeCode] {
    let options = recipe.options ?? WritingOptions()
    var writer = PDF417Writer(eci: options.eci)
    switch options.mode {
    case nil: break
    case "compact": writer.isCompact = true
    case let mode?: throw .invalid("PDF417 has one mode to choose, compact, not “\(mode)”")
    }
    switch options.symbols {
    case nil, 1: return [MadeCode(symbology: .pdf417, modules: try writer.write(recipe.text))]
    case 0: return try fewest(recipe.text, writer)
    case let count? where 2...mostSymbols ~= count: return try parts(recipe.text, count: count, writer)
    default: throw .invalid("Macro PDF417 is written as 2 to \(mostSymbols) symbols")
    }
  }

  private static func fewest(_ text: String, _ writer: PDF417Writer) throws(WriteFailure) -> [MadeCode] {
    for count in 1..<mostSymbols {
      if let codes = try? parts(text, count: count, writer) { return codes }
    }
    return try parts(text, count: mostSymbols, writer)
  }

  /// The text in parts of about one length.
  private static func parts(_ text: String, count: Int, _ writer: PDF417Writer) throws(WriteFailure) -> [MadeCode] {
    guard count > 1 else { return [MadeCode(symbology: .pdf417, modules: try writer.write(text))] }
    let characters = Array(text)
    guard characters.count >= count else { throw .invalid("Each symbol takes one character at least") }
    // All parts of a message, and no other message's, have the same identifier: two groups of three digits.
    let sum = text.utf8.reduce(0) { ($0 * 31 + Int($1)) % (900 * 900) }
    let identifier = [sum / 900, sum % 900].map { String(String(1000 + $0).dropFirst()) }.joined()
    var codes: [MadeCode] = []
    for index in 0..<count {
      var writer = writer
      writer.structuredAppend = StructuredAppend(index: index, count: count, identifier: identifier)
      let part = characters[index * characters.count / count..<(index + 1) * characters.count / count]
      codes.append(
        MadeCode(
          symbology: .pdf417, modules: try writer.write(String(part)),
          details: [MadeCode.Detail("part", "\(index + 1) of \(count)")]))
    }
    return codes
  }
}
