package import Bits

/// Writes PDF417, Compact PDF417 and Macro PDF417 symbols.
///
/// ```swift
/// let modules = try PDF417Writer().write("Hello")
/// ```
package struct PDF417Writer: SymbolWriter {
  /// Columns of codewords, 1…30, or nil: about twice as wide as high.
  package var columns: Int?
  /// Check codewords as 2^(level + 1), level 0…8, or nil: as the standard recommends for the message's length.
  package var level: Int?
  /// Without right row indicators, and a single bar for the stop pattern: for places where nothing gets torn.
  package var isCompact: Bool
  /// The interpretation to name and use, or nil: ISO 8859-1 where it suffices, else UTF-8 (26).
  package var eci: Int?
  /// A Macro symbol's place; the identifier is groups of three digits, each below 900.
  package var structuredAppend: StructuredAppend?
  /// Modules a row is high. ISO/IEC 15438:2015 §5.8.2: at least 3.
  package var rowHeight: Int

  package init(
    columns: Int? = nil, level: Int? = nil, isCompact: Bool = false, eci: Int? = nil,
    structuredAppend: StructuredAppend? = nil, rowHeight: Int = 3
  ) {
    self.columns = columns
    self.level = level
    self.isCompact = isCompact
    self.eci = eci
    self.structuredAppend = structuredAppend
    self.rowHeight = rowHeight
  }

  package var symbology: Symbology { .pdf417 }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard rowHeight >= 1 else { throw .invalid("A row of PDF417 is at least one module high") }
    let data = try PDF417Text.codewords(text, eci: eci, most: PDF417Codeword.most) + macroBlock()
    let layout = try layout(for: data.count)
    let capacity = layout.codewords - layout.checkCodewords
    // The macro block stands at the end, after the padding. Annex H.2
    let block = try macroBlock()
    let padding = Array(repeating: PDF417Codeword.text, count: capacity - 1 - data.count)
    let message = [capacity] + data.dropLast(block.count) + padding + block
    let codewords = message + PrimeReedSolomon(checkCount: layout.checkCodewords).checks(for: message)
    return draw(codewords, layout)
  }

  /// Annex E: the level that the standard recommends, by data codewords.
  private func recommendedLevel(_ count: Int) -> Int {
    switch count {
    case ...40: 2
    case ...160: 3
    case ...320: 4
    default: 5
    }
  }

  private func layout(for count: Int) throws(WriteFailure) -> PDF417Layout {
    let level = level ?? recommendedLevel(count)
    guard 0...8 ~= level else { throw .invalid("PDF417 has error correction levels 0 to 8") }
    let needed = count + 1 + (2 << level)
    if let columns {
      let rows = max(3, (needed + columns - 1) / max(columns, 1))
      guard let layout = PDF417Layout(columns: columns, rows: rows, level: level) else {
        throw .tooLong(needed: 10 * needed, available: 10 * PDF417Codeword.most)
      }
      return layout
    }
    let layouts = (1...30).compactMap { columns in
      PDF417Layout(columns: columns, rows: max(3, (needed + columns - 1) / columns), level: level)
    }
    func shape(_ layout: PDF417Layout) -> Double {
      let ratio = Double(17 * (layout.columns + 4)) / Double(rowHeight * layout.rows)
      return ratio > 2 ? ratio / 2 : 2 / ratio
    }
    guard let best = layouts.min(by: { shape($0) < shape($1) }) else {
      throw .tooLong(needed: 10 * needed, available: 10 * PDF417Codeword.most)
    }
    return best
  }

  /// Annex H.2.
  private func macroBlock() throws(WriteFailure) -> [Int] {
    guard let part = structuredAppend else { return [] }
    let digits = Array(part.identifier.utf8)
    guard 0..<99_999 ~= part.index, digits.count % 3 == 0, digits.allSatisfy({ 48...57 ~= $0 }) else {
      throw .invalid("Macro PDF417 has an identifier of three digits a group and an index below 99999")
    }
    let identifier = stride(from: 0, to: digits.count, by: 3).map { i in
      digits[i..<i + 3].reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    guard identifier.allSatisfy({ $0 < 900 }) else { throw .invalid("An identifier's groups are below 900") }
    func number(_ value: Int) -> [Int] { PDF417Encoder.numeric(Array(String(100_000 + value).utf8.dropFirst())) }
    var result = [PDF417Codeword.macro] + number(part.index) + identifier
    if let count = part.count {
      result += [PDF417Codeword.macroField, 1] + number(count)
      if part.index == count - 1 { result.append(PDF417Codeword.macroTerminator) }
    }
    return result
  }

  /// §5.8: start, left indicator, data, right indicator, stop.
  private func draw(_ codewords: [Int], _ layout: PDF417Layout) -> BitMatrix {
    let width = isCompact ? 17 * (layout.columns + 2) + 1 : 17 * (layout.columns + 4) + 1
    var modules = BitMatrix(width: width, height: layout.rows * rowHeight)
    for row in 0..<layout.rows {
      var values = [layout.leftIndicator(row: row)] + codewords[row * layout.columns..<(row + 1) * layout.columns]
      if !isCompact { values.append(layout.rightIndicator(row: row)) }
      var line = PDF417Patterns.modules(PDF417Patterns.start)
      for value in values { line += PDF417Text.modules(value, cluster: row % 3) }
      line += isCompact ? [true] : PDF417Patterns.modules(PDF417Patterns.stop)
      for y in row * rowHeight..<(row + 1) * rowHeight {
        for (x, isDark) in line.enumerated() { modules[x, y] = isDark }
      }
    }
    return modules
  }
}

/// Writes MicroPDF417 symbols.
package struct MicroPDF417Writer: SymbolWriter {
  /// Columns of codewords, 1…4, or nil: the variant of the fewest modules.
  package var columns: Int?
  package var rows: Int?
  /// The interpretation to name and use, or nil: ISO 8859-1 where it suffices, else UTF-8 (26).
  package var eci: Int?
  /// Modules a row is high. ISO/IEC 24728:2006 §5.8: at least 2.
  package var rowHeight: Int

  package init(columns: Int? = nil, rows: Int? = nil, eci: Int? = nil, rowHeight: Int = 2) {
    self.columns = columns
    self.rows = rows
    self.eci = eci
    self.rowHeight = rowHeight
  }

  package var symbology: Symbology { .microPDF417 }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard rowHeight >= 1 else { throw .invalid("A row of MicroPDF417 is at least one module high") }
    let variants = MicroPDF417Variant.all
      .filter { (columns ?? $0.columns) == $0.columns && (rows ?? $0.rows) == $0.rows }
      .sorted { $0.width * $0.rows < $1.width * $1.rows }
    let most = variants.map { $0.codewords - $0.checkCodewords }.max() ?? 0
    // Text is latched to: readers differ in what a MicroPDF417 symbol begins with.
    let data = [PDF417Codeword.text] + (try PDF417Text.codewords(text, eci: eci, most: most))
    guard let variant = variants.first(where: { $0.codewords - $0.checkCodewords >= data.count }) else {
      throw .tooLong(needed: 10 * data.count, available: 10 * most)
    }
    let padding = variant.codewords - variant.checkCodewords - data.count
    let message = data + Array(repeating: PDF417Codeword.text, count: padding)
    let codewords = message + PrimeReedSolomon(checkCount: variant.checkCodewords).checks(for: message)
    return draw(codewords, variant)
  }

  private func draw(_ codewords: [Int], _ variant: MicroPDF417Variant) -> BitMatrix {
    var modules = BitMatrix(width: variant.width, height: variant.rows * rowHeight)
    for row in 0..<variant.rows {
      var line = PDF417Patterns.modules(MicroPDF417Variant.sidePatterns[(variant.left + row) % 52])
      for column in 0..<variant.columns {
        if variant.columns >= 3 && column == variant.columnsBeforeMiddle {
          line += PDF417Patterns.modules(MicroPDF417Variant.middlePatterns[(variant.middle + row) % 52])
        }
        line += PDF417Text.modules(codewords[row * variant.columns + column], cluster: (variant.cluster + row) % 3)
      }
      line += PDF417Patterns.modules(MicroPDF417Variant.sidePatterns[(variant.right + row) % 52]) + [true]
      for y in row * rowHeight..<(row + 1) * rowHeight {
        for (x, isDark) in line.enumerated() { modules[x, y] = isDark }
      }
    }
    return modules
  }
}

/// What both writers share.
enum PDF417Text {
  /// - Parameter most: data codewords of the largest symbol.
  static func codewords(_ text: String, eci: Int?, most: Int) throws(WriteFailure) -> [Int] {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    let (bytes, named) =
      if let eci { (try TextEncodings.bytes(of: text, eci: eci), Optional(eci)) } else {
        TextEncodings.writing(text, usual: nil)
      }
    // 44 digits in 15 codewords, each counted as ten bits, are the densest. §5.4.4
    try CapacityLimit(available: 10 * most, densest: (150, 44)).check(bytes.count)
    return PDF417Encoder.codewords(bytes, eci: named)
  }

  /// The 17 modules of a codeword.
  static func modules(_ codeword: Int, cluster: Int) -> [Bool] {
    let pattern = PDF417Patterns.pattern(codeword, cluster: cluster)
    return (0..<17).map { pattern >> (16 - $0) & 1 == 1 }
  }
}
