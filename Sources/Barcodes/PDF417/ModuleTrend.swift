/// Pixels a module along a side of a symbol, which in perspective are fewer at one end than at the other.
struct ModuleTrend {
  /// At the side's top, and how many more at its bottom.
  private let top: Double
  private let change: Double

  /// The line through what was measured, if that is much; else the mean.
  ///
  /// - Parameter samples: heights as parts of the side, and pixels a module there; at least one.
  init(_ samples: [(v: Double, module: Double)]) {
    let count = Double(max(samples.count, 1))
    let mean = samples.reduce(0) { $0 + $1.module } / count
    let middle = samples.reduce(0) { $0 + $1.v } / count
    let spread = samples.reduce(0) { $0 + ($1.v - middle) * ($1.v - middle) }
    guard samples.count >= 5, spread > 0.02 * count else {
      (top, change) = (mean, 0)
      return
    }
    let slope = samples.reduce(0) { $0 + ($1.v - middle) * ($1.module - mean) } / spread
    // A side of which one end is half as near again as the other is the most that is read.
    change = max(-0.5 * mean, min(0.5 * mean, slope))
    top = mean - change * middle
  }

  /// The same at any height.
  init(even module: Double) { (top, change) = (module, 0) }

  /// Pixels a module at a height, as a part of the side.
  func module(at v: Double) -> Double { top + max(-0.2, min(1.2, v)) * change }
}
