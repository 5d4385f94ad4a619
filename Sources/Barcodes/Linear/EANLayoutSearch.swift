/// Finds where on a line a symbol's modules lie: the ends, bow, blur and spread of print under which the grey differs least
/// from rendered digits, whatever these say.
struct EANLayoutSearch {
  /// A layout, and its squared error summed over the samples.
  struct Try {
    var score: Float
    var span: EANFit.Span
    /// Index of the templates.
    var blur: Int
  }

  private let fit: EANFit
  private let darkness: [Float]
  /// The line laid out on modules, as it was tried last.
  private var samples: [EANTemplates.Module]
  private var laidOut: EANFit.Span?

  /// Mean squared error of a sample beyond which a line is given up before its layout is refined: three times what
  /// lines have that are read in the end.
  private static let roughLimit: Float = 0.06
  /// The same of the guards alone, which blur and dirt may hit harder.
  private static let guardsLimit: Float = 0.12
  /// The same after a round about a start, and after all of them: of 3,300 lines that ended below `EANLineFit.residualLimit`
  /// one in 200 had more after the first, and one in 100 after all, and none of these was read.
  private static let (limitOfRound, limitOfRounds): (Float, Float) = (0.034, 0.026)
  /// The same after all rounds about the likeliest start, for others to be tried: of 2,146 lines that ended below
  /// `EANLineFit.residualLimit` three had more then, and a third of 3,703 others.
  private static let limitOfFirst: Float = 0.034
  /// Layouts whose digits are compared.
  private static let mostGuarded = 10
  /// In modules: where guards have run into each other their outer edges are half a module off or more. Each step is less
  /// than digits forgive.
  private static let shifts = [-0.8, 0, 0.8]
  /// In modules of EAN-13: seen askew its middle lies up to two and a half from half way.
  private static let bows = [0, -0.7, 0.7, -1.4, 1.4, -2.1, 2.1]
  private static let longest = 95.0
  /// The bows that are refined: the least error on a coarse grid may be another one's.
  private static let refined = 3
  /// As far as their error is less than so many times the least one.
  private static let nearly: Float = 1.5

  init(_ fit: EANFit, _ darkness: [Float]) {
    self.fit = fit
    self.darkness = darkness
    samples = [EANTemplates.Module](repeating: .zero, count: fit.layout.modules + 2 * EANLayout.quiet)
  }

  /// The layout with the least error about a span, or nil where none is near.
  mutating func layout(near span: EANFit.Span) -> Try? {
    let limit = Self.roughLimit * Float(fit.samplesCompared)
    var starts: [Try] = []
    for guarded in guarded(near: span) {
      var one = Try(score: limit, span: guarded.span, blur: -1)
      consider(guarded.span, EANFit.usual, &one)
      guard one.blur >= 0 else { continue }
      // The ends of one bow lead to the same.
      if let same = starts.firstIndex(where: { $0.span.bow == one.span.bow }) {
        if one.score < starts[same].score { starts[same] = one }
      } else {
        starts.append(one)
      }
    }
    starts.sort { $0.score < $1.score }
    guard let first = starts.first else { return nil }
    var best = descend(first, step: 0.5)
    guard best.score < Self.limitOfFirst * Float(fit.samplesCompared) else { return nil }
    for start in starts.prefix(Self.refined).dropFirst() where start.score < Self.nearly * first.score {
      let other = descend(start, step: 0.5)
      if other.score < best.score { best = other }
    }
    guard best.score < Self.limitOfRounds * Float(fit.samplesCompared) else { return nil }
    // Steps that no digit's pattern can mistake for a module.
    for step in [0.25, 0.12] { best = descend(best, step: step) }
    return best
  }

  /// The layouts about a span whose guards stand where bars are, the best first: guards are the same in all symbols and a
  /// fifth of them, so that they tell cheaply what is none.
  private mutating func guarded(near span: EANFit.Span) -> [Try] {
    laidOut = nil
    let module = (span.end - span.start) / Double(fit.layout.modules)
    let scale = Double(fit.layout.modules) / Self.longest
    var found: [Try] = []
    // An add-on is too short to be bent.
    for bow in fit.layout.form == nil ? [0] : Self.bows {
      for a in Self.shifts {
        for b in Self.shifts {
          let span = EANFit.Span(
            start: span.start + a * module, end: span.end + b * module, bow: span.bow + bow * scale)
          guard
            let error = fit.guardsError(
              darkness, span, fit.templates[EANFit.usual], below: Self.guardsLimit, into: &samples)
          else { continue }
          found.append(Try(score: error, span: span, blur: EANFit.usual))
        }
      }
    }
    found.sort { $0.score < $1.score }
    return Array(found.prefix(Self.mostGuarded))
  }

  private mutating func consider(_ span: EANFit.Span, _ blur: Int, _ best: inout Try) {
    if laidOut != span {
      laidOut = fit.layOut(darkness, span, into: &samples) ? span : nil
    }
    guard laidOut != nil, let score = fit.score(samples, fit.templates[blur], below: best.score)
    else { return }
    best = Try(score: score, span: span, blur: blur)
  }

  /// Coordinate descent, at most twice around.
  ///
  /// - Parameter step: in modules.
  private mutating func descend(_ start: Try, step: Double) -> Try {
    var best = start
    let module = (start.span.end - start.span.start) / Double(fit.layout.modules)
    let bowScale = Double(fit.layout.modules) / Self.longest
    let spreads = EANFit.spreads.count
    for _ in 0..<2 {
      let before = best.score
      for change in [-spreads, spreads, -1, 1] {
        let next = best.blur + change
        // A spread's neighbours are those of the same blur.
        let isNeighbor = abs(change) > 1 || next / spreads == best.blur / spreads
        if next >= 0, next < fit.templates.count, isNeighbor { consider(best.span, next, &best) }
      }
      for sign in [-1.0, 1] {
        let move = sign * step * module
        for (a, b) in [(move, 0.0), (0.0, move), (move, move)] {
          let span = best.span
          consider(EANFit.Span(start: span.start + a, end: span.end + b, bow: span.bow), best.blur, &best)
        }
        let span = best.span
        consider(
          EANFit.Span(start: span.start, end: span.end, bow: span.bow + sign * step * bowScale), best.blur, &best)
      }
      if best.score == before || best.score > Self.limitOfRound * Float(fit.samplesCompared) { break }
    }
    return best
  }
}
