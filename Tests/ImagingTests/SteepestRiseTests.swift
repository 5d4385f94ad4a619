import Geometry
import Imaging
import Testing

@Suite("Steepest rise")
struct SteepestRiseTests {
  /// Light from an edge on that runs down the picture, a pixel wide.
  private func edge(at x: Double, width: Int = 20, height: Int = 6) -> LuminanceImage {
    let row = (0..<width).map { column in
      UInt8(min(max(Double(column) + 1 - x, 0), 1) * 200 + 20)
    }
    return LuminanceImage(width: width, height: height, pixels: Array(repeatElement(row, count: height).joined()))
  }

  @Test("An edge is where the grey rises most, over two pixels of half-pixel steps", arguments: [7.5, 9.5, 12.5])
  func place(x: Double) {
    // The rise from two steps before the edge to two behind it.
    let found = edge(at: x).steepestRise(from: Point(x - 4, 3), step: Vector(0.5, 0), count: 13, inverted: false)
    #expect(found.index == 6)
    #expect(Double(found.rise) * SteepestRise.level == 200)
    #expect(found.before == found.behind)
  }

  @Test("Light for dark it is where the grey falls most")
  func inverted() {
    let found = edge(at: 10.5).steepestRise(from: Point(14.5, 3), step: Vector(-0.5, 0), count: 13, inverted: true)
    #expect(found.index == 6)
    #expect(Double(found.rise) * SteepestRise.level == 200)
  }

  @Test("Beyond the border the picture goes on as it ends, and the first of equal rises counts")
  func border() {
    let found = edge(at: 10).steepestRise(from: Point(-40, -9), step: Vector(1, 0), count: 9, inverted: false)
    #expect(found.index == 0)
    #expect(found.rise == 0)
    #expect(found.before == nil)
    #expect(found.behind == 0)
  }

  @Test("What lies at the border says the same as the same picture with more around it")
  func margin() {
    let (narrow, wide) = (edge(at: 3, width: 9), edge(at: 3, width: 30))
    for y in [0.0, 0.5, 2.25, 6] {
      let one = narrow.steepestRise(from: Point(-1, y), step: Vector(0.5, 0.1), count: 11, inverted: false)
      let other = wide.steepestRise(from: Point(-1, y), step: Vector(0.5, 0.1), count: 11, inverted: false)
      #expect(one.index == other.index && one.rise == other.rise)
    }
  }
}
