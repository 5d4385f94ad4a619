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
    for fit in EANFit.all where fit.layout.form.map(wants) ?? false {
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
        let addOn =
          said?.addOn ?? (fit.layout.form == .ean8 ? nil : addOn(behind: extents, modules: fit.layout.modules))
        report(addOn.map(symbol.withAddOn) ?? symbol, extents, false)
        return true
      }
    }
    return false
  }

  /// True for a short symbol so near behind one that was read that it is a piece of its add-on: light of 11 modules and
  /// more must be between two symbols, and up to 12 are between a symbol and its add-on.
  private func isBehindAnother(_ extents: [LinearOutline.Extent], form: EANNumber.Form) -> Bool {
    guard form != .ean13 else { return false }
    let ends = extents.flatMap { [$0.start, $0.end] }.map { image.toFrame($0) }
    return search.observations.contains { other in
      guard [.ean13, .upcA].contains(other.symbol.symbology) else { return false }
      let (start, end) = (
        other.corners.topLeft.midpoint(to: other.corners.bottomLeft),
        other.corners.topRight.midpoint(to: other.corners.bottomRight)
      )
      let way = end - start
      let module = way.length / 95
      guard let axis = way.normalized else { return false }
      return ends.contains {
        0..<17 ~= ($0 - end).dot(axis) / module && abs(($0 - end).dot(axis.perpendicular)) < way.length / 2
      }
    }
  }

  private func wants(_ form: EANNumber.Form) -> Bool {
    switch form {
    case .ean13: search.wants([.ean13, .upcA])
    case .ean8: search.wants([.ean8])
    case .upcE: search.wants([.upcE])
    }
  }
}
