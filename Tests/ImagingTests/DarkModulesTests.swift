import Geometry
import Imaging
import Testing

@Test("A module is dark where the four pixels around its middle are, also beyond the border", arguments: [false, true])
func darkModules(isInverted: Bool) {
  let (width, height) = (64, 40)
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 31))
  var grid = ThresholdGrid()
  grid.measure(image)
  // 19 columns: two steps of eight and a rest. The last of them, and the first row, lie outside the image.
  let plane = Perspective<Modules, ImagePixels>(3.6, 0.4, -1.3, -0.2, 4.1, -2.6, 0.001, -0.0007, 1)
  let (columns, rows) = (19, 10)
  let modules = darkModules(image, grid, plane: plane, width: columns, height: rows, isInverted: isInverted)
  var expected: [Bool] = []
  for row in 0..<rows {
    for column in 0..<columns {
      let place = plane(Point(Double(column) + 0.5, Double(row) + 0.5))
      let x = min(max(Int(place.x.rounded()) - 1, 0), width - 2)
      let y = min(max(Int(place.y.rounded()) - 1, 0), height - 2)
      let at = y * width + x
      let sum = [at, at + 1, at + width, at + width + 1].map { Int(image.pixels[$0]) }.reduce(0, +)
      expected.append((sum < 4 * Int(grid[x, y])) != isInverted)
    }
  }
  #expect(modules == expected)
  #expect(Set(modules).count == 2)
}

@Test func aPlaneWithoutPlacesHasModulesForAllThat() {
  let image = LuminanceImage(width: 16, height: 16, pixels: [UInt8](repeating: 9, count: 256))
  var grid = ThresholdGrid()
  grid.measure(image)
  let nowhere = Perspective<Modules, ImagePixels>(.nan, 0, .infinity, 0, .nan, 0, 0, 0, 0)
  #expect(darkModules(image, grid, plane: nowhere, width: 3, height: 2, isInverted: false).count == 6)
}
