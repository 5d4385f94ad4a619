import Imaging

extension ScanLine {
  /// Samples over which the lightest and the darkest are taken.
  static func stretch(module: Double) -> Int { max(4, Int(3 * module)) }

  /// Each sample between the lightest and the darkest ones around it: 0 is light, 1 is dark.
  ///
  /// - Parameter module: samples a module; extremes are taken over fifteen, as each digit of seven has both.
  static func darkness(_ samples: [Float], module: Double) -> [Float] {
    let stretch = stretch(module: module)
    return StretchExtremes(samples, stretch: stretch).darkness(of: samples, stretch: stretch, leastShare: 0.2, least: 8)
  }
}
