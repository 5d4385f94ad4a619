import Imaging
import Testing

@Test("Products of values with those some places on, for lengths around the stride", arguments: [0, 1, 15, 16, 17, 40])
func lagProducts(count: Int) {
  let line = texture(width: 48, height: 1, seed: 37).map { Float($0) / 16 }
  var sums: [Float] = [1, 2, 3, 4, 5]
  addLagProducts(line, count: count, to: &sums)
  for lag in 0..<5 {
    let expected = (0..<max(0, count - lag)).reduce(Float(lag + 1)) { $0 + line[$1] * line[$1 + lag] }
    #expect(abs(sums[lag] - expected) <= 1e-4 * expected)
  }
}

@Test func greyOnTheWayBetweenPlacesIsBilinear() {
  let (width, height) = (24, 20)
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 41))
  // The last place lies outside the image: its border goes on.
  let places = [SIMD2<Float>(2.5, 3.25), SIMD2(9.75, 7.5), SIMD2(17, 30)]
  var values = [Float](repeating: -1, count: 18)
  sampleWay(image, through: places, into: &values)
  for i in 0...16 {
    let (from, to) = (places[i / 8], places[min(i / 8 + 1, 2)])
    let place = from + (to - from) * (Float(i % 8) / 8)
    let x = min(max(place.x, 0), Float(width - 1) - 1 / 256)
    let y = min(max(place.y, 0), Float(height - 1) - 1 / 256)
    let (tx, ty) = (x - x.rounded(.down), y - y.rounded(.down))
    let at = Int(y) * width + Int(x)
    let p = [at, at + 1, at + width, at + width + 1].map { Float(image.pixels[$0]) }
    let expected = (p[0] * (1 - tx) + p[1] * tx) * (1 - ty) + (p[2] * (1 - tx) + p[3] * tx) * ty
    #expect(abs(values[i] - expected) < 2)
  }
  #expect(values[17] == -1)
}

@Test("Twice the size has three parts of the near pixel and one of the far, each way", arguments: [17, 18, 33, 40])
func doubling(width: Int) {
  let height = 5
  let pixels = texture(width: width, height: height, seed: 43).map(Int.init)
  var double = LuminanceImage(width: 1, height: 1, pixels: [0])
  double.becomeDouble(of: LuminanceImage(width: width, height: height, pixels: pixels.map(UInt8.init)))
  #expect((double.width, double.height) == (2 * width, 2 * height))
  func near(_ i: Int, _ end: Int) -> (Int, Int) { (i / 2, min(max(i / 2 + (i % 2 == 0 ? -1 : 1), 0), end - 1)) }
  for y in 0..<2 * height {
    for x in 0..<2 * width {
      let ((a, b), (c, d)) = (near(x, width), near(y, height))
      func row(_ y: Int) -> Int { 3 * pixels[y * width + a] + pixels[y * width + b] }
      #expect(Int(double.pixels[y * 2 * width + x]) == (3 * row(c) + row(d) + 8) / 16)
    }
  }
}

@Test("Ups and downs along a line are those of its samples", arguments: [2, 7, 8, 9, 30])
func lineVariation(count: Int) {
  let (width, height) = (40, 30)
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 71))
  // The way ends outside of the image.
  let (start, step) = (SIMD2<Float>(3.5, 6.25), SIMD2<Float>(1.5, 0.75))
  let samples = (0..<count).map { number -> Float in
    var value: [Float] = [0]
    sampleWay(image, through: [start + step * Float(number)], into: &value)
    return value[0]
  }
  let expected = zip(samples, samples.dropFirst()).reduce(0) { $0 + abs($1.0 - $1.1) }
  #expect(abs(variation(image, from: start, step: step, count: count) - expected) <= 0.01 * expected + 1)
}

@Test("The grey of a row lies so many times as far from its level as before")
func strengthenedRow() {
  let (levels, gains): ([Int32], [Int32]) = ([100, 100, 140, 30, 30], [1, 1, 2, 8, 8])
  let grey = texture(width: 32, height: 1, seed: 5)
  var row = grey
  strengthenRow(&row, levels: levels.map { $0 << 8 }, gains: gains.map { $0 << 8 }, center: 128)
  for place in 0..<32 {
    let (block, along) = (place / 8, (Double(place % 8) + 0.5) / 8)
    func between(_ values: [Int32]) -> Double {
      Double(values[block]) * (1 - along) + Double(values[block + 1]) * along
    }
    let expected = 128 + between(gains) * (Double(grey[place]) - between(levels))
    #expect(abs(Double(row[place]) - min(max(expected, 0), 255)) <= 1)
  }
}

@Test("A line's darkness goes straight between the extremes of its stretches", arguments: [4, 5, 7, 12, 32])
func darkness(stretch: Int) {
  for count in [0, 1, 3, stretch, stretch + 1, 2 * stretch, 5 * stretch / 2, 97] {
    let samples = texture(width: count, height: 1, seed: UInt64(stretch)).map(Float.init)
    let extremes = StretchExtremes(samples, stretch: stretch)
    let stretches = stride(from: 0, to: count, by: stretch).map { samples[$0..<min($0 + stretch, count)] }
    let near = stretches.indices.map { stretches[max($0 - 2, 0)...min($0 + 2, stretches.count - 1)].joined() }
    #expect(extremes.dark == near.map { $0.min()! })
    #expect(extremes.light == near.map { $0.max()! })
    let darkness = extremes.darkness(of: samples, stretch: stretch, leastShare: 0.2, least: 8)
    #expect(darkness.count == count)
    for (i, own) in darkness.enumerated() {
      let at = (Float(i) + 0.5) / Float(stretch) - 0.5
      let left = max(Int(at.rounded(.down)), 0)
      let right = min(left + 1, stretches.count - 1)
      let part = min(max(at - Float(left), 0), 1)
      func between(_ values: [Float]) -> Float { values[left] + part * (values[right] - values[left]) }
      let (light, dark) = (between(extremes.light), between(extremes.dark))
      let expected = (light - samples[i]) / max(light - dark, 0.2 * extremes.whole, 8)
      #expect(abs(own - min(max(expected, -0.2), 1.2)) < 1e-4)
    }
  }
}
