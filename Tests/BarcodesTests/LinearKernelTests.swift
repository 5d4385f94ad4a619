import Geometry
import Imaging
import Testing

@Suite("Kernels of linear symbols against slow references")
struct LinearKernelTests {
  /// - Parameter isBinary: black and white alone, whose differences are as large as they can be.
  private func image(_ width: Int, _ height: Int, isBinary: Bool = false) -> LuminanceImage {
    var state: UInt64 = 7
    let pixels = (0..<width * height).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return isBinary ? (state >> 63 == 0 ? 0 : 255) : UInt8(state >> 56)
    }
    return LuminanceImage(width: width, height: height, pixels: pixels)
  }

  @Test(
    arguments: [(9, 8), (17, 16), (40, 33), (64, 64)],
    [(false, StripeTensor.Pairs.even), (true, .even), (false, .odd), (true, .odd)])
  func stripeTensor(size: (width: Int, height: Int), how: (isBinary: Bool, pairs: StripeTensor.Pairs)) {
    let (width, height) = size
    let image = image(width, height, isBinary: how.isBinary)
    var tensor = StripeTensor()
    tensor.measure(image, pairs: how.pairs)
    #expect(tensor.columns == (width - 1) / 8 && tensor.rows == height / 8)
    func pixel(_ x: Int, _ y: Int) -> Int { Int(image.pixels[y * width + x]) }
    for row in 0..<tensor.rows {
      for column in 0..<tensor.columns {
        var (aa, bb, ab) = (0, 0, 0)
        for row in stride(from: row * 8, to: row * 8 + 8, by: 2) {
          // Where the picture ends with the block, its last pair is measured in place of one that would go beyond.
          let y = min(row + how.pairs.rawValue, height - 2)
          for x in column * 8..<column * 8 + 8 {
            let a = max(-127, (pixel(x + 1, y + 1) - pixel(x, y)) >> 1)
            let b = max(-127, (pixel(x + 1, y) - pixel(x, y + 1)) >> 1)
            aa += a * a
            bb += b * b
            ab += (a * b) >> 1
          }
        }
        let at = row * tensor.columns + column
        #expect(tensor.energy[at] == Float(aa + bb) / 2)
        #expect(tensor.cosine[at] == 2 * Float(ab))
        #expect(tensor.sine[at] == Float(aa - bb) / 2)
      }
    }
  }

  @Test("A profile interpolates between pixel centers and leaves out what lies outside")
  func profile() {
    let ramp = LuminanceImage(width: 10, height: 4, pixels: (0..<40).map { UInt8($0 % 10 * 20 + $0 / 10) })
    var samples: [Float] = []
    let first = ramp.profile(
      from: Point(-1, 2), step: Vector(0.5, 0), count: 40, across: Vector(0, 1), reach: 1, into: &samples)
    #expect(first == 3)
    #expect(samples.count == 19)
    for (i, sample) in samples.enumerated() { #expect(abs(sample - (Float(i) * 10 + 1.5)) < 0.01) }
  }

  @Test("A slanted profile is the mean of its parallels, whether they touch the border or not", arguments: [2.0, 12])
  func slantedProfile(from y: Double) {
    let image = image(40, 30)
    func grey(_ place: Point<ImagePixels>) -> Double {
      let (u, v) = (place.x - 0.5, place.y - 0.5)
      let (left, top) = (min(max(Int(u), 0), 38), min(max(Int(v), 0), 28))
      func pixel(_ x: Int, _ y: Int) -> Double { Double(image.pixels[y * 40 + x]) }
      let (s, t) = (u - Double(left), v - Double(top))
      let upper = pixel(left, top) + s * (pixel(left + 1, top) - pixel(left, top))
      let lower = pixel(left, top + 1) + s * (pixel(left + 1, top + 1) - pixel(left, top + 1))
      return upper + t * (lower - upper)
    }
    let start = Point<ImagePixels>(1, y)
    let (step, across) = (Vector<ImagePixels>(0.48, 0.14), Vector<ImagePixels>(-0.28, 0.96))
    var samples: [Float] = []
    let first = image.profile(from: start, step: step, count: 200, across: across, reach: 1, into: &samples)
    #expect(samples.count > 50)
    for (i, sample) in samples.enumerated() {
      let middle = start + step * Double(first + i)
      let mean = (grey(middle) + grey(middle + across) + grey(middle - across)) / 3
      #expect(abs(Double(sample) - mean) < 0.1)
    }
  }

  @Test("Sums over two rows, of any length and moved either way", arguments: [0, 1, 7, 8, 9, 60])
  func pairProducts(count: Int) {
    let (a, b) = ((0..<count).map { Float(($0 * 37) % 17) }, (0..<count).map { Float(($0 * 23) % 19) })
    func expectSums(_ sums: PairProducts, _ pairs: [(Float, Float)]) {
      #expect(abs(sums.aa - pairs.reduce(0) { $0 + $1.0 * $1.0 }) < 0.1)
      #expect(abs(sums.ab - pairs.reduce(0) { $0 + $1.0 * $1.1 }) < 0.1)
      #expect(abs(sums.bb - pairs.reduce(0) { $0 + $1.1 * $1.1 }) < 0.1)
    }
    let means = (a.reduce(0, +) / Float(max(count, 1)), b.reduce(0, +) / Float(max(count, 1)))
    expectSums(PairProducts(centered: a, b), zip(a, b).map { ($0 - means.0, $1 - means.1) })
    for moved in [-3, 0, 2] where count > 5 {
      let range = max(0, -moved)..<min(count, count - moved) - 2
      expectSums(
        PairProducts(slopesOf: a, in: range, and: b, moved: moved),
        range.map { (a[$0 + 2] - a[$0], b[$0 + moved + 2] - b[$0 + moved]) })
    }
  }

  @Test("A profile of a picture of one row or one column", arguments: [false, true])
  func thinProfile(isColumn: Bool) {
    let pixels = (0..<12).map { UInt8($0 * 20) }
    let image = LuminanceImage(width: isColumn ? 1 : 12, height: isColumn ? 12 : 1, pixels: pixels)
    let along = isColumn ? Vector<ImagePixels>(0, 1) : Vector(1, 0)
    var samples: [Float] = []
    let first = image.profile(
      from: Point(0.5, 0.5), step: along * 0.5, count: 40, across: along.perpendicular, reach: 0, into: &samples)
    #expect(first == 0 && samples.count == 23)
    for (i, sample) in samples.enumerated() { #expect(abs(sample - Float(i) * 10) < 0.01) }
  }

  @Test("A line's values at a parabola's places, and light beyond its ends")
  func sampledLine() {
    let line = (0..<60).map { Float(($0 * 37) % 17) }
    let place = SIMD3<Float>(-3.2, 1.9, 0.013)
    let offsets = SIMD4<Float>(0.125, 0.375, 0.625, 0.875)
    let untouched = SIMD4<Float>(repeating: -1)
    var stored = [SIMD4<Float>](repeating: untouched, count: 40)
    sampleLine(line, at: place, offsets: offsets, -2..<34, first: 3, into: &stored)
    for (number, module) in (-2..<34).enumerated() {
      for lane in 0..<4 {
        let t = Float(module) + offsets[lane]
        let at = place.x + t * (place.y + t * place.z)
        let left = Int(at.rounded(.down))
        let value =
          at < 0 || at >= 59 ? 0 : line[left] + (at - Float(left)) * (line[left + 1] - line[left])
        #expect(abs(stored[3 + number][lane] - value) < 0.001)
      }
    }
    #expect(stored[2] == untouched && stored[39] == untouched)
  }
}
