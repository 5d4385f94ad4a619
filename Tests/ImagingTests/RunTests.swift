import Imaging
import Testing

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

/// Expects of each row's edges, by the picture's own thresholds, that those are found which a rule says begin a pattern.
private func expectRuns(
  _ pixels: [UInt8], width: Int, height: Int, find: (RowEdges) -> [Int], begins: (_ edges: [Int], _ at: Int) -> Bool
) {
  let image = LuminanceImage(width: width, height: height, pixels: pixels)
  var grid = ThresholdGrid()
  grid.measure(image)
  var edges = RowEdges()
  var found = 0
  for y in 0..<height {
    edges.scan(image, grid, row: y)
    let places = edges.positions.prefix(edges.count).map(Int.init)
    let expected = (0..<max(0, places.count - 5)).filter { begins(places, $0) }
    #expect(find(edges) == expected)
    found += expected.count
  }
  #expect(found > 0 || width < 60)
}

@Test("Finder runs are those whose edges keep to 1 : 1 : 3 : 1 : 1", arguments: sizes)
func finderRuns(width: Int, height: Int) {
  // Runs near a finder's, drawn as dark and light rows, so that many are just inside or outside of it.
  let noise = texture(width: width, height: height, seed: 17).map { Int($0) }
  let pixels = runRows(width: width, height: height, noise) { run, module, noise in
    (run % 6 == 2 ? 3 : 1) * module + noise % 3 - 1
  }
  var runs = FinderRuns()
  expectRuns(pixels, width: width, height: height) { edges in
    runs.find(edges, leastSpan: 15)
    return runs.places.prefix(runs.count).map(Int.init)
  } begins: { e, i in
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
}

@Test("Ringed runs are those with a ring and its counterpart as wide as each other, twice", arguments: sizes)
func ringedRuns(width: Int, height: Int) {
  // Runs near a bull's-eye's, so that many are just inside or outside of it.
  let noise = texture(width: width, height: height, seed: 23).map { Int($0) }
  let pixels = runRows(width: width, height: height, noise) { run, module, noise in
    (run % 6 == 2 ? 1 + noise / 4 % 7 : 1) * module + noise % 4 - 1
  }
  var runs = RingedRuns()
  expectRuns(pixels, width: width, height: height) { edges in
    runs.find(edges, leastSpan: 6)
    return runs.places.prefix(runs.count).map(Int.init)
  } begins: { e, i in
    let (a, b, c, d) = (e[i + 1] - e[i], e[i + 2] - e[i + 1], e[i + 3] - e[i + 2], e[i + 4] - e[i + 3])
    let last = e[i + 5] - e[i + 4]
    let span = a + b + d + last
    let slack = span / 8 + 2
    return span >= 6 && abs(a - last) <= slack && abs(b - d) <= slack && abs(a + b - d - last) <= slack
      && 8 * min(a, b, d, last) + 4 >= span && 8 * c + 8 >= span && 2 * c <= 3 * span + 4
  }
}
