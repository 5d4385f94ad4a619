extension ScanLine {
  /// Each sample between the lightest and the darkest ones around it: 0 is light, 1 is dark.
  ///
  /// - Parameter module: samples a module; extremes are taken over fifteen, as each digit of seven has both.
  static func darkness(_ samples: [Float], module: Double) -> [Float] {
    let stretch = max(4, Int(3 * module))
    let count = (samples.count + stretch - 1) / stretch
    var low = [Float](repeating: .infinity, count: count)
    var high = [Float](repeating: -.infinity, count: count)
    for i in samples.indices {
      low[i / stretch] = min(low[i / stretch], samples[i])
      high[i / stretch] = max(high[i / stretch], samples[i])
    }
    let whole = (high.max() ?? 0) - (low.min() ?? 0)
    let around = (0..<count).map { max($0 - 2, 0)...min($0 + 2, count - 1) }
    let light = around.map { high[$0].max() ?? 0 }
    let dark = around.map { low[$0].min() ?? 0 }
    return samples.indices.map { i in
      // Between the middles of stretches both go straight.
      let at = (Float(i) + 0.5) / Float(stretch) - 0.5
      let left = min(max(Int(at.rounded(.down)), 0), count - 1)
      let right = min(left + 1, count - 1)
      let part = min(max(at - Float(left), 0), 1)
      let lightest = light[left] + part * (light[right] - light[left])
      let darkest = dark[left] + part * (dark[right] - dark[left])
      return min(max((lightest - samples[i]) / max(lightest - darkest, whole / 5, 8), -0.2), 1.2)
    }
  }
}
