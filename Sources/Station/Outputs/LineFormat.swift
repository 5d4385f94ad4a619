import Scanner

/// How a scan is written where lines are read: standard output and files.
public enum LineFormat: String, CaseIterable, Sendable {
  /// `ScanDocument`, a line each.
  case json
  /// The message alone; control characters are spelled out.
  case text
  /// Time, key, station, symbology and message; what a spreadsheet would run as a formula begins with an apostrophe.
  case csv

  public func line(for scan: AcceptedScan) -> [UInt8] {
    switch self {
    case .json: Array((ScanDocument.value(for: scan).description + "\n").utf8)
    case .text: Array((HarmlessText.line(for: scan.text, bytes: scan.bytes) + "\n").utf8)
    case .csv:
      Array(
        CSVRow([
          HistoryTime.text(scan.time), scan.key.description, scan.station, scan.symbology,
          scan.text ?? scan.bytes.hexadecimal,
        ]).line.utf8)
    }
  }
}
