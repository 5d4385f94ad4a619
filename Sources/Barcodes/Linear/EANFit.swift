import Imaging

/// Reads an EAN or UPC symbol whose bars run into each other, by comparing the grey of scan lines with rendered digits:
/// no edge need be visible, only the symbol's two ends. ISO/IEC 15420:2009.
///
/// Each line is laid out on the symbol's modules (its ends, bow and blur are those with the least error), and each
/// digit's error against each character of its sets is added up over the lines. The message is then the one with the
/// least error of all that have a right check digit; what comes second tells how sure it is.
struct EANFit {
  /// A part of a line where a symbol may be, in samples of the line.
  struct Span: Hashable {
    var start: Double
    var end: Double
    /// How far the middle lies ahead of half way, in modules: paper bends, and perspective shortens.
    var bow = 0.0

    /// The module at a sample of the line, of so many from the symbol's start.
    func module(at sample: Double, modules: Int) -> Float {
      let part = (sample - start) / (end - start)
      let bend = 4 * bow / Double(modules)
      guard abs(bend) > 1e-6 else { return Float(part) * Float(modules) }
      let root = max(0, (1 + bend) * (1 + bend) - 4 * bend * part).squareRoot()
      return Float((1 + bend - root) / (2 * bend)) * Float(modules)
    }
  }

  /// What one line says: its best layout, and the error of each digit's characters (30 a digit).
  struct Evidence {
    let span: Span
    /// Index of the best templates.
    let blur: Int
    let errors: [Float]
    /// The same for each spread of print, at the blur of the best one; as often as light and dark were taken.
    var errorsBySpread: [[[Float]]]
    /// Squared error a sample of the best characters and of the guards, in squares of the line's contrast.
    let residual: Float
  }

  let layout: EANLayout
  /// For each blur one for each spread.
  let templates: [EANTemplates]

  static let spreads = GreyAlphabet.spreads
  /// A medium blur and no spread.
  static let usual = 7

  private init(layout: EANLayout) {
    self.layout = layout
    templates = GreyAlphabet.blurs.flatMap { blur in
      Self.spreads.map { EANTemplates(blur: blur, spread: $0, layout: layout) }
    }
  }

  /// One a layout: templates take longer to render than a region to compare with them.
  static let all = [EANLayout.ean13, .ean8, .upcE].map { EANFit(layout: $0) }

  static let addOns = [EANLayout.addOn5, .addOn2].map { EANFit(layout: $0) }

  /// Samples of the symbol and the quiet zones that are compared.
  var samplesCompared: Int { (layout.modules + 2 * EANLayout.quiet) * GreyAlphabet.density }

  // MARK: - One line

  /// Fits the layout to a line, or nil where it does not go.
  ///
  /// - Parameter darkness: the line's samples, 0 for the light and 1 for the dark around each.
  func evidence(_ darkness: [Float], span: Span) -> Evidence? {
    var search = EANLayoutSearch(self, darkness)
    return search.layout(near: span).flatMap { evidence(darkness, $0) }
  }

  private func evidence(_ darkness: [Float], _ best: EANLayoutSearch.Try) -> Evidence? {
    var samples = [EANTemplates.Module](repeating: .zero, count: layout.modules + 2 * EANLayout.quiet)
    guard layOut(darkness, best.span, into: &samples) else { return nil }
    let bySpread = errorsBySpread(darkness, best, into: &samples)
    return Evidence(
      span: best.span, blur: best.blur, errors: bySpread[best.blur % Self.spreads.count], errorsBySpread: [bySpread],
      residual: best.score / Float(samplesCompared))
  }

  /// Takes light and dark of the same line in another way, too.
  ///
  /// - Parameter darkness: the line between these.
  func ask(_ darkness: [Float], _ evidence: inout Evidence) {
    var samples = [EANTemplates.Module](repeating: .zero, count: layout.modules + 2 * EANLayout.quiet)
    let best = EANLayoutSearch.Try(score: 0, span: evidence.span, blur: evidence.blur)
    evidence.errorsBySpread.append(errorsBySpread(darkness, best, into: &samples))
  }

  private func errorsBySpread(
    _ darkness: [Float], _ best: EANLayoutSearch.Try, into samples: inout [EANTemplates.Module]
  ) -> [[Float]] {
    let spread = best.blur % Self.spreads.count
    let module = (best.span.end - best.span.start) / Double(layout.modules)
    return Self.spreads.indices.map { other in
      // A bar that grew by so much begins and ends half of that further out.
      let growth = (Self.spreads[other] - Self.spreads[spread]) / 2
      var span = best.span
      (span.start, span.end) = (span.start - growth * module, span.end + growth * module)
      guard layOut(darkness, span, into: &samples) else {
        return [Float](repeating: .infinity, count: 30 * layout.digits.count)
      }
      return errors(samples, templates[best.blur + other - spread])
    }
  }

  /// Lays the samples out on the modules, `EANLayout.quiet` of them of quiet zone on either side. What lies beyond the line
  /// counts as light.
  ///
  /// - Parameter samples: a vector a module of the symbol and of both quiet zones.
  /// - Returns: false where the line ends before the symbol.
  func layOut(_ darkness: [Float], _ span: Span, into samples: inout [EANTemplates.Module]) -> Bool {
    let width = Float(span.end - span.start)
    let last = darkness.count - 2
    guard width > 10, span.start >= 0, Int(span.end) <= last else { return false }
    layOut(darkness, span, samples.indices, into: &samples)
    return true
  }

  private func layOut(
    _ darkness: [Float], _ span: Span, _ modules: Range<Int>, into samples: inout [EANTemplates.Module]
  ) {
    let width = Float(span.end - span.start)
    // A parabola that begins and ends where the symbol does.
    let step = 1 / Float(layout.modules)
    let bend = Float(span.bow * 4) * step
    let place = SIMD3(Float(span.start), width * (1 + bend) * step, -width * bend * step * step)
    sampleLine(
      darkness, at: place, offsets: GreyAlphabet.offsets,
      modules.lowerBound - EANLayout.quiet..<modules.upperBound - EANLayout.quiet, first: modules.lowerBound,
      into: &samples)
  }

  /// Mean squared error of the guards' samples, or nil where it is not below a limit, or the line ends before the symbol.
  func guardsError(
    _ darkness: [Float], _ span: Span, _ templates: EANTemplates, below limit: Float,
    into samples: inout [EANTemplates.Module]
  ) -> Float? {
    guard span.end - span.start > 10, span.start >= 0, Int(span.end) <= darkness.count - 2 else { return nil }
    let count = Float(templates.guards.reduce(0) { $0 + $1.modules.count } * GreyAlphabet.density)
    var total: Float = 0
    for mark in templates.guards {
      let first = mark.start + EANLayout.quiet
      layOut(darkness, span, first..<first + mark.modules.count, into: &samples)
      total += error(samples, mark)
      // What is none shows so at its first guard.
      guard total < limit * count else { return nil }
    }
    return total / count
  }

  private func error(_ samples: [EANTemplates.Module], _ mark: (start: Int, modules: [EANTemplates.Module])) -> Float {
    var errors = EANTemplates.Module.zero
    for (place, module) in mark.modules.enumerated() {
      let error = samples[mark.start + EANLayout.quiet + place] - module
      errors += error * error
    }
    return errors.sum()
  }

  /// Error of the guards and of each digit's best character together, or nil where it is not below a limit.
  func score(_ samples: [EANTemplates.Module], _ templates: EANTemplates, below limit: Float) -> Float? {
    var total = templates.guards.reduce(0) { $0 + error(samples, $1) }
    for digit in layout.digits {
      // Most layouts are far off: what a few digits say is too much.
      guard total < limit else { return nil }
      var best = SIMD4<Float>(repeating: .infinity)
      forEachFour(samples, digit, templates) { _, errors in
        best = best.replacing(with: errors, where: errors .< best)
      }
      total += best.min()
    }
    return total < limit ? total : nil
  }

  /// What samples say that are laid out already, by the templates of a spread that fit them best.
  ///
  /// - Parameter start: index of the templates whose blur is likeliest; from there on the error grows either way.
  func laidOutEvidence(
    _ samples: [EANTemplates.Module], spread: Int, from start: Int, below limit: Float
  ) -> LaidOutEvidence? {
    let count = Self.spreads.count
    let first = start - start % count + spread
    var best: (score: Float, blur: Int)?
    func ask(_ index: Int) -> Bool {
      guard templates.indices.contains(index),
        let score = score(samples, templates[index], below: best?.score ?? limit)
      else { return false }
      best = (score, index)
      return true
    }
    _ = ask(first)
    for way in [-count, count] {
      var index = first + way
      while ask(index) { index += way }
      if index != first + way { break }
    }
    return best.map {
      LaidOutEvidence(
        blur: $0.blur, errors: errors(samples, templates[$0.blur]), residual: $0.score / Float(samplesCompared))
    }
  }

  /// What a line says by one spread.
  struct LaidOutEvidence {
    /// Index of the templates.
    let blur: Int
    let errors: [Float]
    let residual: Float
  }

  private func errors(_ samples: [EANTemplates.Module], _ templates: EANTemplates) -> [Float] {
    var errors = [Float](repeating: .infinity, count: 30 * layout.digits.count)
    for (place, digit) in layout.digits.enumerated() {
      let characters = digit.of.characters
      forEachFour(samples, digit, templates) { group, of in
        for lane in 0..<4 where characters.contains(4 * group + lane) {
          errors[30 * place + 4 * group + lane] = of[lane]
        }
      }
    }
    return errors
  }

  /// The errors of a digit's characters, four at a time by their group; those that cannot stand there have none that counts.
  private func forEachFour(
    _ samples: [EANTemplates.Module], _ digit: (start: Int, of: EANLayout.Digits), _ templates: EANTemplates,
    _ body: (Int, SIMD4<Float>) -> Void
  ) {
    let start = digit.start + EANLayout.quiet
    let sums = templates.digits.sums(samples, at: start)
    let characters = digit.of.characters
    let (first, last) = (characters.lowerBound / 4, (characters.upperBound - 1) / 4)
    func tell(_ group: Int, _ errors: SIMD4<Float>) {
      guard 4 * group + 4 > characters.upperBound else { return body(group, errors) }
      let lanes = SIMD4<Int32>(0, 1, 2, 3) &+ Int32(4 * group)
      body(group, errors.replacing(with: .infinity, where: lanes .>= Int32(characters.upperBound)))
    }
    for group in stride(from: first, to: last, by: 2) {
      let errors = templates.digits.misfits(samples, at: start, sums, groups: (group, group + 1))
      tell(group, errors.0)
      tell(group + 1, errors.1)
    }
    if (last - first).isMultiple(of: 2) {
      tell(last, templates.digits.misfits(samples, at: start, sums, group: last))
    }
  }
}
