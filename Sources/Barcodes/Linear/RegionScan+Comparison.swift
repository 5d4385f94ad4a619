import Geometry
import Imaging

extension RegionScan {
  /// Lines after which it is asked whether more are needed: of 430 comparisons with symbols the blur confirmed 407 after three
  /// lines, and six of them later than after eight.
  private static let decisions = [2, patience, 4, longPatience, 2 * longPatience]
  /// Lines, spread over the region, of which one must tell something by itself for the others to be asked, or all together
  /// must. Of 29 layouts that were read the worst two told 1.18 and 1.25 after three lines, by one line; three in four of 337
  /// others less than 0.8.
  private static let patience = 3
  /// Lines after which all together must be believed already: of 875 comparisons with other things that went so far half
  /// asked all lines, and one symbol was confirmed then.
  private static let longPatience = 8
  /// A margin of so many times the least one is beyond all chance, however small a part of its region the symbol is.
  private static let surely: Float = 2
  /// How many errors of a digit the next likely message must be worse for the others to be asked. Chance reaches 1 on
  /// single lines and less on several, symbols in which glare leaves a few lines begin at 1.5.
  private static let leastPromise: Float = 0.5
  /// The margin from which a line tells something by itself: chance stays below 1.
  private static let leastTelling: Float = 1

  /// What comparing with rendered digits says of lines whose edges say nothing, or nothing sure.
  ///
  /// - Parameters:
  ///   - lines: spread over the region from the first ones on.
  ///   - doubtful: what edges say.
  /// - Returns: true if it says anything, be it that the edges' message is wrong.
  func compare(_ lines: [ScanLine], _ doubtful: [LinearVotes.Tally]) -> Bool {
    var candidates = lines.map { _ in EANCandidates?.none }
    var leastResidual = Float.infinity
    for fit in EANFit.all where fit.layout.form.map(wants) ?? false {
      for isReversed in [false, true] {
        var fits: [FittedLine] = []
        // Of so many of them.
        var blurred: (fits: Int, verdict: BlurVerdict)?
        for (number, line) in lines.enumerated() {
          if search.isOver() { return false }
          if Self.decisions.contains(number) {
            if number >= Self.patience, showsNothing(fits, fit) { break }
            let said = answer(fits, fit, doubtful)
            if let said {
              let verdict = blurVerdict(said, fit, isReversed: isReversed)
              blurred = (fits.count, verdict)
              if verdict == .confirmed || said.answer.margin >= Self.surely * said.least { break }
            }
            if number >= Self.longPatience, said.map({ $0.answer.margin < $0.least }) ?? true { break }
          }
          var candidate = candidates[number] ?? EANCandidates(line)
          if let one = EANLineFit(&candidate, fit: fit, isReversed: isReversed),
            one.evidence.residual < EANLineFit.residualLimit
          {
            fits.append(FittedLine(one: one, line: line, margin: fit.answer([one.evidence])?.margin ?? 0))
          }
          candidates[number] = candidate
        }
        guard let said = answer(fits, fit, doubtful) else { continue }
        let used = said.lines
        // What goes better on another layout is that one's, though its digits be lost.
        let residual = used.reduce(0) { $0 + $1.one.evidence.residual } / Float(used.count)
        let verdict =
          blurred.flatMap { $0.fits == fits.count ? $0.verdict : nil } ?? blurVerdict(said, fit, isReversed: isReversed)
        guard verdict == .confirmed || residual < leastResidual else { continue }
        leastResidual = min(leastResidual, residual)
        guard isBelieved(said, verdict) else { continue }
        let extents = used.map {
          LinearOutline.Extent(start: $0.line.place($0.one.start), end: $0.line.place($0.one.end))
        }
        let addOn =
          said.edges?.addOn ?? (fit.layout.form == .ean8 ? nil : addOn(behind: extents, modules: fit.layout.modules))
        report(addOn.map(said.symbol.withAddOn) ?? said.symbol, extents, false)
        return true
      }
    }
    return false
  }

  /// What lines say together.
  private struct Answer {
    let answer: EANFit.Answer
    let symbol: DecodedSymbol
    let lines: [FittedLine]
    /// The edges' message, if it is the same.
    let edges: LinearVotes.Tally?
    /// The margin that it must have.
    let least: Float
  }

  private func answer(_ fits: [FittedLine], _ fit: EANFit, _ doubtful: [LinearVotes.Tally]) -> Answer? {
    let used = Self.telling(fits)
    guard let answer = fit.answer(used.map(\.one.evidence)),
      let symbol = answer.number.symbol(wanted: search.options.symbologies),
      !answer.number.isLikeHalf
        || used.allSatisfy({ $0.one.lightBehind >= UPCEParity.leastLight && isWhole(length: $0.length) })
    else { return nil }
    // Two witnesses of the same need not be as sure as one alone.
    let edges = doubtful.first { $0.votes[0].reading.symbol.bytes == symbol.bytes }
    let least = EANLineFit.leastMargin(lines: used.count)
    return Answer(answer: answer, symbol: symbol, lines: used, edges: edges, least: edges != nil ? least / 3 : least)
  }

  /// Whether what lines say is believed, as sure as they are; a symbol that is as well half of another one only where the blur
  /// confirms it.
  private func isBelieved(_ said: Answer, _ verdict: BlurVerdict) -> Bool {
    if verdict == .refuted || said.answer.number.form != .ean13 && !isQuiet(said) { return false }
    let isFragment = isFragment(length: said.lines[0].length, linesNeeded: 3)
    // A blurred Codabar's first bars were a UPC-E whose blur fitted, in a seventh of its length.
    if verdict == .confirmed { return said.answer.number.form == .ean13 || !isFragment }
    guard said.answer.margin >= said.least, !said.answer.number.isLikeHalf, said.answer.showsDigits else {
      return false
    }
    if said.answer.margin >= Self.surely * said.least { return true }
    if said.answer.number.form == .ean13 { return 2 * said.lines.count(where: abutsBars) <= said.lines.count }
    return !isFragment && !said.lines.contains { isAmidBars($0, mayHaveAddOn: said.answer.number.form == .upcE) }
  }

  /// Whether most lines show light on both sides of a short symbol, as much as its edges would have to: the beginning of a blurred
  /// Codabar was a UPC-E that its blur confirmed, in one of a thousand.
  private func isQuiet(_ said: Answer) -> Bool {
    let least = EANReader.leastQuiet(said.answer.number.form)
    let quiet = said.lines.count { line in
      (line.one.isFirst || line.one.lightBefore >= least) && (line.one.isLast || line.one.lightBehind >= least)
    }
    return 2 * quiet > said.lines.count
  }

  /// Edges on one side of a symbol of which others are made, within its length.
  private static let mostOnASide = 6

  /// True where stripes go on to both sides of what a line shows, though its quiet zones be light: spaces of three modules in a
  /// blurred EAN-13 were those of a UPC-E of half its module. An add-on stands on one side; where there is none, stripes on either
  /// are too many: two thirds of a blurred Code 39 were an EAN-8.
  private func isAmidBars(_ fitted: FittedLine, mayHaveAddOn: Bool) -> Bool {
    let (before, behind) = edges(beside: fitted)
    return (mayHaveAddOn ? min(before, behind) : max(before, behind)) >= Self.mostOnASide
  }

  /// Modules of light between an EAN-13 and what stands behind it: an add-on comes after 5 at least.
  private static let leastGap: Float = 5
  /// The same before it, where no add-on is: of the 11 that ISO/IEC 15420:2009 specifies, two less.
  private static let leastGapBefore: Float = 9

  /// True where stripes go on right beside a line's symbol, closer than an add-on may: 6 digits of a blurred Code 128 were an
  /// EAN-13 by chance, with 4 modules of light and 14 edges behind them, in one of 14,000 pictures, and half of a blurred ITF was
  /// one with 5.8 modules and 14 edges before it.
  private func abutsBars(_ fitted: FittedLine) -> Bool {
    let (before, behind) = edges(beside: fitted)
    return before >= Self.mostOnASide && fitted.one.lightBefore < Self.leastGapBefore
      || behind >= Self.mostOnASide && fitted.one.lightBehind < Self.leastGap
  }

  /// Edges before and behind a line's symbol, in its own direction and within its length.
  private func edges(beside fitted: FittedLine) -> (before: Int, behind: Int) {
    let (start, end) = (fitted.one.start, fitted.one.end)
    let edges = edgesBeside(min(start, end)...max(start, end), of: fitted.line, within: Float(fitted.length))
    return start > end ? (edges.behind, edges.before) : edges
  }

  private func blurVerdict(_ said: Answer, _ fit: EANFit, isReversed: Bool) -> BlurVerdict {
    var test = EANBlurTest(said.answer.number, fit)
    for line in said.lines.sorted(by: { $0.one.evidence.residual < $1.one.evidence.residual }) where !test.isComplete {
      let grey = isReversed ? line.line.samples.reversed() : line.line.samples
      let places = grey.indices.map { line.one.evidence.span.module(at: Double($0), modules: fit.layout.modules) }
      test.add(grey, places: places)
    }
    return test.verdict()
  }

  /// A line on which a layout goes.
  private struct FittedLine {
    let one: EANLineFit
    let line: ScanLine
    /// How much better than the next one its own message is.
    let margin: Float

    /// Pixels from the symbol's first bar to its last one.
    var length: Double { Double(abs(one.end - one.start)) }
  }

  /// The lines to be asked together: those that say something by themselves, or else those that fit best.
  private static func telling(_ fits: [FittedLine]) -> [FittedLine] {
    let clearest = fits.map(\.margin).max() ?? 0
    if clearest >= leastTelling { return fits.filter { $0.margin >= clearest / 4 } }
    let best = fits.map(\.one.evidence.residual).min() ?? 0
    return fits.filter { $0.one.evidence.residual < 2 * best }
  }

  /// True where the first lines show no symbol: glare and dirt may leave few of them, but of so many some show something.
  private func showsNothing(_ fits: [FittedLine], _ fit: EANFit) -> Bool {
    guard let answer = fit.answer(Self.telling(fits).map(\.one.evidence)) else { return true }
    return answer.margin < Self.leastPromise && fits.allSatisfy { $0.margin < Self.leastTelling }
  }

  private func wants(_ form: EANNumber.Form) -> Bool {
    switch form {
    case .ean13: search.wants([.ean13, .upcA])
    case .ean8: search.wants([.ean8])
    case .upcE: search.wants([.upcE])
    }
  }
}
