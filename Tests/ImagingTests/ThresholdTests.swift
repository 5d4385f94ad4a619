import Imaging
import Testing

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

@Test("Modules of eight pixels whose edges are those of the blocks have a threshold", arguments: [8, 16])
func evenBlocks(module: Int) {
  let pixels = (0..<96 * 96).map { i -> UInt8 in (i % 96 / module + i / 96 / module) % 2 == 0 ? 40 : 220 }
  var grid = ThresholdGrid()
  grid.measure(LuminanceImage(width: 96, height: 96, pixels: pixels))
  #expect(grid.thresholds.allSatisfy { $0 == 130 })
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
