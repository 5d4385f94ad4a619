import Geometry
import Imaging
import Testing

@Test("Luma of each layout, whole and in part", arguments: PixelFormat.allCases)
func luma(format: PixelFormat) throws {
  let (width, height) = (22, 10)
  let planes = format.planes(width: width, height: height)
  let bytes = texture(width: planes.map(\.end).max()!, height: 1, seed: 3)
  let frame = try Frame(format: format, width: width, height: height, bytes: bytes)
  let image = try #require(LuminanceImage(frame, region: Rect(x: 3.2, y: 2.5, width: 10, height: 4)))
  #expect((image.width, image.height) == (11, 5))
  #expect(image.toFrame(Point<ImagePixels>(0, 0)) == Point(3, 2))
  for y in 0..<image.height {
    for x in 0..<image.width {
      let (fx, fy) = (x + 3, y + 2)
      let row = planes[0].offset + fy * planes[0].stride
      func rgb(_ r: Int, _ b: Int) -> UInt8 {
        let at = row + 3 * fx
        let (red, green, blue) = (Int(bytes[at + r]), Int(bytes[at + 1]), Int(bytes[at + b]))
        let sum: Int = 77 * red + 150 * green + 29 * blue
        return UInt8(sum / 256)
      }
      let expected: UInt8 =
        switch format {
        case .grey, .nv12, .nv21, .yuv420, .yvu420: bytes[row + fx]
        case .yuyv: bytes[row + 2 * fx]
        case .uyvy: bytes[row + 2 * fx + 1]
        case .rgb24: rgb(0, 2)
        case .bgr24: rgb(2, 0)
        }
      #expect(image.pixels[y * image.width + x] == expected)
    }
  }
}

@Test func aRegionOutsideTheFrameHasNoLuma() throws {
  let frame = try Frame(format: .grey, width: 8, height: 8, bytes: [UInt8](repeating: 0, count: 64))
  #expect(LuminanceImage(frame, region: Rect(x: 8, y: 0, width: 5, height: 5)) == nil)
}

@Test("A region may be any rectangle, and only the frame's part of it counts")
func areaOfARegion() throws {
  let frame = try Frame(format: .grey, width: 8, height: 6, bytes: [UInt8](repeating: 0, count: 48))
  func area(_ low: Double, _ high: Double) -> PixelArea? {
    PixelArea(of: Rect(Point(low, low), Point(high, high)), in: frame)
  }
  let whole = PixelArea(whole: frame)
  #expect(PixelArea(of: nil, in: frame) == whole && whole.count == 48)
  #expect(area(-1e300, 1e300) == whole)
  #expect(area(0.1, .greatestFiniteMagnitude) == whole)
  #expect(area(-.infinity, .infinity) == nil)
  #expect(area(2.5, 4.5).map { [$0.left, $0.top, $0.width, $0.height] } == [2, 2, 3, 3])
  #expect(area(1e300, .infinity) == nil)
  #expect(area(3, 3) == nil)
}
