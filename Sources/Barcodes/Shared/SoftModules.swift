import Bits
import Geometry

/// A symbol's modules as grey values, then as dark or light with a confidence.
struct SoftModules {
  let width: Int
  let height: Int
  /// Grey at each module, row after row, as if the symbol were dark on light.
  private(set) var values: [Float]
  /// How far each value lies on the dark side of its threshold: 1 is as dark as the dark ones around,
  /// −1 as light as the light ones, 0 is on the threshold.
  private(set) var darkness: [Float] = []

  /// Samples the middle of each module.
  ///
  /// - Complexity: five bilinear samples a module.
  init(_ sampler: GreySampler, _ grid: SymbolGrid) {
    width = grid.width
    height = grid.height
    values = [Float](repeating: 0, count: width * height)
    // A quarter module from the middle: the mean of five points there averages noise, and stays clear of
    // the neighbours where the grid is up to a quarter of a module off.
    let reach = 0.22
    // Half the way to the next module's middle is as far as half a module: one place a module is computed.
    func middles(_ y: Int) -> [Point<ImagePixels>] { (0...width).map { grid.place(Double($0) + 0.5, Double(y) + 0.5) } }
    var row = middles(0)
    for y in 0..<height {
      let next = middles(y + 1)
      for x in 0..<width {
        let middle = row[x]
        let right = (row[x + 1] - middle) * reach
        let down = (next[x] - middle) * reach
        let sum =
          2 * sampler.value(middle) + sampler.value(middle + right) + sampler.value(middle - right)
          + sampler.value(middle + down) + sampler.value(middle - down)
        values[y * width + x] = sum / 6
      }
      row = next
    }
  }

  /// The values with part of what they differ from their four neighbours added: undoes blur, by which each
  /// module took from its neighbours.
  func sharpened(_ amount: Float) -> SoftModules {
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        let left = values[x > 0 ? at - 1 : at]
        let right = values[x + 1 < width ? at + 1 : at]
        let above = values[y > 0 ? at - width : at]
        let below = values[y + 1 < height ? at + width : at]
        result.values[at] = values[at] + amount * (values[at] - (left + right + above + below) / 4)
      }
    }
    return result
  }

  /// Dark modules, by `darkness`.
  var modules: BitMatrix {
    var matrix = BitMatrix(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width { matrix[x, y] = darkness[y * width + x] > 0 }
    }
    return matrix
  }

  /// How sure each module is, 0 to 1.
  var confidences: [Float] { darkness.map { min(abs($0), 1) } }

  /// The same of the symbol with rows and columns exchanged.
  var transposedConfidences: [Float] {
    let confidences = confidences
    return (0..<width * height).map { confidences[$0 % height * width + $0 / height] }
  }

  /// Compares each module with those around it: first with their mean, then half way between the means of
  /// the dark and of the light ones among them, so that a part with few of either has a fair threshold.
  ///
  /// - Parameter radius: modules to either side that count as around. Four sees 81: masks keep both kinds
  ///   among them, and light is nearly even over them.
  mutating func classify(radius: Int = 4) {
    let count = width * height
    var sums = BoxSums(width: width, height: height)
    sums.fill { values[$0] }
    darkness = [Float](repeating: 0, count: count)
    for y in 0..<height {
      for x in 0..<width {
        let (sum, n) = sums.around(x, y, radius)
        darkness[y * width + x] = sum / Float(n) - values[y * width + x]
      }
    }
    for _ in 0..<2 {
      var dark = BoxSums(width: width, height: height)
      var darks = BoxSums(width: width, height: height)
      dark.fill { darkness[$0] > 0 ? values[$0] : 0 }
      darks.fill { darkness[$0] > 0 ? 1 : 0 }
      for y in 0..<height {
        for x in 0..<width {
          let at = y * width + x
          let (all, n) = sums.around(x, y, radius)
          let (darkSum, _) = dark.around(x, y, radius)
          let (darkCount, _) = darks.around(x, y, radius)
          let lightCount = Float(n) - darkCount
          guard darkCount >= 1, lightCount >= 1 else { continue }
          let darkMean = darkSum / darkCount
          let lightMean = (all - darkSum) / lightCount
          let half = max((lightMean - darkMean) / 2, 1)
          darkness[at] = ((lightMean + darkMean) / 2 - values[at]) / half
        }
      }
    }
  }
}

/// Sums over any rectangle of a grid in four steps (a summed-area table).
private struct BoxSums {
  private let width: Int
  private let height: Int
  private var table: [Float]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    table = [Float](repeating: 0, count: (width + 1) * (height + 1))
  }

  mutating func fill(_ value: (Int) -> Float) {
    let stride = width + 1
    for y in 0..<height {
      var row: Float = 0
      for x in 0..<width {
        row += value(y * width + x)
        table[(y + 1) * stride + x + 1] = table[y * stride + x + 1] + row
      }
    }
  }

  /// The sum over the square around a module, clipped to the grid, and how many modules it has.
  func around(_ x: Int, _ y: Int, _ radius: Int) -> (sum: Float, count: Int) {
    let (left, right) = (max(0, x - radius), min(width, x + radius + 1))
    let (top, bottom) = (max(0, y - radius), min(height, y + radius + 1))
    let stride = width + 1
    let sum =
      table[bottom * stride + right] - table[top * stride + right] - table[bottom * stride + left]
      + table[top * stride + left]
    return (sum, (right - left) * (bottom - top))
  }
}
