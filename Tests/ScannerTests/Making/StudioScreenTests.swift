import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import Synchronization
import Testing
import Translations

/// A composer that is looked at and pressed where its words stand.
private struct SeenComposer {
  private var screen: ComposerScreen
  private var shown = Drawing()

  init(_ model: ComposerModel, palette: StudioPalette) { screen = ComposerScreen(model, palette: palette) }

  var model: ComposerModel { screen.model }

  mutating func turn(_ events: ScreenEvent...) {
    shown =
      screen.turn(events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
      .drawing
  }

  /// On a word's third letter, on the topmost where it stands several times; nil where it stands nowhere.
  func place(of word: String) -> Point<ScreenPixels>? {
    for case .text(let text, let at) in shown.items.reversed() where text.string == word {
      return Point(at.x + 25, at.y + 5)
    }
    return nil
  }
}

@Suite struct StudioScreenTests {
  private let parts = StudioParts()

  @Test func theScreenTypesCopiesPastesAndChangesTheLevel() {
    var screen = ComposerScreen(parts.model(), palette: .dark)
    func turn(_ events: [ScreenEvent], at now: Duration = .zero) -> [ComposerScreen.Effect] {
      screen.turn(
        events: events, at: now, window: Size(1080, 720), scale: 1, paste: { " pasted" }, measuring: LetterGrid()
      ).effects
    }
    _ = turn([.text("hello"), .key(.character("v"), .control, isRepeat: false)])
    #expect(screen.model.fields[0].text == "hello pasted")
    #expect(
      turn([.key(.home, .shift, isRepeat: false), .key(.character("c"), .control, isRepeat: false)])
        == [.copy("hello pasted")])
    _ = turn([.key(.character("l"), .control, isRepeat: false)])
    #expect(screen.model.recipe.level == .quartile)
    #expect(turn([.key(.escape, [], isRepeat: false)]) == [.close])
    #expect(turn([.key(.character("h"), .control, isRepeat: false)]) == [.openHistory])
  }

  @Test func aSentenceThatBeginsWithANumberGetsNoCapitalBehindIt() {
    var model = parts.model("hello")
    model.askForTable()
    model.editPath { $0.insert("list.csv") }
    model.answerPrompt(at: .zero)
    parts.settle(&model, at: .zero)
    var composer = SeenComposer(model, palette: .dark)
    composer.turn()
    #expect(composer.place(of: "10 labels saved as list.csv.pdf") != nil)
  }

  @Test func aClickPutsTheCaretAndAnotherOneChoosesALevel() {
    var composer = SeenComposer(parts.model("hello"), palette: .light)
    composer.turn()
    if let hello = composer.place(of: "hello") {
      composer.turn(.pointer(.pressed, at: hello), .pointer(.released, at: hello))
    }
    #expect(composer.model.fields[0].caret == 3)
    if let high = composer.place(of: "H 30 %") { composer.turn(.pointer(.pressed, at: high)) }
    #expect(composer.model.recipe.level == .high)
  }

  @Test func aKindsModeIsChosenAndGoesWithIt() throws {
    var screen = ComposerScreen(parts.model("1234"), palette: .dark)
    var shown = Drawing()
    func turn(_ events: ScreenEvent...) {
      shown =
        screen.turn(
          events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid()
        )
        .drawing
    }
    func press(_ word: String) throws {
      let place = shown.items.reversed().compactMap { item -> Point<ScreenPixels>? in
        if case .text(let text, let at) = item, text.string == word { Point(at.x + 5, at.y + 5) } else { nil }
      }
      turn(.pointer(.pressed, at: try #require(place.first, "no “\(word)”")))
    }
    turn()
    #expect(!shown.items.contains { if case .text(let text, _) = $0 { text.string == "Mode" } else { false } })
    try press("QR Code")
    turn(.text("f"))
    turn(.key(.enter, [], isRepeat: false))
    #expect(screen.model.recipe.symbology == "formed")
    try press("Other")
    #expect(screen.model.recipe.options?.mode == "other")
    turn(.key(.right, [], isRepeat: false))
    #expect(screen.model.recipe.options == nil)
    turn(.key(.left, [], isRepeat: false))
    #expect(screen.model.recipe.options?.mode == "other")
    // Another kind is not written in the former one's mode.
    try press("Formed")
    turn(.text("p"))
    turn(.key(.enter, [], isRepeat: false))
    #expect(screen.model.recipe.symbology == "plain" && screen.model.recipe.options == nil)
  }

  @Test func aMenuListsWhatCanBeMadeAndIsUsedByKeysAndByPointer() {
    var composer = SeenComposer(parts.model("hello"), palette: .dark)
    func press(_ key: Key, _ modifiers: Modifiers = []) { composer.turn(.key(key, modifiers, isRepeat: false)) }
    composer.turn()
    #expect(composer.place(of: "Payment") == nil)
    // From the text back to what it is; the blank of the key that opens the menu is not for it.
    press(.tab, .shift)
    composer.turn(.key(.space, [], isRepeat: false), .text(" "))
    #expect(composer.place(of: "Payment") != nil)
    composer.turn(.text("c"))
    press(.escape)
    #expect(composer.place(of: "Payment") == nil && composer.model.form == nil)
    press(.enter)
    composer.turn(.text("w"))
    composer.turn(.text("w"))
    press(.enter)
    #expect(composer.model.form?.name == "wifi")
    // By pointer; a press beside the menu closes it.
    if let picker = composer.place(of: "Wi-Fi") { composer.turn(.pointer(.pressed, at: picker)) }
    composer.turn(.pointer(.pressed, at: Point(1000, 700)))
    #expect(composer.model.form?.name == "wifi" && composer.place(of: "Payment") == nil)
    if let picker = composer.place(of: "Wi-Fi") { composer.turn(.pointer(.pressed, at: picker)) }
    if let text = composer.place(of: "Place") { composer.turn(.pointer(.pressed, at: text)) }
    #expect(composer.model.form?.name == "geo")
  }

  @Test func thePathIsAskedForAndTheDesktopMayAnswer() {
    var screen = ComposerScreen(parts.model("hello"), palette: .dark)
    func turn(_ events: ScreenEvent...) -> [ComposerScreen.Effect] {
      let effects = screen.turn(
        events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid()
      ).effects
      parts.work.runAll()
      return effects
    }
    _ = turn()
    _ = turn()
    _ = turn(.key(.character("s"), .control, isRepeat: false))
    // What can be pressed names its key.
    let asked = screen.turn(
      events: [], at: .zero, window: Size(320, 240), scale: 1, paste: { "" }, measuring: LetterGrid()
    ).drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
    #expect(Set(["Choose…", "Ctrl O", "Enter", "Esc"]).isSubset(of: asked), "\(asked)")
    // The kind goes round by Tab, as the path's ending.
    _ = turn(.key(.tab, [], isRepeat: false))
    #expect(screen.model.prompt?.path.text == "code.svg")
    #expect(
      turn(.key(.character("o"), .control, isRepeat: false)) == [.choosePath(.save, suggestion: "code.svg")])
    screen.tellPrompt("There is no desktop dialog here: type the path")
    #expect(screen.model.prompt?.trouble != nil)
    screen.setPath("/tmp/there.png", at: .zero)
    parts.work.runAll()
    _ = turn()
    #expect(screen.model.prompt == nil && screen.model.notice?.text == "Saved as /tmp/there.png")
    // A dropped table asks for labels, a dropped picture goes into the middle.
    _ = turn(.dropped(path: "/tmp/list.CSV"))
    #expect(screen.model.prompt?.purpose == .sheet && screen.model.prompt?.path.text == "/tmp/list.CSV")
    _ = turn(.key(.escape, [], isRepeat: false), .dropped(path: "/tmp/logo.png"))
    #expect(screen.model.prompt == nil && screen.model.recipe.logo == "/tmp/logo.png")
  }

  /// Scripts that run from the right have the whole screen at the other side, and what is pressed is what is seen.
  @Test func mirroredTheSameIsPressed() throws {
    let words = try Translations.words(in: "ar")
    var composer = SeenComposer(parts.model("hello", words: words), palette: .dark)
    composer.turn()
    let title = try #require(composer.place(of: words("Make a code")))
    #expect(title.x > 540)
    let hello = try #require(composer.place(of: "hello"))
    #expect(hello.x > 540)
    composer.turn(.pointer(.pressed, at: hello), .pointer(.released, at: hello))
    #expect(composer.model.fields[0].caret == 3)
    composer.turn(.pointer(.pressed, at: try #require(composer.place(of: "H 30 %"))))
    #expect(composer.model.recipe.level == .high)
  }

  @Test func showingFillsTheWindowAndIsRemembered() {
    var screen = ComposerScreen(parts.model("x"), palette: .dark)
    func turn(_ events: [ScreenEvent]) -> Drawing {
      screen.turn(events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
        .drawing
    }
    _ = turn([])
    parts.work.runAll()
    _ = turn([])
    let shown = turn([.key(.function(5), [], isRepeat: false)])
    parts.work.runAll()
    // The ground, the code, and how to go back: nothing else.
    #expect(shown.items.count == 3)
    #expect(shown.items.contains { if case .bitmap = $0 { true } else { false } })
    #expect(parts.history.contents.withLock { $0.map(\.text) } == ["x"])
    _ = turn([.key(.escape, [], isRepeat: false)])
    #expect(turn([]).items.count > 20)
  }

  @Test func theHistorySearchesRestoresAndAsksBeforeClearing() throws {
    for text in ["alpha", "beta"] {
      try parts.history.record(HistoryContent(made: CodeRecipe(text: text, level: .high)), at: Date())
    }
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, wake: {}), palette: .dark, timeText: { _ in "now" })
    func turn(_ events: [ScreenEvent]) -> [HistoryScreen.Effect] {
      let effects = screen.turn(
        events: events, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid()
      ).effects
      parts.work.runAll()
      _ = screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
      return effects
    }
    _ = turn([])
    #expect(screen.model.entries.map(\.content.text) == ["beta", "alpha"])
    _ = turn([.text("alp")])
    #expect(screen.model.entries.map(\.content.text) == ["alpha"])
    #expect(turn([.key(.enter, [], isRepeat: false)]) == [.compose(CodeRecipe(text: "alpha", level: .high))])
    _ = turn([.key(.delete, [.control, .shift], isRepeat: false)])
    #expect(screen.model.question == .clear(count: 2))
    _ = turn([.key(.escape, [], isRepeat: false)])
    #expect(try parts.history.count() == 2)
    _ = turn([.key(.delete, [.control, .shift], isRepeat: false), .key(.enter, [], isRepeat: false)])
    #expect(try parts.history.count() == 0)
  }

  @Test func whatWasDeletedComesBackAndALinkIsOpenedAfterAQuestion() throws {
    for text in ["4006381333931", "http://example.com/a"] {
      try parts.history.record(
        HistoryContent(
          origin: .read, symbology: text.first == "4" ? "ean13" : "qr", text: text, bytes: Array(text.utf8)), at: Date()
      )
    }
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, wake: {}), palette: .dark, timeText: { _ in "now" })
    var shown: [String] = []
    func turn(_ key: Key? = nil, _ modifiers: Modifiers = []) -> [HistoryScreen.Effect] {
      let events = key.map { [ScreenEvent.key($0, modifiers, isRepeat: false)] } ?? []
      let effects = screen.turn(
        events: events, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid()
      ).effects
      // What is done aside ends, and the list that it asks for is fetched.
      parts.work.runAll()
      _ = screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
      parts.work.runAll()
      shown = screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
        .drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
      return effects
    }
    _ = turn()
    // Beside the list stands all of it, with the card's warning.
    #expect(shown.contains("Host") && shown.contains("⚠ The connection would not be encrypted."))
    #expect(turn(.character("o"), .control).isEmpty)
    #expect(screen.model.question != nil)
    #expect(turn(.enter) == [.act(.open(address: "http://example.com/a", with: .browser))])
    // What comes of it is told here, where it was asked for.
    screen.tell("Nothing opens it", isFailure: true)
    _ = turn()
    #expect(shown.contains("Nothing opens it"))
    _ = turn(.character("o"), .control)
    #expect(turn(.escape).isEmpty && screen.model.question == nil)
    _ = turn(.delete)
    #expect(shown.contains { $0.contains("Ctrl Z") } && screen.model.entries.count == 1)
    _ = turn(.character("z"), .control)
    #expect(screen.model.entries.map(\.content.text).contains("http://example.com/a"))
    // Made again it is the symbology that it was.
    while screen.model.chosenEntry?.content.symbology != "ean13" { _ = turn(.down) }
    #expect(turn(.enter) == [.compose(CodeRecipe(text: "4006381333931", symbology: "ean13"))])
  }

  @Test func anEntryWithAPictureShowsIt() throws {
    let content = HistoryContent(origin: .read, symbology: "qr", text: "seen", bytes: [], thumbnail: [1, 2, 3])
    try parts.history.record(content, at: Date())
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, wake: {}), palette: .dark,
      picture: { $0 == [1, 2, 3] ? Bitmap(width: 2, height: 1, pixels: Array(repeating: 9, count: 8)) : nil },
      timeText: { _ in "now" })
    func turn() -> Drawing {
      screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid()).drawing
    }
    _ = turn()
    parts.work.runAll()
    let places = turn().items.compactMap { item in if case .bitmap(_, let place, _) = item { place } else { nil } }
    // In its row, and larger beside the list.
    #expect(places.map(\.size) == [Size(44, 22), Size(300, 150)])
  }

  @Test(
    "What the symbol said of its kind is told in the history as well",
    arguments: [
      ("dataMatrix", "0109521234543213\u{1D}10ABC", "GS1 data"), ("gs1DataBar", "0109521234543213", "GS1 data"),
      ("code128", "0109521234543214", "Text"), ("qr", "10ABC", "Text"),
      (
        "maxiCode", "[)>\u{1E}01\u{1D}96152382802\u{1D}840\u{1D}001\u{1D}1Z00004951\u{1D}UPSN\u{1E}\u{04}",
        "Parcel label"
      ),
    ])
  func kinds(symbology: String, text: String, title: String) throws {
    try parts.history.record(
      HistoryContent(origin: .read, symbology: symbology, text: text, bytes: Array(text.utf8), source: nil),
      at: Date(timeIntervalSince1970: 0))
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, wake: {}), palette: .dark, timeText: { _ in "now" })
    func turn() -> [String] {
      screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: LetterGrid())
        .drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
    }
    _ = turn()
    parts.work.runAll()
    #expect(turn().contains(title))
  }

  @Test func inATallWindowAllOfAnEntryStandsBelowTheList() throws {
    try parts.history.record(
      HistoryContent(origin: .read, symbology: "qr", text: "https://example.com/a", bytes: [], source: nil),
      at: Date(timeIntervalSince1970: 0))
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, wake: {}), palette: .dark, timeText: { _ in "now" })
    func place(of word: String) -> Point<ScreenPixels>? {
      screen.turn(events: [], window: Size(720, 1280), scale: 1, paste: { "" }, measuring: LetterGrid())
        .drawing.items.lazy.compactMap { if case .text(let text, let at) = $0, text.string == word { at } else { nil } }
        .first
    }
    _ = place(of: "Host")
    parts.work.runAll()
    #expect(try #require(place(of: "Host")).y > 640)
  }

  @Test func aThumbnailIsTheCodeWithItsSurroundings() throws {
    // Dark on the left half, light on the right one.
    let frame = try Frame(
      format: .grey, width: 400, height: 200,
      bytes: (0..<80_000).map { $0 % 400 < 200 ? 0 : 255 })
    let image = try #require(HistoryThumbnail.image(of: frame, around: Rect(x: 150, y: 50, width: 100, height: 40)))
    #expect(image.width == HistoryThumbnail.side && image.height == 70 * 88 / 130)
    #expect(image.pixels[0] == 0 && image.pixels[4 * (image.width - 1)] == 255)
    let beside = Rect<FramePixels>(x: 500, y: 0, width: 10, height: 10)
    #expect(HistoryThumbnail.image(of: frame, around: beside) == nil)
  }

  @Test func fromTheKeyOnNothingIsRecorded() {
    let recorder = HistoryRecorder(store: parts.history, work: parts.work, privacy: HistoryPrivacy(), report: { _ in })
    for (text, isPrivate) in [("a", false), ("b", true), ("c", false)] {
      recorder.setPrivacy(HistoryPrivacy(isPrivate: isPrivate))
      recorder.record(HistoryContent(made: CodeRecipe(text: text)), at: Date(timeIntervalSince1970: 0))
      parts.work.runAll()
    }
    #expect(parts.history.contents.withLock { $0.map(\.text) } == ["a", "c"])
  }

  @Test func theRecorderKeepsWhatTheStoreCannotTakeAndTellsItOnce() {
    let told = Mutex<[HistoryFailure]>([])
    let recorder = HistoryRecorder(
      store: parts.history, work: parts.work, privacy: HistoryPrivacy(),
      report: { failure in told.withLock { $0.append(failure) } })
    parts.history.failure.withLock { $0 = .locked(path: "p") }
    for (second, text) in ["a", "b"].enumerated() {
      recorder.record(HistoryContent(made: CodeRecipe(text: text)), at: Date(timeIntervalSince1970: Double(second)))
      parts.work.runAll()
    }
    #expect(told.withLock { $0 } == [.locked(path: "p")])
    parts.history.failure.withLock { $0 = nil }
    recorder.record(HistoryContent(made: CodeRecipe(text: "c")), at: Date(timeIntervalSince1970: 2))
    parts.work.runAll()
    #expect(parts.history.contents.withLock { $0.map(\.text) } == ["a", "b", "c"])
  }
}
