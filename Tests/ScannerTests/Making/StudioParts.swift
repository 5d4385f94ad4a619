import Barcodes
import Bits
import Foundation
import Geometry
import Presentation
import Scanner
import Synchronization

/// Runs jobs when the test says so.
final class HeldWork: BackgroundWork {
  private let jobs = Mutex<[@Sendable () -> Void]>([])

  func submit(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
  func submitAside(_ job: @escaping @Sendable () -> Void) { submit(job) }

  /// Runs the newest alone, as where those before it hang.
  func runNewest() { jobs.withLock { $0.popLast() }?() }

  var count: Int { jobs.withLock { $0.count } }

  func runAll() {
    let waiting = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in waiting { job() }
  }
}

/// Makes a grid as wide as the text is long; refuses the word “bad”.
final class CountingGenerator: CodeGenerating {
  let made = Mutex<[String]>([])
  var kinds: [CodeKind] {
    [
      CodeKind(name: "qr", title: "QR Code", hasLevels: true),
      CodeKind(name: "plain", title: "Plain", hasLevels: false),
      CodeKind(
        name: "formed", title: "Formed", hasLevels: false,
        modes: [.init(name: nil, title: "Usual"), .init(name: "other", title: "Other")]),
    ]
  }

  func codes(for recipe: CodeRecipe) throws(MakeFailure) -> [MadeCode] {
    made.withLock { $0.append(recipe.text + recipe.level.rawValue) }
    guard recipe.text != "bad" else { throw .unencodable("b", symbol: "QR Code") }
    return [
      MadeCode(
        symbology: Symbology(name: "qr", title: "QR Code"),
        modules: BitMatrix(width: max(2, recipe.text.count), height: 2))
    ]
  }
}

struct NamingExporter: CodeExporting {
  func suggestedPath(for code: MadeCode) -> String { "code.png" }

  func save(
    _ code: MadeCode, _ recipe: CodeRecipe, to path: String, replaces: Bool
  ) throws(CodeExportFailure) -> String {
    guard recipe.text != "full" else { throw CodeExportFailure("the disk is full") }
    guard path != "there.png" || replaces else { throw CodeExportFailure("there.png is there", isTaken: true) }
    return path
  }

  /// Ten labels of any table, unless they are stopped.
  func saveSheet(
    of table: String, _ recipe: CodeRecipe, form: PayloadForm?, on sheet: LabelSheet,
    progress: (_ done: Int, _ all: Int) -> Bool
  ) throws(CodeExportFailure) -> SavedSheet {
    for done in 0...10 { guard progress(done, 10) else { throw CodeExportFailure("stopped") } }
    return SavedSheet(path: table + ".pdf", labels: 10, pages: 1)
  }

  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) {}
}

/// A history in memory.
final class MemoryHistory: HistoryStoring {
  let contents = Mutex<[HistoryContent]>([])
  let failure = Mutex<HistoryFailure?>(nil)

  private func check() throws(HistoryFailure) { if let failure = failure.withLock({ $0 }) { throw failure } }

  func record(_ content: HistoryContent, at time: Date) throws(HistoryFailure) {
    try check()
    contents.withLock { $0.append(content) }
  }

  func entries(matching query: HistoryQuery) throws(HistoryFailure) -> [HistoryEntry] {
    try check()
    return contents.withLock { $0 }.enumerated().reversed().compactMap { index, content in
      guard query.search.isEmpty || content.text?.contains(query.search) == true else { return nil }
      return HistoryEntry(
        id: Int64(index), content: content, first: Date(timeIntervalSince1970: 0), last: Date(timeIntervalSince1970: 0),
        count: 1, label: nil, isPinned: false)
    }
  }

  func entry(_ id: HistoryEntry.ID) throws(HistoryFailure) -> HistoryEntry? { nil }
  func count() throws(HistoryFailure) -> Int { contents.withLock { $0.count } }
  func setPinned(_ isPinned: Bool, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func setLabel(_ label: String?, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func delete(_ id: HistoryEntry.ID) throws(HistoryFailure) -> Bool {
    contents.withLock { _ = $0.remove(at: Int(id)) }
    return true
  }
  func clear() throws(HistoryFailure) -> Int {
    contents.withLock { contents in
      defer { contents = [] }
      return contents.count
    }
  }
  func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int {
    try check()
    contents.withLock { $0 += records.map(\.content) }
    return records.count
  }
}

/// What a composer and a history stand on, by turns of the test.
struct StudioParts {
  let work = HeldWork()
  let generator = CountingGenerator()
  let history = MemoryHistory()

  func model(
    _ text: String = "", privacy: HistoryPrivacy = HistoryPrivacy(), words: Words = .english
  ) -> ComposerModel {
    ComposerModel(services(privacy, words), recipe: CodeRecipe(text: text), at: .zero)
  }

  func services(_ privacy: HistoryPrivacy = HistoryPrivacy(), _ words: Words = .english) -> ComposerModel.Services {
    ComposerModel.Services(
      generator: generator, exporter: NamingExporter(), history: history, work: work, privacy: privacy, words: words,
      date: { Date(timeIntervalSince1970: 0) }, wake: {})
  }

  var made: [String] { generator.made.withLock { $0 } }

  func settle(_ model: inout ComposerModel, at now: Duration) {
    model.turn(at: now)
    work.runAll()
    model.turn(at: now)
  }
}

/// Letters of ten by twenty pixels.
struct LetterGrid: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> { Size(Double(10 * text.string.count), 20) }
}
