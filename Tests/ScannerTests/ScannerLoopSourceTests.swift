import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import Scanner
import TestSupport
import Testing

@Test func aStillIsShownAndSearchedWholeAndTheViewfinderSelectsAPart() throws {
  let window = LoopWindow()
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

@Test func aStillWithoutACodeSaysSoOnceItIsSearchedToTheEnd() throws {
  let window = LoopWindow()
  window.loop.begin(.still, at: .zero)
  let (goesOn, ended) = ("Searching the picture…", "No code found here")
  #expect(try shownTexts(window.turn(frame: grey(640, 480, sequence: 0))).contains(goesOn))
  func search() -> [String] {
    let region = window.turn().rectOfInterest ?? .full
    return shownTexts(window.turn(report: report([], sequence: 0, region: region)))
  }
  #expect(search().contains(goesOn))
  #expect(search().contains(ended))
  // Another part of it is another search.
  window.turn(
    .pointer(.pressed, at: Point(800, 600)), .pointer(.moved, at: Point(400, 300)),
    .pointer(.released, at: Point(400, 300)))
  #expect(search().contains(goesOn))
  #expect(search().contains(ended))
  // A camera goes on looking.
  window.loop.begin(.moving, at: .zero)
  try window.see()
  #expect(try shownTexts(window.see()).contains("Align a code within the frame"))
}

@Test func aLateReportOfTheLastPictureIsNoResultOfTheNext() throws {
  let window = LoopWindow(region: .full)
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
  let window = LoopWindow()
  try window.see()
  #expect(window.press(.pageDown).effects.isEmpty)
  window.loop.begin(.still, at: .zero)
  #expect(window.press(.pageDown).effects == [.step(1)])
  #expect(window.press(.pageUp).effects == [.step(-1)])
  #expect(window.press(.pageDown, .control).effects == [.step(1)])
}

@Test func aPathIsTypedPastedAndOpened() throws {
  let window = LoopWindow()
  try window.see()
  window.loop.askForPath()
  #expect(shownTexts(window.turn()).contains { $0.contains("▏") })
  // What is typed is no command, and nothing but text.
  #expect(window.turn(.key(.character("q"), [], isRepeat: false), .text("/q")).effects.isEmpty)
  #expect(window.press(.character("v"), .control).effects == [.pastePath])
  window.loop.type(intoPath: "/a\n\0b")
  #expect(shownTexts(window.turn()).contains("/q/ab▏"))
  window.press(.backspace)
  #expect(window.press(.enter).effects == [.scan(path: "/q/a")])
  #expect(window.press(.character("p")).isPaused)
  window.loop.askForPath()
  window.press(.escape)
  #expect(!shownTexts(window.turn()).contains { $0.contains("▏") })
}

@Test func theFirstStepsGoForGoodOnceTaken() throws {
  for way in [[ScreenEvent.key(.enter, [], isRepeat: false)], [.key(.escape, [], isRepeat: false)], []] {
    let window = LoopWindow()
    window.loop.welcome()
    let shown = try window.see()
    #expect(shownTexts(shown).contains { $0.hasPrefix("Hold a code inside") })
    let region = try #require(shown.rectOfInterest)
    let after: ScannerLoop.Turn
    if let event = way.first { after = window.turn(event) } else { after = try window.see(observation("A")) }
    #expect(after.effects.contains(.keep(window.loop.settings)))
    #expect(!shownTexts(after).contains { $0.hasPrefix("Hold a code inside") })
    #expect(try #require(window.turn().rectOfInterest).isNear(region))
  }
}

@Test func theModeChangesInTheWindowAndByTheSettings() throws {
  let window = LoopWindow()
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
    let window = LoopWindow()
    try window.see()
    #expect(window.turn(.dropped(path: "/tmp/a.png")).effects == [.scan(path: "/tmp/a.png")])
    window.loop.begin(.still, at: .zero)
    #expect(try !window.turn(frame: grey(640, 480, sequence: 0)).wantsInsight)
    let read = isRead ? [observation("A")] : []
    // The first search has a camera's time, the second goes to the end.
    #expect(!window.turn(report: report(read, sequence: 0)).wantsInsight)
    #expect(window.turn(report: report(read, sequence: 0)).wantsInsight != isRead)
  }
  // It may not be there to be opened, and then the camera goes on.
  let window = LoopWindow()
  _ = window.turn(.dropped(path: "/tmp/none.png"))
  #expect(try !window.see().wantsInsight)
}
