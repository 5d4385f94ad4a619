import Geometry
import Testing

private let sizes: [Size<FramePixels>] = [Size(640, 480), Size(1280, 720), Size(1, 1), Size(333, 1999)]
private let areas: [Size<ScreenPixels>] = [Size(800, 600), Size(600, 800), Size(17, 2000), Size(1, 1)]

@Test(arguments: VideoGravity.allCases, [false, true])
func aMappingAndItsInverseAreTheIdentity(gravity: VideoGravity, mirrored: Bool) {
  for size in sizes {
    for area in areas {
      let mapping = gravity.mapping(content: size, area: area, mirrored: mirrored)
      for point in [Point<FramePixels>(0, 0), Point(size.width, 0), Point(size.width * 0.3, size.height * 0.7)] {
        let back = mapping.inverse(mapping(point))
        #expect(back.distance(to: point) < 1e-9 * size.longerSide)
      }
    }
  }
}

@Test("field.md §4: s = max(Lw/Fw, Lh/Fh), centered")
func aspectFillCutsEquallyOnBothSides() {
  let fill = VideoGravity.resizeAspectFill.mapping(
    content: Size<FramePixels>(1280, 720), area: Size<ScreenPixels>(720, 720))
  #expect(fill(Point(640, 360)) == Point(360, 360))
  #expect(fill(Point(280, 0)) == Point(0, 0))
  #expect(fill(Point(1000, 720)) == Point(720, 720))
}

@Test func aspectFitLeavesBars() {
  let fit = VideoGravity.resizeAspect.mapping(
    content: Size<FramePixels>(1280, 720), area: Size<ScreenPixels>(640, 640))
  #expect(fit(Rect(x: 0, y: 0, width: 1280, height: 720)) == Rect(x: 0, y: 140, width: 640, height: 360))
}

@Test func mirroringExchangesLeftAndRightAboutTheMiddle() {
  let mapping = VideoGravity.resize.mapping(
    content: Size<FramePixels>(100, 100), area: Size<ScreenPixels>(200, 200), mirrored: true)
  #expect(mapping(Point(0, 0)) == Point(200, 0))
  #expect(mapping(Point(25, 50)) == Point(150, 100))
}
