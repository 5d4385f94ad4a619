/// What the data codewords of a Data Matrix symbol say, before any character set is applied.
package struct DataMatrixMessage: Hashable, Sendable {
  /// Bytes under one Extended Channel Interpretation; nil is the symbology's default, ISO 8859-1.
  package struct Segment: Hashable, Sendable {
    package var eci: Int?
    package var bytes: [UInt8]
  }

  /// Where FNC1 stood, if it marks the whole message. ISO/IEC 16022:2006 §5.2.4.6 and Annex N.
  package enum Marking: Hashable, Sendable {
    case none
    /// In the first (fifth after structured append) place: GS1.
    case gs1
    /// In the second (sixth) place: an industry standard that AIM registered.
    case industry
  }

  package var segments: [Segment] = []
  package var marking = Marking.none
  package var structuredAppend: StructuredAppend?
  package var isReaderProgramming = false

  package var bytes: [UInt8] { segments.flatMap(\.bytes) }
  package var usesECI: Bool { segments.contains { $0.eci != nil } }
}

extension DataMatrixMessage {
  /// Reads data codewords. ISO/IEC 16022:2006 §5.2.
  ///
  /// - Throws: `DecodeFailure.dataStructure` where the codewords break the rules.
  package init(reading codewords: [UInt8]) throws(DecodeFailure) {
    var parser = DataMatrixParser(codewords)
    try parser.parse()
    self = parser.message
  }
}

/// Walks the data codewords, encodation by encodation.
private struct DataMatrixParser {
  private let codewords: [UInt8]
  private var position = 0
  private var eci: Int?
  private var bytes: [UInt8] = []
  /// What a macro character promises at the end.
  private var trailer: [UInt8] = []
  /// The place of the first codeword that may be a message's own: 4 after structured append.
  private var start = 0
  private(set) var message = DataMatrixMessage()

  init(_ codewords: [UInt8]) { self.codewords = codewords }

  private var remaining: Int { codewords.count - position }
  private var failure: DecodeFailure { .dataStructure(atBit: 8 * position) }

  private mutating func next() throws(DecodeFailure) -> UInt8 {
    guard position < codewords.count else { throw failure }
    defer { position += 1 }
    return codewords[position]
  }

  mutating func parse() throws(DecodeFailure) {
    var atEnd = false
    while !atEnd && remaining > 0 { atEnd = try parseASCII() }
    bytes += trailer
    closeSegment()
  }

  private mutating func closeSegment() {
    if !bytes.isEmpty { message.segments.append(.init(eci: eci, bytes: bytes)) }
    bytes = []
  }

  /// FNC1 marks the message at its beginning and is a separator later. §5.2.4.6.
  private mutating func addFunction1(at place: Int) {
    if message.marking == .none && place == start && bytes.isEmpty && message.segments.isEmpty {
      message.marking = .gs1
    } else if message.marking == .none && message.segments.isEmpty && isIndustryPrefix {
      message.marking = .industry
    } else {
      bytes.append(0x1D)
    }
  }

  /// A letter or two digits before FNC1 name the application. Annex N.
  private var isIndustryPrefix: Bool {
    let isLetter = bytes.count == 1 && (65...90 ~= bytes[0] || 97...122 ~= bytes[0])
    return isLetter || (bytes.count == 2 && bytes.allSatisfy { 48...57 ~= $0 })
  }

  /// One codeword of ASCII encodation with the encodation it latches to; true at the end of the message.
  private mutating func parseASCII() throws(DecodeFailure) -> Bool {
    let place = position
    let codeword = try next()
    switch codeword {
    case 1...128: bytes.append(codeword - 1)
    case DataMatrixCodeword.pad: return true
    case 130...229:
      bytes.append(48 + (codeword - 130) / 10)
      bytes.append(48 + (codeword - 130) % 10)
    case DataMatrixCodeword.latchC40: try parseTriplets(.c40)
    case DataMatrixCodeword.latchText: try parseTriplets(.text)
    case DataMatrixCodeword.latchX12: try parseTriplets(.x12)
    case DataMatrixCodeword.latchEDIFACT: parseEDIFACT()
    case DataMatrixCodeword.latchBase256: try parseBase256()
    case DataMatrixCodeword.function1: addFunction1(at: place)
    case DataMatrixCodeword.upperShift:
      let shifted = try next()
      guard 1...128 ~= shifted else { throw failure }
      bytes.append(shifted + 127)
    case DataMatrixCodeword.structuredAppend where place == 0: try parseStructuredAppend()
    case DataMatrixCodeword.readerProgramming where place == 0: message.isReaderProgramming = true
    case DataMatrixCodeword.macro05 where place == 0: openMacro("05")
    case DataMatrixCodeword.macro06 where place == 0: openMacro("06")
    case DataMatrixCodeword.eci:
      closeSegment()
      eci = try parseECI()
    // Some writers latch to ASCII while in it; it says nothing.
    case DataMatrixCodeword.unlatch: break
    default: throw failure
    }
    return false
  }

  /// Macro characters stand for a header and a trailer. §5.2.4.7.
  private mutating func openMacro(_ format: String) {
    bytes += Array("[)>\u{1E}\(format)\u{1D}".utf8)
    trailer = Array("\u{1E}\u{04}".utf8)
  }

  /// The symbol's place and the file identification. §5.6.
  private mutating func parseStructuredAppend() throws(DecodeFailure) {
    let sequence = Int(try next())
    let (first, second) = (Int(try next()), Int(try next()))
    let count = 17 - sequence & 15
    message.structuredAppend = StructuredAppend(
      index: sequence >> 4, count: 2...16 ~= count ? count : nil, identifier: "\(first * 256 + second)")
    start = 4
  }

  /// §5.4.2, Table 6.
  private mutating func parseECI() throws(DecodeFailure) -> Int {
    let first = Int(try next())
    switch first {
    case 1...127: return first - 1
    case 128...191:
      return (first - 128) * 254 + Int(try next()) - 1 + 127
    case 192...207:
      let second = Int(try next())
      return (first - 192) * 64516 + (second - 1) * 254 + Int(try next()) - 1 + 16383
    default: throw failure
    }
  }

  /// C40, Text and X12: three values in two codewords. §5.2.5 to §5.2.7.
  private mutating func parseTriplets(_ alphabet: DataMatrixAlphabet) throws(DecodeFailure) {
    var shift = 0
    var isUpper = false
    // A single codeword that is left at the end of the symbol is ASCII.
    while remaining >= 2 {
      let first = Int(try next())
      if first == DataMatrixCodeword.unlatch { return }
      let packed = first * 256 + Int(try next()) - 1
      guard packed >= 0, packed < 64000 else { throw failure }
      for value in [packed / 1600, packed / 40 % 40, packed % 40] {
        if shift == 0 && value < 3 && alphabet != .x12 {
          shift = value + 1
          continue
        }
        if shift == 2 && value == DataMatrixAlphabet.upperShift {
          isUpper = true
        } else if shift == 2 && value == DataMatrixAlphabet.function1 {
          addFunction1(at: position - 2)
        } else {
          guard let byte = alphabet.byte(of: value, shift: shift), !isUpper || byte < 128 else { throw failure }
          bytes.append(isUpper ? byte + 128 : byte)
          isUpper = false
        }
        shift = 0
      }
    }
    if remaining == 1 && codewords[position] == DataMatrixCodeword.unlatch { position += 1 }
  }

  /// Four values in three codewords. §5.2.8.
  private mutating func parseEDIFACT() {
    // One or two codewords that are left at the end of the symbol are ASCII.
    while remaining > 2 {
      let packed = Int(codewords[position]) << 16 | Int(codewords[position + 1]) << 8 | Int(codewords[position + 2])
      for step in 0..<4 {
        let value = packed >> (18 - 6 * step) & 63
        // The unlatch fills its codeword up; the next begins in ASCII.
        if value == 31 {
          position += min(step + 1, 3)
          return
        }
        bytes.append(UInt8(value < 32 ? value + 64 : value))
      }
      position += 3
    }
  }

  /// A length, then so many bytes, all randomized. §5.2.9.
  private mutating func parseBase256() throws(DecodeFailure) {
    let first = Int(try nextUnrandomized())
    let length: Int
    switch first {
    // 0 reaches to the end of the symbol.
    case 0: length = remaining
    case 1...249: length = first
    default: length = 250 * (first - 249) + Int(try nextUnrandomized())
    }
    guard length <= remaining else { throw failure }
    for _ in 0..<length { bytes.append(try nextUnrandomized()) }
  }

  private mutating func nextUnrandomized() throws(DecodeFailure) -> UInt8 {
    let codeword = Int(try next())
    return UInt8((codeword - DataMatrixCodeword.state255(position) + 256) & 255)
  }
}

extension DataMatrixMessage {
  /// The message as text, or nil where its bytes are no text.
  package var text: String? { TextEncodings.text(of: segments.map { ($0.eci, $0.bytes) }, usual: TextEncodings.latin1) }
}
