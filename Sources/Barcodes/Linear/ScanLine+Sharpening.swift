extension ScanLine {
  /// The line with blur of about half a module undone: what narrow bars and spaces have lost of their contrast to their
  /// neighbors they get back. Noise gains as much, so that the line should be a mean over several.
  ///
  /// - Parameter reach: modules between a place and those that it is compared with.
  func sharpened(reach: Double) -> ScanLine {
    let module = TurnedLine(self, sensitivity: 0.1).medianWidth / 1.5
    let reach = max(2, Int((reach * module).rounded()))
    guard samples.count > 2 * reach else { return self }
    var sharp = samples
    for i in reach..<samples.count - reach {
      sharp[i] += Self.sharpening * (2 * samples[i] - samples[i - reach] - samples[i + reach])
    }
    return ScanLine(
      start: start, direction: direction, step: step, samples: sharp, startsAtBorder: startsAtBorder,
      endsAtBorder: endsAtBorder)
  }

  /// The reaches to try: about a module where all are as wide, less where some are narrower.
  static let sharpeningReaches = [0.8, 0.45]
  /// How much of the difference is added: bars of a module with spaces of a module between them become three times as
  /// clear, which is what a blur of half a module took.
  private static let sharpening: Float = 0.6
}
