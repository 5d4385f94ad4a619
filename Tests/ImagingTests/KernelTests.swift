import Geometry
import Imaging
import Testing

/// Grey noise with plateaus, so that blocks with and without edges occur; the same for the same seed.
func texture(width: Int, height: Int, seed: UInt64) -> [UInt8] {
  var state = seed
  return (0..<width * height).map { i in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let plateau = (i % width / 13 + i / width / 11) % 3
    return plateau == 0 ? UInt8(truncatingIfNeeded: state >> 56) : UInt8(90 + plateau * 40)
  }
}

/// Rows of dark and light runs in turn, each at least a pixel long, with modules of 1 to 4 pixels by the noise.
///
/// - Parameter length: of a run in pixels, by its number in the row, the module and the noise where it begins.
private func runRows(
  width: Int, height: Int, _ noise: [Int], length: (_ run: Int, _ module: Int, _ noise: Int) -> Int
) -> [UInt8] {
  (0..<height).flatMap { y in
    let module = 1 + noise[y * width] % 4
    var row: [UInt8] = []
    var run = 0
    while row.count < width {
      let count = max(1, length(run, module, noise[y * width + row.count]))
      row += [UInt8](repeating: run % 2 == 0 ? 20 : 220, count: count)
      run += 1
    }
    return row.prefix(width)
  }
}

/// Widths around the kernels' strides of 8, 16 and 64.
private let sizes = [(64, 16), (65, 17), (63, 9), (128, 24), (200, 41), (7, 5), (16, 8), (79, 40)]

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

@Test("Thresholds are the mean middle of the blocks around that show an edge", arguments: sizes)
func thresholds(width: Int, height: Int) {
  let pixels = texture(width: width, height: height, seed: 7)
  var grid = ThresholdGrid()
  grid.measure(LuminanceImage(width: width, height: height, pixels: pixels), contrast: 24)
  func extremes(_ column: Int, _ row: Int) -> (low: Int, high: Int)? {
    guard (0..<grid.columns).contains(column), (0..<grid.rows).contains(row) else { return nil }
    let block = (row * 8..<min(row * 8 + 8, height)).flatMap { y in
      (column * 8..<min(column * 8 + 8, width)).map { x in Int(pixels[y * width + x]) }
    }
    return (block.min()!, block.max()!)
  }
  func middle(_ column: Int, _ row: Int) -> Int? {
    guard let (low, high) = extremes(column, row) else { return nil }
    if high - low >= 24 { return (low + high) / 2 }
    // Two even blocks with an edge between them.
    for beside in [extremes(column + 1, row), extremes(column, row + 1)] {
      guard let beside, beside.high - beside.low < 24 else { continue }
      if max(low, beside.low) - min(high, beside.high) >= 24 { return (low + high + beside.low + beside.high) / 4 }
    }
    return nil
  }
  for row in 0..<grid.rows {
    for column in 0..<grid.columns {
      let around = (-2...2).flatMap { dy in (-2...2).compactMap { dx in middle(column + dx, row + dy) } }
      let expected = around.isEmpty ? 0 : around.reduce(0, +) / around.count
      #expect(abs(Int(grid.thresholds[row * grid.columns + column]) - expected) <= 1)
    }
  }
}

@Test("Where no block shows an edge there is no threshold, and nothing is dark", arguments: sizes)
func evenSurface(width: Int, height: Int) {
  var grid = ThresholdGrid()
  grid.measure(LuminanceImage(width: width, height: height, pixels: [UInt8](repeating: 90, count: width * height)))
  #expect(grid.thresholds.allSatisfy { $0 == 0 })
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

@Test("Modules of eight pixels whose edges are those of the blocks have a threshold", arguments: [8, 16])
func evenBlocks(module: Int) {
  let pixels = (0..<96 * 96).map { i -> UInt8 in (i % 96 / module + i / 96 / module) % 2 == 0 ? 40 : 220 }
  var grid = ThresholdGrid()
  grid.measure(LuminanceImage(width: 96, height: 96, pixels: pixels))
  #expect(grid.thresholds.allSatisfy { $0 == 130 })
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

@Test("Binary pixels and row edges agree with the thresholds", arguments: sizes)
func binarization(width: Int, height: Int) {
  let image = LuminanceImage(
    width: width, height: height, pixels: texture(width: width, height: height, seed: 11))
  var grid = ThresholdGrid()
  grid.measure(image)
  var binary = BinaryImage()
  binary.binarize(image, grid)
  var edges = RowEdges()
  for y in 0..<height {
    var expected: [Int32] = []
    var wasDark = false
    for x in 0..<width {
      let isDark = image.pixels[y * width + x] < grid[x, y]
      #expect(binary[x, y] == isDark)
      if isDark != wasDark { expected.append(Int32(x)) }
      wasDark = isDark
    }
    if wasDark { expected.append(Int32(width)) }
    edges.scan(image, grid, row: y)
    #expect(Array(edges.positions.prefix(edges.count)) == expected)
  }
}

@Test("Finder runs are those whose edges keep to 1 : 1 : 3 : 1 : 1", arguments: sizes)
func finderRuns(width: Int, height: Int) {
  // Runs near a finder's, drawn as dark and light rows, so that many are just inside or outside of it.
  let noise = texture(width: width, height: height, seed: 17).map { Int($0) }
  let pixels = runRows(width: width, height: height, noise) { run, module, noise in
    (run % 6 == 2 ? 3 : 1) * module + noise % 3 - 1
  }
  let image = LuminanceImage(width: width, height: height, pixels: pixels)
  var grid = ThresholdGrid()
  grid.measure(image)
  var edges = RowEdges()
  var runs = FinderRuns()
  var found = 0
  for y in 0..<height {
    edges.scan(image, grid, row: y)
    runs.find(edges, leastSpan: 15)
    let e = edges.positions.prefix(edges.count).map(Int.init)
    let expected = (0..<max(0, e.count - 5)).filter { i in
      let twelve = e[i + 4] - e[i] + e[i + 5] - e[i + 1]
      let core = e[i + 3] - e[i + 2]
      guard twelve >= 15, core > max(e[i + 2] - e[i + 1], e[i + 4] - e[i + 3]) else { return false }
      let (two, four) = (2 * twelve, 4 * twelve)
      return 20 * core + 13 >= 3 * twelve && 20 * core <= 7 * twelve + 13
        && abs(12 * (e[i + 2] - e[i]) - two) <= twelve / 2 + 8
        && abs(12 * (e[i + 5] - e[i + 3]) - two) <= twelve / 2 + 8
        && abs(12 * (e[i + 3] - e[i + 1]) - four) <= 3 * twelve / 4 + 8
        && abs(12 * (e[i + 4] - e[i + 2]) - four) <= 3 * twelve / 4 + 8
    }
    #expect(runs.places.prefix(runs.count).map(Int.init) == expected)
    found += expected.count
  }
  #expect(found > 0 || width < 60)
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

@Test("Ringed runs are those with a ring and its counterpart as wide as each other, twice", arguments: sizes)
func ringedRuns(width: Int, height: Int) {
  // Runs near a bull's-eye's, so that many are just inside or outside of it.
  let noise = texture(width: width, height: height, seed: 23).map { Int($0) }
  let pixels = runRows(width: width, height: height, noise) { run, module, noise in
    (run % 6 == 2 ? 1 + noise / 4 % 7 : 1) * module + noise % 4 - 1
  }
  let image = LuminanceImage(width: width, height: height, pixels: pixels)
  var grid = ThresholdGrid()
  grid.measure(image)
  var edges = RowEdges()
  var runs = RingedRuns()
  var found = 0
  for y in 0..<height {
    edges.scan(image, grid, row: y)
    runs.find(edges, leastSpan: 6)
    let e = edges.positions.prefix(edges.count).map(Int.init)
    let expected = (0..<max(0, e.count - 5)).filter { i in
      let (a, b, c, d) = (e[i + 1] - e[i], e[i + 2] - e[i + 1], e[i + 3] - e[i + 2], e[i + 4] - e[i + 3])
      let last = e[i + 5] - e[i + 4]
      let span = a + b + d + last
      let slack = span / 8 + 2
      return span >= 6 && abs(a - last) <= slack && abs(b - d) <= slack && abs(a + b - d - last) <= slack
        && 8 * min(a, b, d, last) + 4 >= span && 8 * c + 8 >= span && 2 * c <= 3 * span + 4
    }
    #expect(runs.places.prefix(runs.count).map(Int.init) == expected)
    found += expected.count
  }
  #expect(found > 0 || width < 60)
}

@Test(
  "The light of surfaces is a closing with a square, the ink around a pixel an opening",
  arguments: [(64, 40, 7), (37, 29, 8), (20, 90, 31), (5, 4, 9), (1, 1, 3)])
func surfaceLight(width: Int, height: Int, side: Int) {
  let grey = texture(width: width, height: height, seed: 9)
  /// Of the squares that begin at a place what one rule chooses, of which what the other one chooses of those that hold the pixel
  /// is taken.
  func expected(_ first: (UInt8, UInt8) -> UInt8, _ then: (UInt8, UInt8) -> UInt8) -> [UInt8] {
    let squares = (0..<width * height).map { at in
      var found = grey[at]
      for row in at / width..<min(at / width + side, height) {
        for column in at % width..<min(at % width + side, width) { found = first(found, grey[row * width + column]) }
      }
      return found
    }
    return (0..<width * height).map { at in
      var found = squares[at]
      for row in max(0, at / width - side + 1)...at / width {
        for column in max(0, at % width - side + 1)...at % width { found = then(found, squares[row * width + column]) }
      }
      return found
    }
  }
  let image = LuminanceImage(width: width, height: height, pixels: grey)
  #expect(image.surfaceLight(side: side).pixels == expected(max, min))
  let opening = expected(min, max)
  #expect(image.ink(side: side, reach: 0).pixels == opening)
  let spread = opening.indices.map { at in
    let rows = max(0, at / width - 2)...min(height - 1, at / width + 2)
    let columns = max(0, at % width - 2)...min(width - 1, at % width + 2)
    return rows.flatMap { row in columns.map { opening[row * width + $0] } }.min()!
  }
  #expect(image.ink(side: side, reach: 2).pixels == spread)
}

@Test("In even light a lamp's glare is gone from ink and paper alike") func evenGlare() {
  let (width, height) = (120, 60)
  let isPrint = (0..<width * height).map { i in (i % width / 4 + i / width / 4).isMultiple(of: 2) }
  // From none to more than half of white across the picture.
  let pixels = isPrint.indices.map { i in UInt8(min((isPrint[i] ? 20 : 120) + i % width * 150 / width, 255)) }
  let evened = LuminanceImage(width: width, height: height, pixels: pixels).evened
  for i in 0..<width * height where 16..<width - 40 ~= i % width && i / width < height - 40 {
    #expect(isPrint[i] ? evened.pixels[i] < 40 : evened.pixels[i] > 150, "\(i % width), \(i / width)")
  }
}

@Test("In even light a shadow's edge is gone, and print is as dark on either side of it") func evenLight() {
  let (width, height) = (120, 60)
  let isPrint = (0..<width * height).map { i in i / width < height - 6 && (i % width / 6 + i / width / 6) % 3 == 0 }
  let pixels: [UInt8] = isPrint.indices.map { i in
    i % width < 57 ? (isPrint[i] ? 12 : 60) : (isPrint[i] ? 44 : 220)
  }
  let evened = LuminanceImage(width: width, height: height, pixels: pixels).evened
  for i in 0..<width * height {
    #expect(isPrint[i] ? 40...50 ~= evened.pixels[i] : 218...220 ~= evened.pixels[i], "\(i % width), \(i / width)")
  }
}
