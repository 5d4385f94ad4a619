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
    /// Runs of it that may read nothing, one behind the other and the likeliest first, in a picture of one megapixel or less; a
    /// larger one has as many for each megapixel.
    let mostInVain: Double
    /// The same once something was read.
    let mostInVainBeside: Double
    /// What it is done as after so many, or nil where it is then left.
    let later: SearchWork?
    /// Whether a camera's frames in which nothing speaks for a symbol take turns at it: at all but what is plain, and at what
    /// is plain and yet costs as much as the passes before it.
    let takesTurns: Bool

    init(
      _ family: SymbolFamily, _ rung: SearchRung, gain: Double, cost: Double, step: Double, cap: Double = .infinity,
      mostInVain: Double = .infinity, mostInVainBeside: Double = .infinity, later: SearchWork? = nil,
      takesTurns: Bool? = nil
    ) {
      (self.family, self.rung, self.gain, self.cost, self.step, self.cap) = (family, rung, gain, cost, step, cap)
      (self.mostInVain, self.mostInVainBeside) = (mostInVain, min(mostInVain, mostInVainBeside))
      self.later = later
      self.takesTurns = takesTurns ?? (rung > .plain)
    }
  }

  static subscript(_ work: SearchWork) -> Row {
    switch work {
    case .dataMatrixAlone: Row(.dataMatrix, .plain, gain: 55, cost: 30, step: 30)
    case .aztecAlone: Row(.aztec, .plain, gain: 47, cost: 27, step: 24)
    case .qrPlain: Row(.qr, .plain, gain: 184, cost: 417, step: 32, cap: 15_000)
    case .qrFine: Row(.qr, .plain, gain: 5, cost: 185, step: 40, cap: 10_000, takesTurns: true)
    // Of half of its gain, as it comes behind bars: those of linear and stacked symbols look like sides until they are read.
    case .dataMatrixSmaller: Row(.dataMatrix, .plain, gain: 38, cost: 290, step: 16, cap: 15_000)
    case .dataMatrixPlain: Row(.dataMatrix, .plain, gain: 34, cost: 515, step: 25, cap: 40_000)
    case .dataMatrixUnlikely: Row(.dataMatrix, .plain, gain: 6, cost: 500, step: 9, cap: 40_000)
    case .linearRegions: Row(.linear, .plain, gain: 300, cost: 198, step: 199)
    // Of 849 that read something 21 were behind four a megapixel that did not, and of 5,438 that did not two in three.
    case .linearPlain:
      Row(.linear, .plain, gain: 91, cost: 180, step: 52, cap: 5_000, mostInVain: 4, later: .linearUnlikely)
    // In vain there were at most ten a megapixel before one of 4,507 that read something, and two before one of 6,500 beside what was
    // read.
    case .linearUnlikely:
      Row(
        .linear, .plain, gain: 5, cost: 250, step: 44, cap: 5_000, mostInVain: 12, mostInVainBeside: 6,
        later: .linearRest)
    // Of 895 regions that show bars and say nothing as they are 78 were read so: 76 of the 283 whose bars go on where nothing was read.
    // Beside what was read, of 10,200 those 53 that read something were behind one in vain at most.
    case .linearOtherwise: Row(.linear, .plain, gain: 100, cost: 1_000, step: 50, cap: 5_000, mostInVainBeside: 4)
    case .linearTold: Row(.linear, .plain, gain: 500, cost: 3_500, step: 30, cap: 10_000)
    case .aztecPlain: Row(.aztec, .plain, gain: 35, cost: 306, step: 10, cap: 5_000)
    case .stackedPlain: Row(.stacked, .plain, gain: 52, cost: 286, step: 29, cap: 15_000)

    case .dataMatrixCloser: Row(.dataMatrix, .fine, gain: 170, cost: 2_340, step: 218, cap: 10_000)
    case .dataMatrixFine: Row(.dataMatrix, .fine, gain: 49, cost: 4_430, step: 16, cap: 15_000)
    // Of 131 that read something three were behind one in vain, and none behind more; nor did a comparison that followed such.
    case .linearFine: Row(.linear, .fine, gain: 25, cost: 1_140, step: 28, cap: 10_000, mostInVain: 2)
    // Before closer work, as of 58 small pictures in which nothing is plain it reads 14 and a sweep nine. Of 71 that read something
    // four were behind one in vain, and none behind more.
    case .linearCompare: Row(.linear, .fine, gain: 325, cost: 19_110, step: 372, cap: 60_000, mostInVain: 2)
    case .linearSweep: Row(.linear, .fine, gain: 239, cost: 3_000, step: 60, cap: 8_000)
    case .linearRest: Row(.linear, .fine, gain: 1, cost: 300, step: 52, cap: 5_000)
    case .aztecFine: Row(.aztec, .fine, gain: 4, cost: 358, step: 10, cap: 2_000)
    case .stackedFine: Row(.stacked, .fine, gain: 30, cost: 800, step: 26, cap: 8_000)
    case .stackedSmaller: Row(.stacked, .fine, gain: 3, cost: 150, step: 14, cap: 8_000)
    case .stackedSlanted: Row(.stacked, .fine, gain: 20, cost: 847, step: 23, cap: 30_000)

    case .qrFaint: Row(.qr, .close, gain: 131, cost: 3_330, step: 26, cap: 10_000)
    // None of 453 in photographs and drawings read anything: behind what was brought into focus, which read twelve of a thousand.
    case .aztecEnlarged: Row(.aztec, .close, gain: 5, cost: 1_360, step: 66, cap: 15_000)
    case .dataMatrixEnlarged: Row(.dataMatrix, .close, gain: 22, cost: 5_040, step: 17, cap: 15_000)
    case .dataMatrixLenient: Row(.dataMatrix, .close, gain: 1, cost: 5_710, step: 17, cap: 40_000)
    case .linearClose: Row(.linear, .close, gain: 300, cost: 2_730, step: 55, cap: 30_000)
    case .linearJoined: Row(.linear, .close, gain: 1, cost: 3_190, step: 36, cap: 8_000)
    // Set by hand, not measured on the corpus, which holds few pictures out of focus: behind the comparison of digits, which a
    // budget would else cut off, and before what hardly reads anything.
    case .qrFocused: Row(.qr, .close, gain: 30, cost: 5_000, step: 36, cap: 12_000)
    case .qrSteadied: Row(.qr, .close, gain: 29, cost: 5_000, step: 17, cap: 8_000)
    case .linearFocused: Row(.linear, .close, gain: 24, cost: 3_000, step: 30, cap: 15_000)
    case .stackedFocused: Row(.stacked, .close, gain: 24, cost: 2_000, step: 26, cap: 15_000)
    case .aztecFocused: Row(.aztec, .close, gain: 24, cost: 2_000, step: 10, cap: 15_000)
    case .dataMatrixFocused: Row(.dataMatrix, .close, gain: 36, cost: 3_000, step: 16, cap: 20_000)
    case .stackedSteadied: Row(.stacked, .close, gain: 10, cost: 2_000, step: 26, cap: 15_000)
    case .aztecSteadied: Row(.aztec, .close, gain: 10, cost: 2_000, step: 10, cap: 15_000)
    case .dataMatrixSteadied: Row(.dataMatrix, .close, gain: 15, cost: 3_000, step: 16, cap: 20_000)
    case .qrLevelled: Row(.qr, .close, gain: 20, cost: 2_000, step: 32, cap: 5_000)
    case .stackedLevelled: Row(.stacked, .close, gain: 20, cost: 2_000, step: 26, cap: 15_000)
    case .dataMatrixLevelled: Row(.dataMatrix, .close, gain: 30, cost: 3_000, step: 12, cap: 15_000)
    case .qrDoubled: Row(.qr, .close, gain: 36, cost: 270, step: 60, cap: 8_000)
    case .stackedEnlarged: Row(.stacked, .close, gain: 1, cost: 335, step: 13, cap: 20_000)
    case .dataMatrixDotted: Row(.dataMatrix, .close, gain: 12, cost: 2_870, step: 23, cap: 10_000)
    // Gains are set by hand: the corpus has one.
    case .qrDotted: Row(.qr, .close, gain: 5, cost: 400, step: 32, cap: 8_000)
    case .aztecDotted: Row(.aztec, .close, gain: 5, cost: 1_200, step: 10, cap: 3_000)
    case .aztecEvened: Row(.aztec, .close, gain: 5, cost: 1_500, step: 10, cap: 3_000)
    case .stackedEvened: Row(.stacked, .close, gain: 5, cost: 1_500, step: 26, cap: 4_000)
    case .dataMatrixEvened: Row(.dataMatrix, .close, gain: 5, cost: 5_700, step: 29, cap: 6_000)
    // Measured on the corpus and 144 drawn pictures in a shadow, or fainter than their label's edge.
    case .stackedFaint: Row(.stacked, .close, gain: 60, cost: 870, step: 50, cap: 5_000)
    case .dataMatrixFaint: Row(.dataMatrix, .close, gain: 70, cost: 1_340, step: 12, cap: 5_000)
    case .dataMatrixBent: Row(.dataMatrix, .close, gain: 14, cost: 4_220, step: 642, cap: 30_000)
    case .dataMatrixPromising: Row(.dataMatrix, .close, gain: 10, cost: 2_440, step: 218, cap: 30_000)
    case .qrLifted: Row(.qr, .close, gain: 5, cost: 2_000, step: 24, cap: 30_000)
    }
  }
}
