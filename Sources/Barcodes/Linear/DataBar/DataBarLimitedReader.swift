package struct DataBarLimitedReader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.gs1DataBarLimited]

  /// Squared error of a character's fourteen elements in modules: a quarter of one each.
  static let characterLimit: Float = 0.9

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Guard bar, three times fourteen elements, guard space and bar.
    // §6.1: a space of one module before belongs to the symbol. A picture's border may be as near as where it begins, of
    // which a line that begins in a pixel's middle shows less.
    return bars.readings(least: 45, behind: 0.6 / 73, of: 45) { start in
      read(bars, from: start) ?? bars.flattened(start...start + 44, knots: Self.knots).flatMap { read($0, from: start) }
    }
  }

  /// The edges between its parts, and its outermost ones. §6.2
  private static let knots: [(edge: Int, module: Float)] = [(0, 0), (1, 1), (15, 27), (29, 45), (43, 71), (45, 73)]

  private func read(_ bars: BarSequence, from start: Int) -> LinearReading? {
    let module = bars.width(start..<start + 45) / 73
    // And one of five behind, as far as the picture goes.
    guard module > 0, bars.isQuietAfter(start + 44, least: 3 * module),
      abs(bars.widths[start] / module - 1) < 0.6, abs(bars.widths[start + 43] / module - 1) < 0.6,
      abs(bars.widths[start + 44] / module - 1) < 0.6,
      abs(bars.width(start + 1..<start + 15) / module - 26) < 2,
      abs(bars.width(start + 15..<start + 29) / module - 18) < 2,
      abs(bars.width(start + 29..<start + 43) / module - 26) < 2
    else { return nil }
    let check = DataBarLimited.checks.match(bars, at: start + 15)
    guard check.misfit < Self.characterLimit,
      let left = DataBarLimited.match(bars, at: start + 1), left.misfit < Self.characterLimit,
      let right = DataBarLimited.match(bars, at: start + 29), right.misfit < Self.characterLimit,
      DataBarLimited.check(left: left.character, right: right.character) == check.character,
      let symbol = DataBarLimited.symbol(left: left.character, right: right.character)
    else { return nil }
    var reading = LinearReading(
      symbol: symbol, elements: start...start + 44, misfit: (left.misfit + right.misfit + check.misfit) / 3,
      linesNeeded: 3)
    reading.light = .init(before: 1 / 73.0, after: 5 / 73.0)
    return reading
  }
}
