import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport
import Testing

@Test func theViewfinderIsDraggedAndKept() throws {
  let window = LoopWindow()
  try window.see()
  // 600 × 0.6: 360 in the middle of 800 × 600.
  #expect(window.turn(.pointer(.moved, at: Point(400, 300))).pointer == .move)
  #expect(window.turn(.pointer(.moved, at: Point(220, 120))).pointer == .resizeDown)
  let kept = window.turn(
    .pointer(.pressed, at: Point(400, 300)), .pointer(.moved, at: Point(440, 300)),
    .pointer(.released, at: Point(440, 300)))
  #expect(kept.effects == [.keep(window.loop.settings)])
  let placement = try #require(window.loop.settings.preview.viewfinder)
  #expect(abs(placement.minX - 260.0 / 800) < 1e-9)
  #expect(window.press(.character("r")).effects == [.keep(window.loop.settings)])
  #expect(window.loop.settings.preview.viewfinder == nil)
}

@Test func aRegionFromTheCommandLineIsWhereTheViewfinderBegins() throws {
  let wanted = Rect<Normalized>(x: 0.25, y: 0.5, width: 0.25, height: 0.25)
  let window = LoopWindow(region: wanted)
  let region = try #require(try window.see().rectOfInterest)
  #expect(region.isNear(wanted))
}

@Test func everyFailureHasItsScreenAndThePictureComesBack() throws {
  let window = LoopWindow()
  try window.see()
  window.capture = .waiting(.disconnected(name: "cam"), retryAt: .seconds(1))
  let gone = window.turn()
  #expect(gone.frame == nil && gone.rectOfInterest == nil)
  #expect(shownTexts(gone).contains(CaptureFailure.disconnected(name: "cam").sentence.description))
  #expect(window.press(.character("d")).effects == [.startDemo])
  #expect(window.press(.character("n")).effects == [.nextCamera])
  window.capture = .running(FrameSourceDescription(name: "cam"))
  #expect(shownTexts(try window.see()).contains("Align a code within the frame"))
}

@Test func aReportOfFramesOfAnotherSizeIsLeftOut() throws {
  let window = LoopWindow()
  try window.see()
  #expect(window.turn(report: report([observation("A")], frame: Size(1280, 720))).effects.isEmpty)
}

@Test func backGoesOneStepAtATime() throws {
  let window = LoopWindow()
  try window.see(observation("A"))
  func showsKeys(_ turn: ScannerLoop.Turn) -> Bool { shownTexts(turn).contains { $0.hasPrefix("Keys") } }
  #expect(showsKeys(window.turn(.text("?"))))
  #expect(!showsKeys(window.press(.escape)))
  #expect(window.loop.state.result != nil)
  window.press(.escape)
  #expect(window.loop.state.result == nil)
}

@Test(arguments: [
  (ScreenEvent.closed, LoopEffect.quit), (.key(.character("q"), [], isRepeat: false), .quit),
  (.key(.character("q"), .control, isRepeat: false), .quit),
  (.key(.function(11), [], isRepeat: false), .toggleFullScreen),
  (.key(.character("f"), [], isRepeat: false), .toggleFullScreen),
  (.dropped(path: "/tmp/a b.png"), .scan(path: "/tmp/a b.png")),
])
func eventsForTheOwner(event: ScreenEvent, effect: LoopEffect) {
  let window = LoopWindow()
  #expect(window.turn(event).effects == [effect])
}

@Test func heldKeysRepeatOnlyWhereThatHelps() {
  let window = LoopWindow()
  #expect(window.turn(.key(.character("q"), [], isRepeat: true)).effects.isEmpty)
  #expect(window.turn(.key(.left, [], isRepeat: true)).effects.count == 1)
  #expect(window.turn(.key(.character("q"), .alternate, isRepeat: false)).effects.isEmpty)
}

@Test func theInspectorsNumbersTellTheRegionInEachSpace() throws {
  let window = LoopWindow()
  try window.see()
  window.press(.character("d"))
  window.press(.character("w"))
  // Searching another way froze the picture.
  for _ in 0..<3 { window.press(.character("w")) }
  window.press(.space)
  let shown = shownTexts(try window.see())
  #expect(shown.contains { $0.hasPrefix("region shown") } && shown.contains { $0.hasPrefix("viewfinder on screen") })
  #expect(shown.contains { $0.hasPrefix("shown and reported ") })
  #expect(window.turn().wantsInsight)
  let off = window.press(.character("d"))
  #expect(!shownTexts(off).contains { $0.hasPrefix("region shown") })
  #expect(!off.wantsInsight)
}

@Test func aReportOfWhereTheViewfinderWasIsNoResult() throws {
  let window = LoopWindow(region: Rect(x: 0.02, y: 0.02, width: 0.2, height: 0.2))
  // The sample lies in the middle of the frame, in the region that its report was made for.
  #expect(try window.see(observation("A")).effects.isEmpty)
  #expect(shownTexts(try window.see()).contains("Align a code within the frame"))
}

@Test func theKeyForPrivateTellsKeepsAndStaysInView() throws {
  let window = LoopWindow()
  try window.see()
  let turn = window.press(.character("x"))
  #expect(window.loop.settings.history.isPrivate)
  #expect(turn.effects == [.keep(window.loop.settings)])
  #expect(shownTexts(window.turn(after: .seconds(10))).contains("Private"))
  #expect(!shownTexts(window.press(.character("x"))).contains("Private"))
  #expect(!window.loop.settings.history.isPrivate)
}

@Test func aLayerLiesOnTheFrameThatItTellsOf() throws {
  let window = LoopWindow()
  try window.see()
  window.press(.character("d"))
  // The report of frame 5 comes when frame 6 is the newest, that of another source's first frame not at all.
  let five = try grey(640, 480, sequence: 5)
  #expect(window.turn(frame: five).frame?.sequence == 5)
  let told = window.turn(frame: try grey(640, 480, sequence: 6), report: report([], sequence: 5, of: five))
  #expect(told.frame?.sequence == 5)
  #expect(window.turn(frame: try grey(640, 480, sequence: 7)).frame?.sequence == 5)
  #expect(window.turn(frame: try grey(1280, 720, sequence: 0)).frame?.width == 1280)
}

@Test func aPausedLayerTellsNothingOfNewerFramesAndHasItsOwnFrameSearched() throws {
  let window = LoopWindow()
  let shown = try #require(try window.see().frame)
  #expect(!window.turn().isPaused)
  #expect(window.press(.character("p")).isPaused)
  let asked = window.press(.character("d"))
  #expect(asked.frameToSearch?.sequence == shown.sequence)
  #expect(window.turn().frameToSearch == nil, "asked for once")
  func isTold(_ turn: ScannerLoop.Turn) -> Bool { !shownTexts(turn).contains("searching…") }
  let newer = try grey(640, 480, sequence: 90)
  #expect(!isTold(window.turn(report: report([], sequence: 90, of: newer))))
  let region = try #require(window.turn().rectOfInterest)
  let told = window.turn(report: report([], sequence: shown.sequence, region: region, of: shown))
  #expect(isTold(told))
  #expect(told.frame?.sequence == shown.sequence && told.frameToSearch == nil)
  #expect(window.press(.left).frameToSearch?.sequence == shown.sequence, "another region is searched, too")
}

@Test func theLastFrameOfAFilmIsSearchedForTheInspector() throws {
  let window = LoopWindow()
  let last = try #require(try window.see().frame)
  window.capture = .ended
  let asked = window.press(.character("d"))
  #expect(asked.frameToSearch?.sequence == last.sequence)
  #expect(window.turn().frameToSearch == nil, "asked for once")
  let region = try #require(window.turn().rectOfInterest)
  let told = window.turn(report: report([], sequence: last.sequence, region: region, of: last))
  #expect(!shownTexts(told).contains("searching…"))
}

/// Wherever the picture lies, the viewfinder stays on the part that the command line named, as far as it can be seen.
@Test func aRegionFromTheCommandLineStaysOnItsPartOfThePicture() throws {
  var random = SeededRandom(seed: 7)
  for _ in 0..<200 {
    let origin = Point<Normalized>(0.5 * random.unit(), 0.5 * random.unit())
    let wanted =
      random.unit() < 0.2
      ? Rect<Normalized>.full
      : Rect(origin: origin, size: Size(0.2 + 0.3 * random.unit(), 0.2 + 0.3 * random.unit()))
    var loop = ScannerLoop(settings: Settings(), window: Size(1080, 720), scale: 1, region: wanted)
    let frame = try grey(640, 360 + 120 * Int(2 * random.unit()), sequence: 1)
    for step in 0..<6 {
      let size = Size<ScreenPixels>(300 + (3000 * random.unit()).rounded(), 300 + (2000 * random.unit()).rounded())
      let events: [ScreenEvent] = [
        .resized(size, scale: 1), .key(.character("v"), [], isRepeat: false),
        random.unit() < 0.5 ? .key(.character("m"), [], isRepeat: false) : .exposed,
      ]
      let turn = loop.turn(
        ScannerLoop.Input(
          events: step == 0 ? [] : events, frame: step == 0 ? frame : nil,
          capture: .running(FrameSourceDescription(name: "cam")), now: .milliseconds(step)),
        measuring: FixedWidth())
      let toFrame = Mapping<Normalized, FramePixels>(
        scaleX: frame.size.width, scaleY: frame.size.height, shiftX: 0, shiftY: 0)
      let toScreen = toFrame.then(turn.placement)
      let window = Rect<ScreenPixels>(origin: Point(0, 0), size: step == 0 ? Size(1080, 720) : size)
      // What is nearly or wholly out of sight has a viewfinder of the least size.
      guard let seen = toScreen(wanted).intersection(window),
        seen.size.shorterSide >= ViewfinderLayout.minimumSide
      else { continue }
      let region = try #require(turn.rectOfInterest)
      #expect(toScreen(region).isNear(seen), "\(wanted) of \(frame.size) in \(size)")
    }
  }
}

@Test func whoMovesTheViewfinderTakesItFromTheCommandLinesRegion() throws {
  let window = LoopWindow(region: .full)
  try window.see()
  window.press(.up, .shift)
  let before = try #require(window.turn().rectOfInterest)
  #expect(before != .full)
  #expect(window.turn().rectOfInterest == before)
}

/// In a window that has no room beside the viewfinder the picture makes some: what was read stays in view, and the
/// region that is searched is the same.
@Test(arguments: [Size<ScreenPixels>(360, 640), Size(240, 426), Size(700, 700), Size(1080, 720)])
func theCardCoversNoViewfinder(size: Size<ScreenPixels>) throws {
  var settings = Settings()
  settings.feedback.reducesMotion = true
  var loop = ScannerLoop(settings: settings, window: size, scale: 1)
  func turn(_ frame: Frame?, _ seen: DetectionReport?, _ events: [ScreenEvent] = []) -> ScannerLoop.Turn {
    loop.turn(
      ScannerLoop.Input(
        events: events, frame: frame, report: seen, capture: .running(FrameSourceDescription(name: "cam")), now: .zero),
      measuring: FixedWidth())
  }
  func viewfinder(_ turn: ScannerLoop.Turn) -> Rect<ScreenPixels>? {
    for case .surround(let rect, _, _) in turn.drawing.items { return rect }
    return nil
  }
  let before = turn(try grey(640, 480, sequence: 1), nil)
  let read = turn(try grey(640, 480, sequence: 2), report([observation("https://example.com/menu?table=12")]))
  let frame = try #require(viewfinder(read))
  let cards = read.drawing.items.compactMap { item -> Rect<ScreenPixels>? in
    if case .rectangle(let rect, _, Look.cardColor, _) = item { rect } else { nil }
  }
  #expect(cards.count == 1)
  #expect(cards.allSatisfy { !$0.intersects(frame) }, "\(cards) on \(frame)")
  #expect(frame.minY >= 0)
  let (was, now) = (try #require(before.rectOfInterest), try #require(read.rectOfInterest))
  #expect(was.isNear(now))
  // Taken hold of and let go, it stays where it is.
  let middle = frame.center
  _ = turn(nil, nil, [.pointer(.pressed, at: middle), .pointer(.moved, at: middle), .pointer(.released, at: middle)])
  #expect(try #require(turn(nil, nil).rectOfInterest).isNear(was))
  #expect(try #require(turn(nil, nil, [.key(.escape, [], isRepeat: false)]).rectOfInterest).isNear(was))
}

/// What the test above says, in any window, for any picture, viewfinder and text.
@Test(arguments: Array(UInt64(0)..<400))
func theCardCoversNeitherViewfinderNorCode(seed: UInt64) throws {
  var random = SeededRandom(seed: seed)
  let size = Size<ScreenPixels>((160 * pow(48, random.unit())).rounded(), (120 * pow(36, random.unit())).rounded())
  var settings = Settings()
  settings.feedback.reducesMotion = true
  settings.preview.gravity = VideoGravity.allCases.randomElement(using: &random) ?? .resize
  if random.unit() < 0.6 {
    let origin = Point<WindowFraction>(0.7 * random.unit(), 0.7 * random.unit())
    settings.preview.viewfinder = Rect(
      origin: origin, size: Size((1 - origin.x) * random.unit() + 0.01, (1 - origin.y) * random.unit() + 0.01))
  }
  let scale = 0.5 * pow(8, random.unit())
  var loop = ScannerLoop(settings: settings, window: size, scale: scale)
  if random.unit() < 0.4 { loop.begin(.still, at: .zero) }
  func turn(_ frame: Frame?, _ seen: DetectionReport?) -> ScannerLoop.Turn {
    loop.turn(
      ScannerLoop.Input(
        frame: frame, report: seen, capture: .running(FrameSourceDescription(name: "cam")), now: .zero),
      measuring: FixedWidth())
  }
  let texts = [
    "https://example.com/menu?table=12", "WIFI:T:WPA;S:Home;P:secret12;;", "a", String(repeating: "word ", count: 300),
    "MECARD:N:Doe,John;TEL:+1;EMAIL:a@example.com;ADR:1 Way;;",
  ]
  let first = turn(try grey(640, 480, sequence: 1), nil)
  let before = try #require(first.rectOfInterest)
  // A code that the viewfinder shows the middle of.
  let middle = Point<FramePixels>(
    640 * (before.minX + before.width * random.unit()), 480 * (before.minY + before.height * random.unit()))
  let side = 20 + 200 * random.unit()
  let code = observation(
    texts.randomElement(using: &random), at: Rect(center: middle, size: Size(side, side)))
  let read = turn(try grey(640, 480, sequence: 2), report([code], region: before))
  try #require(loop.state.result != nil)
  var viewfinder: Rect<ScreenPixels>?
  for case .surround(let rect, _, _) in read.drawing.items { viewfinder = rect }
  let frame = try #require(viewfinder)
  let card = try #require(
    read.drawing.items.compactMap { item -> Rect<ScreenPixels>? in
      if case .rectangle(let rect, _, Look.cardColor, _) = item { rect } else { nil }
    }.first)
  let window = Rect<ScreenPixels>(origin: Point(0, 0), size: size)
  let told = "seed \(seed): \(size.width) × \(size.height) at \(scale): \(card) on \(frame)"
  #expect(window.inset(by: -1).contains(card), "\(told)")
  #expect(window.inset(by: -1).contains(frame), "\(told)")
  #expect(!card.inset(by: 1).intersects(frame), "\(told)")
  // What of the code could be seen before.
  if let seen = first.placement(code.corners).bounds.intersection(window) {
    let now = read.placement(first.placement.inverse(seen))
    #expect(!card.inset(by: 1).intersects(now), "\(told), code \(now)")
  }
  #expect(try #require(read.rectOfInterest).isNear(before), "\(told)")
}
