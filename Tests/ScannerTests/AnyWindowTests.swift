import Barcodes
import Capture
import Foundation
import Geometry
import Presentation
import Scanner
import Synchronization
import Testing
import Translations

/// Fonts of any width and height of line, broken and cut as a screen would.
private struct AnyFont: TextMeasuring {
  /// In ems.
  let letter: Double
  let line: Double

  func size(of text: Text) -> Size<ScreenPixels> {
    let width = text.string.split(separator: "\n").map { Double($0.count) * letter * text.pixels }.max() ?? 0
    let limit = max(1, text.maxWidth ?? .infinity)
    guard text.maxLines > 1 else { return Size(min(width, limit), line * text.pixels) }
    let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
      $0 + max(1, (Double($1.count) * letter * text.pixels / limit).rounded(.up))
    }
    return Size(min(width, limit), line * text.pixels * min(Double(text.maxLines), lines))
  }
}

/// Everything that decides what a screen looks like, by chance.
private struct AnyWindow: CustomStringConvertible {
  var random: SeededRandom
  let seed: UInt64
  let size: Size<ScreenPixels>
  let scale: Double
  let font: AnyFont
  let words: Words
  private let survey: Survey

  init(seed: UInt64, _ survey: Survey) {
    var random = SeededRandom(seed: seed)
    self.seed = seed
    self.survey = survey
    size = Self.size(&random)
    scale = 0.5 * pow(8, random.unit())
    font = AnyFont(letter: 0.45 + 0.2 * random.unit(), line: 1.1 + 0.7 * random.unit())
    words = Self.languages[Int(Double(Self.languages.count) * random.unit())]
    self.random = random
    survey.note(self)
  }

  private static let languages = [Words.english] + Translations.languages.compactMap { try? Translations.words(in: $0) }

  /// From 160 × 120 to 7680 × 4320, as many small ones as large ones.
  static func size(_ random: inout SeededRandom) -> Size<ScreenPixels> {
    Size((160 * pow(48, random.unit())).rounded(), (120 * pow(36, random.unit())).rounded())
  }

  var description: String { "seed \(seed): \(size.width) × \(size.height) at \(scale), \(words.language)" }

  mutating func text() -> String {
    let pieces = [
      "", "a", "word ", "https://example.com/menu?table=12", "שלום עולם ", "مرحبا بالعالم", "👩‍👩‍👧‍👦",
      "e\u{301}\u{323}\u{35C}",
      "\n", "\r\n\t", "字漢仮名", "\u{202E}", "\u{FEFF}", "\u{0}", "ไทย", "🇩🇪🇫🇷", String(repeating: "x", count: 200),
    ]
    return (0..<Int(12 * random.unit())).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  mutating func oneOf<Value>(_ values: [Value]) -> Value { values[Int(Double(values.count) * random.unit())] }

  /// What is wrong with where things are, if anything.
  ///
  /// - Parameter isScrolled: the window shows a part of a page, which goes on above and below.
  /// - Parameter mayCover: something passing, as a menu or a word on what was done, may lie on what else there is.
  func fault(in drawing: Drawing, isScrolled: Bool, mayCover: Bool = false) -> String? {
    survey.drawings += 1
    survey.items += drawing.items.count
    return outside(drawing, isScrolled: isScrolled) ?? overlap(drawing, mayCover: mayCover)
  }

  /// Two texts on one another, or a text that a card covers in part; what is wholly dimmed waits until a card is answered.
  private func overlap(_ drawing: Drawing, mayCover: Bool) -> String? {
    let window = Rect<ScreenPixels>(x: 0, y: 0, width: size.width, height: size.height)
    // Texts that are to be read, with what of them is seen.
    var texts: [(text: String, box: Rect<ScreenPixels>)] = []
    for item in drawing.items {
      guard let whole = item.bounds(font), let box = whole.intersection(window) else { continue }
      switch item {
      case .rectangle(_, _, let fill?, _) where box.width >= window.width && box.height >= window.height:
        if fill.alpha >= 0.5 { texts = [] }
      case .rectangle(_, _, let fill?, _) where 0.5..<0.9 ~= fill.alpha:
        texts.removeAll { box.inset(by: -1).contains($0.box) }
      case .shadow(let card, _, _, _) where mayCover: texts.removeAll { $0.box.intersects(card) }
      // Not a caret.
      case .rectangle(_, _, let fill?, _) where fill.alpha >= 0.9 && 4 * whole.width > whole.height:
        for (text, earlier) in texts where isOn(box, earlier) { return "“\(text)” in \(earlier) is covered by \(box)" }
      case .text(let text, _):
        guard text.string.contains(where: { !$0.isWhitespace }) else { continue }
        survey.pairs += texts.count
        for (other, earlier) in texts where isOn(box, earlier) {
          return "“\(text.string)” in \(box) is on “\(other)” in \(earlier)"
        }
        texts.append((text.string, box))
      default: continue
      }
    }
    return nil
  }

  /// More than boxes share that stand beside one another on whole pixels.
  private func isOn(_ one: Rect<ScreenPixels>, _ other: Rect<ScreenPixels>) -> Bool {
    guard let common = one.intersection(other) else { return false }
    return common.width > 2 && common.height > 2
  }

  private func outside(_ drawing: Drawing, isScrolled: Bool) -> String? {
    let window = Rect<ScreenPixels>(x: 0, y: 0, width: size.width, height: size.height).inset(by: -1)
    for item in drawing.items {
      guard let box = item.bounds(font) else { continue }
      guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy(\.isFinite) else { return "not finite: \(item)" }
      switch item {
      // Lines on the picture end where it does, shadows fade over the edge.
      case .path, .shadow, .surround, .polygon: continue
      case .rectangle, .disk, .text, .bitmap, .still:
        let isInside = isScrolled ? window.minX <= box.minX && box.maxX <= window.maxX : window.contains(box)
        if !isInside || isScrolled && !window.intersects(box) { return "outside: \(item) in \(box)" }
      }
    }
    return nil
  }
}

private let sentence =
  "The link could not be opened: xdg-open ended with status 3, no program is set for https; copy it with C instead"

/// Looks at a screen in many windows, and tells in the end at how many.
private final class Survey {
  static let windows = 300

  private let screen: String
  private var sizes: [Size<ScreenPixels>] = []
  private var scales: [Double] = []
  private var languages: Set<String> = []
  var drawings = 0
  var items = 0
  var pairs = 0

  private init(_ screen: String) { self.screen = screen }

  func note(_ window: AnyWindow) {
    sizes.append(window.size)
    scales.append(window.scale)
    languages.insert(window.words.language)
  }

  static func of(_ screen: String, _ look: (UInt64, Survey) throws -> Void) rethrows {
    let survey = Survey(screen)
    for seed in UInt64(0)..<UInt64(windows) { try look(seed, survey) }
    print(survey.line)
  }

  private var line: String {
    func range(_ values: [Double]) -> String { "\(Int(values.min() ?? 0))…\(Int(values.max() ?? 0))" }
    return "layout: \(screen): \(sizes.count) windows of \(range(sizes.map(\.width))) × \(range(sizes.map(\.height)))"
      + " pixels at \((scales.min() ?? 0).formatted(.number.precision(.fractionLength(1))))…"
      + "\((scales.max() ?? 0).formatted(.number.precision(.fractionLength(1)))) in \(languages.count) languages, "
      + "\(drawings) drawings, \(items) items, \(pairs) pairs of texts"
  }
}

@Test func aPictureWithItsCardsFitsAnyWindow() {
  Survey.of("picture and cards") { seed, survey in
    var window = AnyWindow(seed: seed, survey)
    let frame = window.oneOf([Size<FramePixels>(640, 480), Size(1080, 1920), Size(3840, 720)])
    // The inspector stands beside the picture, which has the rest of the window.
    let inspects = window.random.unit() < 0.4
    let size = Size<ScreenPixels>(
      inspects ? (window.size.width * 0.55).rounded() : window.size.width, window.size.height)
    var layout = ViewfinderLayout(window: size, scale: window.scale)
    if window.random.unit() < 0.5 {
      layout.place(
        Rect(
          Point(size.width * window.random.unit(), size.height * window.random.unit()),
          Point(size.width * window.random.unit(), size.height * window.random.unit())))
    }
    var model = OverlayModel(layout: layout)
    model.words = window.words
    model.layer = PreviewLayer(frameSize: frame, size: size, isMirrored: window.random.unit() < 0.5)
    model.capture = .running(FrameSourceDescription(name: window.text()))
    model.isPrivate = window.random.unit() < 0.3
    model.progress = window.random.unit()
    model.scroll = Int(30 * window.random.unit())
    if window.random.unit() < 0.3 { model.toast = window.oneOf(["Copied", window.text(), sentence]) }
    let cautions = (0..<Int(3 * window.random.unit())).map { _ in Sentence(verbatim: "A caution: " + window.text()) }
    var payload = PayloadDescription(
      title: window.oneOf(["Text", "Link", window.text()]),
      action: window.oneOf([
        nil, .open(address: "geo:1,2", with: .map),
        .join(WiFiNetwork(name: window.text(), security: .none, isHidden: false)),
      ]), cautions: cautions)
    if window.random.unit() < 0.4 {
      payload = PayloadDescription(
        title: "Contact", rows: (0..<9).map { .init("Field \($0)", window.text(), isSecret: $0 == 3) },
        cautions: cautions
      )
    } else if window.random.unit() < 0.5 {
      payload = PayloadDescription(
        title: "Link", link: LinkTarget(address: "https://" + window.text(), host: window.text()), cautions: cautions)
    }
    switch Int(6 * window.random.unit()) {
    case 0:
      model.phase = .unavailable(
        window.oneOf([
          .noCamera, .notFound(device: window.text()), .unreadableSource(path: window.text(), reason: window.text()),
          .busy(path: "/dev/video0", holder: ProcessIdentity(name: window.text(), identifier: 42)),
        ]))
      model.capture = .waiting(.noCamera, retryAt: .seconds(1))
    case 1: model.phase = .paused
    case 2:
      var state = ScannerState()
      // From two to two dozen, strewn or in a heap, as a sheet of labels far away.
      let middle = Point<FramePixels>(frame.width * window.random.unit(), frame.height * window.random.unit())
      let spread = window.random.unit()
      let codes = (0..<2 + Int(23 * window.random.unit())).map { place in
        let center = Point<FramePixels>(
          middle.x + (window.random.unit() - 0.5) * spread * frame.width,
          middle.y + (window.random.unit() - 0.5) * spread * frame.height)
        return observation("code \(place)", at: Rect(center: center, size: Size(60, 60)))
      }
      _ = state.handle(.observed(codes, middle: middle), at: .zero)
      model.phase = .choosing
      model.outlined = state.outlined(at: .zero)
      model.selected = window.oneOf(codes).key
      for code in codes where window.random.unit() < 0.9 {
        let brief = window.oneOf([window.text(), "https://example.com/menu?table=12"])
        model.names[code.key] = CodeName(whole: "Link: \(brief)", brief: brief)
      }
    default:
      model.card = OverlayModel.ResultCard(
        text: window.text(), symbology: "GS1 DataBar Expanded Stacked", payload: payload, offersScanAgain: true)
      if window.random.unit() < 0.3 { model.question = payload }
      if window.random.unit() < 0.4 {
        let rows = payload.fields(of: window.text())
        model.fields = OverlayModel.Fields(
          title: payload.title, rows: rows, selected: Int(Double(rows.count) * window.random.unit()),
          showsSecrets: window.random.unit() < 0.5, verb: window.oneOf([nil, "Show on a map"]))
      }
    }
    if window.random.unit() < 0.3 { model.showsKeys = true }
    if window.random.unit() < 0.2 { model.path = window.text() }
    if window.random.unit() < 0.2 { model.welcomes = true }
    if inspects {
      let numbers = InspectorNumbers(
        status: StatusLine(
          source: FrameSourceDescription(name: window.text()), shownRate: 30, searchedRate: 29, counts: CaptureCounts(),
          letGo: 1),
        frameSize: frame, sequence: 7, viewfinder: layout.rect, regionShown: .full,
        reported: RegionOfInterest(.full, frameSize: frame), elapsed: .milliseconds(3))
      var state = InspectorState()
      state.page = window.oneOf(InspectorState.Page.allCases)
      state.layer = window.oneOf(InspectionLayer.allCases)
      state.asksForBundle = window.random.unit() < 0.2
      state.peer = PeerReading(program: window.text(), lines: [window.text()])
      model.inspector = InspectorModel(state: state, numbers: numbers)
      model.inspector?.insight = DetectionInsight()
      let corner = Point<ScreenPixels>(size.width, 0)
      model.inspector?.panel = Rect(origin: corner, size: Size(window.size.width - corner.x, window.size.height))
    }
    let scene = Overlay.scene(of: model, measuring: window.font)
    let fault = window.fault(in: scene.drawing, isScrolled: false, mayCover: model.toast != nil)
    #expect(fault == nil, "\(window)")
  }
}

@Test func theListBesideThePictureFitsAnyWindow() {
  Survey.of("list") { seed, survey in
    var window = AnyWindow(seed: seed, survey)
    let place = ListView.split(window.size, isMirrored: window.words.isRightToLeft)
    #expect(!place.picture.intersects(place.list), "\(window)")
    var model = OverlayModel(layout: ViewfinderLayout(window: place.picture.size, scale: window.scale))
    model.origin = Vector(place.picture.minX, place.picture.minY)
    model.window = window.size
    model.words = window.words
    var listing = ListView()
    for _ in 0..<Int(30 * window.random.unit()) {
      let symbol = symbol(window.text())
      listing.list.scan(symbol, PayloadDescription(title: window.oneOf(["Text", window.text()])))
      if window.random.unit() < 0.3 { listing.list.note(window.text(), at: 0) }
    }
    listing.chosen = Int(30 * window.random.unit())
    listing.draft = window.oneOf([nil, nil, window.text()])
    listing.asksForm = window.random.unit() < 0.3
    model.listing = listing
    let scene = Overlay.scene(of: model, measuring: window.font)
    let fault = window.fault(in: scene.drawing, isScrolled: false)
    #expect(fault == nil, "\(window)")
    // What is chosen can be seen, whatever else has no room.
    let shown = scene.drawing.items.contains {
      if case .text(let text, _) = $0 { text.string.hasPrefix("› ") } else { false }
    }
    #expect(shown == !listing.list.entries.isEmpty, "\(window)")
  }
}

@Test func theComposerFitsAnyWindowAndKeepsItsText() {
  Survey.of("composer") { seed, survey in
    var window = AnyWindow(seed: seed, survey)
    let parts = StudioParts()
    var screen = ComposerScreen(parts.model(window.text(), words: window.words), palette: .dark)
    var now = Duration.zero
    func turn(_ events: [ScreenEvent], pasting clipboard: String = "") -> Drawing {
      let drawing = screen.turn(
        events: events, at: now, window: window.size, scale: window.scale, paste: { clipboard }, measuring: window.font
      ).drawing
      now += .milliseconds(400)
      parts.work.runAll()
      return drawing
    }
    for step in 0..<12 {
      let point = Point<ScreenPixels>(
        window.size.width * window.random.unit(), window.size.height * window.random.unit())
      let keys: [Key] = [.tab, .left, .right, .up, .down, .home, .end, .enter, .function(5), .escape, .backspace]
      let event: ScreenEvent = window.oneOf([
        .text(window.text()), .key(window.oneOf(keys), window.oneOf([[], .shift, .control]), isRepeat: false),
        .key(.character("v"), .control, isRepeat: false), .key(.tab, [], isRepeat: false),
        .wheel(window.oneOf([-3, 3])),
        .pointer(.pressed, at: point), .pointer(.moved, at: point), .pointer(.released, at: point),
      ])
      let drawing = turn([event], pasting: window.text())
      let fault = window.fault(in: drawing, isScrolled: true, mayCover: true)
      #expect(fault == nil, "\(window), step \(step): \(event)")
    }
    // Another window, and leaving and coming back, change nothing of what is typed.
    let before = screen.model.fields.map(\.text)
    let resized = AnyWindow(seed: seed + 10_000, survey)
    window = resized
    #expect(
      window.fault(in: turn([.resized(window.size, scale: window.scale)]), isScrolled: true, mayCover: true) == nil,
      "\(window)")
    _ = turn([.key(.escape, [], isRepeat: false)])
    _ = turn([])
    #expect(screen.model.fields.map(\.text) == before)
  }
}

/// What has the keyboard can be seen, however low the window.
@Test func theComposerScrollsToWhatHasTheKeyboard() {
  for size in [Size<ScreenPixels>(200, 350), Size(160, 240), Size(700, 100), Size(400, 700)] {
    let parts = StudioParts()
    var screen = ComposerScreen(parts.model(), palette: .dark)
    func turn(_ events: ScreenEvent...) -> Drawing {
      screen.turn(
        events: events, at: .zero, window: size, scale: size.width == 400 ? 2 : 1, paste: { "" },
        measuring: FixedWidth()
      ).drawing
    }
    func sees(_ word: String, _ drawing: Drawing) -> Bool {
      let window = Rect<ScreenPixels>(origin: Point(0, 0), size: size)
      return drawing.items.contains { item in
        if case .text(let text, _) = item, text.string == word, let box = item.bounds(FixedWidth()) {
          window.contains(box)
        } else {
          false
        }
      }
    }
    #expect(sees("lost?", turn(.text("lost?"))), "\(size)")
    // Kind, level, module size, ink, ground, line, picture: then the buttons.
    for _ in 0..<8 { _ = turn(.key(.tab, [], isRepeat: false)) }
    #expect(sees("Save…", turn()), "\(size)")
    _ = turn(.wheel(100))
    #expect(sees("Make a code", turn()), "\(size)")
    for _ in 0..<8 { _ = turn(.key(.tab, .shift, isRepeat: false)) }
    #expect(sees("lost?", turn()), "\(size)")
  }
}

@Test func theHistoryFitsAnyWindow() throws {
  try Survey.of("history") { seed, survey in
    var window = AnyWindow(seed: seed, survey)
    let parts = StudioParts()
    for _ in 0..<Int(20 * window.random.unit()) {
      try parts.history.record(HistoryContent(made: CodeRecipe(text: window.text())), at: Date())
    }
    if window.random.unit() < 0.2 { parts.history.failure.withLock { $0 = .readOnly(path: "/home/someone/history") } }
    var screen = HistoryScreen(
      HistoryModel(store: parts.history, work: parts.work, words: window.words, wake: {}), palette: .light,
      isPrivate: seed % 2 == 0,
      timeText: { _ in "2026-11-22 12:00" })
    for step in 0..<8 {
      let point = Point<ScreenPixels>(
        window.size.width * window.random.unit(), window.size.height * window.random.unit())
      let event: ScreenEvent = window.oneOf([
        .exposed, .wheel(window.oneOf([-3, 3])), .text(window.text()), .pointer(.pressed, at: point),
        .key(window.oneOf([.tab, .up, .down, .pageDown, .enter, .escape]), [], isRepeat: false),
        .key(window.oneOf([.character("l"), .character("p"), .character("u")]), .control, isRepeat: false),
        .key(.delete, [.control, .shift], isRepeat: false),
      ])
      let drawing = screen.turn(
        events: [event], window: window.size, scale: window.scale, paste: { "" }, measuring: window.font
      ).drawing
      parts.work.runAll()
      let fault = window.fault(in: drawing, isScrolled: true)
      #expect(fault == nil, "\(window), step \(step): \(event)")
    }
  }
}

@Test func theSettingsFitAnyWindow() {
  Survey.of("settings") { seed, survey in
    var window = AnyWindow(seed: seed, survey)
    var screen = SettingsScreen(Settings(), words: window.words)
    for step in 0..<12 {
      let point = Point<ScreenPixels>(
        window.size.width * window.random.unit(), window.size.height * window.random.unit())
      let keys: [Key] = [.up, .down, .pageDown, .left, .right, .enter, .escape, .delete, .backspace]
      let event: ScreenEvent = window.oneOf([
        .exposed, .wheel(window.oneOf([-3, 3])), .text(window.oneOf(["a", window.text()])),
        .pointer(.pressed, at: point),
        .key(window.oneOf(keys), [], isRepeat: false),
      ])
      let drawing = screen.turn(
        events: [event], window: window.size, scale: window.scale, paste: { "" }, measuring: window.font
      ).drawing
      let fault = window.fault(in: drawing, isScrolled: true)
      #expect(fault == nil, "\(window), step \(step): \(event)")
    }
  }
}
