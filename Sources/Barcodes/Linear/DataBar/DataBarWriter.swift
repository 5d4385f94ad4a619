package import Bits

/// Writes GS1 DataBar omnidirectional (as well as truncated, which differs in height alone), stacked or stacked
/// omnidirectional, and GS1 DataBar Limited: a GTIN of 14 digits, 13 without the check digit, with or without `(01)` before it.
package struct DataBarWriter: SymbolWriter {
  package enum Style: Hashable, Sendable {
    /// One row; how high it is shown makes it omnidirectional or truncated.
    case oneRow
    /// Two rows with a separator between them, 13 modules high. ISO/IEC 24724:2011 §5.3.2
    case stacked
    /// Two rows that can each be read in any direction, 69 modules high. §5.3.2.2
    case stackedOmnidirectional
  }

  package let symbology: Symbology
  package let style: Style

  /// - Precondition: `gs1DataBar`, or `gs1DataBarLimited` in one row.
  package init(_ symbology: Symbology = .gs1DataBar, style: Style = .oneRow) {
    precondition(
      symbology == .gs1DataBar || symbology == .gs1DataBarLimited && style == .oneRow, "not a DataBar of a GTIN")
    self.symbology = symbology
    self.style = style
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    let number = try Self.number(text)
    if symbology == .gs1DataBarLimited { return try Self.limited(number) }
    let left = number / 4_537_077
    let right = number % 4_537_077
    let values = [left / 1597, left % 1597, right / 1597, right % 1597]
    let halves = [
      DataBar14.Half(outer: values[0], inner: values[1], finder: 0),
      DataBar14.Half(outer: values[2], inner: values[3], finder: 0),
    ]
    let finders = DataBar14.finders(check: (halves[0].checksum + 16 * halves[1].checksum) % 79)
    let leftWidths = Self.widths(outer: values[0], finder: finders.left, inner: values[1])
    let rightWidths = Array(Self.widths(outer: values[2], finder: finders.right, inner: values[3]).reversed())
    switch style {
    case .oneRow:
      var row = ModuleRow()
      row.append([1, 1] + leftWidths + rightWidths + [1, 1], startsDark: false)
      return row.matrix
    case .stacked, .stackedOmnidirectional:
      var top = ModuleRow()
      top.append([1, 1] + leftWidths + [1, 1], startsDark: false)
      var bottom = ModuleRow()
      bottom.append([1, 1] + rightWidths + [1, 1])
      return style == .stacked
        ? Self.stacked(top.modules, bottom.modules)
        : Self.omnidirectional(top.modules, bottom.modules, rightFinder: finders.right)
    }
  }

  private static func number(_ text: String) throws(WriteFailure) -> Int {
    let bare = text.hasPrefix("(01)") || text.hasPrefix("[01]") ? text.dropFirst(4) : text[...]
    let digits = try EANDigits.written(bare)
    guard digits.count == 13 || digits.count == 14 else {
      throw .invalid("a GTIN has 14 digits, or 13 without its last")
    }
    guard digits.count == 13 || EANDigits.isValid(digits) else {
      throw .invalid("the check digit of \(bare) is \(EANDigits.checkDigit(of: digits.dropLast()))")
    }
    return digits.prefix(13).reduce(0) { 10 * $0 + $1 }
  }

  private static func widths(outer: Int, finder: Int, inner: Int) -> [Int] {
    DataBar14.outer.widths(outer) + DataBar14.finders.pattern(finder) + DataBar14.inner.widths(inner).reversed()
  }

  /// Five rows of the left half, the separator, seven of the right half. The separator is the opposite of both rows where
  /// they agree and alternates where they do not; four modules at either end are light. §5.3.2.2
  private static func stacked(_ top: [Bool], _ bottom: [Bool]) -> BitMatrix {
    var matrix = BitMatrix(width: 50, height: 13)
    for x in 0..<50 {
      for y in 0..<5 { matrix[x, y] = top[x] }
      for y in 6..<13 { matrix[x, y] = bottom[x] }
      guard 4..<46 ~= x else { continue }
      matrix[x, 5] = top[x] == bottom[x] ? !top[x] : !matrix[x - 1, 5]
    }
    return matrix
  }

  /// Two rows of 33 modules. The left half's finder begins after guard and outer character; the right one's is mirrored.
  private static func omnidirectional(_ top: [Bool], _ bottom: [Bool], rightFinder: Int) -> BitMatrix {
    let upper = DataBarRow(top, finders: [18..<31])
    var lower = DataBarRow(bottom, finders: [19..<32])
    if rightFinder == 3 {
      // §5.3.2.2: over this finder the single dark module stands a module further to the right.
      for place in 19..<32 { lower.separator[place] = place == 29 }
    }
    return DataBarRow.stacked([upper, lower], height: 33)
  }

  private static func limited(_ number: Int) throws(WriteFailure) -> BitMatrix {
    guard number < 2_000_000_000_000 else { throw .invalid("GS1 DataBar Limited has numbers that begin with 0 or 1") }
    let (left, right) = (number / 2_013_571, number % 2_013_571)
    let check = DataBarLimited.checks.pattern(DataBarLimited.check(left: left, right: right))
    var row = ModuleRow()
    // The space of five modules at the end is a part of the symbol. §6.1
    row.append(
      [1, 1] + DataBarLimited.characters.widths(left) + check + DataBarLimited.characters.widths(right) + [1, 1, 5],
      startsDark: false)
    return row.matrix
  }
}
