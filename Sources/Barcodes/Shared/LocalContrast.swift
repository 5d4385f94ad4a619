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
}

extension ThresholdGrid {
  /// Whether a tenth of the picture is lit half as well as another tenth, or is darker by itself.
  var isUneven: Bool {
    let sorted = thresholds.sorted()
    guard let last = sorted.last, last > 0 else { return false }
    return 2 * Int(sorted[sorted.count / 10]) < Int(sorted[sorted.count * 9 / 10])
  }
}
