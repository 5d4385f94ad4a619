import Bits
import Geometry
import Imaging

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
    guard let image = sampler.fittingKernels else { return }
    // A quarter module from the middle: the mean of five points there averages noise, and stays clear of
    // the neighbours where the grid is up to a quarter of a module off.
    let reach: Float = 0.22
    // Half the way to the next module's middle is as far as half a module: one place a module is computed.
    func middles(_ y: Int) -> [SIMD2<Float>] {
      (0...width).map { x in
        let place = grid.place(Double(x) + 0.5, Double(y) + 0.5)
        return SIMD2(Float(place.x * sampler.scale - 0.5), Float(place.y * sampler.scale - 0.5))
      }
    }
    var row = middles(0)
    for y in 0..<height {
      let next = middles(y + 1)
      sampleModules(image, middles: row, below: next, reach: reach, into: &values, from: y * width)
      row = next
    }
    if sampler.mask != 0 {
      for at in values.indices { values[at] = Float(sampler.mask) - values[at] }
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
  var transposedConfidences: [Float] { Self.transposed(confidences, width: width) }

  /// Values row after row with rows and columns exchanged.
  static func transposed(_ values: [Float], width: Int) -> [Float] {
    let height = values.count / width
    return values.indices.map { values[$0 % height * width + $0 / height] }
  }

  /// Compares each module with those around it.
  ///
  /// - Parameter radius: modules to either side that count as around.
  mutating func classify(radius: Int = 4) {
    darkness = moduleDarkness(values, width: width, height: height, radius: radius)
  }
}
