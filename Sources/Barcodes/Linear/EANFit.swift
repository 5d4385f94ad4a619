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
  }

  /// What one line says: its best layout, and the error of each digit's characters (30 a digit).
  struct Evidence {
    let span: Span
    let errors: [Float]
    /// Squared error a sample of the best characters and of the guards, in squares of the line's contrast.
    let residual: Float
  }

  let layout: EANLayout
  /// For each blur one for each spread.
  private let templates: [EANTemplates]

  /// Modules; beyond the last one digits are alike.
  private static let blurs = [0.25, 0.45, 0.65, 0.85, 1.1]
  private static let spreads = [-0.35, 0.0, 0.35]
  /// A medium blur and no spread.
  private static let usual = 7

  private init(layout: EANLayout) {
    self.layout = layout
    templates = Self.blurs.flatMap { blur in
      Self.spreads.map { EANTemplates(blur: blur, spread: $0, layout: layout) }
    }
  }

  /// One a layout: templates take longer to render than a region to compare with them.
  static let all = [EANLayout.ean13, .ean8, .upcE].map { EANFit(layout: $0) }

  /// Mean squared error of a sample beyond which a line is given up before its layout is refined: three times what
  /// lines have that are read in the end.
  static let hopeless: Float = 0.06

  static let addOns = [EANLayout.addOn5, .addOn2].map { EANFit(layout: $0) }

  // MARK: - One line

  /// Fits the layout to a line, or nil where it does not go.
  ///
  /// - Parameter darkness: the line's samples, 0 for the light and 1 for the dark around each.
  func evidence(_ darkness: [Float], span: Span) -> Evidence? {
    var best: (score: Float, span: Span, blur: Int)?
    func consider(_ span: Span, _ blur: Int) {
      let least = best?.score ?? Self.hopeless * Float(samplesCompared)
      if let score = score(darkness, span, templates[blur], below: least) { best = (score, span, blur) }
    }
    let module = (span.end - span.start) / Double(layout.modules)
    // Where guards have run into each other their outer edges are half a module off or more.
    for a in [-0.8, 0, 0.8] {
      for b in [-0.8, 0, 0.8] {
        consider(Span(start: span.start + a * module, end: span.end + b * module, bow: span.bow), Self.usual)
      }
    }
    guard best != nil else { return nil }
    // Coordinate descent: half a module, then finer. Steps that no digit's pattern can mistake for a module.
    for step in [0.5, 0.25, 0.12] {
      if step < 0.5, let now = best, now.score > Self.hopeless / 2 * Float(samplesCompared) { return nil }
      for _ in 0..<2 {
        guard let before = best else { return nil }
        for change in [-Self.spreads.count, Self.spreads.count, -1, 1] {
          guard let now = best else { continue }
          let next = now.blur + change
          // A spread's neighbours are those of the same blur.
          let isNeighbor = abs(change) > 1 || next / Self.spreads.count == now.blur / Self.spreads.count
          if next >= 0, next < templates.count, isNeighbor { consider(now.span, next) }
        }
        for sign in [-1.0, 1] {
          let move = sign * step * module
          for (a, b) in [(move, 0.0), (0.0, move), (move, move)] {
            guard let now = best else { continue }
            consider(Span(start: now.span.start + a, end: now.span.end + b, bow: now.span.bow), now.blur)
          }
          guard let now = best else { continue }
          consider(Span(start: now.span.start, end: now.span.end, bow: now.span.bow + sign * step), now.blur)
        }
        if best?.score == before.score { break }
      }
    }
    guard let best, let errors = errors(darkness, best.span, templates[best.blur]) else { return nil }
    return Evidence(span: best.span, errors: errors, residual: best.score / Float(samplesCompared))
  }

  /// Samples of the symbol and the quiet zones that are looked at.
  private var samplesCompared: Int { (layout.modules + 2 * EANLayout.quiet) * EANTemplates.density }

  /// The samples laid out on the modules, `EANLayout.quiet` of them of quiet zone on either side; nil where the line ends
  /// before the symbol. What lies beyond the line counts as light.
  private func modules(_ darkness: [Float], _ span: Span) -> [EANTemplates.Module]? {
    let density = EANTemplates.density
    let count = layout.modules * density
    let width = span.end - span.start
    let last = darkness.count - 2
    guard width > 10, span.start >= 0, Int(span.end) <= last else { return nil }
    let step = 1 / Double(count)
    let bend = span.bow * 4 / Double(layout.modules)
    return (-EANLayout.quiet..<layout.modules + EANLayout.quiet).map { module in
      var samples = EANTemplates.Module.zero
      for i in 0..<density {
        let fraction = (Double(module * density + i) + 0.5) * step
        let at = span.start + width * (fraction + bend * fraction * (1 - fraction))
        let whole = Int(at)
        guard at >= 0, whole <= last else { continue }
        let part = Float(at - Double(whole))
        samples[i] = darkness[whole] + part * (darkness[whole + 1] - darkness[whole])
      }
      return samples
    }
  }

  /// Error of the guards and of each digit's best character together, or nil where it is not below a limit.
  private func score(_ darkness: [Float], _ span: Span, _ templates: EANTemplates, below limit: Float) -> Float? {
    guard let samples = modules(darkness, span) else { return nil }
    var total: Float = 0
    for mark in templates.guards {
      var errors = EANTemplates.Module.zero
      for (place, module) in mark.modules.enumerated() {
        let error = samples[mark.start + EANLayout.quiet + place] - module
        errors += error * error
      }
      total += errors.sum()
    }
    for digit in layout.digits {
      // Most layouts are far off: what a few digits say is too much.
      guard total < limit else { return nil }
      var best = Float.infinity
      forEachCharacter(samples, digit, templates) { _, error in best = min(best, error) }
      total += best
    }
    return total < limit ? total : nil
  }

  private func errors(_ darkness: [Float], _ span: Span, _ templates: EANTemplates) -> [Float]? {
    guard let samples = modules(darkness, span) else { return nil }
    var errors = [Float](repeating: .infinity, count: 30 * layout.digits.count)
    for (place, digit) in layout.digits.enumerated() {
      forEachCharacter(samples, digit, templates) { character, error in errors[30 * place + character] = error }
    }
    return errors
  }

  private func forEachCharacter(
    _ samples: [EANTemplates.Module], _ digit: (start: Int, of: EANLayout.Digits), _ templates: EANTemplates,
    _ body: (Int, Float) -> Void
  ) {
    let start = digit.start + EANLayout.quiet
    var (sums, squares) = (EANTemplates.Module.zero, EANTemplates.Module.zero)
    for module in samples[start..<start + 7] {
      sums += module
      squares += module * module
    }
    let (sum, square) = (sums.sum(), squares.sum())
    let characters: Range<Int> =
      switch digit.of {
      case .mixed: 0..<20
      case .setA: 0..<10
      case .setC: 20..<30
      }
    for character in characters {
      body(character, templates.misfit(samples, at: start, sum: sum, square: square, character: character))
    }
  }
}
