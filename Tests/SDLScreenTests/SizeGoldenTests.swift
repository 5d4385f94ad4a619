import Barcodes
import Capture
import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Scanner
import Testing

extension SDLTests {
  /// A result and the settings in windows of eight sizes, from the smallest that the window allows to two monitors.
  @MainActor struct SizeGoldenTests {
    struct Window: Sendable, CustomTestStringConvertible {
      let width: Int
      let height: Int
      var scale = 1.0
      var testDescription: String { "\(width)x\(height)" }
    }

    nonisolated private static let windows = [
      Window(width: 320, height: 240), Window(width: 640, height: 480), Window(width: 480, height: 800),
      Window(width: 720, height: 1280), Window(width: 1080, height: 720), Window(width: 1920, height: 1080),
      Window(width: 2560, height: 720), Window(width: 3840, height: 2160, scale: 2),
    ]

    @Test(arguments: windows, ["result", "settings"])
    func aScreenLooksAsItDid(window: Window, room: String) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (window.width, window.height)
      options.fonts = GoldenPicture.fonts
      let screen = try SDLScreen(options)
      let size = Size<ScreenPixels>(window.width, window.height)
      var drawing = Drawing()
      if room == "settings" {
        var settings = SettingsScreen(Settings())
        drawing =
          settings.turn(events: [], window: size, scale: window.scale, paste: { "" }, measuring: screen.text).drawing
      } else {
        drawing = try Self.result(size, window.scale, screen.text)
      }
      let shown = try screen.screenshot(
        frame: nil, placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: drawing)
      try GoldenPicture(name: "size-\(room)-\(window.testDescription)").expect(
        shown, side: 8, tolerance: 24, share: 0.001)
    }

    private static func result(_ size: Size<ScreenPixels>, _ scale: Double, _ text: PangoText) throws -> Drawing {
      var settings = Settings()
      settings.feedback.reducesMotion = true
      var loop = ScannerLoop(settings: settings, window: size, scale: scale)
      let frame = try Frame(
        format: .grey, width: 640, height: 480, bytes: [UInt8](repeating: 128, count: 640 * 480))
      let said = "https://www.example.com/menu?table=12&utm_source=card"
      let symbol = DecodedSymbol(symbology: .qr, text: said, bytes: Array(said.utf8), symbologyIdentifier: "]Q1")
      let code = Observation(
        symbol: symbol, corners: Rect<FramePixels>(x: 270, y: 190, width: 100, height: 100).corners,
        isMirrored: false, isInverted: false)
      let report = DetectionReport(
        observations: [code], sequence: 0, timestamp: .zero, region: RegionOfInterest(.full, frameSize: frame.size),
        elapsed: .zero)
      return loop.turn(
        ScannerLoop.Input(
          events: [], frame: frame, report: report, capture: .running(FrameSourceDescription(name: "cam")), now: .zero),
        measuring: text
      ).drawing
    }
  }
}
