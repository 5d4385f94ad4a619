import Foundation
import Geometry
import Imaging
import Presentation
import SDLScreen
import Testing

extension SDLTests {
  /// Drawings without text compared with pictures in Assets/Golden, pixel by pixel.
  @MainActor struct GoldenTests {
    private static let light = Rect<ScreenPixels>(x: 0, y: 0, width: 160, height: 240)

    private static let drawings: [(name: String, drawing: Drawing)] = [
      (
        "viewfinder",
        Drawing([
          .rectangle(light, radius: 0, fill: .white, stroke: nil),
          .surround(Rect(x: 60, y: 40, width: 200, height: 160), radius: 16, color: Look.dimming),
          .rectangle(
            Rect(x: 60, y: 40, width: 200, height: 160), radius: 16, fill: nil, stroke: Stroke(.white, width: 3)),
          .path(
            [Point(100, 70), Point(220, 80), Point(210, 170), Point(90, 160)], closed: true,
            stroke: Stroke(Look.accent, width: 4)),
          .path(
            [Point(110, 90), Point(190, 90), Point(190, 150)], closed: false,
            stroke: Stroke(Look.warning, width: 3, dash: .init(on: 9, off: 6))),
        ])
      ),
      (
        "shapes",
        Drawing([
          .rectangle(light, radius: 0, fill: .white, stroke: nil),
          .shadow(Rect(x: 30, y: 20, width: 260, height: 80), radius: 12, blur: 18, color: Look.shadow),
          .rectangle(
            Rect(x: 30, y: 20, width: 260, height: 80), radius: 12, fill: Look.cardColor,
            stroke: Stroke(Look.cardEdge, width: 1)),
          .disk(center: Point(70, 60), radius: 22, fill: Look.accent),
          .polygon([Point(120, 85), Point(150, 35), Point(180, 85)], fill: Look.warning),
          .rectangle(
            Rect(x: 200, y: 35, width: 70, height: 50), radius: 10, fill: nil,
            stroke: Stroke(.white, width: 2, dash: .init(on: 8, off: 5))),
          .bitmap(
            Bitmap(width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 128]),
            in: Rect(x: 30, y: 130, width: 60, height: 60), smooth: false),
        ])
      ),
      ("glyphs", glyphs),
    ]

    private static var glyphs: Drawing {
      var drawing = Drawing()
      for (place, glyph) in Glyph.allCases.enumerated() {
        let block = Block.glyph(glyph, pixels: 40, color: .white)
        let corner = Point<ScreenPixels>(10 + Double(place % 6) * 52, 10 + Double(place / 6) * 57)
        drawing.add(block.drawing(at: corner, measuring: NoText()))
      }
      return drawing
    }

    /// Signs are drawn with lines alone.
    private struct NoText: TextMeasuring {
      func size(of text: Text) -> Size<ScreenPixels> { Size(0, 0) }
    }

    @Test(arguments: ["viewfinder", "shapes", "glyphs"])
    func aDrawingLooksAsItDid(name: String) throws {
      setenv("SDL_VIDEODRIVER", "dummy", 1)
      var options = SDLScreen.Options(title: "golden")
      (options.width, options.height) = (320, 240)
      let screen = try SDLScreen(options)
      let drawing = try #require(Self.drawings.first { $0.name == name }).drawing
      let shown = try screen.screenshot(
        frame: nil, placement: Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0), drawing: drawing)
      // SDL's software renderer may round triangles' edges differently from version to version.
      try GoldenPicture(name: name).expect(shown, side: 1, tolerance: 32, share: 0.005)
    }
  }
}
