/// Code 128 and GS1-128, ISO/IEC 15417:2007.
package enum Code128 {
  /// Values 0…105, from a bar to a space: six elements of 11 modules. Table 1.
  package static let alphabet = WidthAlphabet(
    [
      212222, 222122, 222221, 121223, 121322, 131222, 122213, 122312, 132212, 221213, 221312, 231212, 112232, 122132,
      122231, 113222, 123122, 123221, 223211, 221132, 221231, 213212, 223112, 312131, 311222, 321122, 321221, 312212,
      322112, 322211, 212123, 212321, 232121, 111323, 131123, 131321, 112313, 132113, 132311, 211313, 231113, 231311,
      112133, 112331, 132131, 113123, 113321, 133121, 313121, 211331, 231131, 213113, 213311, 213131, 311123, 311321,
      331121, 312113, 312311, 332111, 314111, 221411, 431111, 111224, 111422, 121124, 121421, 141122, 141221, 112214,
      112412, 122114, 122411, 142112, 142211, 241211, 221114, 413111, 241112, 134111, 111242, 121142, 121241, 114212,
      124112, 124211, 411212, 421112, 421211, 212141, 214121, 412121, 111143, 111341, 131141, 114113, 114311, 411113,
      411311, 113141, 114131, 311141, 411131, 211412, 211214, 211232,
    ], elements: 6)
  /// The stop character: seven elements, 13 modules.
  package static let stop = [2, 3, 3, 1, 1, 1, 2]

  package static let fnc3 = 96, fnc2 = 97, shift = 98, codeC = 99, codeB = 100, codeA = 101, fnc1 = 102
  package static let startA = 103, startB = 104, startC = 105

  /// The check character: the start character plus each one times its place, modulo 103. Annex A
  package static func checkCharacter(of values: some Collection<Int>) -> Int {
    zip(values, [1] + Array(1...max(1, values.count))).reduce(0) { ($0 + $1.0 * $1.1) % 103 }
  }

  private enum CodeSet { case a, b, c }

  /// What characters say, from the start character to before the check character, or nil where they break
  /// the rules.
  package static func symbol(_ values: [Int]) -> DecodedSymbol? {
    var set: CodeSet =
      switch values.first {
      case startA: .a
      case startB: .b
      case startC: .c
      default: .a
      }
    guard let first = values.first, first >= startA, values.count > 1 else { return nil }
    var bytes: [UInt8] = []
    var details: [String: DetailValue] = [:]
    var identifier = "]C0"
    // FNC4 adds 128 to the next character; twice, to all until it comes twice again. §4.3.4.2 d
    var shifted: CodeSet?
    var isLatched = false
    var fnc4Pending = false
    for (place, value) in values.enumerated().dropFirst() {
      guard value < startA else { return nil }
      let current = shifted ?? set
      let wasShifted = shifted != nil
      shifted = nil
      func append(_ ascii: Int) {
        bytes.append(UInt8(isLatched != fnc4Pending ? ascii + 128 : ascii))
        fnc4Pending = false
      }
      switch (current, value) {
      case (_, fnc1):
        // In the first place it marks GS1 data, in the second an industry's own; later it ends a field. §4.3.4.2 a
        if place == 1 {
          identifier = "]C1"
        } else if place == 2 && identifier == "]C0"
          && (bytes.count == 1 && bytes[0].isLetter || bytes.count == 2 && bytes.allSatisfy(\.isDigit))
        {
          identifier = "]C2"
        } else {
          bytes.append(0x1D)
        }
      case (.c, 0...99):
        bytes.append(UInt8(0x30 + value / 10))
        bytes.append(UInt8(0x30 + value % 10))
      case (.c, codeB): set = .b
      case (.c, codeA): set = .a
      case (.c, _): return nil
      case (.a, 0...63), (.b, 0...95): append(value + 32)
      case (.a, 64...95): append(value - 64)
      case (_, fnc3): details["fnc3"] = .boolean(true)
      case (_, fnc2): details["fnc2"] = .boolean(true)
      case (_, shift):
        guard !wasShifted else { return nil }
        shifted = current == .a ? .b : .a
      case (_, codeC): set = .c
      case (.a, codeB): set = .b
      case (.b, codeA): set = .a
      default:
        // 101 in set A and 100 in set B are FNC4.
        if fnc4Pending {
          isLatched.toggle()
          fnc4Pending = false
        } else {
          fnc4Pending = true
        }
      }
    }
    guard !bytes.isEmpty || !details.isEmpty else { return nil }
    return DecodedSymbol(
      symbology: .code128, text: bytes.latin1Text, bytes: bytes,
      symbologyIdentifier: identifier, details: details)
  }
}

extension UInt8 {
  var isDigit: Bool { 0x30...0x39 ~= self }
  var isLetter: Bool { 0x41...0x5A ~= self & 0xDF }
}

extension [UInt8] {
  /// The bytes as ISO/IEC 8859-1.
  var latin1Text: String { String(String.UnicodeScalarView(map { Unicode.Scalar($0) })) }
}

package struct Code128Reader: LinearDecoder {
  package static let symbologies: Set<Symbology> = [.code128]

  /// Squared error of a character in modules, over its six elements. Neighbours in the table differ by 2.
  static let characterLimit: Float = 0.85
  static let meanLimit: Float = 0.4

  package init() {}

  package func read(_ bars: BarSequence, wanted: Set<Symbology>) -> [LinearReading] {
    // Start, one character, check and stop are the least.
    // Ten modules are specified on either side. §4.4.1: a third of that is asked for.
    return bars.readings(least: 25, behind: 3.3 / 11, of: 6) { start in read(bars, from: start) }
  }

  private func read(_ bars: BarSequence, from start: Int) -> LinearReading? {
    var module = bars.width(start..<start + 6) / 11
    let first = Code128.alphabet.match(bars, at: start, among: Code128.startA..<Code128.startC + 1)
    guard first.misfit < Self.characterLimit else { return nil }
    var values = [first.character]
    var misfit = first.misfit
    var at = start + 6
    while at + 7 <= bars.widths.count {
      let width = bars.width(at..<at + 6) / 11
      // From one character to the next, perspective changes little; noise changes much.
      guard abs(width / module - 1) < 0.3 else { return nil }
      module = width
      if values.count >= 3, isStop(bars, at, module) {
        return finish(values, misfit, bars, start, at + 6, module)
      }
      let match = Code128.alphabet.match(bars, at: at, among: 0..<Code128.startA)
      guard match.misfit < Self.characterLimit else { return nil }
      values.append(match.character)
      misfit += match.misfit
      at += 6
    }
    return nil
  }

  private func isStop(_ bars: BarSequence, _ at: Int, _ module: Float) -> Bool {
    let whole = bars.width(at..<at + 7) / 13
    return bars.isQuietAfter(at + 6, least: 3.3 * module)
      && bars.misfit(Code128.stop.map(Float.init), at: at, module: whole) * 7 < Self.characterLimit
  }

  private func finish(
    _ values: [Int], _ misfit: Float, _ bars: BarSequence, _ start: Int, _ end: Int, _ module: Float
  ) -> LinearReading? {
    let mean = misfit / Float(values.count)
    guard mean < Self.meanLimit, Code128.checkCharacter(of: values.dropLast()) == values[values.count - 1],
      let cut = bars.cutQuietZones(start, end, least: 3.3 * module), let symbol = Code128.symbol(values.dropLast())
    else { return nil }
    // The check character lets one of 103 wrong ones through; a long symbol says more against chance.
    let needed = (values.count <= 5 ? 3 : 2) + (mean > 0.2 ? 1 : 0) + 2 * cut
    return LinearReading(symbol: symbol, elements: start...end, misfit: mean, linesNeeded: needed)
  }
}
