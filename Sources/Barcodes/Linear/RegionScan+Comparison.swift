import Geometry
import Imaging

extension RegionScan {
  /// Lines, spread over the region, of which none could be the symbol, after which the others are not asked.
  private static let patience = 12

  /// What comparing with rendered digits says of lines whose edges say nothing, or nothing sure.
  ///
  /// - Parameter doubtful: what edges say.
  /// - Returns: true if it says anything, be it that the edges' message is wrong.
  func compare(_ lines: [ScanLine], _ doubtful: [LinearVotes.Tally]) -> Bool {
    for fit in EANFit.all where wants(fit.layout.form) {
      for isReversed in [false, true] {
        var fits: [(one: EANLineFit, line: ScanLine)] = []
        for (number, line) in lines.enumerated() {
          if search.isOutOfTime { return false }
          // Glare and dirt may leave few lines, but of so many one shows something.
          if number == Self.patience, fits.isEmpty { break }
          if let one = EANLineFit(line, fit: fit, isReversed: isReversed) { fits.append((one, line)) }
        }
        guard let best = fits.map(\.one.evidence.residual).min(), best < EANLineFit.residualLimit else { continue }
        let used = fits.filter { $0.one.evidence.residual < 2 * best }
        guard let answer = fit.answer(used.map(\.one.evidence)) else { continue }
        guard let symbol = answer.number.symbol(wanted: search.options.symbologies) else { continue }
        // Two witnesses of the same need not be as sure as one alone.
        let said = doubtful.first { $0.votes[0].reading.symbol.bytes == symbol.bytes }
        let least = EANLineFit.leastMargin(answer.number.form, lines: used.count)
        guard answer.margin >= (said != nil ? least / 3 : least) else { continue }
        let needed = answer.number.form == .ean13 ? 2 : 3
        let length = Double(abs(used[0].one.end - used[0].one.start))
        guard !isFragment(length: length, linesNeeded: needed) else { continue }
        let extents = used.map {
          LinearOutline.Extent(start: $0.line.place($0.one.start), end: $0.line.place($0.one.end))
        }
        let addOn = said?.addOn ?? addOn(used.map { ($0.line, $0.one) })
        report(addOn.map(symbol.withAddOn) ?? symbol, extents, false)
        return true
      }
    }
    return false
  }

  /// The add-on behind a symbol that was found by comparing: its edges are looked for from the symbol's end on.
  private func addOn(_ fits: [(line: ScanLine, one: EANLineFit)]) -> String? {
    var counts: [String: Int] = [:]
    for (line, one) in fits {
      for sensitivity in [Float(0.2), 0.1] {
        var bars = line.bars(sensitivity: sensitivity, rule: .halfWay)
        if one.end < one.start { bars = bars.reversed }
        let end = one.end < one.start ? -one.end : one.end
        let module = abs(one.end - one.start) / 95
        // The element whose end is nearest to the symbol's.
        guard
          let last = bars.widths.indices.filter({ $0.isMultiple(of: 2) })
            .min(by: { abs(bars.edges[$0 + 1] - end) < abs(bars.edges[$1 + 1] - end) })
        else { continue }
        // Two digits are too easily a part of five where so little is sharp.
        if let addOn = EANReader().readAddOn(bars, after: last, module), addOn.count == 5 {
          counts[addOn, default: 0] += 1
        }
      }
    }
    guard let best = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }), best.value >= 2 else { return nil }
    return best.key
  }

  private func wants(_ form: EANNumber.Form) -> Bool {
    switch form {
    case .ean13: search.wants([.ean13, .upcA])
    case .ean8: search.wants([.ean8])
    case .upcE: search.wants([.upcE])
    }
  }
}
