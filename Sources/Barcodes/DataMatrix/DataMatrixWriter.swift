package import Bits

/// Writes Data Matrix ECC 200 symbols.
///
/// ```swift
/// let modules = try DataMatrixWriter().write("Hello")
/// ```
package struct DataMatrixWriter: SymbolWriter {
  /// Which sizes may be used; of those the smallest that holds the message is.
  package enum Shape: Hashable, Sendable {
    case square
    /// The six rectangles of ISO/IEC 16022.
    case rectangle
    /// Also those of ISO/IEC 21471.
    case extendedRectangle
    /// One size of the standard.
    case modules(rows: Int, columns: Int)
  }

  package var shape: Shape
  /// The text is GS1 element strings without brackets, group separators (U+001D) between them: FNC1 comes
  /// first, and in the place of each separator.
  package var isGS1: Bool
  /// The interpretation to name and use, or nil: ISO 8859-1 where it suffices, else UTF-8 (26).
  package var eci: Int?
  /// The symbol's place in a message over several: index below count, count 2…16, identifier 1…254 twice.
  package var structuredAppend: (index: Int, count: Int, identifier: (UInt8, UInt8))?

  package init(
    shape: Shape = .square, isGS1: Bool = false, eci: Int? = nil,
    structuredAppend: (index: Int, count: Int, identifier: (UInt8, UInt8))? = nil
  ) {
    self.shape = shape
    self.isGS1 = isGS1
    self.eci = eci
    self.structuredAppend = structuredAppend
  }

  package var symbology: Symbology { .dataMatrix }

  package func write(_ text: String) throws(WriteFailure) -> BitMatrix {
    guard !text.isEmpty else { throw .invalid("there is no text to write") }
    let (tokens, macro) = try self.tokens(of: text)
    // Two digits in a codeword are the densest.
    let sizes = try sizes()
    let available = 8 * (sizes.map(\.dataCodewords).max() ?? 0)
    try CapacityLimit(available: available, densest: (8, 2)).check(tokens.count)
    let encoder = DataMatrixEncoder(tokens, prefix: try structuredAppendCodewords() + macro)
    let (size, data) = try encoder.encode(for: sizes)
    return DataMatrixPlacement(size).symbol(of: DataMatrixBlocks(size).protect(data), size)
  }

  private func sizes() throws(WriteFailure) -> [DataMatrixSize] {
    switch shape {
    case .square: return DataMatrixSize.all.filter(\.isSquare)
    case .rectangle: return DataMatrixSize.all.filter { !$0.isSquare && !$0.isExtension }
    case .extendedRectangle:
      return DataMatrixSize.all.filter { !$0.isSquare }.sorted { $0.dataCodewords < $1.dataCodewords }
    case .modules(let rows, let columns):
      guard let size = DataMatrixSize(rows: rows, columns: columns) else {
        throw .invalid("Data Matrix has no size of \(rows) by \(columns) modules")
      }
      return [size]
    }
  }

  /// ISO/IEC 16022:2006 §5.6.
  private func structuredAppendCodewords() throws(WriteFailure) -> [UInt8] {
    guard let part = structuredAppend else { return [] }
    let (first, second) = part.identifier
    guard 2...16 ~= part.count, 0..<part.count ~= part.index, 1...254 ~= first, 1...254 ~= second else {
      throw .invalid("Structured append has 2 to 16 symbols and identifier bytes from 1 to 254")
    }
    return [DataMatrixCodeword.structuredAppend, UInt8(part.index << 4 | (17 - part.count)), first, second]
  }

  /// The message as tokens, and the macro character that stands for its header and trailer. §5.2.4.7.
  private func tokens(of text: String) throws(WriteFailure) -> ([DataMatrixEncoder.Token], macro: [UInt8]) {
    if isGS1 {
      let elements = text.unicodeScalars.map { scalar -> DataMatrixEncoder.Token in
        scalar.value == 0x1D ? .function1 : .byte(UInt8(clamping: scalar.value))
      }
      guard text.unicodeScalars.allSatisfy({ $0.isASCII }) else { throw .invalid("GS1 text is ASCII") }
      return ([.function1] + elements, [])
    }
    var bytes: [UInt8]
    var tokens: [DataMatrixEncoder.Token] = []
    if let eci {
      bytes = try TextEncodings.bytes(of: text, eci: eci)
      tokens.append(.eci(eci))
    } else {
      let written = TextEncodings.writing(text, usual: TextEncodings.latin1)
      bytes = written.bytes
      if let eci = written.eci { tokens.append(.eci(eci)) }
    }
    var macro: [UInt8] = []
    if tokens.isEmpty && structuredAppend == nil && bytes.suffix(2) == [0x1E, 0x04] {
      for (name, codeword) in [("05", DataMatrixCodeword.macro05), ("06", DataMatrixCodeword.macro06)]
      where bytes.count >= 9 && bytes.starts(with: "[)>\u{1E}\(name)\u{1D}".utf8) {
        macro = [codeword]
        bytes = Array(bytes.dropFirst(7).dropLast(2))
        break
      }
    }
    return (tokens + bytes.map { .byte($0) }, macro)
  }
}
