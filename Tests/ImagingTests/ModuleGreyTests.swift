import Geometry
import Imaging
import Testing

@Test("A module's grey is the mean of five points, also beyond the border and where a place is no number")
func moduleSamples() {
  let (width, height) = (40, 30)
  let image = LuminanceImage(
    width: width, height: height, pixels: texture(width: width, height: height, seed: 29))
  func value(_ place: SIMD2<Float>) -> Float {
    let x = min(max(place.x, 0), Float(width - 1) - 1 / 256)
    let y = min(max(place.y, 0), Float(height - 1) - 1 / 256)
    let (tx, ty) = (x - x.rounded(.down), y - y.rounded(.down))
    let at = Int(y) * width + Int(x)
    let p = [at, at + 1, at + width, at + width + 1].map { Float(image.pixels[$0]) }
    return (p[0] * (1 - tx) + p[1] * tx) * (1 - ty) + (p[2] * (1 - tx) + p[3] * tx) * ty
  }
  let middles = (0...9).map { SIMD2(-3 + 5.3 * Float($0), 2.25 + 0.4 * Float($0)) }
  let below = middles.map { $0 + SIMD2(0.75, 30.5) }
  var values = [Float](repeating: -1, count: 10)
  sampleModules(image, middles: middles, below: below, reach: 0.25, into: &values, from: 1)
  #expect(values[0] == -1)
  for module in 0..<9 {
    let (m, right, down) = (
      middles[module], (middles[module + 1] - middles[module]) / 4, (below[module] - middles[module]) / 4
    )
    let expected = (2 * value(m) + value(m + right) + value(m - right) + value(m + down) + value(m - down)) / 6
    // A place is rounded to a 256th of a pixel, and pixels of this texture differ by up to 255.
    #expect(abs(values[module + 1] - expected) < 2)
  }
  let nowhere = [SIMD2<Float>(.nan, .infinity), SIMD2<Float>(-.infinity, .nan)]
  sampleModules(image, middles: nowhere, below: nowhere, reach: 0.25, into: &values, from: 0)
  #expect((0...255).contains(values[0]))
}

@Test("Greys of mapped places add up as one by one", arguments: sizes)
func mappedGreys(width: Int, height: Int) throws {
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 29))
  // A grid of 11 × 3 modules that reaches over the image's border, seen askew.
  let (w, h) = (Double(width), Double(height))
  let corners = Quadrilateral<ImagePixels>(
    Point(0.1 * w, -0.05 * h), Point(1.05 * w, 0.2 * h), Point(0.8 * w, 0.9 * h), Point(0.2 * w, 0.8 * h))
  let map = try #require(
    Perspective<Modules, ImagePixels>(from: Rect(x: 0, y: 0, width: 11, height: 3).corners, to: corners))
  let places = (0..<33).map { Point<Modules>(Double($0 % 11) + 0.5, Double($0 / 11) + 0.5) }
  func grey(_ place: Point<ImagePixels>) -> Double {
    let x = min(max(place.x - 0.5, 0), w - 1)
    let y = min(max(place.y - 0.5, 0), h - 1)
    let (left, top) = (min(Int(x), width - 2), min(Int(y), height - 2))
    let p = [0, 1, width, width + 1].map { Double(image.pixels[top * width + left + $0]) }
    let (s, t) = (x - Double(left), y - Double(top))
    return (p[0] * (1 - s) + p[1] * s) * (1 - t) + (p[2] * (1 - s) + p[3] * s) * t
  }
  let greys = places.map { grey(map($0)) }
  let sums = greySums(image, at: GridPlaces(places), map)
  // A place is rounded to a 256th of a pixel, and pixels of this texture differ by up to 255.
  #expect(abs(sums.sum - greys.reduce(0, +)) < 2 * 33)
  #expect(abs(sums.squares - greys.reduce(0) { $0 + $1 * $1 }) < 2 * 2 * 255 * 33)
}
