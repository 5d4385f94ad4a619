import Foundation
import HistoryStore
import Scanner
import Synchronization

/// A folder of the test's own, gone with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var location: HistoryLocation { HistoryLocation(path: path + "/history.sqlite") }
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// Collects what a store tells.
final class Reports: Sendable {
  private let told = Mutex<[HistoryFailure]>([])

  var all: [HistoryFailure] { told.withLock { $0 } }
  var add: @Sendable (HistoryFailure) -> Void {
    { failure in self.told.withLock { $0.append(failure) } }
  }
}

func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_700_000_000 + seconds) }

func store(
  _ folder: TemporaryFolder, limits: HistoryLimits = HistoryLimits(), patience: TimeInterval = 0.05,
  reports: Reports = Reports()
) -> HistoryStore {
  HistoryStore(folder.location, limits: limits, patience: patience, now: { at(0) }, report: reports.add)
}

func read(_ text: String, symbology: String = "qr", source: String? = nil) -> HistoryContent {
  HistoryContent(origin: .read, symbology: symbology, text: text, bytes: Array(text.utf8), source: source)
}

func made(_ text: String, level: ErrorCorrectionLevel = .medium) -> HistoryContent {
  HistoryContent(made: CodeRecipe(text: text, level: level))
}

extension HistoryStore {
  func texts(_ query: HistoryQuery = HistoryQuery()) throws -> [String] {
    try entries(matching: query).map { $0.content.text ?? "" }
  }
}
