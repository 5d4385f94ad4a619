import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Synchronization
import Testing

extension SDLTests {
  /// The composer, the history and the code that fills the window, as SDL draws them, compared with pictures in
  /// Assets/Golden by squares of eight pixels: a letter of the smallest text.
  @MainActor struct StudioGoldenTests {
    /// What a person did before the picture is taken.
    struct Story: Sendable, CustomTestStringConvertible {
      let name: String
      var window = (width: 1080, height: 720)
      var isLight = false
      let screen: Room
      var testDescription: String { name }
    }

    enum Room: Sendable {
      case composer(recipe: CodeRecipe, keys: [ScreenEvent] = [])
      case history(records: [HistoryRecord], keys: [ScreenEvent] = [], failure: HistoryFailure? = nil)
    }

    @Test(arguments: stories)
    func aScreenLooksAsItDid(_ story: Story) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = story.window
      options.fonts = GoldenPicture.fonts
      let screen = try SDLScreen(options)
      let drawing = Self.drawing(of: story, measuring: screen.text)
      let shown = try screen.screenshot(
        frame: nil, placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: drawing)
      try GoldenPicture(name: story.name).expect(shown, side: 8, tolerance: 24, share: 0.0005)
    }

    /// The screen once everything that was asked for is done.
    private static func drawing(of story: Story, measuring: PangoText) -> Drawing {
      let size = Size<ScreenPixels>(story.window.width, story.window.height)
      let palette: StudioPalette = story.isLight ? .light : .dark
      switch story.screen {
      case .composer(let recipe, let keys):
        let services = ComposerModel.Services(
          generator: CatalogGenerator(), exporter: NoExporter(), history: ListedHistory([], nil), work: AtOnce(),
          privacy: HistoryPrivacy(), date: { Date(timeIntervalSince1970: 0) }, wake: {})
        var composer = ComposerScreen(ComposerModel(services, recipe: recipe, at: .zero), palette: palette)
        var drawing = Drawing()
        // One turn for each key, and in the end one to make the code and one to show it.
        for (turn, events) in ([[]] + [[]] + keys.map { [$0] } + [[], []]).enumerated() {
          drawing =
            composer.turn(
              events: events, at: .seconds(turn), window: size, scale: 1, paste: { "" }, measuring: measuring
            ).drawing
        }
        return drawing
      case .history(let records, let keys, let failure):
        let model = HistoryModel(store: ListedHistory(records, failure), work: AtOnce(), wake: {})
        var history = HistoryScreen(model, palette: palette) {
          HistoryTime.text($0).prefix(16).replacing("T", with: " ").description
        }
        var drawing = Drawing()
        for events in [[]] + [[]] + keys.map({ [$0] }) + [[], []] {
          drawing =
            history.turn(events: events, window: size, scale: 1, paste: { "" }, measuring: measuring).drawing
        }
        return drawing
      }
    }

    nonisolated private static let address = "https://example.com/menu?table=12"

    nonisolated private static let letter = """
      Dear guest,

      the network is called “Garden”. It begins behind the second door on the left, and the pass word is the name of \
      the cat: Мурка. Ask at the desk if she does not come: +49 30 901820.

      https://example.com/a-very-long-address-without-any-blank/that-has-to-be-broken/somewhere/anyway?since=it&is=wider
      """

    nonisolated private static let records: [HistoryRecord] = {
      func record(_ content: HistoryContent, _ minute: Int, count: Int = 1, label: String? = nil, pinned: Bool = false)
        -> HistoryRecord
      {
        let time = Date(timeIntervalSince1970: 1_790_000_000 - 60 * Double(minute))
        return HistoryRecord(content: content, first: time, last: time, count: count, label: label, isPinned: pinned)
      }
      func read(_ symbology: String, _ text: String, from source: String = "Integrated Camera") -> HistoryContent {
        HistoryContent(origin: .read, symbology: symbology, text: text, bytes: Array(text.utf8), source: source)
      }
      return [
        record(HistoryContent(made: CodeRecipe(text: address, level: .quartile)), 300, label: "Menu", pinned: true),
        record(read("qr", "https://www.example.org/tickets/2026/11/21?seat=14C&coach=7"), 0),
        record(read("ean13", "4006381333931"), 4, count: 12),
        record(HistoryContent(made: CodeRecipe(text: letter, level: .low)), 35),
        record(
          HistoryContent(
            origin: .read, symbology: "dataMatrix", text: nil, bytes: [0, 255, 10, 65, 66, 13], source: "scan-0042.png"),
          61),
        record(
          read("pdf417", "Приёмная: شارع الملك Ωμέγα\nZeile 2\tTab", from: String(repeating: "folder/", count: 20)),
          1445),
      ]
    }()

    private nonisolated static func typed(_ words: String...) -> [ScreenEvent] { words.map { .text($0) } }
    private nonisolated static func key(_ key: Key, _ modifiers: Modifiers = []) -> ScreenEvent {
      .key(key, modifiers, isRepeat: false)
    }

    nonisolated private static let stories: [Story] = {
      var invisible = CodeRecipe(text: address)
      invisible.appearance.foreground = CodeColor(red: 255, green: 224, blue: 128)
      invisible.appearance.background = .transparent
      let wifi = [key(.tab, .shift)] + Array(repeating: key(.right), count: 2) + [key(.tab)]
      return [
        Story(name: "composer-dark", screen: .composer(recipe: CodeRecipe(text: address))),
        Story(
          name: "composer-light", isLight: true,
          screen: .composer(
            recipe: CodeRecipe(text: letter, level: .high), keys: [key(.home), key(.end, .shift)])),
        Story(name: "composer-empty", screen: .composer(recipe: CodeRecipe(text: ""))),
        Story(
          name: "composer-form", isLight: true,
          screen: .composer(recipe: CodeRecipe(text: ""), keys: wifi + typed("Garden"))),
        Story(
          name: "composer-failed",
          screen: .composer(recipe: CodeRecipe(text: String(repeating: "never ending ", count: 250), level: .high))),
        Story(name: "composer-warned", screen: .composer(recipe: invisible)),
        Story(
          name: "composer-narrow", window: (480, 800), isLight: true,
          screen: .composer(recipe: CodeRecipe(text: address))),
        Story(name: "shown-dark", screen: .composer(recipe: CodeRecipe(text: address), keys: [key(.function(5))])),
        Story(
          name: "shown-light", window: (800, 600), isLight: true,
          screen: .composer(recipe: CodeRecipe(text: "4006381333931", symbology: "ean13"), keys: [key(.function(5))])),
        Story(name: "history-dark", screen: .history(records: records)),
        Story(
          name: "history-light", isLight: true, screen: .history(records: records, keys: [key(.down), key(.down)])),
        Story(
          name: "history-narrow", window: (480, 640),
          screen: .history(records: records, keys: [key(.character("l"), .control)] + typed("Menu of the day"))),
        Story(name: "history-empty", screen: .history(records: [])),
        Story(name: "history-nothing", isLight: true, screen: .history(records: [], keys: typed("zebra"))),
        Story(
          name: "history-question", isLight: true,
          screen: .history(records: records, keys: [key(.delete, [.control, .shift])])),
        Story(
          name: "history-failed",
          screen: .history(
            records: [], failure: .readOnly(path: "/home/someone/.local/share/viewfinder/history.sqlite"))),
      ]
    }()
  }
}

/// Work that is done before it was asked for a second time.
private struct AtOnce: BackgroundWork {
  func submit(_ job: @escaping @Sendable () -> Void) { job() }
  func submitAside(_ job: @escaping @Sendable () -> Void) { job() }
}

private struct NoExporter: CodeExporting {
  func suggestedPath(for code: MadeCode) -> String { "/home/someone/Pictures/Viewfinder/code.png" }
  func save(
    _ code: MadeCode, _ recipe: CodeRecipe, to path: String, replaces: Bool
  ) throws(CodeExportFailure) -> String { path }
  func saveSheet(
    of table: String, _ recipe: CodeRecipe, form: PayloadForm?, on sheet: LabelSheet,
    progress: (_ done: Int, _ all: Int) -> Bool
  ) throws(CodeExportFailure) -> SavedSheet { SavedSheet(path: "labels.pdf", labels: 1, pages: 1) }
  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) {}
}

/// A history that lists what it was given, and changes nothing.
private struct ListedHistory: HistoryStoring {
  private let listed: [HistoryEntry]
  private let failure: HistoryFailure?

  init(_ records: [HistoryRecord], _ failure: HistoryFailure?) {
    self.failure = failure
    listed = records.enumerated().map { index, record in
      HistoryEntry(
        id: Int64(index), content: record.content, first: record.first, last: record.last, count: record.count,
        label: record.label, isPinned: record.isPinned)
    }
  }

  func entries(matching query: HistoryQuery) throws(HistoryFailure) -> [HistoryEntry] {
    if let failure { throw failure }
    return listed
  }

  func entry(_ id: HistoryEntry.ID) throws(HistoryFailure) -> HistoryEntry? { listed.first { $0.id == id } }
  func count() throws(HistoryFailure) -> Int { listed.count }
  func record(_ content: HistoryContent, at time: Date) throws(HistoryFailure) {}
  func setPinned(_ isPinned: Bool, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func setLabel(_ label: String?, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func delete(_ id: HistoryEntry.ID) throws(HistoryFailure) -> Bool { false }
  func clear() throws(HistoryFailure) -> Int { 0 }
  func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int { 0 }
}
