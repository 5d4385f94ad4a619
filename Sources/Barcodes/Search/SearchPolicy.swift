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
    case .qrPlain: Row(.qr, .plain, gain: 408, cost: 1_040, step: 52, cap: 15_000)
    case .dataMatrixPlain: Row(.dataMatrix, .plain, gain: 104, cost: 1_800, step: 15, cap: 40_000)
    case .linearRegions: Row(.linear, .plain, gain: 300, cost: 770, step: 770)
    case .linearPlain: Row(.linear, .plain, gain: 56, cost: 120, step: 56, cap: 5_000)
    case .aztecPlain: Row(.aztec, .plain, gain: 31, cost: 460, step: 11, cap: 5_000)
    case .stackedPlain: Row(.stacked, .plain, gain: 47, cost: 3_460, step: 157, cap: 15_000)

    case .qrFine: Row(.qr, .fine, gain: 40, cost: 410, step: 51, cap: 10_000)
    case .dataMatrixCloser: Row(.dataMatrix, .fine, gain: 40, cost: 1_100, step: 210, cap: 10_000)
    case .dataMatrixFine: Row(.dataMatrix, .fine, gain: 20, cost: 3_300, step: 17, cap: 15_000)
    case .linearFine: Row(.linear, .fine, gain: 3.6, cost: 930, step: 24, cap: 10_000)
    case .aztecFine: Row(.aztec, .fine, gain: 1, cost: 400, step: 11, cap: 6_000)
    case .stackedFine: Row(.stacked, .fine, gain: 3.3, cost: 8_670, step: 160, cap: 15_000)
    case .stackedSmaller: Row(.stacked, .fine, gain: 1, cost: 3_600, step: 150, cap: 8_000)

    case .qrFaint: Row(.qr, .close, gain: 10, cost: 190, step: 27, cap: 10_000)
    case .aztecEnlarged: Row(.aztec, .close, gain: 2, cost: 100, step: 11, cap: 15_000)
    case .dataMatrixEnlarged: Row(.dataMatrix, .close, gain: 20, cost: 13_000, step: 14, cap: 40_000)
    case .dataMatrixLenient: Row(.dataMatrix, .close, gain: 4, cost: 4_700, step: 13, cap: 40_000)
    case .linearClose: Row(.linear, .close, gain: 78, cost: 58_600, step: 250, cap: 60_000)
    case .linearJoined: Row(.linear, .close, gain: 2, cost: 530, step: 46, cap: 10_000)
    case .linearSweep: Row(.linear, .close, gain: 5, cost: 830, step: 66, cap: 20_000)
    case .qrDoubled: Row(.qr, .close, gain: 1, cost: 500, step: 9, cap: 15_000)
    case .stackedSlanted: Row(.stacked, .close, gain: 1, cost: 1_120, step: 91, cap: 30_000)
    case .stackedEnlarged: Row(.stacked, .close, gain: 1, cost: 1_000, step: 48, cap: 20_000)
    case .dataMatrixDotted: Row(.dataMatrix, .close, gain: 4, cost: 1_400, step: 30, cap: 10_000)
    case .dataMatrixBent: Row(.dataMatrix, .close, gain: 5, cost: 8_800, step: 390, cap: 30_000)
    case .dataMatrixPromising: Row(.dataMatrix, .close, gain: 5, cost: 3_300, step: 290, cap: 30_000)

    case .qrLifted: Row(.qr, .restored, gain: 10, cost: 1_000, step: 12, cap: 30_000)
    case .qrSteadied: Row(.qr, .restored, gain: 10, cost: 5_000, step: 92, cap: 60_000)
    case .qrFocused: Row(.qr, .restored, gain: 10, cost: 5_000, step: 28, cap: 60_000)
    }
  }
}
