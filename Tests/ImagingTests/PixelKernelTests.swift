import Geometry
import Imaging
import Testing

@Test("Half size is the rounded mean of four", arguments: sizes)
func halving(width: Int, height: Int) {
  let pixels = texture(width: width, height: height, seed: 5)
  var half = LuminanceImage(width: 1, height: 1, pixels: [0])
  half.becomeHalf(of: LuminanceImage(width: width, height: height, pixels: pixels))
  #expect((half.width, half.height) == (width / 2, height / 2))
  #expect(half.toFrame(Point<ImagePixels>(1, 1)) == Point(2, 2))
  for y in 0..<half.height {
    for x in 0..<half.width {
      let at = 2 * y * width + 2 * x
      let sum = [0, 1, width, width + 1].map { Int(pixels[at + $0]) }.reduce(2, +)
      #expect(Int(half.pixels[y * half.width + x]) == sum / 4)
    }
  }
}

@Test("Pixels below a limit are counted as one by one", arguments: sizes)
func darkPixels(width: Int, height: Int) {
  let pixels = texture(width: width, height: height, seed: 31)
  let image = LuminanceImage(width: width, height: height, pixels: pixels)
  for limit: UInt8 in [0, 1, 64, 128, 255] {
    #expect(image.darkPixels(below: limit) == pixels.count { $0 < limit })
  }
}

@Test("Row pairs are interpolated between three rows", arguments: [-1.0, -0.37, 0, 0.5, 1], [false, true])
func rowPairs(slope: Double, isSteep: Bool) {
  let (width, height) = isSteep ? (47, 61) : (61, 47)
  let pixels = texture(width: width, height: height, seed: 37)
  let image = LuminanceImage(width: width, height: height, pixels: pixels)
  let (columnStride, rowStride) = isSteep ? (width, 1) : (1, width)
  // From one corner of the image as far as it goes.
  let (row, columns) = (slope < 0 ? 44.99 : 0, slope == 0 ? 0..<58 : 0..<44)
  var line = [Float](repeating: 0, count: columns.count)
  image.readRowPairs(from: row, slope: slope, columns: columns, origin: 3, isSteep: isSteep, into: &line)
  for column in columns {
    let place = row + slope * Double(column)
    let part = place - place.rounded(.down)
    let at = (3 + column) * columnStride + Int(place) * rowStride
    let expected =
      Double(pixels[at]) * (1 - part) + Double(pixels[at + rowStride]) + Double(pixels[at + 2 * rowStride]) * part
    #expect(abs(Double(line[column]) - expected) < 0.001)
  }
}

@Test("What is dark grows by a pixel once noise is smoothed", arguments: sizes, [false, true])
func gapClosing(size: (Int, Int), closesLight: Bool) {
  let (width, height) = size
  let pixels = texture(width: width, height: height, seed: 29)
  var closed = LuminanceImage(width: 1, height: 1, pixels: [0])
  closed.becomeClosed(of: LuminanceImage(width: width, height: height, pixels: pixels), closesLight: closesLight)
  func value(_ x: Int, _ y: Int) -> Int {
    let grey = Int(pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
    return closesLight ? 255 - grey : grey
  }
  func mean(_ x: Int, _ y: Int) -> Int {
    var sum = 8
    for dy in -1...1 { for dx in -1...1 { sum += (2 - abs(dx)) * (2 - abs(dy)) * value(x + dx, y + dy) } }
    return sum / 16
  }
  for y in 0..<height {
    for x in 0..<width {
      var darkest = 255
      for v in max(y - 1, 0)...min(y + 1, height - 1) {
        for u in max(x - 1, 0)...min(x + 1, width - 1) { darkest = min(darkest, mean(u, v)) }
      }
      #expect(Int(closed.pixels[y * width + x]) == (closesLight ? 255 - darkest : darkest))
    }
  }
}

@Test("Box sums are those of the square clipped at the border", arguments: [0, 1, 4], [(5, 3), (9, 9), (21, 2)])
func boxes(radius: Int, size: (width: Int, height: Int)) {
  let (width, height) = size
  let values = texture(width: width, height: height, seed: 23).map { Float($0) }
  var sums = [Float](repeating: -1, count: values.count)
  boxSums(values, width: width, height: height, radius: radius, into: &sums)
  for y in 0..<height {
    for x in 0..<width {
      var expected: Float = 0
      for v in max(0, y - radius)...min(height - 1, y + radius) {
        for u in max(0, x - radius)...min(width - 1, x + radius) { expected += values[v * width + u] }
      }
      #expect(sums[y * width + x] == expected)
    }
  }
}
