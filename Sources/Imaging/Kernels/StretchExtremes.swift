/// The darkest and the lightest of a line's samples, by stretches of equal length: each over a stretch and the two to
/// either side of it.
package struct StretchExtremes {
  package let dark: [Float]
  package let light: [Float]
  /// Difference of the lightest and the darkest of all samples; 0 where there are none.
  package let whole: Float

  private typealias Four = SIMD4<Float>

  /// - Parameter stretch: samples a stretch, of which the last one may have fewer.
  /// - Precondition: a stretch has a sample.
  /// - Complexity: O(samples).
  package init(_ samples: [Float], stretch: Int) {
    precondition(stretch > 0, "a stretch has a sample")
    let count = (samples.count + stretch - 1) / stretch
    var low = [Float](repeating: 0, count: count)
    var high = low
    unsafe samples.withUnsafeBytes { bytes in
      for number in 0..<count {
        let (start, end) = (number &* stretch, min(number &* stretch &+ stretch, samples.count))
        var (least, most) = (samples[start], samples[start])
        var i = start
        if end &- start >= 4 {
          var (lower, upper) = (Four(repeating: least), Four(repeating: least))
          while i &+ 4 <= end {
            let four = unsafe bytes.loadUnaligned(fromByteOffset: 4 &* i, as: Four.self)
            lower = lower.replacing(with: four, where: four .< lower)
            upper = upper.replacing(with: four, where: four .> upper)
            i &+= 4
          }
          least = min(min(lower.x, lower.y), min(lower.z, lower.w))
          most = max(max(upper.x, upper.y), max(upper.z, upper.w))
        }
        while i < end {
          (least, most) = (min(least, samples[i]), max(most, samples[i]))
          i &+= 1
        }
        (low[number], high[number]) = (least, most)
      }
    }
    var (dark, light) = (low, high)
    for at in 0..<count {
      var (least, most) = (low[at], high[at])
      var near = max(at &- 2, 0)
      let last = min(at &+ 2, count &- 1)
      while near <= last {
        (least, most) = (min(least, low[near]), max(most, high[near]))
        near &+= 1
      }
      (dark[at], light[at]) = (least, most)
    }
    (self.dark, self.light) = (dark, light)
    whole = (high.max() ?? 0) - (low.min() ?? 0)
  }

  /// Each sample between the lightest and the darkest ones around it: 0 is light, 1 is dark, and what noise adds at most 0.2
  /// beyond either. Between the middles of stretches both go straight.
  ///
  /// - Parameters:
  ///   - samples: those that the extremes were taken of.
  ///   - stretch: samples a stretch, as there.
  ///   - leastShare: the share of the line's whole contrast that light and dark are taken to have between them at least.
  ///   - least: the same in grey levels.
  package func darkness(of samples: [Float], stretch: Int, leastShare: Float, least: Float) -> [Float] {
    precondition(dark.count == (samples.count + stretch - 1) / stretch, "extremes of other samples")
    let (least, perStretch) = (max(whole * leastShare, least), 1 / Float(stretch))
    return unsafe samples.withUnsafeBytes { bytes in
      unsafe [Float](unsafeUninitializedCapacity: samples.count) { darkness, count in
        let stored = UnsafeMutableRawBufferPointer(darkness)
        var i = 0
        for left in dark.indices {
          // Up to the middle of the next stretch: the first one's extremes hold from the line's beginning on, the last one's to its
          // end.
          let right = min(left + 1, dark.count - 1)
          let end = left == right ? samples.count : min(left &* stretch &+ (3 &* stretch) / 2, samples.count)
          let (lightest, darkest) = (light[left], dark[left])
          let (lighter, darker) = (light[right] - lightest, dark[right] - darkest)
          func four(_ greys: Four, _ places: Four) -> Four {
            var part = (places + 0.5) * perStretch - 0.5 - Float(left)
            part = part.replacing(with: 0, where: part .< Four.zero).replacing(
              with: 1, where: part .> Four(repeating: 1))
            let light = lightest + part * lighter
            let depth = light - (darkest + part * darker)
            let own = (light - greys) / depth.replacing(with: least, where: depth .< Four(repeating: least))
            return own.replacing(with: -0.2, where: own .< Four(repeating: -0.2))
              .replacing(with: 1.2, where: own .> Four(repeating: 1.2))
          }
          while i &+ 4 <= end {
            let greys = unsafe bytes.loadUnaligned(fromByteOffset: 4 &* i, as: Four.self)
            unsafe stored.storeBytes(
              of: four(greys, Four(0, 1, 2, 3) + Float(i)), toByteOffset: 4 &* i, as: Four.self)
            i &+= 4
          }
          while i < end {
            unsafe darkness[i] = four(Four(repeating: samples[i]), Four(repeating: Float(i)))[0]
            i &+= 1
          }
        }
        count = samples.count
      }
    }
  }
}
