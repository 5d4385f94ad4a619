import Imaging

/// Asks the grey whether an EAN or UPC number that edges said is what stands there: blur makes 1 of 7 and 2 of 8.
struct EANProof: GreyProof {
  private let fit: EANFit
  private var evidence: [EANFit.Evidence] = []
  /// What so many lines say together.
  private var answered: (lines: Int, answer: EANFit.Answer?)?
  /// The first lines as they are: their greys, and of each sample its place in modules.
  private var lines: [(grey: [Float], places: [Float])] = []
  /// What the blur of so many of these says of a number, and whether it was asked to confirm that.
  private var blurred: (lines: Int, number: EANNumber, mayConfirm: Bool, verdict: BlurVerdict)?

  /// Misfit up to which edges are where they were printed: over pictures of 2.7 pixels a module that moved by 1.4 modules it
  /// was 0.04 for 826211439251 in place of 826877439251.
  static let needless: Float = 0.02

  /// How many errors of a digit the next likely number must be worse: see `EANLineFit.leastMargin`, here where edges say
  /// the same. Three digits that blur makes of others in one half of an EAN-8 keep the check digit, and have few beside them that
  /// tell: 62828222 for 62828888 had 4.7, and its blur told neither from the other.
  var leastMargin: Float { fit.layout.form == .ean8 ? 5 : 3 }

  /// Nil for what is no EAN.
  init?(_ reading: LinearReading) {
    guard let form = reading.form, let fit = EANFit.all.first(where: { $0.layout.form == form }) else { return nil }
    self.fit = fit
  }

  mutating func add(_ line: ScanLine, start: Float, edges: [Float], isReversed: Bool, inverted: Bool) {
    let way: Float = isReversed ? -1 : 1
    // Distances of edges that are all of one kind are right whatever the blur, and paper that bends lies between them as if it were
    // flat.
    let knots = fit.layout.knots.map {
      Knot(
        module: $0.module, place: (start + way * edges[$0.edge]) / Float(line.step), isDark: $0.edge.isMultiple(of: 2))
    }
    let length = abs(knots[knots.count - 1].place - knots[0].place)
    let module = length / Float(fit.layout.modules)
    var bySpread = [EANFit.LaidOutEvidence?](repeating: nil, count: EANFit.spreads.count)
    var least: (residual: Float, widened: Float) = (.infinity, 0)
    var blur = evidence.last?.blur ?? EANFit.usual
    Self.sweep(line, module: module, inverted: inverted) { darkness, spread, widened in
      let samples = layOut(darkness, knots, widened: widened)
      let limit = bySpread[spread].map { $0.residual * Float(fit.samplesCompared) } ?? .infinity
      guard let better = fit.laidOutEvidence(samples, spread: spread, from: blur, below: limit) else { return nil }
      bySpread[spread] = better
      if better.residual < least.residual {
        least = (better.residual, widened)
        blur = better.blur
      }
      return better.residual
    }
    if lines.count < EANBlurTest.mostLines {
      lines.append(
        (
          inverted ? line.samples.map { 255 - $0 } : line.samples,
          modules(knots, widened: least.widened, count: line.samples.count)
        ))
    }
    guard let likeliest = bySpread.compactMap(\.self).min(by: { $0.residual < $1.residual }) else { return }
    evidence.append(
      EANFit.Evidence(
        span: EANFit.Span(start: Double(knots[0].place), end: Double(knots[knots.count - 1].place)),
        blur: likeliest.blur, errors: likeliest.errors,
        errorsBySpread: [bySpread.map { $0?.errors ?? likeliest.errors }], residual: likeliest.residual))
  }

  /// An edge whose module is known whatever the digits say.
  private struct Knot {
    let module: Float
    /// In samples of the line.
    let place: Float
    let isDark: Bool
  }

  /// The line's darkness by modules.
  ///
  /// - Parameter widened: modules by which edges lie further out of the bars than they should.
  private func layOut(_ darkness: [Float], _ knots: [Knot], widened: Float) -> [EANTemplates.Module] {
    let quiet = EANLayout.quiet
    var samples = [EANTemplates.Module](repeating: .zero, count: fit.layout.modules + 2 * quiet)
    let places = places(knots, widened: widened)
    for piece in 0..<knots.count - 1 {
      let size = (places[piece + 1] - places[piece]) / (knots[piece + 1].module - knots[piece].module)
      // The quiet zones go on as the outermost pieces.
      let from = piece == 0 ? -quiet : Int(knots[piece].module)
      let to = piece == knots.count - 2 ? fit.layout.modules + quiet : Int(knots[piece + 1].module)
      let start = places[piece] - knots[piece].module * size
      sampleLine(
        darkness, at: SIMD3(start, size, 0), offsets: GreyAlphabet.offsets, from..<to, first: from + quiet,
        into: &samples)
    }
    return samples
  }

  /// Where a symbol's knots are whose edges lie further out of the bars than they should, in samples.
  private func places(_ knots: [Knot], widened: Float) -> [Float] {
    let mean = (knots[knots.count - 1].place - knots[0].place) / Float(fit.layout.modules)
    return knots.map { $0.place + ($0.isDark ? widened : -widened) * mean }
  }

  /// The line's samples as modules.
  private func modules(_ knots: [Knot], widened: Float, count: Int) -> [Float] {
    let places = places(knots, widened: widened)
    // From left to right on the line, whichever way the symbol goes.
    let isForward = places[places.count - 1] > places[0]
    let order = isForward ? Array(places.indices) : places.indices.reversed()
    var piece = 0
    return (0..<count).map { sample in
      while piece < order.count - 2, Float(sample) > places[order[piece + 1]] { piece += 1 }
      let (from, to) = (order[piece], order[piece + 1])
      let part = (Float(sample) - places[from]) / (places[to] - places[from])
      return knots[from].module + part * (knots[to].module - knots[from].module)
    }
  }

  /// Up to this margin the blur is asked: wrong numbers had 12 at most.
  private static let beyondDoubt: Float = 15

  mutating func blurVerdict(mayConfirm: Bool) -> BlurVerdict {
    guard let answer = likeliest(), answer.margin < Self.beyondDoubt else { return .open }
    if let blurred, blurred.number == answer.number, blurred.lines == lines.count, blurred.mayConfirm || !mayConfirm {
      return blurred.verdict
    }
    var test = EANBlurTest(answer.number, fit)
    for line in lines { test.add(line.grey, places: line.places) }
    let verdict = test.verdict(mayConfirm: mayConfirm)
    blurred = (lines.count, answer.number, mayConfirm, verdict)
    return verdict
  }

  var lineCount: Int { evidence.count }

  private mutating func likeliest() -> EANFit.Answer? {
    if answered?.lines != evidence.count { answered = (evidence.count, fit.answer(evidence)) }
    return answered?.answer
  }

  mutating func answer(wanted: Set<Symbology>) -> GreyAnswer? {
    guard let answer = likeliest(), let symbol = answer.number.symbol(wanted: wanted) else { return nil }
    return GreyAnswer(symbol: symbol, margin: answer.margin, residual: evidence.map(\.residual).min() ?? 1)
  }
}
