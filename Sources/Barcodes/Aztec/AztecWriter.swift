package import Bits

/// Writes Aztec Code symbols.
///
/// ```swift
/// let modules = try AztecWriter().write("Hello")
/// ```
package struct AztecWriter: SymbolWriter {
  /// Which sizes may be used; of those the smallest that holds the message is.
  package enum Shape: Hashable, Sendable {
    case any
    case compact(layers: Int)
    case full(layers: Int)
  }

  package var shape: Shape
  /// Check codewords, in percent of the symbol; three more are always added. ISO/IEC 24778:2008 §5.
  package var errorCorrectionPercent: Int
  /// The text is GS1 element strings without brackets, group separators (U+001D) between them.
  package var isGS1: Bool
  /// The interpretation to name and use, or nil: ISO 8859-1 where it suffices, else UTF-8 (26).
  package var eci: Int?
  /// The symbol's place in a message over several: index below count, count 2…26, an identifier without spaces.
  package var structuredAppend: StructuredAppend?

  package init(
    shape: Shape = .any, errorCorrectionPercent: Int = 23, isGS1: Bool = false, eci: Int? = nil,
    structuredAppend: StructuredAppend? = nil
  ) {
    self.shape = shape
    self.errorCorrectionPercent = errorCorrectionPercent
    self.isGS1 = isGS1
    self.eci = eci
    self.structuredAppend = structuredAppend
  }

  package var symbology: Symbology { .aztec }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    let tokens = try tokens(of: text)
    // Five bits for two signs, as in ", ", are the densest.
    let most = AztecSize.all.map { $0.codewords * $0.wordSize }.max() ?? 0
    try CapacityLimit(available: most, densest: (5, 2)).check(tokens.count)
    let bits = try header() + AztecEncoder(tokens).encode()
    var available = 0
    for size in try sizes() {
      let data = AztecCodewords.stuff(bits, wordSize: size.wordSize)
      let room = min(size.codewords * (100 - errorCorrectionPercent) / 100 - 3, size.mostDataCodewords)
      available = max(available, room * size.wordSize)
      guard data.count <= room else { continue }
      return Self.draw(data, AztecModeMessage(size: size, dataCodewords: max(1, data.count)))
    }
    throw .tooLong(needed: bits.count, available: available)
  }

  /// A rune: a number from 0 to 255 alone. Annex A.
  package func writeRune(_ value: UInt8) -> BitMatrix {
    let size = AztecSize(isCompact: true, layers: 0)
    var modules = BitMatrix(side: size.side)
    Self.drawCore(&modules, size, AztecRune.bits(value: Int(value)))
    return modules
  }

  private func sizes() throws(WriteFailure) -> [AztecSize] {
    switch shape {
    case .any: return AztecSize.all.sorted { $0.side < $1.side }
    case .compact(let layers) where 1...4 ~= layers: return [AztecSize(isCompact: true, layers: layers)]
    case .full(let layers) where 1...32 ~= layers: return [AztecSize(isCompact: false, layers: layers)]
    default: throw .invalid("Aztec Code has 1 to 4 layers if compact, else 1 to 32")
    }
  }

  /// §8: a latch to Mixed and back, an identifier between spaces, two letters.
  private func header() throws(WriteFailure) -> [Bool] {
    guard let part = structuredAppend else { return [] }
    guard let count = part.count, 2...26 ~= count, 0..<count ~= part.index, !part.identifier.contains(" "),
      part.identifier.unicodeScalars.allSatisfy({ 65...90 ~= $0.value })
    else { throw .invalid("Structured append has 2 to 26 symbols and an identifier of capital letters") }
    let identifier = part.identifier.isEmpty ? "" : " \(part.identifier) "
    var result = [true, true, true, false, true, true, true, true, false, true]
    for byte in identifier.utf8 + [UInt8(65 + part.index), UInt8(64 + count)] {
      let code = AztecMode.upper.code(of: [byte]) ?? 1
      for i in 0..<5 { result.append(code >> (4 - i) & 1 == 1) }
    }
    return result
  }

  private func tokens(of text: String) throws(WriteFailure) -> [AztecEncoder.Token] {
    if isGS1 {
      guard text.unicodeScalars.allSatisfy({ $0.isASCII }) else { throw .invalid("GS1 text is ASCII") }
      return [.function1] + text.utf8.map { $0 == 0x1D ? .function1 : .byte($0) }
    }
    if let eci { return [.eci(eci)] + (try TextEncodings.bytes(of: text, eci: eci)).map { .byte($0) } }
    let (bytes, named) = TextEncodings.writing(text, usual: TextEncodings.latin1)
    return (named.map { [.eci($0)] } ?? []) + bytes.map { .byte($0) }
  }

  private static func draw(_ data: [Int], _ mode: AztecModeMessage) -> BitMatrix {
    let size = mode.size
    var modules = BitMatrix(side: size.side)
    if !size.isCompact {
      for y in 0..<size.side {
        for x in 0..<size.side where size.isReferenceGrid(x: x, y: y) {
          modules[x, y] = size.isDarkReference(x: x, y: y)
        }
      }
    }
    for (place, bit) in zip(size.path, AztecCodewords.layerBits(data, size)) { modules[place.x, place.y] = bit }
    drawCore(&modules, size, mode.bits)
    return modules
  }

  /// The bull's-eye, the orientation marks and the ring of the mode message. §7.2.
  private static func drawCore(_ modules: inout BitMatrix, _ size: AztecSize, _ ring: [Bool]) {
    let radius = size.coreRadius - 1
    for dy in -radius...radius {
      for dx in -radius...radius {
        modules[size.center + dx, size.center + dy] = max(abs(dx), abs(dy)) % 2 == 0
      }
    }
    for mark in size.orientationMarks { modules[mark.x, mark.y] = mark.isDark }
    for (place, bit) in zip(size.modePath, ring) { modules[place.x, place.y] = bit }
  }
}
