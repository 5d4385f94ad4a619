import Imaging

extension LuminanceImage {
  /// Whether three quarters of the picture have less than a quarter of white: what it shows by itself, besides a lamp
  /// or a window, has so little contrast that rounding and noise count.
  var isDim: Bool { 4 * darkPixels(below: Self.quarterOfWhite) >= 3 * pixels.count }

  private static let quarterOfWhite: UInt8 = 64

  /// Each pixel's difference from the mean around it, three times as large, from the middle of grey on: of a dim
  /// picture, whose grey spans a quarter of white, nothing is cut off.
  ///
  /// - Parameter radius: pixels to every side that count as around.
  /// - Complexity: O(pixels).
  func lifted(radius: Int = 30) -> LuminanceImage {
    let values = pixels.map { Float($0) }
    var sums = values
    boxSums(values, width: width, height: height, radius: radius, into: &sums)
    func reach(_ place: Int, _ count: Int) -> Float {
      Float(min(count, place + radius + 1) - max(0, place - radius))
    }
    let columns = (0..<width).map { 1 / reach($0, width) }
    var result = pixels
    for y in 0..<height {
      let row = 1 / reach(y, height)
      for x in 0..<width {
        let at = y * width + x
        let value = 128 + 3 * (values[at] - sums[at] * columns[x] * row)
        result[at] = UInt8(min(max(value, 0), 255))
      }
    }
    return LuminanceImage(width: width, height: height, pixels: result, toFrame: toFrame)
  }

  /// The picture as it would be in even light: each pixel by what parts dark from light where it is, which becomes the middle
  /// of grey.
  ///
  /// - Parameter thresholds: the picture's, of which each is taken for its block's middle.
  /// - Complexity: O(pixels).
  func evened(_ thresholds: ThresholdGrid) -> LuminanceImage {
    let block = ThresholdGrid.block
    // Between the middles of blocks, in half pixels.
    func between(_ place: Int, _ blocks: Int) -> (first: Int, second: Int, part: Int) {
      let along = max(0, 2 * place + 1 - block)
      let first = min(along / (2 * block), blocks - 1)
      return (first, min(first + 1, blocks - 1), first == blocks - 1 ? 0 : along % (2 * block))
    }
    let whole = 2 * block
    let columns = (0..<width).map { between($0, thresholds.columns) }
    var result = pixels
    var levels = [Int](repeating: 0, count: thresholds.columns)
    for y in 0..<height {
      let row = between(y, thresholds.rows)
      for column in levels.indices {
        let above = Int(thresholds.thresholds[row.first * thresholds.columns + column])
        let below = Int(thresholds.thresholds[row.second * thresholds.columns + column])
        levels[column] = above * (whole - row.part) + below * row.part
      }
      for x in 0..<width {
        let column = columns[x]
        let level = levels[column.first] * (whole - column.part) + levels[column.second] * column.part
        let at = y * width + x
        result[at] = UInt8(min(128 * whole * whole * Int(pixels[at]) / max(level, Self.darkest * whole * whole), 255))
      }
    }
    return LuminanceImage(width: width, height: height, pixels: result, toFrame: toFrame)
  }

  /// The least grey that counts as what parts dark from light: noise of some levels stays below the difference.
  private static let darkest = 8
}

extension ThresholdGrid {
  /// Whether a tenth of the picture is lit half as well as another tenth, or is darker by itself.
  var isUneven: Bool {
    let sorted = thresholds.sorted()
    guard let last = sorted.last, last > 0 else { return false }
    return 2 * Int(sorted[sorted.count / 10]) < Int(sorted[sorted.count * 9 / 10])
  }
}
