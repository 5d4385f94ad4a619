package import Bits

/// Writes MaxiCode. A text as modes 2 and 3 are sent, `[)>␞01␝96` and then postcode, country and class of service with a
/// group separator behind each, is written in these; all else in mode 4.
package struct MaxiCodeWriter: SymbolWriter {
  package let symbology = Symbology.maxiCode
  /// 2 to 6, or nil for the one that suits the text. Modes 2 and 3 need a carrier's fields in it.
  package var mode: Int?
  /// The interpretation to name and use, or nil: ISO 8859-1 where it suffices, else UTF-8 (26).
  package var eci: Int?
  /// The symbol's place in a message over several: index below count, count 2…8.
  package var structuredAppend: StructuredAppend?

  package init(mode: Int? = nil, eci: Int? = nil, structuredAppend: StructuredAppend? = nil) {
    (self.mode, self.eci, self.structuredAppend) = (mode, eci, structuredAppend)
  }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    MaxiCodeDrawing.draw(try modules(of: text))
  }

  /// The 30 × 33 modules, of which every second row has one less.
  package func modules(of text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    guard mode.map(MaxiCodeCodewords.modes.contains) ?? true else { throw .invalid("MaxiCode has modes 2 to 6") }
    // Nine digits in six codewords are the densest.
    try CapacityLimit(available: 6 * MaxiCodeCodewords.capacity(mode: 4), densest: (4, 1)).check(
      text.unicodeScalars.count)
    var (bytes, named) = TextEncodings.writing(text, usual: TextEncodings.latin1)
    if let eci { (bytes, named) = (try TextEncodings.bytes(of: text, eci: eci), eci) }
    var rest = bytes
    let carrier =
      mode.map { $0 <= 3 } ?? true ? MaxiCodeCarrier(beginning: bytes, rest: &rest) : nil
    let mode = mode ?? carrier?.mode ?? 4
    guard mode > 3 || carrier?.mode == mode else {
      throw .invalid("mode \(mode) of MaxiCode needs [)>, RS, 01, GS, 96, and then postcode, country and service")
    }
    let codes = try codewords(carrier == nil ? bytes : rest, named, mode)
    let primary = carrier?.codewords ?? [UInt8(mode)] + codes[..<9]
    return MaxiCodeCodewords.modules(
      of: MaxiCodeCodewords.complete(primary: primary, secondary: Array(carrier == nil ? codes[9...] : codes[...])))
  }

  /// The codewords of a message, filled up with pads.
  private func codewords(_ bytes: [UInt8], _ eci: Int?, _ mode: Int) throws(WriteFailure) -> [UInt8] {
    let start = try header()
    let tokens = (eci.map { [MaxiCodeEncoder.Token.eci($0)] } ?? []) + bytes.map { .byte($0) }
    let (message, set) = try MaxiCodeEncoder(tokens: tokens).encode()
    var codes = start + message
    let available = MaxiCodeCodewords.capacity(mode: mode)
    guard codes.count <= available else { throw .tooLong(needed: 6 * codes.count, available: 6 * available) }
    // The sets of accented letters have no pad.
    if codes.count < available, set.rawValue > MaxiCodeCodeSet.b.rawValue { codes.append(58) }
    return codes + [UInt8](repeating: UInt8(MaxiCodeCodeSet.padCode), count: available - codes.count)
  }

  private func header() throws(WriteFailure) -> [UInt8] {
    guard let part = structuredAppend else { return [] }
    guard let count = part.count, 2...8 ~= count, 0..<count ~= part.index else {
      throw .invalid("Structured append of MaxiCode has 2 to 8 symbols")
    }
    return [UInt8(MaxiCodeCodeSet.padCode), UInt8(part.index << 3 | count - 1)]
  }
}
