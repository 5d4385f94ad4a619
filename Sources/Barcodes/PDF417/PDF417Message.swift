/// What the data codewords of a PDF417 symbol say, before any character set is applied.
package struct PDF417Message: Hashable, Sendable {
  package struct Segment: Hashable, Sendable {
    package var eci: Int?
    package var bytes: [UInt8]
  }

  package var segments: [Segment] = []
  package var structuredAppend: StructuredAppend?
  package var isReaderProgramming = false
  /// A Macro symbol that says it is the last.
  package var isLastSegment = false
  /// What Macro fields tell of the whole file, such as `fileName`.
  package var fields: [String: String] = [:]

  package var bytes: [UInt8] { segments.flatMap(\.bytes) }
  package var usesECI: Bool { segments.contains { $0.eci != nil } }
  package var text: String? { TextEncodings.text(of: segments.map { ($0.eci, $0.bytes) }) }
}

/// Codewords with a meaning of their own. ISO/IEC 15438:2015 Table 3 and Annex H; ISO/IEC 24728:2006 §5.4.1.
enum PDF417Codeword {
  /// In a symbol, check codewords included. ISO/IEC 15438:2015 §5.1.3
  static let most = 928
  static let text = 900
  static let byte = 901
  static let numeric = 902
  static let byteShift = 913
  /// Of MicroPDF417 alone: the message stands between the header and the trailer of ISO/IEC 15434's formats 05 and
  /// 06, which are not written out.
  static let format05 = 916
  static let format06 = 917
  /// Linkage to a linear symbol beside it.
  static let linkage = 918
  static let gs1Linkage = 920
  static let readerProgramming = 921
  static let macroTerminator = 922
  static let macroField = 923
  static let byteSixes = 924
  static let userECI = 925
  static let generalECI = 926
  static let eci = 927
  static let macro = 928
}

extension PDF417Message {
  /// Reads data codewords, without the length descriptor. ISO/IEC 15438:2015 §5.4.
  ///
  /// - Parameter isMicro: whether the codewords are MicroPDF417's, which has functions of its own.
  /// - Throws: `DecodeFailure.dataStructure` where the codewords break the rules.
  package init(reading codewords: [Int], isMicro: Bool = false) throws(DecodeFailure) {
    var parser = PDF417Parser(codewords, isMicro: isMicro)
    try parser.parse()
    self = parser.message
  }
}

private struct PDF417Parser {
  private let codewords: [Int]
  private var position = 0
  private var eci: Int?
  private var bytes: [UInt8] = []
  private(set) var message = PDF417Message()

  private let isMicro: Bool
  /// Format 06 has group separators as codewords.
  private var isFormat06 = false

  init(_ codewords: [Int], isMicro: Bool) {
    self.codewords = codewords
    self.isMicro = isMicro
  }

  private var failure: DecodeFailure { .dataStructure(atBit: 10 * position) }

  mutating func parse() throws(DecodeFailure) {
    let isFormatted = try parseFormat()
    while position < codewords.count {
      let codeword = codewords[position]
      switch codeword {
      case PDF417Codeword.byte, PDF417Codeword.byteSixes:
        position += 1
        try parseBytes(sixes: codeword == PDF417Codeword.byteSixes)
      case PDF417Codeword.numeric:
        position += 1
        try parseNumeric()
      case PDF417Codeword.macro:
        position += 1
        try parseMacro()
      case PDF417Codeword.eci, PDF417Codeword.generalECI, PDF417Codeword.userECI: try parseECI()
      case PDF417Codeword.readerProgramming:
        message.isReaderProgramming = true
        position += 1
      case PDF417Codeword.text:
        position += 1
        try parseText()
      // A symbol begins in Text compaction. §5.4.1.5. Outside of it, 913 stands before a byte as well.
      case ..<900, PDF417Codeword.byteShift: try parseText()
      case PDF417Codeword.linkage, PDF417Codeword.gs1Linkage: position += 1
      // Reserved; in MicroPDF417 messages that stand for a Code 128 symbol's, with parts that are implied. To leave
      // those out would tell something else.
      default: throw failure
      }
    }
    if isFormatted { bytes += [0x1E, 0x04] }
    closeSegment()
  }

  /// Writes out the header of formats 05 and 06. ISO/IEC 24728:2006 §5.4.1.5: 05 goes on in Numeric compaction, 06
  /// in Text compaction's submode Mixed.
  private mutating func parseFormat() throws(DecodeFailure) -> Bool {
    guard isMicro, let first = codewords.first, [PDF417Codeword.format05, PDF417Codeword.format06].contains(first)
    else { return false }
    position = 1
    isFormat06 = first == PDF417Codeword.format06
    bytes = Array("[)>\u{1E}\(isFormat06 ? "06" : "05")\u{1D}".utf8)
    if isFormat06 { try parseText(from: .mixed) } else { try parseNumeric() }
    return true
  }

  private mutating func closeSegment() {
    if !bytes.isEmpty { message.segments.append(.init(eci: eci, bytes: bytes)) }
    bytes = []
  }

  /// §5.5.
  private mutating func parseECI() throws(DecodeFailure) {
    guard position + 1 < codewords.count else { throw failure }
    let value = codewords[position + 1]
    var number = value
    switch codewords[position] {
    case PDF417Codeword.generalECI:
      guard position + 2 < codewords.count else { throw failure }
      number = 900 * (value + 1) + codewords[position + 2]
      position += 3
    case PDF417Codeword.userECI:
      number = 810_900 + value
      position += 2
    default: position += 2
    }
    closeSegment()
    eci = number
  }

  // MARK: Text compaction

  private enum Submode { case alpha, lower, mixed, punctuation }

  private static let mixed = Array("0123456789&\r\t,:#-.$/+%*=^".utf8)
  private static let punctuation = Array(";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'".utf8)

  /// Two values a codeword. §5.4.2, Table 5.
  private mutating func parseText(from begin: Submode = .alpha) throws(DecodeFailure) {
    var latched = begin
    var submode = begin
    while position < codewords.count {
      let codeword = codewords[position]
      if codeword == PDF417Codeword.text {
        (latched, submode) = (.alpha, .alpha)
        position += 1
        continue
      }
      if codeword == PDF417Codeword.byteShift {
        guard position + 1 < codewords.count else { throw failure }
        bytes.append(UInt8(truncatingIfNeeded: codewords[position + 1]))
        position += 2
        submode = latched
        continue
      }
      if [PDF417Codeword.eci, PDF417Codeword.generalECI, PDF417Codeword.userECI].contains(codeword) {
        try parseECI()
        continue
      }
      if isFormat06 && 903...905 ~= codeword {
        bytes.append(0x1D)
        position += 1
        continue
      }
      guard codeword < 900 else { return }
      for value in [codeword / 30, codeword % 30] {
        let shown = submode
        submode = latched
        switch (shown, value) {
        case (.alpha, ..<26): bytes.append(UInt8(65 + value))
        case (.lower, ..<26): bytes.append(UInt8(97 + value))
        case (.alpha, 26), (.lower, 26), (.mixed, 26): bytes.append(32)
        case (.mixed, ..<25): bytes.append(Self.mixed[value])
        case (.punctuation, ..<29): bytes.append(Self.punctuation[value])
        case (.alpha, 27), (.mixed, 27): latched = .lower
        case (.lower, 27): submode = .alpha
        case (.alpha, 28), (.lower, 28): latched = .mixed
        case (.mixed, 28), (.punctuation, _): latched = .alpha
        case (.mixed, 25): latched = .punctuation
        default: submode = .punctuation
        }
        // A latch holds at once; a shift holds for the next value alone.
        let isShift = (shown == .lower && value == 27) || (shown != .punctuation && value == 29)
        if !isShift { submode = latched }
      }
      position += 1
    }
  }

  // MARK: Byte compaction

  /// Five codewords for six bytes; after latch 901 the last ones stand for a byte each. §5.4.3. Interpretations may
  /// be named between the groups, which are counted on over them. §5.5.3.2.
  private mutating func parseBytes(sixes: Bool) throws(DecodeFailure) {
    var left = bytesLeft()
    while position < codewords.count {
      if [PDF417Codeword.eci, PDF417Codeword.generalECI, PDF417Codeword.userECI].contains(codewords[position]) {
        try parseECI()
        continue
      }
      let end = codewords[position...].firstIndex { $0 >= 900 } ?? codewords.count
      if end == position { return }
      while end - position >= 5 && (left > 5 || sixes) {
        let packed = codewords[position..<position + 5].reduce(0) { $0 * 900 + $1 }
        for step in 0..<6 { bytes.append(UInt8(truncatingIfNeeded: packed >> (40 - 8 * step))) }
        position += 5
        left -= 5
      }
      while position < end {
        guard codewords[position] < 256 else { throw failure }
        bytes.append(UInt8(codewords[position]))
        position += 1
        left -= 1
      }
    }
  }

  /// Codewords of bytes from here on, without the interpretations among them.
  private func bytesLeft() -> Int {
    var count = 0
    var index = position
    while index < codewords.count {
      switch codewords[index] {
      case ..<900:
        count += 1
        index += 1
      case PDF417Codeword.eci, PDF417Codeword.userECI: index += 2
      case PDF417Codeword.generalECI: index += 3
      default: return count
      }
    }
    return count
  }

  // MARK: Numeric compaction

  /// Up to 15 codewords are a number in base 900, a 1 and then the digits in base 10. §5.4.4.
  private mutating func parseNumeric() throws(DecodeFailure) {
    while position < codewords.count, codewords[position] < 900 {
      let end = min(position + 15, codewords[position...].firstIndex { $0 >= 900 } ?? codewords.count)
      bytes += try Self.digits(Array(codewords[position..<end]), failure)
      position = end
    }
  }

  static func digits(_ codewords: [Int], _ failure: DecodeFailure) throws(DecodeFailure) -> [UInt8] {
    // Least significant digit first.
    var digits: [UInt8] = [0]
    for codeword in codewords {
      var carry = codeword
      for i in digits.indices {
        carry += Int(digits[i]) * 900
        digits[i] = UInt8(carry % 10)
        carry /= 10
      }
      while carry > 0 {
        digits.append(UInt8(carry % 10))
        carry /= 10
      }
    }
    guard digits[digits.count - 1] == 1 else { throw failure }
    return digits.dropLast().reversed().map { 48 + $0 }
  }

  // MARK: Macro PDF417

  /// The control block: segment index, file identification, fields. Annex H.
  private mutating func parseMacro() throws(DecodeFailure) {
    guard position + 2 <= codewords.count else { throw failure }
    let index = try Self.digits(Array(codewords[position..<position + 2]), failure)
    position += 2
    var identifier = ""
    while position < codewords.count, codewords[position] < 900 {
      identifier += String(String(1000 + codewords[position]).dropFirst())
      position += 1
    }
    var count: Int?
    while position < codewords.count {
      if codewords[position] == PDF417Codeword.macroTerminator {
        message.isLastSegment = true
        position += 1
        continue
      }
      guard codewords[position] == PDF417Codeword.macroField, position + 1 < codewords.count else { break }
      let field = codewords[position + 1]
      position += 2
      let end =
        codewords[position...].firstIndex { $0 == PDF417Codeword.macroField || $0 == PDF417Codeword.macroTerminator }
        ?? codewords.count
      let value = Array(codewords[position..<end])
      position = end
      switch field {
      // A field that breaks the rules is left out; the message is not lost for it.
      case 1:
        count = (try? PDF417Message(reading: [PDF417Codeword.numeric] + value.filter { $0 < 900 })).flatMap(Self.number)
      case 0, 2, 3, 4, 5, 6:
        let names = ["fileName", "", "timeStamp", "sender", "addressee", "fileSize", "checksum"]
        let isText = field == 0 || field == 3 || field == 4
        let content = isText ? value : [PDF417Codeword.numeric] + value.filter { $0 < 900 }
        message.fields[names[field]] = (try? PDF417Message(reading: content))?.text
      default: break
      }
    }
    let place = index.reduce(0) { $0 * 10 + Int($1) - 48 }
    message.structuredAppend = StructuredAppend(index: place, count: count, identifier: identifier)
  }

  private static func number(_ message: PDF417Message) -> Int? { message.text.flatMap { Int($0) } }
}
