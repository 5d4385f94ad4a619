import Imaging
import Testing

private func picture(_ width: Int, _ height: Int, seed: UInt64) -> LuminanceImage {
  LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: seed))
}

@Test("Spans against a slow reference", arguments: [UInt64](1...6))
func windows(seed: UInt64) {
  let image = picture(900, 24, seed: seed)
  var grid = ThresholdGrid()
  grid.measure(image)
  var edges = RowEdges()
  var windows = EdgeWindows()
  for row in 0..<image.height {
    edges.scan(image, grid, row: row)
    let p = edges.positions.prefix(edges.count).map { Int($0) }

    windows.findSpans(edges, first: (6, 10), second: (8, 17), least: 1.2)
    func spans(fromEnd: Bool) -> [Int] {
      p.indices.filter { i in
        guard i + 14 < p.count, Double(p[i + 14] - p[i]) >= 27 * 1.2 else { return false }
        let wanted = 10 * (p[i + 14] - p[i])
        let part = fromEnd ? p[i + 14] - p[i + 8] : p[i + 6] - p[i]
        return abs(27 * part - wanted) <= wanted / 16 + 27
      }
    }
    #expect(windows.places.prefix(windows.count).map { Int($0) } == spans(fromEnd: false))
    #expect(windows.mirrored.prefix(windows.mirroredCount).map { Int($0) } == spans(fromEnd: true))
  }
}

private let guardWidths = [[8, 1, 1, 1, 1, 1, 1, 3], [7, 1, 1, 3, 1, 1, 1, 2, 1]]

@Test("Big bars of start and stop patterns", arguments: [1.0, 1.4, 2, 3.3, 7, 40, 90])
func bigBars(module: Double) {
  let guards = guardWidths.map { EdgeWindows.Guard($0) }
  var windows = EdgeWindows()
  var edges = RowEdges()
  for seed in 1...4 as ClosedRange<UInt64> {
    var generator = seed
    var (row, places, mirrored): ([UInt8], [Int], [Int]) = ([UInt8](repeating: 200, count: Int(5 * module)), [], [])
    var edge = 0
    for number in 0..<12 {
      generator = generator &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let widths = guardWidths[number % 2]
      let isMirrored = generator >> 40 & 1 == 1
      // Of a start pattern's eight runs the last one is light, as the ground is beside it: not an edge of its own.
      let runs = widths.count == 8 ? Array(widths.dropLast()) : widths
      if isMirrored { mirrored.append(edge + runs.count - 1) } else { places.append(edge) }
      for (run, width) in (isMirrored ? runs.reversed() : runs).enumerated() {
        row += [UInt8](repeating: run % 2 == 0 ? 40 : 200, count: max(1, Int((Double(width) * module).rounded())))
      }
      edge += runs.count + 1
      // The ground of a start pattern is three modules wide, as the pattern's last run; beside a mirrored one as well.
      row += [UInt8](repeating: 200, count: max(1, Int((3 * module).rounded())))
    }
    row += [UInt8](repeating: 200, count: Int(5 * module))
    let image = LuminanceImage(width: row.count, height: 8, pixels: Array([[UInt8]](repeating: row, count: 8).joined()))
    var grid = ThresholdGrid()
    grid.measure(image)
    // Of large modules the threshold is known at the edges alone.
    for at in grid.thresholds.indices { grid.thresholds[at] = 120 }
    edges.scan(image, grid, row: 3)
    #expect(edges.count == edge)
    windows.findGuards(edges, guards, least: Int32(5.25 * module - 1))
    let (found, foundMirrored) = (
      windows.places.prefix(windows.count).map { Int($0) },
      windows.mirrored.prefix(windows.mirroredCount).map { Int($0) }
    )
    // The first run and the last one are the caller's.
    #expect(Set(places).subtracting([0]).isSubset(of: found))
    #expect(Set(mirrored).subtracting([edge - 2]).isSubset(of: foundMirrored))
    #expect(found == found.sorted() && foundMirrored == foundMirrored.sorted())
  }
}

@Test("In texture few runs may be a big bar") func bigBarsOfTexture() {
  let image = picture(4000, 24, seed: 9)
  var (grid, edges, windows) = (ThresholdGrid(), RowEdges(), EdgeWindows())
  grid.measure(image)
  var (all, found) = (0, 0)
  for row in 0..<image.height {
    edges.scan(image, grid, row: row)
    windows.findGuards(edges, guardWidths.map { EdgeWindows.Guard($0) }, least: 4)
    (all, found) = (all + edges.count, found + windows.count + windows.mirroredCount)
  }
  #expect(all > 10_000)
  #expect(found * 10 < all)
}

@Test("Steep edges against a slow reference", arguments: [UInt64](1...6))
func steepEdges(seed: UInt64) {
  let image = picture(500, 24, seed: seed)
  var (grid, edges, steep) = (ThresholdGrid(), RowEdges(), SteepEdges())
  grid.measure(image)
  for row in 0..<image.height {
    edges.scan(image, grid, row: row)
    let p = edges.positions.prefix(edges.count).map { Int($0) }
    for (clearance, rise) in [(1, 0), (2, 40), (5, 120)] {
      steep.find(edges, image, row: row, clearance: Int32(clearance), rise: Int32(rise))
      func isSteep(_ x: Int) -> Bool {
        guard 1...image.width - 1 ~= x else { return false }
        let (left, right) = (max(x - 2, 0), min(x + 1, image.width - 1))
        let line = row * image.width
        return abs(Int(image.pixels[line + left]) - Int(image.pixels[line + right])) >= rise
      }
      let beginnings = p.indices.filter { $0 % 2 == 0 }
        .filter { ($0 == 0 || p[$0] - p[$0 - 1] >= clearance) && isSteep(p[$0]) }
      let ends = p.indices.filter { $0 % 2 == 1 }
        .filter { ($0 + 1 == p.count || p[$0 + 1] - p[$0] >= clearance) && isSteep(p[$0]) }
      #expect(steep.beginnings.prefix(steep.beginningCount).map { Int($0) } == beginnings.map { p[$0] })
      #expect(steep.ends.prefix(steep.endCount).map { Int($0) } == ends.map { p[$0] })
    }
  }
}

@Test("Columns as rows", arguments: [(64, 16, 1), (65, 17, 4), (7, 33, 3), (40, 5, 16)])
func columns(width: Int, height: Int, step: Int) {
  let image = picture(width, height, seed: 5)
  var turned = picture(3, 3, seed: 1)
  turned.becomeColumns(of: image, every: step)
  #expect(turned.width == height)
  #expect(turned.height == (width + step - 1) / step)
  for line in 0..<turned.height {
    for x in 0..<height { #expect(turned.pixels[line * height + x] == image.pixels[x * width + line * step]) }
  }
}
