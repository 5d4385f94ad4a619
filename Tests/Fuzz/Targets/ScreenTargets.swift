import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner

/// All screens in windows of any size, with any text, whatever a person does to them.
enum ScreenTargets {
  static let all = [
    FuzzTarget("screen-scanner", scanner), FuzzTarget("screen-composer", composer),
    FuzzTarget("screen-history", history),
  ]

  private static func scanner(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    var (window, scale) = input.window()
    var settings = Settings()
    settings.scanning.mode = input.element(of: ScanMode.allCases)
    var loop = ScannerLoop(settings: settings, window: window, scale: scale)
    let symbol = input.symbol()
    let frame = try? Frame(format: .grey, width: 64, height: 48, bytes: [UInt8](repeating: 128, count: 64 * 48))
    let states: [CaptureState] = [
      .running(FrameSourceDescription(name: symbol.text ?? "cam")), .starting, .ended,
      .waiting(.noCamera, retryAt: .seconds(1)),
      .failed(.unreadableSource(path: symbol.text ?? "x", reason: symbol.text ?? "y")),
      .stalled(.stalled(name: symbol.text ?? "cam", seconds: 2)),
    ]
    for moment in 0..<8 {
      let event = input.event()
      if case .resized(let size, let factor) = event { (window, scale) = (size, factor) }
      let what = input.byte()
      let report = DetectionReport(
        observations: what & 1 == 1 ? [symbol.observation, input.symbol().observation] : [], sequence: moment,
        timestamp: .zero, region: RegionOfInterest(.full, frameSize: Size(64, 48), rule: .boundsIntersect),
        elapsed: .milliseconds(1))
      let turn = loop.turn(
        ScannerLoop.Input(
          events: [event], frame: what & 2 == 2 ? frame : nil, report: what & 4 == 4 ? report : nil,
          capture: states[Int(what >> 3) % states.count], now: .milliseconds(100 * moment)),
        measuring: FuzzLetters())
      try check(turn.drawing, window, scale)
    }
  }

  private static func composer(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    var (window, scale) = input.window()
    let services = ComposerModel.Services(
      generator: CatalogGenerator(), exporter: NoExport(), history: NoHistory(entries: []), work: AtOnce(),
      privacy: HistoryPrivacy(isPrivate: input.bool()), date: { Date(timeIntervalSince1970: 0) }, wake: {})
    var recipe = CodeRecipe(text: input.shortText())
    recipe.symbology = input.element(of: services.generator.kinds).name
    var screen = ComposerScreen(ComposerModel(services, recipe: recipe, at: .zero), palette: .dark)
    for moment in 0..<8 {
      let event = input.event()
      if case .resized(let size, let factor) = event { (window, scale) = (size, factor) }
      let pasted = "paste\n\u{301}"
      let turn = screen.turn(
        events: [event], at: .seconds(moment), window: window, scale: scale, paste: { pasted }, measuring: FuzzLetters()
      )
      try check(turn.drawing, window, scale)
    }
  }

  private static func history(_ input: FuzzInput) throws(BrokenPromise) {
    var input = input
    var (window, scale) = input.window()
    let entries = (0..<input.number(below: 5)).map { number in
      let symbol = input.symbol()
      return HistoryEntry(
        id: Int64(number), content: HistoryContent(read: symbol, source: symbol.text),
        first: Date(timeIntervalSince1970: 0), last: Date(timeIntervalSince1970: 1e9), count: 1 + number,
        label: number % 2 == 0 ? symbol.text : nil, isPinned: number % 3 == 0)
    }
    let model = HistoryModel(store: NoHistory(entries: entries), work: AtOnce(), wake: {})
    var screen = HistoryScreen(model, palette: .light, isPrivate: input.bool()) { "\($0.timeIntervalSince1970)" }
    for _ in 0..<8 {
      let event = input.event()
      if case .resized(let size, let factor) = event { (window, scale) = (size, factor) }
      let pasted = "paste\n\u{301}"
      let turn = screen.turn(
        events: [event], window: window, scale: scale, paste: { pasted }, measuring: FuzzLetters())
      try check(turn.drawing, window, scale)
    }
  }

  /// Whatever is drawn lies somewhere.
  private static func check(_ drawing: Drawing, _ window: Size<ScreenPixels>, _ scale: Double) throws(BrokenPromise) {
    for item in drawing.items {
      let numbers: [Double] =
        switch item {
        case .rectangle(let rect, let radius, _, _): [rect.minX, rect.minY, rect.width, rect.height, radius]
        case .shadow(let rect, let radius, let blur, _): [rect.minX, rect.minY, rect.width, rect.height, radius, blur]
        case .surround(let rect, let radius, _): [rect.minX, rect.minY, rect.width, rect.height, radius]
        case .path(let points, _, _), .polygon(let points, _): points.flatMap { [$0.x, $0.y] }
        case .disk(let center, let radius, _): [center.x, center.y, radius]
        case .text(_, let place): [place.x, place.y]
        case .bitmap(_, let rect, _), .still(_, let rect): [rect.minX, rect.minY, rect.width, rect.height]
        }
      try promise(
        numbers.allSatisfy(\.isFinite), "\(item) is drawn in a window of \(window.width)x\(window.height) at \(scale)")
    }
  }
}

extension FuzzInput {
  /// From one pixel to a wall, and one to four pixels a point.
  fileprivate mutating func window() -> (Size<ScreenPixels>, Double) {
    let scale = [1, 1.25, 1.5, 2, 3, 4, 0.5][number(below: 7)]
    return (Size(Double(number(in: 1...2600)), Double(number(in: 1...1700))), scale)
  }

  fileprivate mutating func shortText() -> String {
    var part = FuzzInput(bytes(upTo: number(below: 64)))
    return part.text()
  }

  fileprivate mutating func symbol() -> DecodedSymbol {
    let text = shortText()
    return DecodedSymbol(symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1")
  }

  fileprivate mutating func event() -> ScreenEvent {
    let keys: [Key] = [
      .space, .enter, .escape, .tab, .backspace, .delete, .left, .right, .up, .down, .home, .end, .pageUp, .pageDown,
      .function(1), .function(5), .function(11),
    ]
    switch number(below: 10) {
    case 0, 1, 2: return .key(element(of: keys), Modifiers(rawValue: number(below: 8)), isRepeat: bool())
    case 3, 4:
      return .key(
        .character(Character(UnicodeScalar(UInt8(number(in: 0x21...0x7E))))), Modifiers(rawValue: number(below: 8)),
        isRepeat: bool())
    case 5: return .text(shortText())
    case 6: return .pointer(.pressed, at: Point(Double(number(below: 2600)), Double(number(below: 1700))))
    case 7:
      return .pointer(
        bool() ? .moved : .released, at: Point(Double(number(below: 2600)), Double(number(below: 1700))))
    case 8:
      let (size, scale) = window()
      return .resized(size, scale: scale)
    default: return bool() ? .wheel(Double(Int8(bitPattern: byte()))) : .exposed
    }
  }
}

extension DecodedSymbol {
  fileprivate var observation: Observation {
    Observation(
      symbol: self, corners: Quadrilateral(Point(20, 20), Point(30, 20), Point(30, 30), Point(20, 30)),
      isMirrored: false, isInverted: false)
  }
}

/// Letters of eight by sixteen pixels.
private struct FuzzLetters: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> { Size(Double(8 * text.string.count), 16) }
}

private struct AtOnce: BackgroundWork {
  func submit(_ job: @escaping @Sendable () -> Void) { job() }
  func submitAside(_ job: @escaping @Sendable () -> Void) { job() }
}

private struct NoExport: CodeExporting {
  func suggestedPath(for code: MadeCode) -> String { "code.png" }
  func save(
    _ code: MadeCode, _ recipe: CodeRecipe, to path: String, replaces: Bool
  ) throws(CodeExportFailure) -> String { path }
  func saveSheet(
    of table: String, _ recipe: CodeRecipe, form: PayloadForm?, on sheet: LabelSheet,
    progress: (_ done: Int, _ all: Int) -> Bool
  ) throws(CodeExportFailure) -> SavedSheet {
    throw CodeExportFailure("\(table)")
  }
  func copyPicture(_ code: MadeCode, _ recipe: CodeRecipe) throws(CodeExportFailure) {
    throw CodeExportFailure("\(recipe.text)")
  }
}

/// A history that shows its entries and changes nothing.
private struct NoHistory: HistoryStoring {
  let entries: [HistoryEntry]

  func record(_ content: HistoryContent, at time: Date) throws(HistoryFailure) {}
  func entries(matching query: HistoryQuery) throws(HistoryFailure) -> [HistoryEntry] { entries }
  func entry(_ id: HistoryEntry.ID) throws(HistoryFailure) -> HistoryEntry? { entries.first { $0.id == id } }
  func count() throws(HistoryFailure) -> Int { entries.count }
  func setPinned(_ isPinned: Bool, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func setLabel(_ label: String?, _ id: HistoryEntry.ID) throws(HistoryFailure) {}
  func delete(_ id: HistoryEntry.ID) throws(HistoryFailure) -> Bool { false }
  func clear() throws(HistoryFailure) -> Int { 0 }
  func add(_ records: [HistoryRecord]) throws(HistoryFailure) -> Int { 0 }
}
