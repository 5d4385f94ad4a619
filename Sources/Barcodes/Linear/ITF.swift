package import Bits

/// Interleaved 2 of 5, ISO/IEC 16390:2007: each pair of digits in five bars and the five spaces between them.
package enum ITF {
  /// A bit an element, 1 is wide, the first highest. Table 1.
  static let digits = [0b00110, 0b10001, 0b01001, 0b11000, 0b00101, 0b10100, 0b01100, 0b00011, 0b10010, 0b01010]

  static func symbol(_ digits: [Int], wanted: Set<Symbology>) -> DecodedSymbol? {
    let isChecked = EANDigits.isValid(digits)
    let isGTIN = digits.count == 14 && isChecked
    guard isGTIN ? !wanted.isDisjoint(with: [.itf, .itf14]) : wanted.contains(.itf) else { return nil }
    let text = EANDigits.text(digits)
    // ISO/IEC 15424: 1 is a check digit verified and left in. Only a GTIN is known to have one.
    return DecodedSymbol(
      symbology: isGTIN && wanted.contains(.itf14) ? .itf14 : .itf, text: text, bytes: Array(text.utf8),
      symbologyIdentifier: isGTIN ? "]I1" : "]I0", details: isChecked ? ["mod10": .boolean(true)] : [:])
  }
}

package struct ITFReader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.itf, .itf14]

  /// Squared error of a pair of digits in narrow widths, over its ten elements: a quarter of one each.
  static let pairLimit: Float = 1.4

  /// Quiet zones in narrow widths: §4.4 specifies 10. More than half of it is asked for, as the start says nothing else, or
  /// less where widths are clear and more lines agree.
  static let quiet: Float = 6
  static let leastQuiet: Float = 4.5

  /// Digits that a part of a longer symbol shows by chance, before what glare hides.
  private static let shortest = 4
  /// Elements beside so few digits, within their length, from which they are such a part: half of what they take up.
  private static let mostBeside = 14

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Start, two pairs and stop: shorter ones are found in any fence.
    return bars.readings(least: 27, behind: Self.leastQuiet / 4, of: 4) { start in read(bars, from: start, wanted) }
  }

  private func read(_ bars: BarSequence, from start: Int, _ wanted: Set<Symbology>) -> LinearReading? {
    var narrow = bars.width(start..<start + 4) / 4
    guard
      (0..<4).allSatisfy({ 0.45...1.55 ~= bars.widths[start + $0] / narrow })
    else { return nil }
    var digits: [Int] = []
    var misfit: Float = 0
    var ratio: Float = 2.5
    var at = start + 4
    var scatter = WidthScatter()
    while at + 3 <= bars.widths.count {
      if digits.count >= 4, isStop(bars, at, narrow, ratio) {
        return finish(digits, misfit, scatter, bars, start...at + 2, wanted)
      }
      guard at + 13 <= bars.widths.count, let pair = pair(bars, at), pair.misfit < Self.pairLimit,
        abs(pair.narrow / narrow - 1) < 0.4, digits.isEmpty || abs(pair.ratio / ratio - 1) < 0.35
      else { return nil }
      digits += [pair.first, pair.second]
      for element in 0..<10 {
        let digit = ITF.digits[element.isMultiple(of: 2) ? pair.first : pair.second]
        scatter.add(
          bars.widths[at + element] / bars.width(at..<at + 10), isBar: element.isMultiple(of: 2),
          isWide: digit >> (4 - element / 2) & 1 == 1)
      }
      misfit += pair.misfit
      narrow = pair.narrow
      ratio = pair.ratio
      at += 10
    }
    return nil
  }

  /// §4.2.3: a wide bar, a narrow space, a narrow bar, and the quiet zone.
  private func isStop(_ bars: BarSequence, _ at: Int, _ narrow: Float, _ ratio: Float) -> Bool {
    abs(bars.widths[at] / narrow - ratio) < 0.8 && abs(bars.widths[at + 1] / narrow - 1) < 0.6
      && abs(bars.widths[at + 2] / narrow - 1) < 0.6 && bars.isQuietAfter(at + 2, least: Self.leastQuiet * narrow)
  }

  /// Two of the five bars are wide and two of the five spaces: the widest ones, as nothing is likelier.
  private func pair(
    _ bars: BarSequence, _ at: Int
  ) -> (first: Int, second: Int, misfit: Float, narrow: Float, ratio: Float)? {
    var squares: Float = 0
    guard let bar = split(bars, at, &squares), let space = split(bars, at + 1, &squares) else { return nil }
    let narrow = (bar.narrow + space.narrow) / 2
    let ratio = (bar.wide + space.wide) / 2 / narrow
    // Bars and spaces differ by as much in narrow as in wide ones where the print spreads, so that the steps
    // from narrow to wide are the same.
    let (barStep, spaceStep) = (bar.wide - bar.narrow, space.wide - space.narrow)
    guard 1.6...4 ~= ratio, 0.6...1.7 ~= barStep / spaceStep else { return nil }
    return (bar.digit, space.digit, squares / (narrow * narrow), narrow, ratio)
  }

  /// The digit of five bars or five spaces, and the mean widths of its wide and of its narrow ones.
  ///
  /// - Parameter squares: to which the squared errors are added.
  private func split(
    _ bars: BarSequence, _ at: Int, _ squares: inout Float
  ) -> (digit: Int, narrow: Float, wide: Float)? {
    let places = stride(from: at, to: at + 10, by: 2)
    var (widest, border): (Float, Float) = (0, 0)
    for place in places {
      let width = bars.widths[place]
      if width > widest {
        (widest, border) = (width, widest)
      } else {
        border = max(border, width)
      }
    }
    var mask = 0
    var (narrow, wide): (Float, Float) = (0, 0)
    for place in places {
      let width = bars.widths[place]
      mask = mask << 1 | (width >= border ? 1 : 0)
      if width >= border { wide += width } else { narrow += width }
    }
    (narrow, wide) = (narrow / 3, wide / 2)
    guard let digit = ITF.digits.firstIndex(of: mask), narrow > 0, wide > narrow else { return nil }
    for place in places {
      let error = bars.widths[place] - (bars.widths[place] >= border ? wide : narrow)
      squares += error * error
    }
    return (digit, narrow, wide)
  }

  /// Whether start and stop are of the message's narrow and wide elements.
  ///
  /// Those of a symbol that is met from its end are nearly each other's where wide elements are less than twice as wide as narrow
  /// ones: of 6,000 drawn ones with ratios of 2 and 2.25 and 0.85 to 1.7 pixels a module nine were read so, one element further on.
  /// Then one element at least is of the other kind at either end; rounding makes one alone, which cost 44 of 9,548 right ones.
  private func hasEnds(_ bars: BarSequence, _ elements: ClosedRange<Int>, _ scatter: WidthScatter) -> Bool {
    let (start, stop) = (elements.lowerBound, elements.upperBound - 2)
    let (first, last) = (bars.width(start + 4..<start + 14), bars.width(stop - 10..<stop))
    let wrong =
      (0..<4).count { scatter.isWide(bars.widths[start + $0] / first, isBar: $0.isMultiple(of: 2)) }
      + (0..<3).count { scatter.isWide(bars.widths[stop + $0] / last, isBar: $0 != 1) != ($0 == 0) }
    return wrong < 2
  }

  private func finish(
    _ digits: [Int], _ misfit: Float, _ scatter: WidthScatter, _ bars: BarSequence, _ elements: ClosedRange<Int>,
    _ wanted: Set<Symbology>
  ) -> LinearReading? {
    let module = bars.width(elements.lowerBound..<elements.lowerBound + 4) / 4
    guard scatter.mean < (digits.count <= 8 ? WidthScatter.shortLimit : WidthScatter.limit),
      !scatter.isMistakable(narrow: module), hasEnds(bars, elements, scatter),
      let symbol = ITF.symbol(digits, wanted: wanted),
      let cut = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: Self.leastQuiet * module),
      !bars.goOn(elements, narrow: module, scatter),
      digits.count > Self.shortest || bars.elementsBeside(elements) < Self.mostBeside
    else { return nil }
    let mean = misfit / Float(digits.count / 2)
    // Start and stop are found inside of longer symbols too. So a border is no quiet zone, unless the picture shows
    // nothing but the symbol, and that cleanly.
    guard cut == 0 || cut == 2 && mean < 0.2 else { return nil }
    let isTight = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: Self.quiet * module) == nil
    guard !isTight || scatter.worst < WidthScatter.clear else { return nil }
    // Nothing checks an ITF but its widths.
    let needed = symbol.symbologyIdentifier == "]I1" ? 2 : digits.count <= 4 ? 6 : digits.count <= 8 ? 4 : 3
    return LinearReading(
      symbol: symbol, elements: elements, misfit: mean / 3,
      linesNeeded: needed + (mean > 0.6 ? 2 : 0) + (isTight ? 3 : 0) + (scatter.worst > WidthScatter.clear ? 2 : 0))
  }
}

/// Writes Interleaved 2 of 5; as ITF-14 with the check digit, which may be left out.
package struct ITFWriter: SymbolWriter {
  package let symbology: Symbology
  /// Width of a wide element in modules, 2 or 3.
  package let wide: Int

  /// - Precondition: `itf` or `itf14`; the ratio is 2 or 3.
  package init(_ symbology: Symbology = .itf, wide: Int = 3) {
    precondition(ITFReader.symbologies.contains(symbology), "not an ITF")
    precondition(2...3 ~= wide, "the ratio of ITF is 2 to 3")
    self.symbology = symbology
    self.wide = wide
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    // A digit has three narrow elements and two wide ones.
    if symbology == .itf { try CapacityLimit.row(modules: 3 + 2 * wide).check(text.unicodeScalars.count) }
    var digits = try EANDigits.written(text)
    if symbology == .itf14 {
      if digits.count == 13 { digits.append(EANDigits.checkDigit(of: digits)) }
      guard digits.count == 14 else { throw .invalid("ITF-14 has 14 digits, or 13 without the check digit") }
      guard EANDigits.isValid(digits) else {
        throw .invalid("the check digit of \(text) is \(EANDigits.checkDigit(of: digits.dropLast()))")
      }
    }
    guard digits.count.isMultiple(of: 2) else { throw .invalid("ITF has pairs of digits") }
    guard digits.count >= 4 else { throw .invalid("ITF of fewer than 4 digits is taken for chance by readers") }
    var row = ModuleRow()
    row.append([1, 1, 1, 1])
    for place in stride(from: 0, to: digits.count, by: 2) {
      let (bars, spaces) = (ITF.digits[digits[place]], ITF.digits[digits[place + 1]])
      for element in (0..<5).reversed() {
        row.append([bars >> element & 1 == 1 ? wide : 1, spaces >> element & 1 == 1 ? wide : 1])
      }
    }
    row.append([wide, 1, 1])
    try row.checkLength()
    return row.matrix
  }
}
