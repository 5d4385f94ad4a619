import Geometry
import Imaging
import Testing

@Test(
  "Several times the size is interpolated between pixels, with a margin of the lightest grey", arguments: [2, 3, 4],
  [0, 4])
func enlarging(factor: Int, margin: Int) {
  let (width, height) = (13, 7)
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 5))
  let large = image.enlarged(by: factor, margin: margin)
  #expect(large.width == (width + 2 * margin) * factor && large.height == (height + 2 * margin) * factor)
  /// The two pixels around a place of the larger picture, and how far it is from the first one to the second.
  func between(_ place: Int, _ count: Int) -> (Int, Int, Double) {
    let at = min(max((Double(place) + 0.5) / Double(factor) - 0.5, 0), Double(count - 1))
    return (Int(at), min(Int(at) + 1, count - 1), at - at.rounded(.down))
  }
  var wrong: [Vector<ImagePixels>] = []
  for y in 0..<large.height {
    for x in 0..<large.width {
      let (u, v) = (x - margin * factor, y - margin * factor)
      let seen = Int(large.pixels[y * large.width + x])
      guard 0..<width * factor ~= u, 0..<height * factor ~= v else {
        if seen != Int(image.pixels.max() ?? 0) { wrong.append(Vector(Double(x), Double(y))) }
        continue
      }
      let ((left, right, across), (above, below, down)) = (between(u, width), between(v, height))
      func row(_ y: Int) -> Double {
        let (a, b) = (Double(image.pixels[y * width + left]), Double(image.pixels[y * width + right]))
        return a + (b - a) * across
      }
      if abs(Double(seen) - (row(above) + (row(below) - row(above)) * down)) > 0.5 + 1e-9 {
        wrong.append(Vector(Double(x), Double(y)))
      }
    }
  }
  #expect(wrong.isEmpty)
}
