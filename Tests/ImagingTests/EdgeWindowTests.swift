import Imaging
import Testing

private func picture(_ width: Int, _ height: Int, seed: UInt64) -> LuminanceImage {
  LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: seed))
}

@Test("Wide runs and spans against slow references", arguments: [UInt64](1...6))
func windows(seed: UInt64) {
  let image = picture(900, 24, seed: seed)
  var grid = ThresholdGrid()
  grid.measure(image)
  var edges = RowEdges()
  var windows = EdgeWindows()
  for row in 0..<image.height {
    edges.scan(image, grid, row: row)
    let p = edges.positions.prefix(edges.count).map { Int($0) }

    windows.findWide(edges, least: 4, ratio: 3)
    let wide = p.indices.filter { i in
      guard i >= 1, i + 2 < p.count else { return false }
      let (before, run, after) = (p[i] - p[i - 1], p[i + 1] - p[i], p[i + 2] - p[i + 1])
      return run > 4 && run + 1 >= 3 * min(before, after)
    }
    #expect(windows.places.prefix(windows.count).map { Int($0) } == wide)

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
