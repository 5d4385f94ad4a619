import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Testing
import Translations

extension SDLTests {
  /// Three screens in each language, compared with pictures in Assets/Golden.
  @MainActor struct LanguageGoldenTests {
    enum Room: String, CaseIterable, Sendable {
      case result, keys, settings
    }

    @Test(arguments: ["en"] + Translations.languages, Room.allCases)
    func aScreenLooksAsItDid(language: String, room: Room) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (720, 480)
      options.fonts = GoldenPicture.fonts
      let screen = try SDLScreen(options)
      let words = language == "en" ? .english : try Translations.words(in: language)
      let drawing = try Self.drawing(of: room, words, measuring: screen.text)
      let shown = try screen.screenshot(
        frame: nil, placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: drawing)
      try GoldenPicture(name: "\(room)-\(language)").expect(shown, side: 8, tolerance: 24, share: 0.001)
    }

    private static func drawing(of room: Room, _ words: Words, measuring: PangoText) throws -> Drawing {
      let size = Size<ScreenPixels>(720, 480)
      if room == .settings {
        var screen = SettingsScreen(Settings(), words: words)
        return screen.turn(
          events: [.key(.down, [], isRepeat: false)], window: size, scale: 1, paste: { "" }, measuring: measuring
        ).drawing
      }
      var settings = Settings()
      settings.feedback.reducesMotion = true
      var loop = ScannerLoop(settings: settings, window: size, scale: 1, words: words)
      let frame = try Frame(
        format: .grey, width: 640, height: 480, bytes: [UInt8](repeating: 128, count: 640 * 480))
      // In the clear, and with a password: cautions, fields and hints.
      let text = room == .keys ? "A" : "WIFI:T:nopass;S:Garden;;"
      let symbol = DecodedSymbol(
        symbology: .qr, text: text, bytes: Array(text.utf8), symbologyIdentifier: "]Q1")
      let code = Observation(
        symbol: symbol, corners: Rect<FramePixels>(x: 270, y: 190, width: 100, height: 100).corners,
        isMirrored: false, isInverted: false)
      let report = DetectionReport(
        observations: [code], sequence: 0, timestamp: .zero, region: RegionOfInterest(.full, frameSize: frame.size),
        elapsed: .zero)
      var drawing = Drawing()
      let events: [[ScreenEvent]] = room == .keys ? [[.text("?")]] : [[]]
      for (place, events) in events.enumerated() {
        drawing =
          loop.turn(
            ScannerLoop.Input(
              events: events, frame: frame, report: place == 0 ? report : nil,
              capture: .running(FrameSourceDescription(name: "cam")), now: .zero),
            measuring: measuring
          ).drawing
      }
      return drawing
    }
  }
}
