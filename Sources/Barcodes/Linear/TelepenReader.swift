/// Reads Telepen by its bars and spaces, each narrow or wide.
package struct TelepenReader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.telepen]

  /// Narrow widths of light that are asked for on either side; the standard has 10.
  static let quiet: Float = 5
  /// Squared error in narrow widths, mean over a character's elements: a half of one each is half way to the other kind.
  static let characterLimit: Float = 0.25
  static let meanLimit: Float = 0.12

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Start, a character and its check character of six elements at least, and stop.
    bars.readings(least: 35, behind: Self.quiet / 6, of: 6) { start in
      mayStart(bars, start) ? read(bars, from: start) : nil
    }
  }

  /// Six narrow elements behind light, a wide space at the end of the start: nearly all other things go here.
  private func mayStart(_ bars: BarSequence, _ start: Int) -> Bool {
    let narrow = bars.width(start..<start + 6) / 6
    return bars.widths[start + 11] > 1.6 * narrow
      && (start..<start + 6).allSatisfy { 0.4 * narrow...1.7 * narrow ~= bars.widths[$0] }
  }

  /// Widths of narrow and wide elements in pixels, bars first.
  private struct Widths {
    var narrow: SIMD2<Float>
    var wide: SIMD2<Float>

    /// Of a start whose form is known.
    init?(_ bars: BarSequence, _ start: Int, _ form: Telepen.Form) {
      var sum = SIMD2<Float>.zero
      for element in 0..<12 where element != form.wideBar && element != 11 {
        sum[element & 1] += bars.widths[start + element]
      }
      narrow = sum / 5
      wide = SIMD2(bars.widths[start + form.wideBar], bars.widths[start + 11])
      // Wide is three times as much; blur and wear widen that.
      let (step, module) = (wide - narrow, narrow.sum() / 2)
      guard step.min() > 0.8 * module, step.max() < 3.4 * module, narrow.min() > 0.3 * narrow.max() else { return nil }
    }

    var module: Float { narrow.sum() / 2 }

    func isWide(_ width: Float, _ kind: Int) -> Bool { width > (narrow[kind] + wide[kind]) / 2 }

    func error(_ width: Float, _ kind: Int, isWide: Bool) -> Float {
      (width - (isWide ? wide[kind] : narrow[kind])) / module
    }

    mutating func scale(by factor: Float) {
      narrow *= factor
      wide *= factor
    }

    /// Mean squared error of elements whose widths in modules are known.
    func misfit(_ bars: BarSequence, _ first: Int, _ pattern: [Int]) -> Float {
      var sum: Float = 0
      for (element, width) in pattern.enumerated() {
        let error = error(bars.widths[first + element], element & 1, isWide: width > 1)
        sum += error * error
      }
      return sum / Float(pattern.count)
    }
  }

  private func read(_ bars: BarSequence, from start: Int) -> LinearReading? {
    for form in Telepen.Form.allCases {
      guard let widths = Widths(bars, start, form), widths.misfit(bars, start, form.start) < Self.meanLimit else {
        continue
      }
      return read(bars, from: start, form, widths)
    }
    return nil
  }

  private func read(_ bars: BarSequence, from start: Int, _ form: Telepen.Form, _ known: Widths) -> LinearReading? {
    var widths = known
    var characters: [UInt8] = []
    var misfit = widths.misfit(bars, start, form.start)
    var scatter = WidthScatter()
    var at = start + 12
    let stop = form.stop
    while at + 11 <= bars.widths.count {
      let last = at + 10
      if characters.count >= 2, bars.isQuietAfter(last, least: Self.quiet * widths.module),
        case let error = widths.misfit(bars, at, stop), error < Self.characterLimit
      {
        return finish(characters, misfit + error, scatter, bars, start...last, form, widths.module)
      }
      guard let found = character(bars, at, widths, &scatter), found.misfit < Self.characterLimit else { return nil }
      characters.append(found.character)
      misfit += found.misfit
      // Seen aslant, characters grow along the symbol, by little from one to the next.
      guard 0.8...1.25 ~= found.scale else { return nil }
      widths.scale(by: found.scale)
      at = found.end
    }
    return nil
  }

  /// The character at an element, what comes behind it, how badly it fits, and how much larger it is than expected.
  private func character(
    _ bars: BarSequence, _ first: Int, _ widths: Widths, _ scatter: inout WidthScatter
  ) -> (character: UInt8, end: Int, misfit: Float, scale: Float)? {
    var (byte, bits): (UInt8, Int) = (0, 0)
    var isOpen = false
    var at = first
    var squares: Float = 0
    var expected: Float = 0
    while bits < 8 {
      guard at + 1 < bars.widths.count else { return nil }
      let isWide = (0..<2).map { widths.isWide(bars.widths[at + $0], $0) }
      for kind in 0..<2 {
        let error = widths.error(bars.widths[at + kind], kind, isWide: isWide[kind])
        squares += error * error
        expected += isWide[kind] ? widths.wide[kind] : widths.narrow[kind]
        scatter.add(bars.widths[at + kind] / widths.module, isBar: kind == 0, isWide: isWide[kind])
      }
      // Lowest bit first: the value of so many bits, as they come.
      let (count, value): (Int, UInt8) =
        switch (isWide[0], isWide[1]) {
        case (false, false): (1, 1)
        case (true, false): (2, 0b00)
        case (true, true): (3, 0b010)
        case (false, true): (2, isOpen ? 0b01 : 0b10)
        }
      if isOpen, isWide[0] { return nil }
      if !isWide[0], isWide[1] { isOpen.toggle() }
      guard bits + count <= 8 else { return nil }
      byte |= value << UInt8(bits)
      bits += count
      at += 2
    }
    guard !isOpen, byte.nonzeroBitCount.isMultiple(of: 2) else { return nil }
    return (byte & 0x7F, at, squares / Float(at - first), bars.width(first..<at) / expected)
  }

  private func finish(
    _ characters: [UInt8], _ misfit: Float, _ scatter: WidthScatter, _ bars: BarSequence,
    _ elements: ClosedRange<Int>, _ form: Telepen.Form, _ module: Float
  ) -> LinearReading? {
    let mean = misfit / Float(characters.count + 2)
    guard mean < Self.meanLimit, scatter.mean < WidthScatter.limit, let check = characters.last,
      Telepen.checkCharacter(of: characters.dropLast()) == check,
      let cut = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: Self.quiet * module),
      let symbol = Telepen.symbol(characters.dropLast(), form)
    else { return nil }
    // Parity leaves one of two characters to chance, and the check one of 127: short ones ask for more. Of a dozen chance
    // leaves one message of half a million; where dirt or the border took something, parity or the check shows it.
    let dirt = characters.count < 12 ? (scatter.worst > WidthScatter.clear ? 2 : 0) + cut : 0
    let needed = (characters.count <= 3 ? 4 : characters.count <= 5 ? 3 : 2) + (mean > 0.06 ? 1 : 0) + dirt
    return LinearReading(symbol: symbol, elements: elements, misfit: mean, linesNeeded: needed)
  }
}
