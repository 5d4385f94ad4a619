import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport
import Testing

@Test func aCodeIsReadShownAndScannedAgain() throws {
  let window = LoopWindow()
  let a = observation("A")
  #expect(shownTexts(try window.see()).contains("Align a code within the frame"))
  let read = try window.see(a)
  #expect(read.effects == [.deliver(a), .playSound])
  #expect(shownTexts(read).contains("A"))
  #expect(try window.see(observation("B")).effects.isEmpty)
  let again = window.press(.space)
  #expect(shownTexts(again).contains("Align a code within the frame"))
  #expect(try window.see(observation("B")).effects.first == .deliver(observation("B")))
}

@Test func quietMeansNoSound() throws {
  var settings = Settings()
  settings.feedback.isQuiet = true
  let window = LoopWindow(settings)
  #expect(try window.see(observation("A")).effects == [.deliver(observation("A"))])
}

@Test func theRegionIsTheViewfindersForEveryView() throws {
  let window = LoopWindow()
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
  let window = LoopWindow()
  #expect(window.turn().rectOfInterest == nil)
}

@Test func theOutlineGoesByItsTimeWithoutAFrame() throws {
  var settings = Settings()
  settings.scanning.mode = .continuous
  settings.feedback.reducesMotion = true
  let window = LoopWindow(settings)
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
  let window = LoopWindow()
  #expect(try window.see().needsDrawing)
  let idle = window.turn()
  #expect(!idle.needsDrawing && idle.nextTurn == nil)
  #expect(window.turn(.exposed).needsDrawing)
  #expect(!window.turn(.pointer(.moved, at: Point(1, 1))).needsDrawing)
}

@Test func copyTakesTheWholeTextAndSaysSo() throws {
  let window = LoopWindow()
  try window.see()
  #expect(window.press(.character("c")).effects.isEmpty)
  try window.see(observation("line\n\u{1B}[2J"))
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("line\n\u{1B}[2J")])
  #expect(shownTexts(copied).contains("Copied"))
  #expect(!shownTexts(window.turn(after: .seconds(2))).contains("Copied"))
  #expect(window.press(.character("c"), .control).effects.count == 1)
}

@Test func aTextThatAClipboardWouldCutIsCopiedAsNumbers() throws {
  let window = LoopWindow()
  try window.see(observation("a\0é"))
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("61 00 C3 A9")])
  #expect(shownTexts(copied).contains { $0.contains("hexadecimal") })
}

@Test func aLinkIsSaidToBeOpenOnlyOnceItIs() throws {
  let window = LoopWindow()
  try window.see(observation("https://example.com"))
  window.press(.character("o"))
  let confirmed = window.press(.enter)
  #expect(confirmed.effects == [.open(address: "https://example.com")])
  #expect(!shownTexts(confirmed).contains { $0.contains("Opened") })
}

@Test func aContactIsSavedAfterAQuestionAndOpenedIfAsked() throws {
  let window = LoopWindow()
  try window.see(observation("MECARD:N:Doe,John;TEL:+1;;"))
  let asked = window.press(.character("o"))
  #expect(asked.effects.isEmpty)
  #expect(shownTexts(asked).contains("John Doe.vcf"))
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
  let window = LoopWindow()
  try window.see(observation("WIFI:T:WPA;S:Home;P:secret12;;"))
  let asked = window.press(.character("o"))
  #expect(shownTexts(asked).contains("Home") && !shownTexts(asked).contains { $0.contains("secret12") })
  #expect(window.press(.escape).effects.isEmpty)
  window.press(.character("o"))
  let network = WiFiNetwork(name: "Home", security: .wpa(password: "secret12"))
  #expect(window.press(.enter).effects == [.join(network)])
}

@Test func whatOffersNothingIsSaidToOfferNothing() throws {
  let window = LoopWindow()
  try window.see(observation("just text"))
  #expect(shownTexts(window.press(.character("o"))).contains("Nothing to open here"))
  #expect(window.press(.enter).effects.isEmpty)
}

@Test func eachFieldIsCopiedByItself() throws {
  let window = LoopWindow()
  try window.see(observation("WIFI:T:WPA;S:Home;P:secret12;;"))
  let shown = window.press(.character("a"))
  #expect(shownTexts(shown).contains("Password") && !shownTexts(shown).contains("secret12"))
  #expect(window.press(.enter).effects == [.copy("Home")])
  window.press(.down)
  window.press(.down)
  // A secret is copied without being shown.
  let copied = window.press(.character("c"))
  #expect(copied.effects == [.copy("secret12")])
  #expect(shownTexts(copied).contains("Password: Copied") && !shownTexts(copied).contains("secret12"))
  #expect(shownTexts(window.press(.character("e"))).contains("secret12"))
  window.press(.tab)
  #expect(window.press(.enter).effects == [.copy("WIFI:T:WPA;S:Home;P:secret12;;")])
  // The viewfinder stays where it was, and the way back is one key.
  #expect(window.loop.settings.preview.viewfinder == Settings().preview.viewfinder)
  #expect(!shownTexts(window.press(.escape)).contains("All of it"))
}

@Test func aFieldThatIsPressedIsCopied() throws {
  let window = LoopWindow()
  try window.see(observation("tel:+1-201-555-0123"))
  let shown = window.press(.character("a"))
  var place: Point<ScreenPixels>?
  for case .text(let text, let corner) in shown.drawing.items where text.string == "+1-201-555-0123" { place = corner }
  let point = try #require(place)
  let turn = window.turn(.pointer(.pressed, at: Point(point.x + 4, point.y + 4)))
  #expect(turn.effects == [.copy("+1-201-555-0123")])
}

@Test func aLongTextScrollsToItsEnd() throws {
  let window = LoopWindow()
  let text = (1...400).map { "line \($0)" }.joined(separator: "\n")
  try window.see(observation(text))
  #expect(!shownTexts(window.press(.character("a"))).contains("line 400"))
  for _ in 0..<60 { window.press(.pageDown) }
  let end = window.turn()
  #expect(shownTexts(end).contains("line 400") && !shownTexts(end).contains("line 1"))
  for _ in 0..<60 { window.turn(.wheel(1)) }
  #expect(shownTexts(window.turn()).contains("line 1"))
}

@Test func aDigitChoosesAndEnterAccepts() throws {
  let window = LoopWindow(region: .full)
  let a = observation("A", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  #expect(try window.see(a, b).effects.isEmpty)
  window.press(.character("1"))
  #expect(window.press(.enter).effects == [.deliver(b), .playSound])
}

@Test func severalCodesTellWhatTheyAre() throws {
  let window = LoopWindow(region: .full)
  let a = observation("WIFI:T:WPA;S:Home;P:secret12;;", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("Lot 42\nshelf B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  try window.see(a, b)
  let shown = shownTexts(try window.see(a, b))
  #expect(shown.contains("2 codes: which one?"))
  #expect(shown.contains("Text: Lot 42 shelf B"))
  #expect(shown.contains("Wi-Fi network") && !shown.contains { $0.contains("secret12") })
  // One that went is no choice any more.
  var left = shown
  for _ in 0..<40 { left = shownTexts(try window.see(a, after: .milliseconds(50))) }
  #expect(!left.contains { $0.contains("which one") })
}

@Test func pressingACodeAcceptsIt() throws {
  let window = LoopWindow(region: .full)
  let a = observation("A", at: Rect(x: 300, y: 200, width: 60, height: 60))
  let b = observation("B", at: Rect(x: 100, y: 100, width: 60, height: 60))
  let shown = try window.see(a, b)
  let place = shown.placement(b.corners.center)
  #expect(window.turn(.pointer(.pressed, at: place)).effects == [.deliver(b), .playSound])
}

@Test func aPauseHoldsThePicture() throws {
  let window = LoopWindow()
  let first = try window.see()
  window.press(.character("p"))
  #expect(try window.see(observation("A")).frame?.sequence == first.frame?.sequence)
  window.press(.character("p"))
  #expect(try window.see(observation("A")).effects.first == .deliver(observation("A")))
}
