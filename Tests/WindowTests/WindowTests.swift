import Barcodes
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Testing

/// The unmodified program on a virtual display, driven from outside: keys and mouse by xdotool, eyes by the
/// display's frame buffer. One display and one window at a time.
@Suite(.serialized, .enabled(if: VirtualDisplay.isAvailable)) struct WindowTests {
  let display: VirtualDisplay
  let pictures: Pictures

  init() throws {
    display = try VirtualDisplay()
    pictures = try Pictures()
  }

  @Test func theOutlineLiesOnTheCodeAndTheCardTellsIt() throws {
    let scene = try pictures.write("one.pgm", [("HELLO WINDOW", Point(640, 330), 0.35)])
    let window = try RunningWindow(display, ["--source", pictures.folder.path])
    let truth = window.onScreen(scene.corners[0], of: scene.frameSize)
    try window.eventuallyShows("the outline lies on the code") { $0.outlineError(truth).map { $0 <= 2 } ?? false }
    try window.eventuallyShows("the card shows") { $0.hasCard && $0.whites(in: $0.cardPlace) > 300 }
  }

  @Test(arguments: [["--mirror"], ["--gravity", "resizeAspect"], ["--gravity", "resize"]])
  func theOutlineFollowsMirrorAndGravity(options: [String]) throws {
    let scene = try pictures.write("one.pgm", [("HELLO WINDOW", Point(600, 350), 0.3)])
    let window = try RunningWindow(display, ["--source", pictures.folder.path] + options)
    let gravity = options.last.flatMap { VideoGravity(rawValue: $0) } ?? .resizeAspectFill
    let truth = window.onScreen(
      scene.corners[0], of: scene.frameSize, gravity: gravity, mirrored: options == ["--mirror"])
    try window.eventuallyShows("the outline lies on the code") { $0.outlineError(truth).map { $0 <= 2 } ?? false }
  }

  @Test func theOutlineGoesAndTheCardStaysUntilScanAgain() throws {
    let scene = try pictures.write("a.pgm", [("FIRST", Point(640, 330), 0.1)])
    _ = try pictures.write("b.pgm", [])
    let window = try RunningWindow(display, ["--source", pictures.folder.path, "--outline-hide", "0.3"])
    let truth = window.onScreen(scene.corners[0], of: scene.frameSize)
    try window.eventuallyShows("the outline shows") { $0.outlineError(truth) != nil }
    try window.eventuallyShows("the outline goes") { $0.outlineError(truth) == nil }
    #expect(try window.look().hasCard)
    try window.press("space")
    try window.eventuallyShows("the card goes") { !$0.hasCard }
  }

  @Test("A link that nothing opens is not said to be open", arguments: [nil, "exit 3"])
  func noBrowser(tool: String?) throws {
    let scene = try pictures.write("one.pgm", [("https://example.com", Point(640, 330), 0)])
    if let tool {
      let file = pictures.folder.appending(path: "xdg-open")
      try Data("#!/bin/sh\n\(tool)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let window = try RunningWindow(display, ["--source", scene.path], path: pictures.folder.path)
    try window.eventuallyShows("the card shows") { $0.hasCard }
    try window.press("o", "Return")
    try window.eventually("the failure is told") { try window.said().contains("Not opened") }
    #expect(try window.said().contains(tool == nil ? "install xdg-utils" : "no program"))
  }

  @Test func scanAgainReadsWhatIsStillThere() throws {
    let scene = try pictures.write("one.pgm", [("AGAIN", Point(640, 330), 0)])
    let window = try RunningWindow(display, ["--source", scene.path])
    try window.eventuallyShows("the card shows") { $0.hasCard }
    try window.press("p", "space", "space")
    try window.eventuallyShows("the card shows again") { $0.hasCard }
  }

  /// Two codes, left and right of the viewfinder's first place, which holds neither.
  private func twoCodes() throws -> Pictures.Scene {
    try pictures.write("two.pgm", [("LEFT", Point(270, 360), 0), ("RIGHT", Point(1010, 360), 0)])
  }

  private let between = ["--roi", "0.42,0.3,0.16,0.4"]

  @Test func draggingTheViewfinderMovesWhatIsSearched() throws {
    let scene = try twoCodes()
    let window = try RunningWindow(display, ["--source", pictures.folder.path] + between)
    let left = window.onScreen(scene.corners[0], of: scene.frameSize)
    let right = window.onScreen(scene.corners[1], of: scene.frameSize)
    let middle = Point<ScreenPixels>(window.size.width / 2, window.size.height / 2)
    // Beside the middle, where the display first puts its pointer.
    let ground = Point<ScreenPixels>(middle.x + 40, middle.y + 60)
    try window.eventuallyShows("the picture shows") { $0.color(ground).distance(to: .black) > 0.3 }
    try window.drag(from: middle, to: Point(left.center.x, middle.y))
    try window.eventuallyShows("the left code is outlined") { $0.outlineError(left).map { $0 <= 2 } ?? false }
    #expect(try window.look().outlineError(right) == nil)
  }

  @Test func resizingTheViewfinderWidensWhatIsSearchedAndIsKept() throws {
    let scene = try twoCodes()
    let home = pictures.folder.appending(path: "home")
    let window = try RunningWindow(display, ["--source", pictures.folder.path] + between, home: home)
    let right = window.onScreen(scene.corners[1], of: scene.frameSize)
    let middle = Point<ScreenPixels>(window.size.width / 2, window.size.height / 2)
    // Beside the middle, where the display first puts its pointer.
    let ground = Point<ScreenPixels>(middle.x + 40, middle.y + 60)
    try window.eventuallyShows("the picture shows") { $0.color(ground).distance(to: .black) > 0.3 }
    let corner = window.onScreen(
      Point(0.58 * scene.frameSize.width, 0.7 * scene.frameSize.height), of: scene.frameSize)
    try window.drag(from: corner, to: Point(right.center.x, corner.y))
    try window.eventuallyShows("the right code is outlined") { $0.outlineError(right).map { $0 <= 2 } ?? false }
    window.terminate()
    #expect(try window.exitStatus() == 0)

    let next = try RunningWindow(display, ["--source", pictures.folder.path], home: home)
    try next.eventuallyShows("the right code is outlined at once") { $0.outlineError(right).map { $0 <= 2 } ?? false }
  }

  @Test func withoutACameraTheDemoIsAKeyAway() throws {
    let window = try RunningWindow(display, ["--device", "no such camera"])
    let middle = Rect<ScreenPixels>(
      center: Point(window.size.width / 2, window.size.height / 2), size: Size(440, 300))
    try window.eventuallyShows("the card says what to do") { $0.whites(in: middle) > 500 }
    try window.press("d")
    // The demo's desk is lighter than any card.
    try window.eventuallyShows("the demo's codes are read") { $0.hasCard }
  }

  @Test func theSecondOfTwoPartsHasADemoOfItsOwn() throws {
    let window = try RunningWindow(display, ["--device", "no such camera", "--device", "nor this one"])
    // Within the line around the one that has the keys.
    let parts = [0, 0.5].map {
      Rect<ScreenPixels>(
        x: $0 * window.size.width, y: 0, width: window.size.width / 2, height: window.size.height
      ).inset(by: 6)
    }
    try window.press("ctrl+Tab", "d")
    try window.eventuallyShows("the demo's codes are read at the right alone") {
      $0.accents(in: parts[0]) == 0 && $0.accents(in: parts[1]) > 60
    }
    try window.press("n")
    try window.eventuallyShows("the camera's place is back") { $0.accents(in: parts[1]) == 0 }
  }

  /// The recording has ended, so that nothing but the person's key brings the picture back.
  @Test(arguments: ["g", "h"]) func thePictureReturnsAtOnce(key: String) throws {
    let path = pictures.folder.appending(path: "one.y4m")
    let picture = [UInt8](repeating: 200, count: 64 * 48) + [UInt8](repeating: 128, count: 64 * 48 / 2)
    try Data(Array("YUV4MPEG2 W64 H48 F30:1 C420\nFRAME\n".utf8) + picture).write(to: path)
    let window = try RunningWindow(display, ["--source", path.path])
    let corner = Point<ScreenPixels>(6, 6)
    let ground = Color(0x12151B)
    func isPicture(_ shown: WindowPicture) -> Bool { shown.color(corner).distance(to: ground) > 0.1 }
    try window.eventuallyShows("the picture shows") { isPicture($0) }
    try window.press(key)
    try window.eventuallyShows("the screen opens") { $0.color(corner).distance(to: ground) < 0.02 }
    try window.press("Escape")
    try window.eventuallyShows("the picture is back") { isPicture($0) }
    try window.press(key)
    try window.eventuallyShows("the screen opens again") { $0.color(corner).distance(to: ground) < 0.02 }
    // Keys faster than the window: the second is for the picture already.
    try window.press("--delay", "0", "Escape", "q")
    #expect(try window.exitStatus() == 0)
  }

  @Test(arguments: ["q", "ctrl+q"])
  func aKeyEndsTheProgram(key: String) throws {
    let scene = try pictures.write("one.pgm", [])
    let window = try RunningWindow(display, ["--source", scene.path])
    try window.press(key)
    #expect(try window.exitStatus() == 0)
  }

  @Test func aSignalEndsTheProgramInOrder() throws {
    let scene = try pictures.write("one.pgm", [])
    let window = try RunningWindow(display, ["--source", scene.path])
    window.terminate()
    #expect(try window.exitStatus() == 0)
  }
}

extension RunningWindow {
  fileprivate func mapping(
    _ frameSize: Size<FramePixels>, _ gravity: VideoGravity, _ mirrored: Bool
  ) -> Mapping<FramePixels, ScreenPixels> {
    gravity.mapping(content: frameSize, area: size, mirrored: mirrored)
  }

  fileprivate func onScreen(
    _ corners: Quadrilateral<FramePixels>, of frameSize: Size<FramePixels>,
    gravity: VideoGravity = .resizeAspectFill, mirrored: Bool = false
  ) -> Quadrilateral<ScreenPixels> {
    mapping(frameSize, gravity, mirrored)(corners)
  }

  fileprivate func onScreen(_ point: Point<FramePixels>, of frameSize: Size<FramePixels>) -> Point<ScreenPixels> {
    mapping(frameSize, .resizeAspectFill, false)(point)
  }
}
