import Foundation

/// The columns of the history's CSV, in their order.
enum HistoryColumn: String, CaseIterable {
  case first, last, count, origin, symbology, text, label, pinned, source, bytes, recipe

  /// Without these a line is no entry.
  static let needed: [HistoryColumn] = [.first, .last, .origin, .symbology, .bytes]

  func cell(of record: HistoryRecord) -> String {
    switch self {
    case .first: HistoryTime.text(record.first)
    case .last: HistoryTime.text(record.last)
    case .count: String(record.count)
    case .origin: record.content.origin.rawValue
    case .symbology: record.content.symbology
    case .text: record.content.text ?? ""
    case .label: record.label ?? ""
    case .pinned: record.isPinned ? "yes" : ""
    case .source: record.content.source ?? ""
    case .bytes: Data(record.content.bytes).base64EncodedString()
    case .recipe: record.content.recipe.map { JSONText.line($0) } ?? ""
    }
  }

  static func record(_ cells: [HistoryColumn: String], line: Int) throws(HistoryImportFailure) -> HistoryRecord {
    func filled(_ column: HistoryColumn) -> String? { cells[column]?.orNothing }
    guard let first = cells[.first].flatMap({ HistoryTime.date($0) }),
      let last = cells[.last].flatMap({ HistoryTime.date($0) })
    else { throw .line(line, "“first” and “last” are times such as 2026-11-21T08:15:30.250Z") }
    guard let origin = cells[.origin].flatMap({ HistoryEntry.Origin(rawValue: $0) }) else {
      throw .line(line, "“origin” is read or made")
    }
    guard let symbology = filled(.symbology) else { throw .line(line, "“symbology” is empty") }
    guard let bytes = cells[.bytes].flatMap({ Data(base64Encoded: $0) }) else {
      throw .line(line, "“bytes” is no base64")
    }
    return HistoryRecord(
      content: HistoryContent(
        origin: origin, symbology: symbology, text: cells[.text], bytes: Array(bytes), source: cells[.source],
        recipe: filled(.recipe).flatMap { JSONText.value(CodeRecipe.self, $0) }),
      first: first, last: last, count: filled(.count).flatMap { Int($0) } ?? 1,
      label: cells[.label], isPinned: cells[.pinned] == "yes")
  }
}
