/// What is tried when, what it costs, and where it ends: the one table of the search.
///
/// `viewfinder bench calibrate FOLDER…` measures what each kind of work costs and yields on pictures with known truth,
/// and prints the table's figures anew.
enum SearchPolicy {
  /// What is known of a kind of work.
  struct Row {
    let family: SymbolFamily
    let rung: SearchRung
    /// Symbols that a thousand runs of it read.
    let gain: Double
    /// Microseconds that a run takes, the mean.
    let cost: Double
    /// Microseconds from one look at the meter to the next one, the mean.
    let step: Double
    /// Microseconds after which a run is ended, in a picture of one megapixel or less; a larger one has as much for each
    /// megapixel.
    let cap: Double

    init(
      _ family: SymbolFamily, _ rung: SearchRung, gain: Double, cost: Double, step: Double, cap: Double = .infinity
    ) {
      (self.family, self.rung, self.gain, self.cost, self.step, self.cap) = (family, rung, gain, cost, step, cap)
    }
  }

  static subscript(_ work: SearchWork) -> Row {
    switch work {
    case .qrPlain: Row(.qr, .plain, gain: 300, cost: 800, step: 20, cap: 15_000)
    case .linearRegions: Row(.linear, .plain, gain: 0, cost: 500, step: 500)
    case .linearPlain: Row(.linear, .plain, gain: 100, cost: 300, step: 30, cap: 5_000)
    case .stackedPlain: Row(.stacked, .plain, gain: 100, cost: 1_500, step: 50, cap: 8_000)
    case .aztecPlain: Row(.aztec, .plain, gain: 60, cost: 1_000, step: 50, cap: 5_000)
    case .dataMatrixPlain: Row(.dataMatrix, .plain, gain: 80, cost: 2_000, step: 50, cap: 8_000)

    case .qrFine: Row(.qr, .fine, gain: 20, cost: 1_500, step: 20, cap: 10_000)
    case .linearFine: Row(.linear, .fine, gain: 50, cost: 2_000, step: 50, cap: 10_000)
    case .stackedFine: Row(.stacked, .fine, gain: 10, cost: 4_000, step: 50, cap: 12_000)
    case .stackedSmaller: Row(.stacked, .fine, gain: 10, cost: 2_000, step: 50, cap: 6_000)
    case .aztecFine: Row(.aztec, .fine, gain: 5, cost: 3_000, step: 50, cap: 6_000)
    case .dataMatrixFine: Row(.dataMatrix, .fine, gain: 20, cost: 5_000, step: 50, cap: 12_000)

    case .linearClose: Row(.linear, .close, gain: 50, cost: 8_000, step: 50, cap: 30_000)
    case .linearJoined: Row(.linear, .close, gain: 5, cost: 3_000, step: 50, cap: 10_000)
    case .linearSweep: Row(.linear, .close, gain: 3, cost: 10_000, step: 50, cap: 20_000)
    case .qrFaint: Row(.qr, .close, gain: 10, cost: 3_000, step: 20, cap: 10_000)
    case .qrDoubled: Row(.qr, .close, gain: 5, cost: 5_000, step: 20, cap: 15_000)
    case .stackedSlanted: Row(.stacked, .close, gain: 5, cost: 4_000, step: 50, cap: 10_000)
    case .stackedEnlarged: Row(.stacked, .close, gain: 5, cost: 10_000, step: 50, cap: 20_000)
    case .aztecEnlarged: Row(.aztec, .close, gain: 2, cost: 8_000, step: 50, cap: 15_000)
    case .dataMatrixLenient: Row(.dataMatrix, .close, gain: 10, cost: 20_000, step: 50, cap: 40_000)
    case .dataMatrixEnlarged: Row(.dataMatrix, .close, gain: 5, cost: 20_000, step: 50, cap: 40_000)
    case .dataMatrixBent: Row(.dataMatrix, .close, gain: 5, cost: 10_000, step: 50, cap: 30_000)
    case .dataMatrixPromising: Row(.dataMatrix, .close, gain: 5, cost: 10_000, step: 50, cap: 30_000)

    case .qrLifted: Row(.qr, .restored, gain: 10, cost: 10_000, step: 20, cap: 30_000)
    case .qrSteadied: Row(.qr, .restored, gain: 10, cost: 20_000, step: 20, cap: 60_000)
    case .qrFocused: Row(.qr, .restored, gain: 10, cost: 20_000, step: 20, cap: 60_000)
    }
  }
}
