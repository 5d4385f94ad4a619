/// The line through what was measured at heights of a symbol, by the median of the slopes between all pairs (Theil and Sen): heights
/// at which chance says something else do not turn it.
struct MedianLine {
  /// At height 0, and how much more at 1.
  let base: Double
  let change: Double

  /// - Precondition: not empty.
  /// - Parameter samples: by ascending heights, as parts of the whole.
  init(_ samples: [(v: Double, value: Double)]) {
    var slopes: [Double] = []
    for (index, sample) in samples.enumerated() {
      for other in samples[(index + 1)...] where other.v - sample.v > Self.leastApart {
        slopes.append((other.value - sample.value) / (other.v - sample.v))
      }
    }
    slopes.sort()
    let change = slopes.isEmpty ? 0 : slopes[slopes.count / 2]
    let rests = samples.map { $0.value - change * $0.v }.sorted()
    self.change = change
    base = rests[rests.count / 2]
  }

  /// Pairs nearer to each other tell their noise.
  private static let leastApart = 0.3

  func callAsFunction(_ v: Double) -> Double { base + change * v }
}
