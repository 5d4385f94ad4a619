import Foundation

/// An entry in one harmless line for a terminal.
public enum HistoryLine {
  /// Number, mark of a pin, time in UTC, how often, symbology, origin, and label and text.
  public static func text(_ entry: HistoryEntry) -> String {
    let columns = [
      String(entry.id), entry.isPinned ? "*" : "-", HistoryTime.text(entry.last), "×\(entry.count)",
      entry.content.symbology, entry.content.origin.rawValue,
      entry.label.map { "[" + HarmlessText.escaped($0) + "]" } ?? "",
      HarmlessText.line(for: entry.content.text, bytes: entry.content.bytes),
    ]
    return columns.filter { !$0.isEmpty }.joined(separator: "  ")
  }
}
