import Imaging
import Testing

/// Parts of a picture of 41×30 at its borders and within, of widths around the kernel's stride of 16.
private let parts = [(0, 0, 41, 30), (3, 2, 16, 5), (20, 10, 21, 20), (0, 29, 33, 1), (40, 0, 1, 30), (7, 9, 15, 4)]

@Test("Each pixel is the weighted sum of its neighbours", arguments: parts)
func filtering(left: Int, top: Int, width: Int, height: Int) {
  let image = LuminanceImage(width: 41, height: 30, pixels: texture(width: 41, height: 30, seed: 8))
  let filter = DirectedFilter(taps: [
    .init(dx: 0, dy: 0, weight: 1.5), .init(dx: -5, dy: 2, weight: -0.75), .init(dx: 4, dy: -3, weight: 0.5),
  ])
  let result = filter(image, left: left, top: top, width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      let sum = filter.taps.reduce(Float(0)) { sum, tap in
        let column = min(max(left + x + tap.dx, 0), image.width - 1)
        let row = min(max(top + y + tap.dy, 0), image.height - 1)
        return sum + tap.weight * Float(image.pixels[row * image.width + column])
      }
      #expect(abs(Float(result[y * width + x]) - min(max(sum, 0), 255)) <= 0.51)
    }
  }
}
