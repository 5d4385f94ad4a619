import Barcodes
import Bits
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import Synchronization
import Testing

@Suite struct TextEditorTests {
  @Test func typingReplacesTheSelection() {
    var editor = TextEditor("hello world", hasLines: true)
    editor.move(.wordLeft, selecting: true)
    #expect(editor.selectedText == "world")
    editor.insert("you")
    #expect(editor.text == "hello you")
    #expect(editor.caret == 9 && editor.selection.isEmpty)
  }

  @Test func deletingTakesWholeCharacters() {
    var editor = TextEditor("a👨‍👩‍👧é", hasLines: true)
    editor.deleteBackward()
    #expect(editor.text == "a👨‍👩‍👧")
    editor.deleteBackward()
    #expect(editor.text == "a")
    editor.deleteForward()
    #expect(editor.text == "a")
    editor.move(.start, selecting: false)
    editor.deleteForward()
    #expect(editor.text.isEmpty)
  }

  @Test func aCombiningMarkJoinsWhatStandsBefore() {
    var editor = TextEditor("e", hasLines: true)
    editor.insert("\u{301}")
    #expect(editor.characters.count == 1 && editor.caret == 1)
    editor.insert("x")
    #expect(editor.text == "e\u{301}x")
  }

  @Test func lineEndsArePlainOrBlanks() {
    var lines = TextEditor(hasLines: true)
    lines.insert("a\r\nb\rc")
    #expect(lines.text == "a\nb\nc")
    lines.move(.lineStart, selecting: false)
    #expect(lines.caret == 4)
    var single = TextEditor(hasLines: false)
    single.insert("a\nb")
    #expect(single.text == "a b")
  }

  @Test func cutAndSelectAll() {
    var editor = TextEditor("abc", hasLines: false)
    editor.selectAll()
    #expect(editor.cut() == "abc")
    #expect(editor.text.isEmpty && editor.caret == 0)
  }

  @Test func anArrowPutsTheSelectionAway() {
    var editor = TextEditor("abcd", hasLines: false)
    editor.move(.to(1), selecting: false)
    editor.move(.to(3), selecting: true)
    editor.move(.left, selecting: false)
    #expect(editor.caret == 1)
  }

  @Test func undoTakesBackAWordAtATimeAndRedoMakesItAgain() {
    var editor = TextEditor(hasLines: true)
    for letter in "one two" { editor.insert(String(letter)) }
    editor.deleteBackward()
    editor.deleteBackward()
    #expect(editor.text == "one t")
    var seen: [String] = []
    for _ in 0..<5 {
      editor.undo()
      seen.append(editor.text)
    }
    #expect(seen == ["one two", "one ", "one", "", ""])
    for _ in 0..<2 { editor.redo() }
    #expect(editor.text == "one ")
    editor.insert("x")
    editor.redo()
    #expect(editor.text == "one x", "what was taken back is gone once something else is typed")
  }

  @Test func undoBringsBackWhatWasTypedOver() {
    var editor = TextEditor("hello world", hasLines: true)
    editor.move(.wordLeft, selecting: true)
    editor.insert("you")
    editor.clear()
    editor.undo()
    #expect(editor.text == "hello you")
    editor.undo()
    #expect(editor.text == "hello world" && editor.selectedText == "world")
  }

  @Test func movingTheCaretBeginsAnotherChange() {
    var editor = TextEditor(hasLines: true)
    editor.insert("a")
    editor.insert("b")
    editor.move(.left, selecting: false)
    editor.insert("c")
    editor.undo()
    #expect(editor.text == "ab" && editor.caret == 1)
  }

  @Test func aHugePasteIsCut() {
    var editor = TextEditor(hasLines: true)
    editor.insert(String(repeating: "x", count: 100_000))
    #expect(editor.characters.count == TextEditor.limit)
  }
}

/// Runs jobs when the test says so.
private final class HeldWork: BackgroundWork {
  private let jobs = Mutex<[@Sendable () -> Void]>([])

  func submit(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

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
private final class CountingGenerator: CodeGenerating {
  let made = Mutex<[String]>([])
  var kinds: [CodeKind] {
    [
      CodeKind(name: "qr", title: "QR Code", hasLevels: true),
      CodeKind(name: "plain", title: "Plain", hasLevels: false),
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

private struct NamingExporter: CodeExporting {
  func save(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) -> String {
    guard recipe.text != "full" else { throw CodeExportFailure("the disk is full") }
    return recipe.text + ".png"
  }

  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) {}
}

/// A history in memory.
private final class MemoryHistory: HistoryStoring {
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
  func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int { 0 }
}

@Suite struct ComposerModelTests {
  private let work = HeldWork()
  private let generator = CountingGenerator()
  private let history = MemoryHistory()

  private func model(_ text: String = "", privacy: HistoryPrivacy = HistoryPrivacy()) -> ComposerModel {
    ComposerModel(services(privacy), recipe: CodeRecipe(text: text), at: .zero)
  }

  private func services(_ privacy: HistoryPrivacy = HistoryPrivacy()) -> ComposerModel.Services {
    ComposerModel.Services(
      generator: generator, exporter: NamingExporter(), history: history, work: work, privacy: privacy,
      date: { Date(timeIntervalSince1970: 0) }, wake: {})
  }

  private var made: [String] { generator.made.withLock { $0 } }

  private func settle(_ model: inout ComposerModel, at now: Duration) {
    model.turn(at: now)
    work.runAll()
    model.turn(at: now)
  }

  @Test func typingIsDebounced() {
    var model = model()
    for (index, letter) in "hey".enumerated() {
      let now = Duration.milliseconds(100 * index)
      model.edit(0, at: now) { $0.insert(String(letter)) }
      model.turn(at: now)
    }
    #expect(model.nextTurn == .milliseconds(550))
    settle(&model, at: .milliseconds(549))
    #expect(made.isEmpty && model.preview == .empty)
    settle(&model, at: .milliseconds(550))
    #expect(made == ["heyM"])
    #expect(model.current?.recipe.text == "hey")
  }

  @Test func whatIsSupersededIsNotMade() {
    var model = model("old")
    model.turn(at: .zero)
    #expect(work.count == 1)
    model.edit(0, at: .milliseconds(1)) { $0.insert("er") }
    model.turn(at: .milliseconds(400))
    settle(&model, at: .milliseconds(400))
    #expect(made == ["olderM"], "the first job saw that nobody waits")
    #expect(model.current?.recipe.text == "older")
  }

  @Test func aLateAnswerIsDropped() {
    var model = model("old")
    model.turn(at: .zero)
    work.runAll()
    model.setLevel(.high, at: .zero)
    model.turn(at: .zero)
    #expect(model.preview == .empty)
    settle(&model, at: .zero)
    #expect(model.current?.recipe.level == .high)
  }

  @Test func choicesAreMadeAtOnce() {
    var model = model("x")
    settle(&model, at: .zero)
    model.setModuleSize(99, at: .seconds(1))
    #expect(model.nextTurn == .seconds(1))
    settle(&model, at: .seconds(1))
    #expect(model.current?.recipe.appearance.moduleSize == 20)
  }

  @Test func movingTheCaretMakesNothing() {
    var model = model("x")
    settle(&model, at: .zero)
    model.edit(0, at: .seconds(1)) { $0.move(.start, selecting: true) }
    #expect(model.nextTurn == nil)
  }

  @Test func failuresAreToldInPlace() {
    var model = model("bad")
    settle(&model, at: .zero)
    #expect(model.preview == .failed("QR Code has no code for “b”"))
    model.save()
    #expect(model.notice == ComposerModel.Notice(text: "There is no code yet", isFailure: true))
  }

  @Test func slownessIsToldLate() {
    var model = model("x")
    model.turn(at: .zero)
    #expect(model.nextTurn == ComposerModel.patience)
    #expect(!model.isSlow(at: .milliseconds(199)) && model.isSlow(at: .milliseconds(200)))
  }

  @Test func savingIsToldAndRemembered() {
    var model = model("x")
    settle(&model, at: .zero)
    model.save()
    settle(&model, at: .zero)
    #expect(model.notice == ComposerModel.Notice(text: "Saved as x.png", isFailure: false))
    #expect(history.contents.withLock { $0.map(\.text) } == ["x"])
  }

  @Test func aFailedSaveIsToldAndNotRemembered() {
    var model = model("full")
    settle(&model, at: .zero)
    model.save()
    settle(&model, at: .zero)
    #expect(model.notice == ComposerModel.Notice(text: "the disk is full", isFailure: true))
    #expect(history.contents.withLock { $0.isEmpty })
  }

  @Test func secretsAndPrivateCodesAreNotRemembered() {
    for (text, privacy) in [("otpauth://totp/x", HistoryPrivacy()), ("x", HistoryPrivacy(isPrivate: true))] {
      var model = model(text, privacy: privacy)
      settle(&model, at: .zero)
      model.remember()
      work.runAll()
    }
    #expect(history.contents.withLock { $0.isEmpty })
  }

  @Test func formsWriteTheirPayload() throws {
    var model = model()
    model.setForm(PayloadForm.named("wifi"), at: .zero)
    settle(&model, at: .zero)
    #expect(model.preview == .empty, "an empty form is no mistake")
    model.edit(1, at: .zero) { $0.insert("secret12") }
    settle(&model, at: .seconds(1))
    #expect(model.preview == .failed("“Network” must be given"))
    model.edit(0, at: .seconds(1)) { $0.insert("Home") }
    settle(&model, at: .seconds(2))
    #expect(model.current?.recipe.text == "WIFI:T:WPA;S:Home;P:secret12;;")
  }

  // MARK: The screens

  /// Letters of ten by twenty pixels.
  private struct Grid: TextMeasuring {
    func size(of text: Text) -> Size<ScreenPixels> { Size(Double(10 * text.string.count), 20) }
  }

  @Test func theScreenTypesCopiesPastesAndChangesTheLevel() {
    var screen = ComposerScreen(model(), palette: .dark)
    func turn(_ events: [ScreenEvent], at now: Duration = .zero) -> [ComposerScreen.Effect] {
      screen.turn(
        events: events, at: now, window: Size(1080, 720), scale: 1, paste: { " pasted" }, measuring: Grid()
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

  @Test func aClickPutsTheCaretAndAnotherOneChoosesALevel() {
    var screen = ComposerScreen(model("hello"), palette: .light)
    func turn(_ events: [ScreenEvent]) -> Drawing {
      screen.turn(events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: Grid())
        .drawing
    }
    let drawing = turn([])
    func place(of word: String) -> Point<ScreenPixels>? {
      for case .text(let text, let at) in drawing.items where text.string == word { return Point(at.x + 25, at.y + 5) }
      return nil
    }
    if let hello = place(of: "hello") { _ = turn([.pointer(.pressed, at: hello), .pointer(.released, at: hello)]) }
    #expect(screen.model.fields[0].caret == 3)
    if let high = place(of: "H 30 %") { _ = turn([.pointer(.pressed, at: high)]) }
    #expect(screen.model.recipe.level == .high)
  }

  @Test func showingFillsTheWindowAndIsRemembered() {
    var screen = ComposerScreen(model("x"), palette: .dark)
    func turn(_ events: [ScreenEvent]) -> Drawing {
      screen.turn(events: events, at: .zero, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: Grid())
        .drawing
    }
    _ = turn([])
    work.runAll()
    _ = turn([])
    let shown = turn([.key(.function(5), [], isRepeat: false)])
    work.runAll()
    // The ground, the code, and how to go back: nothing else.
    #expect(shown.items.count == 3)
    #expect(shown.items.contains { if case .bitmap = $0 { true } else { false } })
    #expect(history.contents.withLock { $0.map(\.text) } == ["x"])
    _ = turn([.key(.escape, [], isRepeat: false)])
    #expect(turn([]).items.count > 20)
  }

  @Test func theHistorySearchesRestoresAndAsksBeforeClearing() throws {
    for text in ["alpha", "beta"] {
      try history.record(HistoryContent(made: CodeRecipe(text: text, level: .high)), at: Date())
    }
    var screen = HistoryScreen(
      HistoryModel(store: history, work: work, wake: {}), palette: .dark, timeText: { _ in "now" })
    func turn(_ events: [ScreenEvent]) -> [HistoryScreen.Effect] {
      let effects = screen.turn(
        events: events, window: Size(1080, 720), scale: 1, paste: { "" }, measuring: Grid()
      ).effects
      work.runAll()
      _ = screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: Grid())
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
    #expect(try history.count() == 2)
    _ = turn([.key(.delete, [.control, .shift], isRepeat: false), .key(.enter, [], isRepeat: false)])
    #expect(try history.count() == 0)
  }

  @Test func anEntryWithAPictureShowsIt() throws {
    let content = HistoryContent(origin: .read, symbology: "qr", text: "seen", bytes: [], thumbnail: [1, 2, 3])
    try history.record(content, at: Date())
    var screen = HistoryScreen(
      HistoryModel(store: history, work: work, wake: {}), palette: .dark,
      picture: { $0 == [1, 2, 3] ? Bitmap(width: 2, height: 1, pixels: Array(repeating: 9, count: 8)) : nil },
      timeText: { _ in "now" })
    func turn() -> Drawing {
      screen.turn(events: [], window: Size(1080, 720), scale: 1, paste: { "" }, measuring: Grid()).drawing
    }
    _ = turn()
    work.runAll()
    let places = turn().items.compactMap { item in if case .bitmap(_, let place, _) = item { place } else { nil } }
    #expect(places.map(\.size) == [Size(44, 22)])
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
    let recorder = HistoryRecorder(store: history, work: work, privacy: HistoryPrivacy(), report: { _ in })
    for (text, isPrivate) in [("a", false), ("b", true), ("c", false)] {
      recorder.setPrivacy(HistoryPrivacy(isPrivate: isPrivate))
      recorder.record(HistoryContent(made: CodeRecipe(text: text)), at: Date(timeIntervalSince1970: 0))
      work.runAll()
    }
    #expect(history.contents.withLock { $0.map(\.text) } == ["a", "c"])
  }

  @Test func theRecorderKeepsWhatTheStoreCannotTakeAndTellsItOnce() {
    let told = Mutex<[HistoryFailure]>([])
    let recorder = HistoryRecorder(
      store: history, work: work, privacy: HistoryPrivacy(), report: { failure in told.withLock { $0.append(failure) } }
    )
    history.failure.withLock { $0 = .locked(path: "p") }
    for (second, text) in ["a", "b"].enumerated() {
      recorder.record(HistoryContent(made: CodeRecipe(text: text)), at: Date(timeIntervalSince1970: Double(second)))
      work.runAll()
    }
    #expect(told.withLock { $0 } == [.locked(path: "p")])
    history.failure.withLock { $0 = nil }
    recorder.record(HistoryContent(made: CodeRecipe(text: "c")), at: Date(timeIntervalSince1970: 2))
    work.runAll()
    #expect(history.contents.withLock { $0.map(\.text) } == ["a", "b", "c"])
  }
}
