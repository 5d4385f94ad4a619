package import Bits

/// Codabar, EN 798:1995: seven elements a character, two or three of them wide.
package enum Codabar {
  static let characters = Array("0123456789-$:/.+ABCD".utf8)
  /// The first of the four characters that start and stop a symbol.
  static let startStop = 16

  package static let alphabet = TwoWidthAlphabet(
    [
      0x03, 0x06, 0x09, 0x60, 0x12, 0x42, 0x21, 0x24, 0x30, 0x48, 0x0C, 0x18, 0x45, 0x51, 0x54, 0x15, 0x1A, 0x29, 0x0B,
      0x0E,
    ], elements: 7)
}

package struct CodabarReader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.codabar]

  /// Squared error of a character in narrow widths, over its seven elements. Codabar's first printers had
  /// eighteen widths, so more is let pass than in Code 39.
  static let characterLimit: Float = 1.8
  static let meanLimit: Float = 1.0
  /// Of a start whose bars have spread: what is fitted with one number more fits more things.
  private static let spreadLimit: Float = 0.6

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Start, three characters and stop: shorter ones come in noise.
    // 10 narrow widths of quiet zone are specified, and at least 5 asked for.
    return bars.readings(least: 39, behind: 5 / 12, of: 7) { start in read(bars, from: start) }
  }

  private func read(_ bars: BarSequence, from start: Int) -> LinearReading? {
    let first = Codabar.alphabet.match(bars, at: start, spread: 0)
    if first.character >= Codabar.startStop, first.misfit < Self.characterLimit,
      let reading = read(bars, from: start, first, spread: Codabar.alphabet.spread(bars, at: start, first))
    {
      return reading
    }
    let (spreadFirst, spread) = Codabar.alphabet.spreadStart(
      bars, at: start, among: Codabar.startStop..<Codabar.characters.count)
    // A digit that the image's border made the first is fitted better as what it is.
    guard spreadFirst.misfit < Self.spreadLimit,
      first.character >= Codabar.startStop || spreadFirst.misfit < first.misfit
    else { return nil }
    return read(bars, from: start, spreadFirst, spread: spread)
  }

  /// - Parameters:
  ///   - first: the start character.
  ///   - spread: pixels by which bars are wider than they should be.
  private func read(
    _ bars: BarSequence, from start: Int, _ first: TwoWidthAlphabet.Match, spread: Float
  ) -> LinearReading? {
    var narrow = first.narrow
    var misfit = first.misfit
    var values = [first.character]
    var at = start + 8
    while at + 7 <= bars.widths.count {
      let match = Codabar.alphabet.match(bars, at: at, spread: spread)
      guard match.misfit < Self.characterLimit, abs(match.narrow / narrow - 1) < 0.5,
        bars.widths[at - 1] < 5 * narrow
      else { return nil }
      narrow = match.narrow
      misfit += match.misfit
      values.append(match.character)
      if match.character >= Codabar.startStop {
        return finish(values, misfit, bars, start...at + 6, narrow)
      }
      at += 8
    }
    return nil
  }

  /// Characters of a symbol that others of its length are taken for where they are blurred.
  private static let short = 8
  /// The mean misfit of a symbol whose quiet zones the picture's border takes at both ends, as ITF has it: clean drawings have none,
  /// and of 3,300 pieces of other symbols, cut at both ends, none was read.
  private static let cleanMean: Float = 0.2
  /// Narrow widths by which the gaps between characters differ: of 23,053 lines that were read right by 1.4 at most, of every
  /// fourth of 9,423 on which chance shows five to eight characters by 1.5 and more.
  private static let mostGapsDiffer: Float = 1.5

  private func gapsDiffer(_ bars: BarSequence, _ elements: ClosedRange<Int>) -> Float {
    let gaps = stride(from: elements.lowerBound + 7, to: elements.upperBound, by: 8).map { bars.widths[$0] }
    return (gaps.max() ?? 0) - (gaps.min() ?? 0)
  }

  private func finish(
    _ values: [Int], _ misfit: Float, _ bars: BarSequence, _ elements: ClosedRange<Int>, _ narrow: Float
  ) -> LinearReading? {
    let mean = misfit / Float(values.count)
    let scatter = Codabar.alphabet.scatter(bars, from: elements.lowerBound, values)
    guard values.count >= 5, mean < Self.meanLimit,
      scatter.mean < WidthScatter.limit, !scatter.isMistakable(narrow: narrow),
      values.count > Self.short || gapsDiffer(bars, elements) < Self.mostGapsDiffer * narrow,
      !bars.goOn(elements, narrow: narrow, scatter),
      let cut = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: 4 * narrow),
      // A picture that shows nothing but the symbol may have cut its light; one that cuts one end may have cut more.
      cut == 0 || values.count >= Self.short || cut == 2 && mean < Self.cleanMean
    else { return nil }
    let bytes = values.map { Codabar.characters[$0] }
    let symbol = DecodedSymbol(
      symbology: .codabar, text: String(decoding: bytes, as: UTF8.self), bytes: bytes, symbologyIdentifier: "]F0")
    // Start and stop are at the ends of no piece of a symbol: where all else is clean, a zone that is cut asks for less.
    let needed =
      (values.count <= 6 ? 4 : 3) + (mean > 0.5 ? 1 : 0) + (scatter.worst > WidthScatter.clear ? 2 : 0)
      + (mean / 2 < LinearReading.clean ? 1 : 2) * cut
    return LinearReading(symbol: symbol, elements: elements, misfit: mean / 2, linesNeeded: needed)
  }
}

/// Writes Codabar. Start and stop characters are part of the text (`A12345B`); without them A and B are put.
package struct CodabarWriter: SymbolWriter {
  package let symbology = Symbology.codabar
  /// Width of a wide element in modules, 2 or 3.
  package let wide: Int

  /// - Precondition: the ratio is 2 or 3.
  package init(wide: Int = 3) {
    precondition(2...3 ~= wide, "the ratio of Codabar is 2 to 3")
    self.wide = wide
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    // Five narrow elements, two wide ones at least and the gap after them.
    try CapacityLimit.row(modules: 6 + 2 * wide).check(text.unicodeScalars.count)
    var values: [Int] = []
    for scalar in text.unicodeScalars {
      guard scalar.isASCII,
        let value = Codabar.characters.firstIndex(of: UInt8(truncatingIfNeeded: scalar.value))
      else { throw .unencodable(Character(scalar)) }
      values.append(value)
    }
    let marks = values.indices.filter { values[$0] >= Codabar.startStop }
    if marks.isEmpty {
      values = [Codabar.startStop] + values + [Codabar.startStop + 1]
    } else if marks != [0, values.count - 1] {
      throw .invalid("A, B, C and D only start and stop a Codabar")
    }
    // Start, stop, and as many as a reader asks for.
    guard values.count >= 5 else { throw .invalid("Codabar of fewer than 3 characters is taken for chance by readers") }
    var row = ModuleRow()
    for (place, value) in values.enumerated() {
      if place > 0 { row.append([1], startsDark: false) }
      row.append(Codabar.alphabet.pattern(value, wide: wide))
    }
    try row.checkLength()
    return row.matrix
  }
}
