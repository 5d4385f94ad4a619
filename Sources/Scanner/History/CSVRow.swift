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

  /// Signs by which spreadsheets take a cell for a formula, in both widths (OWASP, "CSV Injection").
  private static let formulaSigns: Set<Character> = ["=", "+", "-", "@", "|", "%", "＝", "＋", "－", "＠"]

  /// A cell as it is written: an apostrophe in front of what would run, and of an apostrophe, so that the reader
  /// can take one off; quotes around all that needs them.
  private static func written(_ cell: String) -> String {
    let sign = cell.first { !$0.isWhitespace && !isControl($0) }
    let runs = sign.map { formulaSigns.contains($0) || $0 == "'" } ?? false
    let harmless = runs || cell.first.map(isControl) == true ? "'" + cell : cell
    let needsQuotes = harmless.unicodeScalars.contains { [",", "\"", "\n", "\r", ";", "\t"].contains($0) }
    return needsQuotes ? "\"" + harmless.replacing("\"", with: "\"\"") + "\"" : harmless
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { $0.value < 0x20 } ?? false
  }

  private static func read(_ cell: String) -> String {
    cell.hasPrefix("'") ? String(cell.dropFirst()) : cell
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
      cells.append(read(String(cell)))
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
