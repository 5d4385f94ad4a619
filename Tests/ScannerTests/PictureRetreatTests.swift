import Barcodes
import Capture
import Geometry
import Imaging
import Presentation
import Scanner
import Testing

/// Plays results of one code to a window that takes them on and on, and tells where the frame's corner lies each time.
private func places(of centers: [Point<FramePixels>], every step: Duration) throws -> [Mapping<
  FramePixels, ScreenPixels
>] {
  var settings = Settings()
  settings.scanning.mode = .continuous
  settings.scanning.duplicateWindow = .milliseconds(1)
  settings.scanning.holdsUntilItLeaves = false
  // Without room beside the viewfinder, so that the picture has to make it.
  var loop = ScannerLoop(settings: settings, window: Size(480, 480), scale: 1)
  let frame = try Frame(format: .grey, width: 640, height: 480, bytes: [UInt8](repeating: 128, count: 640 * 480))
  return centers.enumerated().map { place, center in
    let seen = observation("https://example.com", at: Rect(center: center, size: Size(100, 100)))
    return loop.turn(
      ScannerLoop.Input(
        frame: frame, report: report([seen], sequence: place), capture: .running(FrameSourceDescription(name: "cam")),
        now: step * place),
      measuring: FixedWidth()
    ).placement
  }
}

@Test("A picture that made room stands still while its code trembles")
func aTremblingCodeMovesNothing() throws {
  let hand = [Point<FramePixels>(320, 240), Point(326, 236), Point(315, 244), Point(322, 239), Point(318, 245)]
  let places = try places(of: hand, every: .milliseconds(400))
  #expect(places[1].scaleX < places[0].scaleX, "it makes room")
  #expect(Set(places[1...]).count == 1, "\(places)")
}

@Test("From one place to another it glides")
func aCodeThatMovesAwayMovesThePictureInSteps() throws {
  let way = [Point<FramePixels>(320, 240)] + Array(repeating: Point<FramePixels>(320, 60), count: 20)
  let places = try places(of: way, every: .milliseconds(16))
  for (one, next) in zip(places.dropFirst(), places.dropFirst(2)) {
    // In 16 of 150 ms a tenth of the way, which is at most the window.
    #expect(abs(next.shiftY - one.shiftY) < 0.2 * 480 && abs(next.scaleX - one.scaleX) < 0.2, "\(one) to \(next)")
  }
}

@Test("What the window cuts off of a code does not come to lie below its card")
func aCodeBeyondTheWindowComesIntoIt() throws {
  var settings = Settings()
  settings.feedback.reducesMotion = true
  let window = Size<ScreenPixels>(480, 300)
  var loop = ScannerLoop(settings: settings, window: window, scale: 1)
  let frame = try Frame(format: .grey, width: 480, height: 640, bytes: [UInt8](repeating: 128, count: 480 * 640))
  let code = observation("https://example.com", at: Rect(center: Point(240, 320), size: Size(400, 600)))
  var turn: ScannerLoop.Turn?
  for place in 0..<2 {
    turn = loop.turn(
      ScannerLoop.Input(
        frame: frame, report: report([code], frame: frame.size, sequence: place),
        capture: .running(FrameSourceDescription(name: "cam")), now: .seconds(place)),
      measuring: FixedWidth())
  }
  let shown = try #require(turn)
  #expect(shownTexts(shown).contains("example.com"))
  // The viewfinder's shadow lies below the card's.
  let shadows = shown.drawing.items.compactMap { if case .shadow(let card, _, _, _) = $0 { card } else { nil } }
  let card = try #require(shadows.last)
  let seen = shown.placement(code.corners).bounds
  #expect(!card.intersects(seen), "\(seen) below \(card)")
}
