/// The best layout of an EAN or UPC symbol on one scan line.
struct EANLineFit {
  let evidence: EANFit.Evidence
  /// Both ends in pixels along the line; the start is the symbol's own.
  let start: Float
  let end: Float

  /// Mean squared error of a sample, in squares of the line's contrast, up to which a line is believed to show a symbol.
  /// Photographs that can be read by eye stay below 0.022; chance begins at 0.02 for the short UPC-E.
  static let residualLimit: Float = 0.022

  /// How many errors of a digit the next likely message must be worse. Over photographs upright, turned, shrunk, dimmed and
  /// with noise, wrong messages of EAN-13 reached 1.8 where several lines agreed, and nine in ten of the right ones had more
  /// than 2.5; glare that hides a digit makes its neighbors on the list as likely.
  static func leastMargin(_ form: EANNumber.Form, lines: Int) -> Float {
    if lines < 3 { return form == .ean13 ? 4 : 8 }
    return form == .ean8 ? 2.5 : 2.4
  }

  /// Looks where the line's dark parts could be the whole symbol, or nil where nowhere.
  init?(_ line: ScanLine, fit: EANFit, isReversed: Bool) {
    let layout = fit.layout
    let bars = line.bars(sensitivity: 0.12, rule: .halfWay)
    var best: (evidence: EANFit.Evidence, span: EANFit.Span)?
    for span in Self.spans(bars, modules: layout.modules) {
      let module = (span.end - span.start) / Float(layout.modules)
      var darkness = ScanLine.darkness(line.samples, module: Double(module) / line.step)
      var (from, to) = (Double(span.start) / line.step, Double(span.end) / line.step)
      if isReversed {
        darkness.reverse()
        (from, to) = (Double(darkness.count - 1) - to, Double(darkness.count - 1) - from)
      }
      // Samples stand at whole numbers here as edges do.
      guard let evidence = fit.evidence(darkness, span: EANFit.Span(start: from, end: to)) else { continue }
      if evidence.residual < best?.evidence.residual ?? .infinity { best = (evidence, evidence.span) }
    }
    guard let best else { return nil }
    evidence = best.evidence
    let last = Double(line.samples.count - 1)
    let (from, to) = (best.span.start, best.span.end)
    start = Float((isReversed ? last - from : from) * line.step)
    end = Float((isReversed ? last - to : to) * line.step)
  }

  /// Parts from a bar to a bar with light on either side, in pixels along the line.
  private static func spans(_ bars: BarSequence, modules: Int) -> [(start: Float, end: Float)] {
    var spans: [(start: Float, end: Float)] = []
    let count = bars.widths.count
    // A third of the bars of a layout must still be seen to be one.
    let least = modules / 5
    for first in stride(from: 0, to: count, by: 2) {
      for last in stride(from: (first + least + 1) & ~1, to: count, by: 2) {
        let module = (bars.edges[last + 1] - bars.edges[first]) / Float(modules)
        // Digits have spaces of four modules at most; quiet zones are wider, if only a little.
        guard module > 0.7, bars.cutQuietZones(first, last, least: 4 * module) != nil else { continue }
        guard !(first..<last).contains(where: { bars.widths[$0] > 5.5 * module }) else { continue }
        spans.append((bars.edges[first], bars.edges[last + 1]))
      }
      if spans.count >= 4 { break }
    }
    return spans
  }
}
