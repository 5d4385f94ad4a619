import Foundation

/// The history as a file for other programs, and back. Both forms lose nothing but, in CSV, the thumbnails.
public enum HistoryExchange: String, CaseIterable, Sendable {
  /// One JSON object a line.
  case jsonLines = "jsonl"
  /// RFC 4180, one header line; cells that a spreadsheet would run as a formula begin with an apostrophe.
  case csv

  /// The first lines of an export, before any entry.
  public var header: String {
    switch self {
    case .jsonLines: ""
    case .csv: CSVRow(HistoryColumn.allCases.map(\.rawValue)).line
    }
  }

  /// One entry as a line, its end included.
  public func line(_ record: HistoryRecord) -> String {
    switch self {
    case .jsonLines: JSONText.line(record) + "\n"
    case .csv: CSVRow(HistoryColumn.allCases.map { $0.cell(of: record) }).line
    }
  }

  /// The entries of an export in either form, told apart by its first character.
  ///
  /// - Throws: `HistoryImportFailure` at the first line that is no entry; nothing of the file is then used.
  public static func records(in text: String) throws(HistoryImportFailure) -> [HistoryRecord] {
    // A byte order mark is what spreadsheets leave behind when they save.
    let scalars = text.unicodeScalars
    let content = Substring(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...])
    switch content.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
    case nil: return []
    case "{": return try jsonRecords(content)
    default: return try csvRecords(content)
    }
  }

  private static func jsonRecords(_ text: Substring) throws(HistoryImportFailure) -> [HistoryRecord] {
    var records: [HistoryRecord] = []
    // By line feeds alone: a carriage return before one joins it to a character of its own.
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard line.contains(where: { !$0.properties.isWhitespace }) else { continue }
      guard let record = JSONText.value(HistoryRecord.self, Substring(line)) else {
        throw .line(number + 1, "it is no JSON object of this export")
      }
      records.append(record)
    }
    return records
  }

  private static func csvRecords(_ text: Substring) throws(HistoryImportFailure) -> [HistoryRecord] {
    var rows = CSVRow.rows(in: text).makeIterator()
    let names = rows.next()?.cells ?? []
    let columns = names.map { HistoryColumn(rawValue: $0) }
    for needed in HistoryColumn.needed where !columns.contains(needed) {
      throw .line(1, "the column “\(needed.rawValue)” is missing")
    }
    var records: [HistoryRecord] = []
    while let row = rows.next() {
      guard row.cells != [""] else { continue }
      guard row.cells.count == columns.count else {
        throw .line(row.lineNumber, "it has \(row.cells.count) cells where the first line has \(columns.count)")
      }
      var cells: [HistoryColumn: String] = [:]
      for case (let column?, let cell) in zip(columns, row.cells) { cells[column] = cell }
      records.append(try HistoryColumn.record(cells, line: row.lineNumber))
    }
    return records
  }
}

/// Why a file is not imported.
public enum HistoryImportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line, from 1, and what is wrong with it.
  case line(Int, String)

  public var description: String {
    switch self {
    case .line(let number, let reason): "line \(number) cannot be imported: \(reason)"
    }
  }
}

/// JSON of one line whose members stand in the order of the alphabet.
enum JSONText {
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Records hold strings, numbers and nested records alone: none of them fails to encode.
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, _ text: some StringProtocol) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
