import Barcodes
import Geometry
import Scanner
import Testing

// Powers of two, so that the shared edges are exact.
private let frame = Size<FramePixels>(1024, 512)
private let middle = Rect<Normalized>(x: 0.375, y: 0.375, width: 0.25, height: 0.25)  // 384…640, 192…320

@Test func theSearchReachesPastTheRegionByItsMargin() {
  // A quarter of the longer side, 256, on each side.
  let region = RegionOfInterest(middle, frameSize: frame)
  #expect(region.inFrame == Rect(x: 384, y: 192, width: 256, height: 128))
  #expect(region.searched == Rect(x: 320, y: 128, width: 384, height: 256))
}

@Test func theSearchEndsAtTheFrame() {
  let corner = RegionOfInterest(Rect(x: -1, y: 0.75, width: 1.25, height: 1), frameSize: frame)
  #expect(corner.normalized.minX == 0 && corner.normalized.maxY == 1)
  #expect(corner.searched == Rect(x: 0, y: 320, width: 320, height: 192))
  #expect(RegionOfInterest(.full, frameSize: frame).searched == Rect(origin: Point(0, 0), size: frame))
  #expect(RegionOfInterest(Rect(x: 2, y: 2, width: 1, height: 1), frameSize: frame).searched == nil)
}

@Test(
  "bounds against the region 384…640 × 192…320",
  arguments: [
    (Rect<FramePixels>(x: 450, y: 220, width: 50, height: 50), true, true),
    (Rect(x: 384, y: 192, width: 256, height: 128), true, true),  // shares all edges
    (Rect(x: 370, y: 220, width: 50, height: 50), true, false),  // hangs over the left edge
    (Rect(x: 300, y: 100, width: 400, height: 300), true, false),  // larger than the region
    (Rect(x: 334, y: 220, width: 50, height: 50), false, false),  // touches the edge from outside
    (Rect(x: 641, y: 321, width: 5, height: 5), false, false),
  ])
func edges(bounds: Rect<FramePixels>, intersects: Bool, inside: Bool) {
  #expect(RegionOfInterest(middle, frameSize: frame, rule: .boundsIntersect).admits(bounds) == intersects)
  #expect(RegionOfInterest(middle, frameSize: frame, rule: .inside).admits(bounds) == inside)
}

@Test func anEmptyStringIsNoResult() {
  let region = RegionOfInterest(.full, frameSize: frame)
  let seen = [observation(""), observation("x"), observation(nil, bytes: [0xFF])]
  #expect(region.results(among: seen).map(\.symbol.text) == ["x", nil])
}
