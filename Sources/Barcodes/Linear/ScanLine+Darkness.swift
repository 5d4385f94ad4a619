extension ScanLine {
  /// Samples over which the lightest and the darkest are taken.
  static func stretch(module: Double) -> Int { max(4, Int(3 * module)) }

  /// Each sample between the lightest and the darkest ones around it: 0 is light, 1 is dark.
  ///
  /// - Parameter module: samples a module; extremes are taken over fifteen, as each digit of seven has both.
  static func darkness(_ samples: [Float], module: Double) -> [Float] {
    let stretch = stretch(module: module)
    let extremes = StretchExtremes(samples, stretch: stretch)
    let (dark, light) = (extremes.dark, extremes.light)
    let (perStretch, least) = (1 / Float(stretch), max(extremes.whole / 5, 8))
    var darkness = samples
    for i in samples.indices {
      // Between the middles of stretches both go straight. A whole one further on rounding is cutting off.
      let at = (Float(i) + 0.5) * perStretch - 0.5
      let left = min(max(Int(at + 1) - 1, 0), light.count - 1)
      let right = min(left + 1, light.count - 1)
      let part = min(max(at - Float(left), 0), 1)
      let lightest = light[left] + part * (light[right] - light[left])
      let darkest = dark[left] + part * (dark[right] - dark[left])
      darkness[i] = min(max((lightest - samples[i]) / max(lightest - darkest, least), -0.2), 1.2)
    }
    return darkness
  }
}
