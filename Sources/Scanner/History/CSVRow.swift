/// One line of comma-separated values, RFC 4180, with cells that no spreadsheet runs as a formula.
package struct CSVRow: Hashable {
  package let cells: [String]
  /// Where the row begins in its file, from 1.
  package let lineNumber: Int

  package init(_ cells: [String], lineNumber: Int = 1) {
    self.cells = cells
    self.lineNumber = lineNumber
  }

  /// The row with its line end.
  package var line: String { cells.map(Self.written).joined(separator: ",") + "\r\n" }

  /// Signs by which spreadsheets take a cell for a formula (OWASP, "CSV Injection"), and those of other widths that they
  /// may take for the same.
  private static let formulaSigns = Set("=+-@|%＝＋－＠｜％﹦﹢﹣﹫﹪−⁼⁺⁻".unicodeScalars)

  /// A cell as it is written: an apostrophe in front of what would run, and of an apostrophe, so that the reader
  /// can take one off; quotes around all that needs them.
  ///
  /// By Unicode's signs and not by characters: programs that read the file take an equals sign for one whatever joins it.
  private static func written(_ cell: String) -> String {
    let sign = cell.unicodeScalars.first { !isPassedOver($0) }
    let runs = sign.map { formulaSigns.contains($0) || $0 == "'" } ?? false
    let beginsUnseen = cell.unicodeScalars.first.map { $0 != " " && isPassedOver($0) } ?? false
    let harmless = runs || beginsUnseen ? "'" + cell : cell
    let needsQuotes = harmless.unicodeScalars.contains {
      [",", "\"", ";"].contains($0) || $0.properties.generalCategory == .control
        || [.lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
    }
    return needsQuotes ? harmless.quoted() : harmless
  }

  /// What programs may leave out before they look whether a cell begins as a formula: blanks, controls, marks of direction,
  /// joiners, and what else has no picture.
  private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .enclosingMark: true
    default: scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func read(_ cell: String.UnicodeScalarView) -> String {
    String(cell.first == "'" ? cell.dropFirst() : cell[...])
  }

  /// The rows of a file; line ends may be of either kind, and a quote that is not closed ends with the file.
  package static func rows(in text: some StringProtocol) -> [CSVRow] {
    var rows: [CSVRow] = []
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var isQuoted = false
    var lineNumber = 1
    var rowBegins = 1
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()

    func endCell() {
      cells.append(read(cell))
      cell = String.UnicodeScalarView()
    }
    func endRow() {
      endCell()
      rows.append(CSVRow(cells, lineNumber: rowBegins))
      cells = []
      rowBegins = lineNumber
    }

    while let scalar = next {
      next = scalars.next()
      if scalar == "\n" { lineNumber += 1 }
      switch (scalar, isQuoted) {
      case ("\"", true) where next == "\"":
        cell.append(scalar)
        next = scalars.next()
      case ("\"", _): isQuoted.toggle()
      case (",", false): endCell()
      case ("\r", false) where next == "\n": break
      case ("\n", false): endRow()
      default: cell.append(scalar)
      }
    }
    if !cells.isEmpty || !cell.isEmpty { endRow() }
    return rows
  }
}
