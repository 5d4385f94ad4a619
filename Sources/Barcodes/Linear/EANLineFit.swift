/// The best layout of an EAN or UPC symbol on one scan line.
struct EANLineFit {
  let evidence: EANFit.Evidence
  /// Both ends in pixels along the line; the start is the symbol's own.
  let start: Float
  let end: Float
  /// Modules of light before the start and behind the end, up to the next dark or to the line's end.
  let lightBefore: Float
  let lightBehind: Float
  /// True where nothing is dark before the start, or behind the end.
  let isFirst: Bool
  let isLast: Bool

  /// Mean squared error of a sample, in squares of the line's contrast, up to which a line is believed to show a symbol.
  /// Photographs that can be read by eye stay below 0.022; chance begins at 0.02 for the short UPC-E.
  static let residualLimit: Float = 0.022

  /// What is dark behind a symbol: of a bar of one module a defocus of 0.97 modules leaves 0.4.
  private static let leastDark: Float = 0.25

  /// How many errors of a digit the next likely message must be worse. Over photographs upright, turned, shrunk, dimmed and
  /// with noise, and over such without symbols, wrong messages reached 3.4 where several lines agreed, and 4.4 where one or
  /// two were found that said anything; nineteen in twenty of the right ones had more than 4.
  static func leastMargin(lines: Int) -> Float { lines < 3 ? 8 : 4 }

  /// Finds where the line's dark parts could be the whole symbol, or nil where nowhere.
  init?(_ candidates: inout EANCandidates, fit: EANFit, isReversed: Bool) {
    let line = candidates.line
    let last = Double(line.samples.count - 1)
    var best: EANFit.Evidence?
    for span in candidates.spans(modules: fit.layout.modules) {
      let module = Double(span.upperBound - span.lowerBound) / Double(fit.layout.modules)
      let darkness = candidates.darkness(module: module / line.step, isReversed: isReversed)
      var (from, to) = (Double(span.lowerBound) / line.step, Double(span.upperBound) / line.step)
      if isReversed { (from, to) = (last - to, last - from) }
      // Samples stand at whole numbers here as edges do.
      guard let evidence = fit.evidence(darkness, span: EANFit.Span(start: from, end: to)) else { continue }
      if evidence.residual < best?.residual ?? .infinity { best = evidence }
    }
    guard var best else { return nil }
    let module = (best.span.end - best.span.start) / Double(fit.layout.modules)
    let far = candidates.darkness(module: EANProof.farReach * module, isReversed: isReversed)
    fit.ask(far, &best)
    evidence = best
    // The end's own bar reaches a module beyond it under blur that digits are read through.
    let behind = Int(best.span.end + module)
    let dark = far[min(behind, far.count)...].firstIndex { $0 > Self.leastDark } ?? far.count
    lightBehind = Float((Double(dark) - best.span.end) / module)
    isLast = dark == far.count
    let before = far[..<max(0, min(far.count, Int(best.span.start - module)))].lastIndex { $0 > Self.leastDark }
    lightBefore = Float((best.span.start - Double((before ?? -1) + 1)) / module)
    isFirst = before == nil
    let (from, to) = (best.span.start, best.span.end)
    start = Float((isReversed ? last - from : from) * line.step)
    end = Float((isReversed ? last - to : to) * line.step)
  }
}

/// The parts of a scan line where an EAN or UPC symbol may be, found once for all layouts and both directions.
struct EANCandidates {
  let line: ScanLine
  private let bars: BarSequence
  private var known: [Int: [ClosedRange<Float>]] = [:]
  /// The line's darkness and the same backwards, by the stretch over which extremes are taken.
  private var darkness: [Int: (forward: [Float], backward: [Float])] = [:]

  init(_ line: ScanLine) {
    self.line = line
    bars = line.bars(sensitivity: 0.12, rule: .foot)
  }

  /// The samples between light and dark; `module` counts samples.
  mutating func darkness(module: Double, isReversed: Bool) -> [Float] {
    let stretch = ScanLine.stretch(module: module)
    let both: (forward: [Float], backward: [Float])
    if let made = darkness[stretch] {
      both = made
    } else {
      let forward = ScanLine.darkness(line.samples, module: module)
      both = (forward, forward.reversed())
      darkness[stretch] = both
    }
    return isReversed ? both.backward : both.forward
  }

  /// Parts from a bar to a bar with light on either side, in pixels along the line, the likeliest first.
  mutating func spans(modules: Int) -> [ClosedRange<Float>] {
    if let spans = known[modules] { return spans }
    let spans = Self.spans(bars, modules: modules)
    known[modules] = spans
    return spans
  }

  private static func spans(_ bars: BarSequence, modules: Int) -> [ClosedRange<Float>] {
    var spans: [(start: Float, end: Float, doubt: Float)] = []
    let count = bars.widths.count
    for first in stride(from: 0, to: count, by: 2) {
      var widest: Float = 0
      for last in stride(from: first + 2, to: count, by: 2) {
        widest = max(widest, bars.widths[last - 1])
        let module = (bars.edges[last + 1] - bars.edges[first]) / Float(modules)
        guard last - first >= modules / leastShare, module > 0.7, widest < mostLight * module,
          bars.cutQuietZones(first, last, least: 4 * module) != nil
        else { continue }
        let quiet = min(bars.lightBefore(first), bars.lightAfter(last), 9 * module)
        spans.append((bars.edges[first], bars.edges[last + 1], (widest - quiet) / module))
      }
    }
    return spans.sorted { $0.doubt < $1.doubt }.prefix(mostSpans).map { $0.start...$0.end }
  }

  /// Bars and spaces that blur leaves of a symbol: one to so many modules.
  private static let leastShare = 8
  /// Modules of light within a symbol: digits have spaces of four, which perspective and thin print widen.
  private static let mostLight: Float = 7
  /// Parts of a line that are compared: more are of pictures and text.
  private static let mostSpans = 4
}
