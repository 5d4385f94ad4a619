/// The darkest and the lightest of a line's samples, by stretches of equal length: each over a stretch and the two to
/// either side of it.
struct StretchExtremes {
  let dark: [Float]
  let light: [Float]
  /// Difference of the lightest and the darkest of all samples; 0 where there are none.
  let whole: Float

  /// - Complexity: O(samples).
  init(_ samples: [Float], stretch: Int) {
    let count = (samples.count + stretch - 1) / stretch
    var low = [Float](repeating: .infinity, count: count)
    var high = [Float](repeating: -.infinity, count: count)
    for i in samples.indices {
      low[i / stretch] = min(low[i / stretch], samples[i])
      high[i / stretch] = max(high[i / stretch], samples[i])
    }
    let around = (0..<count).map { max($0 - 2, 0)...min($0 + 2, count - 1) }
    dark = around.map { low[$0].min() ?? 0 }
    light = around.map { high[$0].max() ?? 0 }
    whole = (high.max() ?? 0) - (low.min() ?? 0)
  }
}
