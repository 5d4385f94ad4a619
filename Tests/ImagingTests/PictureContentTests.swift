import Geometry
import Imaging
import Testing

@Suite("What a picture shows on even ground")
struct PictureContentTests {
  private func content(_ image: LuminanceImage) -> PictureContent? {
    var thresholds = ThresholdGrid()
    thresholds.measure(image)
    return PictureContent(image, thresholds)
  }

  /// A rectangle of one grey on another one.
  private func picture(
    width: Int = 100, height: Int = 60, _ bounds: Rect<ImagePixels>, ink: UInt8 = 20, ground: UInt8 = 230
  ) -> LuminanceImage {
    let pixels = (0..<width * height).map { at in
      bounds.contains(Point<ImagePixels>(Double(at % width) + 0.5, Double(at / width) + 0.5)) ? ink : ground
    }
    return LuminanceImage(width: width, height: height, pixels: pixels)
  }

  @Test("Its bounds are those of what differs", arguments: [(20, 230), (230, 20)] as [(UInt8, UInt8)])
  func bounds(ink: UInt8, ground: UInt8) throws {
    for bounds in [
      Rect<ImagePixels>(x: 1, y: 1, width: 98, height: 58), Rect(x: 13, y: 7, width: 30, height: 41),
      Rect(x: 50, y: 30, width: 1, height: 1),
    ] {
      let found = try #require(content(picture(bounds, ink: ink, ground: ground)))
      #expect(found.bounds == bounds)
      #expect(found.level == 125)
    }
  }

  @Test("In a large picture, too, of which every second row is measured")
  func large() throws {
    let bounds = Rect<ImagePixels>(x: 301, y: 203, width: 400, height: 300)
    let found = try #require(content(picture(width: 1000, height: 700, bounds)))
    #expect(abs(found.bounds.minY - bounds.minY) <= 1 && abs(found.bounds.maxY - bounds.maxY) <= 1)
    #expect(found.bounds.minX == bounds.minX && found.bounds.maxX == bounds.maxX)
  }

  @Test("What reaches the border has no ground")
  func border() throws {
    let image = picture(Rect(x: 0, y: 20, width: 40, height: 20))
    #expect(try #require(content(image)).bounds == image.bounds)
  }

  @Test("Where nothing stands out there is nothing")
  func empty() {
    #expect(content(picture(Rect(x: 20, y: 20, width: 40, height: 20), ink: 190)) == nil)
    #expect(content(LuminanceImage(width: 1, height: 1, pixels: [7])) == nil)
  }
}
