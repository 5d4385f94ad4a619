package import Bits

/// The segments of a symbol, in order, and how regularly the message ends.
package struct QRMessage: Hashable, Sendable {
  package let segments: [QRSegment]
  /// Bits of terminator and padding that had to be as they are; 0 where the padding is not the standard's.
  package let regularBits: Int

  package init(segments: [QRSegment], regularBits: Int = 0) {
    self.segments = segments
    self.regularBits = regularBits
  }
}

// MARK: - Bits

extension QRMessage {
  /// What pad codewords are by turns. ISO/IEC 18004:2024 §7.4.10.
  private static let padding: [UInt8] = [0xEC, 0x11]

  /// Reads the data codewords of a symbol.
  ///
  /// - Parameter reader: stands at the first mode indicator; its count ends with the data.
  package init(reading reader: BitReader, in dialect: QRDialect) throws(DecodeFailure) {
    var reader = reader
    var segments: [QRSegment] = []
    while true {
      // Less room than the terminator takes is filled with as much of it as fits.
      let end = min(dialect.terminatorBits, reader.remaining)
      if reader.peek(end) == 0 { break }
      guard let indicator = reader.read(dialect.indicatorBits) else { throw .dataStructure(atBit: reader.position) }
      guard let mode = dialect.modes[indicator] else { throw .dataStructure(atBit: reader.position) }
      segments.append(try QRSegment(mode, reading: &reader, in: dialect))
    }
    self.init(segments: segments, regularBits: Self.regularBits(reader, dialect))
  }

  private static func regularBits(_ reader: BitReader, _ dialect: QRDialect) -> Int {
    var reader = reader
    let begin = reader.position
    _ = reader.read(min(dialect.terminatorBits, reader.remaining))
    guard reader.read(min(-reader.position & 7, reader.remaining)) == 0 else { return 0 }
    // Some writers fill up a whole codeword with zeros where the terminator ends with one.
    if reader.peek(8) == 0 { _ = reader.read(8) }
    var index = 0
    while let byte = reader.read(8) {
      guard byte == padding[index % 2] else { return 0 }
      index += 1
    }
    // Micro QR's last data codeword may be of four bits; its padding is zero.
    guard reader.read(reader.remaining) == 0 else { return 0 }
    return reader.position - begin
  }

  /// Bits of all segments, or nil where the dialect cannot say one of them.
  package func bitCount(in dialect: QRDialect) -> Int? {
    var sum = 0
    for segment in segments {
      guard let bits = segment.bitCount(in: dialect) else { return nil }
      sum += bits
    }
    return sum
  }

  /// The message with terminator and padding.
  ///
  /// - Parameter capacity: data bits of the symbol.
  /// - Precondition: the segments fit.
  package func codewords(in dialect: QRDialect, capacity: Int) -> [UInt8] {
    var writer = BitWriter()
    for segment in segments { segment.append(to: &writer, in: dialect) }
    precondition(writer.count <= capacity, "the message does not fit")
    writer.append(0, bits: min(dialect.terminatorBits, capacity - writer.count))
    writer.append(0, bits: min(-writer.count & 7, capacity - writer.count))
    var index = 0
    while capacity - writer.count >= 8 {
      writer.append(Int(Self.padding[index % 2]), bits: 8)
      index += 1
    }
    writer.append(0, bits: capacity - writer.count)
    return writer.bytes
  }
}

// MARK: - Text

extension QRMessage {
  private var isGS1: Bool { segments.contains(.fnc1First) }
  private var isIndustry: Bool { segments.contains { $0.mode == .fnc1Second } }
  private var hasECI: Bool { segments.contains { $0.mode == .eci } }

  /// The message in pieces of one character set; nil where the symbol names none.
  private var pieces: [(eci: Int?, bytes: [UInt8])] {
    var eci: Int?
    var result: [(eci: Int?, bytes: [UInt8])] = []
    for segment in segments {
      switch segment {
      case .numeric(let bytes): result.append((TextEncodings.ascii, bytes))
      case .alphanumeric(let bytes):
        result.append((TextEncodings.ascii, isGS1 || isIndustry ? Self.separated(bytes) : bytes))
      case .byte(let bytes): result.append((eci, bytes))
      case .kanji(let bytes): result.append((TextEncodings.shiftJIS, bytes))
      case .hanzi(let bytes): result.append((TextEncodings.gb18030, bytes))
      case .eci(let number): eci = number
      case .fnc1Second(let indicator):
        result.append(
          (TextEncodings.ascii, indicator < 100 ? [indicator / 10 + 0x30, indicator % 10 + 0x30] : [indicator - 100]))
      case .fnc1First, .structuredAppend: break
      }
    }
    return result
  }

  /// In the alphanumeric mode of FNC1 messages `%` is the separator GS, and `%%` a percent sign.
  /// ISO/IEC 18004:2024 §7.4.9.2.
  private static func separated(_ bytes: [UInt8]) -> [UInt8] {
    let percent = UInt8(ascii: "%")
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let isPercent = bytes[index] == percent
      let isDoubled = isPercent && index + 1 < bytes.count && bytes[index + 1] == percent
      result.append(isPercent && !isDoubled ? 0x1D : bytes[index])
      index += isDoubled ? 2 : 1
    }
    return result
  }

  /// What the symbol says.
  ///
  /// - Parameters:
  ///   - identifier: `]Q` and the like, or nil for ISO/IEC 15424's `]Q1`…`]Q6` by what the message has.
  ///   - details: those of the symbol's kind.
  /// - Throws: `DecodeFailure.emptyMessage` where there is nothing to say.
  package func symbol(
    _ symbology: Symbology, identifier: String? = nil, details: [String: DetailValue]
  ) throws(DecodeFailure) -> DecodedSymbol {
    let pieces = pieces
    let bytes = pieces.flatMap(\.bytes)
    guard !bytes.isEmpty else { throw .emptyMessage }
    var append: StructuredAppend?
    for case .structuredAppend(let index, let count, let parity) in segments {
      append = StructuredAppend(index: index, count: count, identifier: String(parity))
    }
    return DecodedSymbol(
      symbology: symbology, text: TextEncodings.text(of: pieces), bytes: bytes,
      symbologyIdentifier: identifier ?? "]Q\((isGS1 ? 3 : isIndustry ? 5 : 1) + (hasECI ? 1 : 0))",
      structuredAppend: append, details: details)
  }
}
