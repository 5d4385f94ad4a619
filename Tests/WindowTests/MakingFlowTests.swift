import Barcodes
import Foundation
import Geometry
import Imaging
import PictureFiles
import Presentation
import SDLScreen
import Testing

extension WindowTests {
  /// Typed and clicked from outside: what the composer shows is read by the detector, as a phone would.
  @Test func aCodeIsTypedSavedFoundAndRestored() throws {
    let home = FileManager.default.temporaryDirectory.appending(path: "viewfinder-flow-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let window = try openWindow(home: home)

    // Open the composer and type: the code follows, at the level that is the default.
    try window.press("g")
    try window.eventuallyShows("the composer opens") { $0.color(Studio.corner).distance(to: Studio.ground) < 0.03 }
    try window.type("hello42")
    try window.eventuallyReads("what was typed", "hello42", level: "M")

    // Change the level with the mouse, and save with it.
    try window.click(Studio.levelH)
    try window.eventuallyReads("the other level", "hello42", level: "H")
    try window.click(Studio.save)
    // The path is asked for, with one that does.
    try window.eventuallyShows("the path is asked for") { $0.color(Studio.corner).distance(to: .black) < 0.08 }
    try window.press("Return")
    var saved: URL?
    try window.eventually("a picture is saved") {
      let folder = home.appending(path: "Viewfinder")
      saved = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).first {
        $0.pathExtension == "png"
      }
      return saved != nil
    }
    let picture = try window.loader.frame(path: try #require(saved).path)
    #expect(Detector(DetectionOptions(symbologies: [.qr])).detect(in: picture).map(\.symbol.text) == ["hello42"])

    // Something else is typed over it, taken back and made again.
    try window.press("Tab")
    try window.click(Studio.text)
    try window.press("ctrl+a")
    try window.type("other99")
    try window.eventuallyReads("what was typed over it", "other99", level: "H")

    // The history lists what was saved; a word that is not in it leaves the list empty, one that is finds it.
    try window.press("ctrl+h")
    try window.eventuallyShows("the history lists it") { $0.accents(in: Studio.firstRow) > 500 }
    try window.type("zebra")
    try window.eventuallyShows("nothing matches") { $0.accents(in: Studio.firstRow) == 0 }
    try window.press("ctrl+u")
    try window.type("ello4")
    try window.eventuallyShows("the search finds it") { $0.accents(in: Studio.firstRow) > 500 }

    // Enter takes it back into the composer with its level.
    try window.press("Return")
    try window.eventuallyReads("what was restored", "hello42", level: "H")

    // On the whole screen, and back.
    try window.press("F5")
    try window.eventuallyShows("the code has the window") { $0.color(Studio.corner).distance(to: .white) < 0.03 }
    try window.press("Escape")
    try window.eventuallyShows("the composer is back") { $0.color(Studio.corner).distance(to: Studio.ground) < 0.03 }
    try window.press("Escape", "q")
    #expect(try window.exitStatus() == 0)
  }

  @Test func theClipboardPastesAndUndoTakesBack() throws {
    let window = try openWindow(home: nil)
    try window.press("g")
    try window.eventuallyShows("the composer opens") { $0.color(Studio.corner).distance(to: Studio.ground) < 0.03 }
    try window.type("abcdefg")
    try window.eventuallyReads("what was typed", "abcdefg", level: "M")
    try window.press("ctrl+a", "ctrl+c", "End", "ctrl+v")
    try window.eventuallyReads("what was pasted", "abcdefgabcdefg", level: "M")
    try window.press("ctrl+z")
    try window.eventuallyReads("what was before", "abcdefg", level: "M")
    try window.press("ctrl+shift+z")
    try window.eventuallyReads("what was made again", "abcdefgabcdefg", level: "M")
  }

  private func openWindow(home: URL?) throws -> RunningWindow {
    let scene = try pictures.write("empty.pgm", [])
    let window = try RunningWindow(display, ["--source", scene.path], home: home)
    let middle = Point<ScreenPixels>(window.size.width / 2 + 40, window.size.height / 2 + 60)
    try window.eventuallyShows("the picture shows") { $0.color(middle).distance(to: .black) > 0.3 }
    return window
  }
}

/// Where things are in a window of 1080 × 720, as Assets/Golden shows them.
private enum Studio {
  static let corner = Point<ScreenPixels>(6, 6)
  static let ground = Color(0x12151B)
  static let levelH = Point<ScreenPixels>(313, 476)
  static let save = Point<ScreenPixels>(82, 676)
  static let text = Point<ScreenPixels>(200, 300)
  /// The frame of the chosen entry.
  static let firstRow = Rect<ScreenPixels>(x: 24, y: 118, width: 1032, height: 60)
}

extension RunningWindow {
  fileprivate func eventuallyReads(_ what: String, _ text: String, level: String) throws {
    try eventually("\(what) can be read: \(text), level \(level)") {
      let codes = Detector(DetectionOptions(symbologies: [.qr])).detect(in: try screen())
      return codes.contains {
        $0.symbol.text == text && $0.symbol.details["errorCorrectionLevel"] == .string(level)
      }
    }
  }
}
