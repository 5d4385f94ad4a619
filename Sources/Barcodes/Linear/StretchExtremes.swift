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
    var low: [Float] = []
    var high: [Float] = []
    low.reserveCapacity(count)
    high.reserveCapacity(count)
    for start in stride(from: 0, to: samples.count, by: stretch) {
      var (least, most) = (samples[start], samples[start])
      for i in start..<min(start + stretch, samples.count) {
        least = min(least, samples[i])
        most = max(most, samples[i])
      }
      low.append(least)
      high.append(most)
    }
    var (dark, light) = (low, high)
    for at in 0..<count {
      for near in max(at - 2, 0)...min(at + 2, count - 1) {
        dark[at] = min(dark[at], low[near])
        light[at] = max(light[at], high[near])
      }
    }
    (self.dark, self.light) = (dark, light)
    whole = (high.max() ?? 0) - (low.min() ?? 0)
  }
}
