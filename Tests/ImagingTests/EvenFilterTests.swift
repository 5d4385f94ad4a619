import Imaging
import Testing

@Test("Rows, then columns, are weighted sums", arguments: [(1, 1), (15, 7), (16, 3), (41, 30), (64, 2)])
func evenly(width: Int, height: Int) {
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 4))
  let weights: [Float] = [2.2, -0.5, 0.25, -0.35]
  func sum(_ value: (Int) -> Float, at place: Int, of count: Int) -> Float {
    (1..<weights.count).reduce(weights[0] * value(place)) { sum, i in
      sum + weights[i] * (value(max(place - i, 0)) + value(min(place + i, count - 1)))
    }
  }
  let result = filterEvenly(image, weights: weights)
  for y in 0..<height {
    for x in 0..<width {
      let expected = sum(
        { row in sum({ column in Float(image.pixels[row * width + column]) }, at: x, of: width) }, at: y, of: height)
      #expect(abs(Float(result[y * width + x]) - min(max(expected, 0), 255)) <= 0.51)
    }
  }
}
