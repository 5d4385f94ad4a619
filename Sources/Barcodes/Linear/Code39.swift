/// Code 39, ISO/IEC 16388:2007.
package enum Code39 {
  static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  /// The start and stop character, after the 43 others.
  static let startStop = 43

  /// Nine elements, three of them wide, from a bar to a bar. Table 1.
  package static let alphabet = TwoWidthAlphabet(
    [
      0x034, 0x121, 0x061, 0x160, 0x031, 0x130, 0x070, 0x025, 0x124, 0x064, 0x109, 0x049, 0x148, 0x019, 0x118, 0x058,
      0x00D, 0x10C, 0x04C, 0x01C, 0x103, 0x043, 0x142, 0x013, 0x112, 0x052, 0x007, 0x106, 0x046, 0x016, 0x181, 0x0C1,
      0x1C0, 0x091, 0x190, 0x0D0, 0x085, 0x184, 0x0C4, 0x0A8, 0x0A2, 0x08A, 0x02A, 0x094,
    ], elements: 9)

  /// The sum of the characters' values modulo 43. Annex A.1
  static func checkCharacter(of values: some Sequence<Int>) -> Int { values.reduce(0, +) % 43 }

  private static let shifts: [UInt8: FullASCII.Shift] = [0x24: .dollar, 0x25: .percent, 0x2F: .slash, 0x2B: .plus]

  /// The text in full ASCII, or nil where the characters hold no pair or something that is none.
  static func fullASCII(_ plain: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var place = 0
    while place < plain.count {
      if let shift = shifts[plain[place]] {
        guard place + 1 < plain.count, let ascii = FullASCII.ascii(shift, plain[place + 1]) else { return nil }
        bytes.append(ascii)
        place += 2
      } else {
        bytes.append(plain[place])
        place += 1
      }
    }
    return bytes.count == plain.count ? nil : bytes
  }

  /// The text in Code 39's own characters.
  static func plain(_ text: String) throws(WriteFailure) -> [UInt8] {
    var plain: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard scalar.isASCII else { throw .unencodable(Character(scalar)) }
      let ascii = UInt8(truncatingIfNeeded: scalar.value)
      if characters.contains(ascii) && shifts[ascii] == nil {
        plain.append(ascii)
      } else if let pair = FullASCII.pair(ascii), let shift = shifts.first(where: { $0.value == pair.shift }) {
        plain += [shift.key, pair.letter]
      } else {
        throw .unencodable(Character(scalar))
      }
    }
    return plain
  }

  /// What the characters between start and stop say.
  ///
  /// A last character that is the check character is part of the text all the same, unless Code 39 mod 43 is
  /// what was asked for: one of 43 texts without a check ends so by chance.
  static func symbol(_ values: [Int], wanted: Set<Symbology>) -> DecodedSymbol? {
    let isChecked = values.count >= 2 && checkCharacter(of: values.dropLast()) == values[values.count - 1]
    let isStripped = !wanted.contains(.code39)
    guard !isStripped || isChecked else { return nil }
    let plain = (isStripped ? values.dropLast() : values[...]).map { characters[$0] }
    // A check character may be a shift's sign, and shifts nothing.
    let full =
      fullASCII(plain) ?? (isChecked && !isStripped ? fullASCII(plain.dropLast()).map { $0 + plain.suffix(1) } : nil)
    let bytes = full ?? plain
    var details: [String: DetailValue] = ["fullASCII": .boolean(full != nil)]
    if isChecked { details["mod43"] = .boolean(true) }
    if let number = pharmacode(plain) { details["code32"] = .string(number) }
    // ISO/IEC 15424: 3 is a check character verified and left out, 4 is full ASCII.
    let identifier = "]A\((isStripped ? 3 : 0) + (full != nil ? 4 : 0))"
    return DecodedSymbol(
      symbology: isStripped ? .code39Mod43 : .code39, text: String(decoding: bytes, as: UTF8.self), bytes: bytes,
      symbologyIdentifier: identifier, details: details)
  }

  /// The Italian pharmaceutical number that six characters without vowels may mean (Code 32): nine digits of
  /// which the last is a check digit.
  private static func pharmacode(_ plain: [UInt8]) -> String? {
    let base32 = Array("0123456789BCDFGHJKLMNPQRSTUVWXYZ".utf8)
    guard plain.count == 6 else { return nil }
    var number = 0
    for byte in plain {
      guard let value = base32.firstIndex(of: byte) else { return nil }
      number = 32 * number + value
    }
    guard number < 1_000_000_000 else { return nil }
    let text = String(number)
    let digits = [Int](repeating: 0, count: 9 - text.count) + (EANDigits.digits(text) ?? [])
    var sum = 0
    for (place, digit) in digits.prefix(8).enumerated() {
      sum += place.isMultiple(of: 2) ? digit : 2 * digit / 10 + 2 * digit % 10
    }
    return sum % 10 == digits[8] ? "A" + EANDigits.text(digits) : nil
  }
}

package struct Code39Reader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.code39, .code39Mod43]

  /// Squared error of a character in narrow widths, over its nine elements: a third of one each.
  static let characterLimit: Float = 1.6
  static let meanLimit: Float = 0.9
  /// Tighter than that of others, as characters of one width leave nothing else to scatter.
  static let scatterLimit: Float = 0.05

  /// Of a start whose bars have spread: what is fitted with one number more fits more things.
  private static let spreadLimit: Float = 0.6

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // 10 narrow widths of quiet zone are specified (§4.4); 5 are asked for.
    return bars.readings(least: 29, behind: 5 / 15, of: 9) { start in
      mayStart(bars, start) ? read(bars, from: start, wanted) : nil
    }
  }

  /// A quick check of the start character, whose second, fifth and seventh elements are wide: bars among bars and spaces
  /// among spaces, with room for noise.
  private func mayStart(_ bars: BarSequence, _ start: Int) -> Bool {
    func widest(_ elements: Int...) -> Float { elements.reduce(0) { max($0, bars.widths[start + $1]) } }
    return bars.widths[start + 1] > 0.8 * widest(3, 5, 7)
      && min(bars.widths[start + 4], bars.widths[start + 6]) > 0.8 * widest(0, 2, 8)
  }

  private func read(_ bars: BarSequence, from start: Int, _ wanted: Set<Symbology>) -> LinearReading? {
    let first = Code39.alphabet.match(bars, at: start, spread: 0)
    if first.character == Code39.startStop, first.misfit < Self.characterLimit,
      let reading = read(bars, from: start, first, spread: Code39.alphabet.spread(bars, at: start, first), wanted)
    {
      return reading
    }
    let (spreadFirst, spread) = Code39.alphabet.spreadStart(
      bars, at: start, among: Code39.startStop..<Code39.startStop + 1)
    guard spreadFirst.misfit < Self.spreadLimit else { return nil }
    return read(bars, from: start, spreadFirst, spread: spread, wanted)
  }

  /// - Parameters:
  ///   - first: the start character.
  ///   - spread: pixels by which bars are wider than they should be.
  private func read(
    _ bars: BarSequence, from start: Int, _ first: TwoWidthAlphabet.Match, spread: Float, _ wanted: Set<Symbology>
  ) -> LinearReading? {
    var narrow = first.narrow
    var misfit = first.misfit
    var values: [Int] = []
    var at = start + 10
    while at + 9 <= bars.widths.count {
      // §4.2.2: the gap between characters is at most 5.3 narrow widths; half as much again is seen.
      guard bars.widths[at - 1] < 8 * narrow else { return nil }
      let match = Code39.alphabet.match(bars, at: at, spread: spread)
      guard match.misfit < Self.characterLimit, !match.isAmbiguous, abs(match.narrow / narrow - 1) < 0.5 else {
        return nil
      }
      narrow = match.narrow
      misfit += match.misfit
      if match.character == Code39.startStop {
        return finish(values, misfit, bars, start...at + 8, narrow, wanted)
      }
      values.append(match.character)
      at += 10
    }
    return nil
  }

  private func finish(
    _ values: [Int], _ misfit: Float, _ bars: BarSequence, _ elements: ClosedRange<Int>, _ narrow: Float,
    _ wanted: Set<Symbology>
  ) -> LinearReading? {
    let mean = misfit / Float(values.count + 2)
    let scatter = Code39.alphabet.scatter(
      bars, from: elements.lowerBound, [Code39.startStop] + values + [Code39.startStop])
    guard !values.isEmpty, mean < Self.meanLimit, scatter.mean < Self.scatterLimit,
      let cut = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: 4 * narrow),
      let symbol = Code39.symbol(values, wanted: wanted)
    else { return nil }
    // Start and stop are at the ends of no piece of a symbol: where all else is clean, a zone that is cut asks for less.
    let needed =
      (values.count <= 2 ? 5 : values.count <= 4 ? 3 : 2) + (mean > 0.4 ? 1 : 0)
      + (scatter.worst > WidthScatter.clear ? 3 : 0)
      + (mean / 2 < LinearReading.clean ? 1 : 2) * cut
    return LinearReading(symbol: symbol, elements: elements, misfit: mean / 2, linesNeeded: needed)
  }
}
