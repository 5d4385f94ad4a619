import Bits
import Geometry
import Imaging

/// The grey of each module of a candidate, before it is called dark or light.
struct ModuleGreys {
  let width: Int
  let height: Int
  /// Row after row.
  private(set) var values: [Double]
  /// Where each was taken.
  let centers: [Point<ImagePixels>]

  init(width: Int, height: Int, values: [Double], centers: [Point<ImagePixels>]) {
    precondition(values.count == width * height && centers.count == values.count, "modules do not fill the grid")
    self.width = width
    self.height = height
    self.values = values
    self.centers = centers
  }

  /// Dark and light by the middle between the extremes nearby, and the modules nearest to it, worst first.
  ///
  /// - Parameter reach: modules to every side that count as near.
  func classify(reach: Int = 4) -> (modules: BitMatrix, doubtful: [(x: Int, y: Int)], confidences: [Float]) {
    let (low, high) = extremes(reach: reach)
    var modules = BitMatrix(width: width, height: height)
    var margins: [(margin: Double, x: Int, y: Int)] = []
    var confidences: [Float] = []
    confidences.reserveCapacity(values.count)
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        let middle = (low[i] + high[i]) / 2
        let margin = abs(values[i] - middle) / max(1, (high[i] - low[i]) / 2)
        modules[x, y] = values[i] < middle
        confidences.append(Float(min(1, margin)))
        if margin < 0.4 { margins.append((margin, x, y)) }
      }
    }
    margins.sort { $0.margin < $1.margin }
    return (modules, margins.map { ($0.x, $0.y) }, confidences)
  }

  /// Each module less a part of what its neighbors spilled into it, for blur of about a module.
  func sharpened(by amount: Double) -> ModuleGreys {
    var result = values
    for y in 0..<height {
      for x in 0..<width {
        let here = values[y * width + x]
        let left = x > 0 ? values[y * width + x - 1] : here
        let right = x + 1 < width ? values[y * width + x + 1] : here
        let above = y > 0 ? values[(y - 1) * width + x] : here
        let below = y + 1 < height ? values[(y + 1) * width + x] : here
        result[y * width + x] = here + amount * (here - (left + right + above + below) / 4)
      }
    }
    return ModuleGreys(width: width, height: height, values: result, centers: centers)
  }

  /// The darkest and the lightest module near each, rows first, then columns.
  private func extremes(reach: Int) -> (low: [Double], high: [Double]) {
    let window = 2 * reach + 1
    return (
      Self.extremes(values, width, height, window, beyond: .infinity) { $1 < $0 ? $1 : $0 },
      Self.extremes(values, width, height, window, beyond: -.infinity) { $1 > $0 ? $1 : $0 }
    )
  }

  /// Of each value the extreme in a square window around it: of windows of two, of four… along rows, then along columns.
  ///
  /// - Complexity: O(values · log window).
  @inline(__always)
  private static func extremes(
    _ values: [Double], _ width: Int, _ height: Int, _ window: Int, beyond: Double,
    _ extreme: (Double, Double) -> Double
  ) -> [Double] {
    let reach = window / 2
    // With a border as wide as a window reaches, all of them are whole.
    let (wide, high) = (width + 2 * reach, height + 2 * reach)
    var extremes = [Double](repeating: beyond, count: wide * high)
    for y in 0..<height {
      let row = (y + reach) * wide + reach
      for x in 0..<width { extremes[row + x] = values[y * width + x] }
    }
    for step in [1, wide] {
      var covered = 1
      while covered < window {
        let further = min(covered, window - covered) * step
        for at in 0..<extremes.count - further { extremes[at] = extreme(extremes[at], extremes[at + further]) }
        covered += further / step
      }
    }
    var result = values
    for y in 0..<height { for x in 0..<width { result[y * width + x] = extremes[y * wide + x] } }
    return result
  }
}
