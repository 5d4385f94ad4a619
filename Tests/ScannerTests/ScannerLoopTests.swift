import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport
import Testing

/// A window of 800 × 600 that is told what happens, 10 ms a turn.
private final class Window {
  var loop: ScannerLoop
  var capture = CaptureState.running(FrameSourceDescription(name: "cam"))
  private var clock = ManualClock()
  private var sequence = 0

  init(_ settings: Settings = Settings(), region: Rect<Normalized>? = nil) {
    loop = ScannerLoop(settings: settings, window: Size(800, 600), scale: 1, region: region)
  }

  @discardableResult
  func turn(
    _ events: ScreenEvent..., frame: Frame? = nil, report: DetectionReport? = nil, after: Duration = .milliseconds(10)
  ) -> ScannerLoop.Turn {
    clock.advance(by: after)
    return loop.turn(
      ScannerLoop.Input(events: events, frame: frame, report: report, capture: capture, now: clock.now),
      measuring: FixedWidth())
  }

  /// A frame and what was read in it.
  @discardableResult
  func see(_ observations: Observation..., after: Duration = .milliseconds(10)) throws -> ScannerLoop.Turn {
    sequence += 1
    return turn(
      frame: try grey(640, 480, sequence: sequence), report: report(observations, sequence: sequence), after: after)
  }

  @discardableResult
  func press(_ key: Key, _ modifiers: Modifiers = []) -> ScannerLoop.Turn {
    turn(.key(key, modifiers, isRepeat: false))
  }
}

private func texts(_ turn: ScannerLoop.Turn) -> [String] {
  turn.drawing.items.compactMap { if case .text(let text, _) = $0 { text.string } else { nil } }
}

@Test func aCodeIsReadShownAndScannedAgain() throws {
  let window = Window()
  let a = observation("A")
  #expect(texts(try window.see()).contains("Align a code within the frame"))
  let read = try window.see(a)
  #expect(read.effects == [.deliver(a), .playSound])
  #expect(texts(read).contains("A"))
  #expect(try window.see(observation("B")).effects.isEmpty)
  let again = window.press(.space)
  #expect(texts(again).contains("Align a code within the frame"))
  #expect(try window.see(observation("B")).effects.first == .deliver(observation("B")))
}

@Test func quietMeansNoSound() throws {
  var settings = Settings()
  settings.feedback.isQuiet = true
  let window = Window(settings)
  #expect(try window.see(observation("A")).effects == [.deliver(observation("A"))])
}

@Test func theRegionIsTheViewfindersForEveryView() throws {
  let window = Window()
  try window.see()
  for event: ScreenEvent in [
    .key(.character("v"), [], isRepeat: false), .key(.character("m"), [], isRepeat: false), .text("+"),
    .key(.left, [], isRepeat: false), .key(.up, .shift, isRepeat: true), .resized(Size(1600, 500), scale: 2),
    .key(.character("v"), [], isRepeat: false), .wheel(1), .key(.right, [], isRepeat: false),
  ] {
    let turn = window.turn(event)
    let region = try #require(turn.rectOfInterest)
    // Drawn back on screen, the region is the hole in the dimming, as far as the picture reaches.
    var hole: Rect<ScreenPixels>?
    for case .surround(let rect, _, _) in turn.drawing.items { hole = rect }
    let toFrame = Mapping<Normalized, FramePixels>(scaleX: 640, scaleY: 480, shiftX: 0, shiftY: 0)
    let drawn = turn.placement(toFrame(region))
    let picture = turn.placement(Rect(x: 0, y: 0, width: 640, height: 480))
    #expect(drawn.isNear(try #require(hole?.intersection(picture))), "\(event)")
  }
}

@Test func withoutAPictureThereIsNoRegion() {
  let window = Window()
  #expect(window.turn().rectOfInterest == nil)
}

@Test func theOutlineGoesByItsTimeWithoutAFrame() throws {
  var settings = Settings()
  settings.scanning.mode = .continuous
  settings.feedback.reducesMotion = true
  let window = Window(settings)
  let seen = try window.see(observation("A"))
  func outlines(_ turn: ScannerLoop.Turn) -> Int {
    turn.drawing.items.count { if case .path(_, closed: true, let stroke) = $0 { stroke.width == 3.5 } else { false } }
  }
  #expect(outlines(seen) == 1)
  // The turn tells when it wants to be called: at the end of the outline's time.
  #expect(seen.nextTurn == .milliseconds(210))
  let later = window.turn(after: .milliseconds(200))
  #expect(outlines(later) == 0)
  #expect(later.needsDrawing)
}

@Test func anIdleWindowDrawsNothingAndSleeps() throws {
  let window = Window()
  #expect(try window.see().needsDrawing)
  let idle = window.turn()
  #expect(!idle.needsDrawing && idle.nextTurn == nil)
  #expect(window.turn(.exposed).needsDrawing)
  #expect(!window.turn(.pointer(.moved, at: Point(1, 1))).needsDrawing)
}

@Test func copyTakesTheWholeTextAndSaysSo() throws {
  let window = Window()
  try window.see()
  #expect(window.press(.character("c")).effects.isEmpty)
  try window.see(observation("line\n\u{1B}[2J"))
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("line\n\u{1B}[2J")])
  #expect(texts(copied).contains("Copied"))
  #expect(!texts(window.turn(after: .seconds(2))).contains("Copied"))
  #expect(window.press(.character("c"), .control).effects.count == 1)
}

@Test func aTextThatAClipboardWouldCutIsCopiedAsNumbers() throws {
  let window = Window()
  try window.see(observation("a\0é"))
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("61 00 C3 A9")])
  #expect(texts(copied).contains { $0.contains("hexadecimal") })
}

@Test func aLinkIsSaidToBeOpenOnlyOnceItIs() throws {
  let window = Window()
  try window.see(observation("https://example.com"))
  window.press(.character("o"))
  let confirmed = window.press(.enter)
  #expect(confirmed.effects == [.open(address: "https://example.com")])
  #expect(!texts(confirmed).contains { $0.contains("Opened") })
}

@Test func aContactIsSavedAfterAQuestionAndOpenedIfAsked() throws {
  let window = Window()
  try window.see(observation("MECARD:N:Doe,John;TEL:+1;;"))
  let asked = window.press(.character("o"))
  #expect(asked.effects.isEmpty)
  #expect(texts(asked).contains("John Doe.vcf"))
  guard case .save(let file, opens: false) = window.press(.enter).effects.first else {
    Issue.record("not saved")
    return
  }
  #expect(file.text.contains("FN:John Doe"))
  #expect(window.press(.enter).effects.isEmpty)
  window.press(.space)
  try window.see(observation("MECARD:N:Doe,John;TEL:+1;;"))
  window.press(.character("o"))
  #expect(window.press(.character("o")).effects == [.save(file, opens: true)])
}

@Test func aNetworkIsJoinedAfterAQuestion() throws {
  let window = Window()
  try window.see(observation("WIFI:T:WPA;S:Home;P:secret12;;"))
  let asked = window.press(.character("o"))
  #expect(texts(asked).contains("Home") && !texts(asked).contains { $0.contains("secret12") })
  #expect(window.press(.escape).effects.isEmpty)
  window.press(.character("o"))
  let network = WiFiNetwork(name: "Home", security: .wpa(password: "secret12"))
  #expect(window.press(.enter).effects == [.join(network)])
}

@Test func whatOffersNothingIsSaidToOfferNothing() throws {
  let window = Window()
  try window.see(observation("just text"))
  #expect(texts(window.press(.character("o"))).contains("Nothing to open here"))
  #expect(window.press(.enter).effects.isEmpty)
}

@Test func eachFieldIsCopiedByItself() throws {
  let window = Window()
  try window.see(observation("WIFI:T:WPA;S:Home;P:secret12;;"))
  let shown = window.press(.character("a"))
  #expect(texts(shown).contains("Password") && !texts(shown).contains("secret12"))
  #expect(window.press(.enter).effects == [.copy("Home")])
  window.press(.down)
  window.press(.down)
  // A secret is copied without being shown.
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("secret12")])
  #expect(texts(copied).contains("Password: Copied") && !texts(copied).contains("secret12"))
  #expect(texts(window.press(.character("e"))).contains("secret12"))
  window.press(.tab)
  #expect(window.press(.enter).effects == [.copy("WIFI:T:WPA;S:Home;P:secret12;;")])
  // The viewfinder stays where it was, and the way back is one key.
  #expect(window.loop.settings.preview.viewfinder == Settings().preview.viewfinder)
  #expect(!texts(window.press(.escape)).contains("All of it"))
}

@Test func aFieldThatIsPressedIsCopied() throws {
  let window = Window()
  try window.see(observation("tel:+1-201-555-0123"))
  let shown = window.press(.character("a"))
  var place: Point<ScreenPixels>?
  for case .text(let text, let corner) in shown.drawing.items where text.string == "+1-201-555-0123" { place = corner }
  let point = try #require(place)
  let turn = window.turn(.pointer(.pressed, at: Point(point.x + 4, point.y + 4)))
  #expect(turn.effects == [.copy("+1-201-555-0123")])
}

@Test func aLongTextScrollsToItsEnd() throws {
  let window = Window()
  let text = (1...400).map { "line \($0)" }.joined(separator: "\n")
  try window.see(observation(text))
  #expect(!texts(window.press(.character("a"))).contains("line 400"))
  for _ in 0..<60 { window.press(.pageDown) }
  let end = window.turn()
  #expect(texts(end).contains("line 400") && !texts(end).contains("line 1"))
  for _ in 0..<60 { window.turn(.wheel(1)) }
  #expect(texts(window.turn()).contains("line 1"))
}

@Test func aDigitChoosesAndEnterAccepts() throws {
  let window = Window(region: .full)
  let a = observation("A", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  #expect(try window.see(a, b).effects.isEmpty)
  window.press(.character("1"))
  #expect(window.press(.enter).effects == [.deliver(b), .playSound])
}

@Test func severalCodesTellWhatTheyAre() throws {
  let window = Window(region: .full)
  let a = observation("WIFI:T:WPA;S:Home;P:secret12;;", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("Lot 42\nshelf B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  try window.see(a, b)
  let shown = texts(try window.see(a, b))
  #expect(shown.contains("2 codes: which one?"))
  #expect(shown.contains("Text: Lot 42 shelf B"))
  #expect(shown.contains("Wi-Fi network") && !shown.contains { $0.contains("secret12") })
  // One that went is no choice any more.
  var left = shown
  for _ in 0..<40 { left = texts(try window.see(a, after: .milliseconds(50))) }
  #expect(!left.contains { $0.contains("which one") })
}

@Test func pressingACodeAcceptsIt() throws {
  let window = Window(region: .full)
  let a = observation("A", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  let shown = try window.see(a, b)
  let place = shown.placement(b.corners.center)
  #expect(window.turn(.pointer(.pressed, at: place)).effects == [.deliver(b), .playSound])
}

@Test func aPauseHoldsThePicture() throws {
  let window = Window()
  let first = try window.see()
  window.press(.character("p"))
  #expect(try window.see(observation("A")).frame?.sequence == first.frame?.sequence)
  window.press(.character("p"))
  #expect(try window.see(observation("A")).effects.first == .deliver(observation("A")))
}

@Test func theViewfinderIsDraggedAndKept() throws {
  let window = Window()
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
  let window = Window(region: wanted)
  let region = try #require(try window.see().rectOfInterest)
  #expect(region.isNear(wanted))
}

@Test func everyFailureHasItsScreenAndThePictureComesBack() throws {
  let window = Window()
  try window.see()
  window.capture = .waiting(.disconnected(name: "cam"), retryAt: .seconds(1))
  let gone = window.turn()
  #expect(gone.frame == nil && gone.rectOfInterest == nil)
  #expect(texts(gone).contains(CaptureFailure.disconnected(name: "cam").explanation))
  #expect(window.press(.character("d")).effects == [.startDemo])
  #expect(window.press(.character("n")).effects == [.nextCamera])
  window.capture = .running(FrameSourceDescription(name: "cam"))
  #expect(texts(try window.see()).contains("Align a code within the frame"))
}

@Test func aReportOfFramesOfAnotherSizeIsLeftOut() throws {
  let window = Window()
  try window.see()
  #expect(window.turn(report: report([observation("A")], frame: Size(1280, 720))).effects.isEmpty)
}

@Test func backGoesOneStepAtATime() throws {
  let window = Window()
  try window.see(observation("A"))
  func showsKeys(_ turn: ScannerLoop.Turn) -> Bool { texts(turn).contains { $0.hasPrefix("Keys") } }
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
  let window = Window()
  #expect(window.turn(event).effects == [effect])
}

@Test func heldKeysRepeatOnlyWhereThatHelps() {
  let window = Window()
  #expect(window.turn(.key(.character("q"), [], isRepeat: true)).effects.isEmpty)
  #expect(window.turn(.key(.left, [], isRepeat: true)).effects.count == 1)
  #expect(window.turn(.key(.character("q"), .alternate, isRepeat: false)).effects.isEmpty)
}

@Test func theInspectorsNumbersTellTheRegionInEachSpace() throws {
  let window = Window()
  try window.see()
  window.press(.character("d"))
  window.press(.character("w"))
  // Searching another way froze the picture.
  for _ in 0..<3 { window.press(.character("w")) }
  window.press(.space)
  let shown = texts(try window.see())
  #expect(shown.contains { $0.hasPrefix("region shown") } && shown.contains { $0.hasPrefix("viewfinder on screen") })
  #expect(shown.contains { $0.hasPrefix("shown and reported ") })
  #expect(window.turn().wantsInsight)
  let off = window.press(.character("d"))
  #expect(!texts(off).contains { $0.hasPrefix("region shown") })
  #expect(!off.wantsInsight)
}

@Test func aReportOfWhereTheViewfinderWasIsNoResult() throws {
  let window = Window(region: Rect(x: 0.02, y: 0.02, width: 0.2, height: 0.2))
  // The sample lies in the middle of the frame, in the region that its report was made for.
  #expect(try window.see(observation("A")).effects.isEmpty)
  #expect(texts(try window.see()).contains("Align a code within the frame"))
}

@Test func theKeyForPrivateTellsKeepsAndStaysInView() throws {
  let window = Window()
  try window.see()
  let turn = window.press(.character("x"))
  #expect(window.loop.settings.history.isPrivate)
  #expect(turn.effects == [.keep(window.loop.settings)])
  #expect(texts(window.turn(after: .seconds(10))).contains("Private"))
  #expect(!texts(window.press(.character("x"))).contains("Private"))
  #expect(!window.loop.settings.history.isPrivate)
}

@Test func aLayerLiesOnTheFrameThatItTellsOf() throws {
  let window = Window()
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
  let window = Window()
  let shown = try #require(try window.see().frame)
  #expect(!window.turn().isPaused)
  #expect(window.press(.character("p")).isPaused)
  let asked = window.press(.character("d"))
  #expect(asked.frameToSearch?.sequence == shown.sequence)
  #expect(window.turn().frameToSearch == nil, "asked for once")
  func isTold(_ turn: ScannerLoop.Turn) -> Bool { !texts(turn).contains("searching…") }
  let newer = try grey(640, 480, sequence: 90)
  #expect(!isTold(window.turn(report: report([], sequence: 90, of: newer))))
  let region = try #require(window.turn().rectOfInterest)
  let told = window.turn(report: report([], sequence: shown.sequence, region: region, of: shown))
  #expect(isTold(told))
  #expect(told.frame?.sequence == shown.sequence && told.frameToSearch == nil)
  #expect(window.press(.left).frameToSearch?.sequence == shown.sequence, "another region is searched, too")
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
  let window = Window(region: .full)
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

@Test func aStillIsShownAndSearchedWholeAndTheViewfinderSelectsAPart() throws {
  let window = Window()
  try window.see()
  let placed = window.loop.settings.preview.viewfinder
  window.loop.begin(.still, at: .zero)
  let shown = try window.see()
  #expect(shown.rectOfInterest == .full)
  // 640 × 480 in 800 × 600: all of it.
  #expect(shown.placement(Rect(x: 0, y: 0, width: 640, height: 480)).isNear(Rect(x: 0, y: 0, width: 800, height: 600)))
  let corner = window.turn(
    .pointer(.pressed, at: Point(800, 600)), .pointer(.moved, at: Point(400, 300)),
    .pointer(.released, at: Point(400, 300)))
  #expect(corner.effects.isEmpty, "what is selected of one picture is not kept for the camera")
  #expect(try #require(window.turn().rectOfInterest).isNear(Rect(x: 0, y: 0, width: 0.5, height: 0.5)))
  window.press(.character("r"))
  #expect(window.turn().rectOfInterest == .full)
  window.loop.begin(.moving, at: .zero)
  try window.see()
  #expect(try #require(window.turn().rectOfInterest).isNear(Rect(x: 0.275, y: 0.2, width: 0.45, height: 0.6)))
  #expect(window.loop.settings.preview.viewfinder == placed)
}

@Test func aLateReportOfTheLastPictureIsNoResultOfTheNext() throws {
  let window = Window(region: .full)
  for _ in 0..<5 { try window.see() }
  window.loop.begin(.still, at: .zero)
  // Of the same size, before the next picture's first frame and after it.
  let late = report([observation("LAST")], sequence: 5)
  #expect(window.turn(report: late).effects.isEmpty)
  #expect(window.turn(frame: try grey(640, 480, sequence: 0)).effects.isEmpty)
  #expect(window.turn(report: late).effects.isEmpty)
  let next = observation("NEXT")
  #expect(window.turn(report: report([next], sequence: 0)).effects.first == .deliver(next))
}

@Test func pageKeysGoThroughAFolderWhereNothingIsScrolled() throws {
  let window = Window()
  try window.see()
  #expect(window.press(.pageDown).effects.isEmpty)
  window.loop.begin(.still, at: .zero)
  #expect(window.press(.pageDown).effects == [.step(1)])
  #expect(window.press(.pageUp).effects == [.step(-1)])
  #expect(window.press(.pageDown, .control).effects == [.step(1)])
}

@Test func aPathIsTypedPastedAndOpened() throws {
  let window = Window()
  try window.see()
  window.loop.askForPath()
  #expect(texts(window.turn()).contains { $0.contains("▏") })
  // What is typed is no command, and nothing but text.
  #expect(window.turn(.key(.character("q"), [], isRepeat: false), .text("/q")).effects.isEmpty)
  #expect(window.press(.character("v"), .control).effects == [.pastePath])
  window.loop.type(intoPath: "/a\n\0b")
  #expect(texts(window.turn()).contains("/q/ab▏"))
  window.press(.backspace)
  #expect(window.press(.enter).effects == [.scan(path: "/q/a")])
  #expect(window.press(.character("p")).isPaused)
  window.loop.askForPath()
  window.press(.escape)
  #expect(!texts(window.turn()).contains { $0.contains("▏") })
}

@Test func theFirstStepsGoForGoodOnceTaken() throws {
  for way in [[ScreenEvent.key(.enter, [], isRepeat: false)], [.key(.escape, [], isRepeat: false)], []] {
    let window = Window()
    window.loop.welcome()
    let shown = try window.see()
    #expect(texts(shown).contains { $0.hasPrefix("Hold a code inside") })
    let region = try #require(shown.rectOfInterest)
    let after: ScannerLoop.Turn
    if let event = way.first { after = window.turn(event) } else { after = try window.see(observation("A")) }
    #expect(after.effects.contains(.keep(window.loop.settings)))
    #expect(!texts(after).contains { $0.hasPrefix("Hold a code inside") })
    #expect(try #require(window.turn().rectOfInterest).isNear(region))
  }
}

@Test func theModeChangesInTheWindowAndByTheSettings() throws {
  let window = Window()
  try window.see(observation("A"))
  window.press(.character("t"))
  #expect(window.loop.settings.scanning.mode == .oncePerCode && window.loop.state.result == nil)
  #expect(window.press(.character(",")).effects == [.showSettings])
  var settings = window.loop.settings
  settings.scanning.mode = .continuous
  settings.preview.viewfinder = Rect(x: 0, y: 0, width: 0.5, height: 0.5)
  window.loop.apply(settings, at: .zero)
  #expect(window.loop.state.policy.mode == .continuous)
  let region = try #require(try window.see().rectOfInterest)
  #expect(region.isNear(Rect(x: 0, y: 0, width: 0.5, height: 0.5)))
}

@Test("A picture that is dropped on the window and is not read opens the inspector") func droppedPictures() throws {
  for isRead in [true, false] {
    let window = Window()
    try window.see()
    #expect(window.turn(.dropped(path: "/tmp/a.png")).effects == [.scan(path: "/tmp/a.png")])
    window.loop.begin(.still, at: .zero)
    #expect(try !window.turn(frame: grey(640, 480, sequence: 0)).wantsInsight)
    let read = isRead ? [observation("A")] : []
    #expect(window.turn(report: report(read, sequence: 0)).wantsInsight != isRead)
  }
  // It may not be there to be opened, and then the camera goes on.
  let window = Window()
  _ = window.turn(.dropped(path: "/tmp/none.png"))
  #expect(try !window.see().wantsInsight)
}
