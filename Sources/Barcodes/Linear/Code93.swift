/// Code 93, AIM USS-93 (1995).
package enum Code93 {
  /// Values 43…46 are the shifts ($), (%), (/) and (+).
  static let characters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)
  static let shifts: [Int: FullASCII.Shift] = [43: .dollar, 44: .percent, 45: .slash, 46: .plus]
  static let startStop = 47

  /// Nine modules in six elements, from a bar to a space. Table 2.
  package static let alphabet = WidthAlphabet(
    [
      131112, 111213, 111312, 111411, 121113, 121212, 121311, 111114, 131211, 141111, 211113, 211212, 211311, 221112,
      221211, 231111, 112113, 112212, 112311, 122112, 132111, 111123, 111222, 111321, 121122, 131121, 212112, 212211,
      211122, 211221, 221121, 222111, 112122, 112221, 122121, 123111, 121131, 311112, 311211, 321111, 112131, 113121,
      211131, 121221, 312111, 311121, 122211, 111141,
    ], elements: 6)

  /// The weighted sum modulo 47: the last character counts once, those before it up to `limit` times, then
  /// from 1 again. §2.7: 20 for C, 15 for K.
  static func checkCharacter(of values: some BidirectionalCollection<Int>, limit: Int) -> Int {
    zip(values.reversed(), 0...).reduce(0) { $0 + $1.0 * ($1.1 % limit + 1) } % 47
  }

  static func isValid(_ values: [Int]) -> Bool {
    guard values.count >= 3 else { return false }
    let data = values.dropLast(2)
    return checkCharacter(of: data, limit: 20) == values[values.count - 2]
      && checkCharacter(of: values.dropLast(), limit: 15) == values[values.count - 1]
  }

  static func symbol(_ data: some Sequence<Int>) -> DecodedSymbol? {
    var bytes: [UInt8] = []
    var pending: FullASCII.Shift?
    for value in data {
      if let shift = pending {
        guard value < characters.count, let ascii = FullASCII.ascii(shift, characters[value]) else { return nil }
        bytes.append(ascii)
        pending = nil
      } else if let shift = shifts[value] {
        pending = shift
      } else {
        guard value < characters.count else { return nil }
        bytes.append(characters[value])
      }
    }
    guard pending == nil, !bytes.isEmpty else { return nil }
    return DecodedSymbol(
      symbology: .code93, text: String(decoding: bytes, as: UTF8.self), bytes: bytes, symbologyIdentifier: "]G0")
  }

  static func values(_ text: String) throws(WriteFailure) -> [Int] {
    var values: [Int] = []
    for scalar in text.unicodeScalars {
      guard scalar.isASCII else { throw .unencodable(Character(scalar)) }
      let ascii = UInt8(truncatingIfNeeded: scalar.value)
      if let value = characters.firstIndex(of: ascii) {
        values.append(value)
      } else if let pair = FullASCII.pair(ascii), let shift = shifts.first(where: { $0.value == pair.shift }),
        let letter = characters.firstIndex(of: pair.letter)
      {
        values += [shift.key, letter]
      } else {
        throw .unencodable(Character(scalar))
      }
    }
    return values
  }
}

package struct Code93Reader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.code93]

  /// Squared error of a character in modules; neighbours differ by 2.
  static let characterLimit: Float = 0.85
  static let meanLimit: Float = 0.4

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Start, a character, two check characters, stop and its closing bar.
    // 10 modules of quiet zone are specified; a third is asked for.
    // Of the start character only the fifth element is more than a module wide, four: one and a half are within no error.
    return bars.readings(least: 31, behind: 3.3 / 9, of: 6) { start in
      bars.widths[start + 4] > 2.5 / 9 * bars.width(start..<start + 6) ? read(bars, from: start) : nil
    }
  }

  private func read(_ bars: BarSequence, from start: Int) -> LinearReading? {
    var module = bars.width(start..<start + 6) / 9
    let first = Code93.alphabet.match(bars, at: start)
    guard first.character == Code93.startStop, first.misfit < Self.characterLimit else { return nil }
    var misfit = first.misfit
    var values: [Int] = []
    var at = start + 6
    while at + 7 <= bars.widths.count {
      let width = bars.width(at..<at + 6) / 9
      guard abs(width / module - 1) < 0.3 else { return nil }
      module = width
      let match = Code93.alphabet.match(bars, at: at)
      guard match.misfit < Self.characterLimit else { return nil }
      misfit += match.misfit
      if match.character == Code93.startStop {
        return finish(values, misfit, bars, start...at + 6, module)
      }
      values.append(match.character)
      at += 6
    }
    return nil
  }

  private func finish(
    _ values: [Int], _ misfit: Float, _ bars: BarSequence, _ elements: ClosedRange<Int>, _ module: Float
  ) -> LinearReading? {
    let mean = misfit / Float(values.count + 2)
    guard mean < Self.meanLimit,
      let cut = bars.cutQuietZones(elements.lowerBound, elements.upperBound, least: 3.3 * module),
      Code93.isValid(values),
      let symbol = Code93.symbol(values.dropLast(2))
    else { return nil }
    return LinearReading(
      symbol: symbol, elements: elements, misfit: mean, linesNeeded: (values.count <= 4 ? 3 : 2) + 2 * cut)
  }
}
