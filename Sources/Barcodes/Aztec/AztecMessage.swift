/// What the data bits of an Aztec symbol say, before any character set is applied.
package struct AztecMessage: Hashable, Sendable {
  package struct Segment: Hashable, Sendable {
    package var eci: Int?
    package var bytes: [UInt8]
  }

  /// Where FNC1 stood, if it marks the whole message. ISO/IEC 24778:2008 Annex F and ISO/IEC 15424.
  package enum Marking: Hashable, Sendable { case none, gs1, industry }

  package var segments: [Segment] = []
  package var marking = Marking.none
  package var structuredAppend: StructuredAppend?

  package var bytes: [UInt8] { segments.flatMap(\.bytes) }
  package var usesECI: Bool { segments.contains { $0.eci != nil } }
  package var text: String? { TextEncodings.text(of: segments.map { ($0.eci, $0.bytes) }, usual: TextEncodings.latin1) }
}

extension AztecMessage {
  /// Reads the bits that are left when stuffing is taken out. ISO/IEC 24778:2008 §6.
  ///
  /// - Throws: `DecodeFailure.dataStructure` where they break the rules.
  package init(reading bits: [Bool]) throws(DecodeFailure) {
    var parser = AztecParser(bits)
    try parser.parse()
    self = parser.message
  }
}

private struct AztecParser {
  private let bits: [Bool]
  private var position = 0
  private var eci: Int?
  private var bytes: [UInt8] = []
  private(set) var message = AztecMessage()

  init(_ bits: [Bool]) { self.bits = bits }

  private var failure: DecodeFailure { .dataStructure(atBit: position) }

  private mutating func read(_ width: Int) -> Int? {
    guard position + width <= bits.count else { return nil }
    defer { position += width }
    return bits[position..<position + width].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  mutating func parse() throws(DecodeFailure) {
    let isPart = startsStructuredAppend
    var latched = AztecMode.upper
    var mode = AztecMode.upper
    // The message ends where no whole code is left; the padding is ones, fewer than a code or a latch.
    while let code = read(mode.width) {
      let shown = mode
      mode = latched
      switch shown.meaning(of: code) {
      case .text(let text): bytes += text
      // A shift out of a shifted set comes back to that set. §6.4
      case .shift(let next): (latched, mode) = (shown, next)
      case .latch(let next): (latched, mode) = (next, next)
      case .binaryShift:
        parseBinary()
        (latched, mode) = (shown, shown)
      case .flag: try parseFlag()
      }
    }
    closeSegment()
    if isPart { try takeStructuredAppend() }
  }

  private mutating func closeSegment() {
    if !bytes.isEmpty { message.segments.append(.init(eci: eci, bytes: bytes)) }
    bytes = []
  }

  /// §6.5: a length of five bits, or of eleven more if those are 0, then whole bytes.
  private mutating func parseBinary() {
    guard var length = read(5) else { return }
    if length == 0 {
      guard let more = read(11) else { return }
      length = more + 31
    }
    for _ in 0..<length {
      // Padding may look like a binary run that goes past the end.
      guard let byte = read(8) else { return }
      bytes.append(UInt8(byte))
    }
  }

  /// §6.6: 0 is FNC1, 1…6 the digits of an interpretation's number.
  private mutating func parseFlag() throws(DecodeFailure) {
    guard let count = read(3), count < 7 else { throw failure }
    if count == 0 {
      addFunction1()
      return
    }
    var number = 0
    for _ in 0..<count {
      guard let digit = read(4), 2...11 ~= digit else { throw failure }
      number = 10 * number + digit - 2
    }
    closeSegment()
    eci = number
  }

  private mutating func addFunction1() {
    if message.marking == .none && message.segments.isEmpty {
      let isLetter = bytes.count == 1 && (65...90 ~= bytes[0] || 97...122 ~= bytes[0])
      let isNumber = bytes.count == 2 && bytes.allSatisfy { 48...57 ~= $0 }
      if bytes.isEmpty || isLetter || isNumber {
        message.marking = bytes.isEmpty ? .gs1 : .industry
        return
      }
    }
    bytes.append(0x1D)
  }

  /// A latch to Mixed and at once back to Upper, which no writer needs. §8.
  private var startsStructuredAppend: Bool {
    bits.count >= 10 && bits.prefix(10).elementsEqual([true, true, true, false, true, true, true, true, false, true])
  }

  /// An identifier between spaces, if any, then two letters: which symbol, and of how many.
  private mutating func takeStructuredAppend() throws(DecodeFailure) {
    guard var own = message.segments.first?.bytes else { throw failure }
    var identifier = ""
    if own.first == 32, let end = own.dropFirst().firstIndex(of: 32) {
      identifier = String(decoding: own[1..<end], as: UTF8.self)
      own.removeFirst(end + 1)
    }
    guard own.count >= 2, 65...90 ~= own[0], 65...90 ~= own[1] else { throw failure }
    let count = Int(own[1]) - 64
    message.structuredAppend = StructuredAppend(
      index: Int(own[0]) - 65, count: count > 1 ? count : nil, identifier: identifier)
    message.segments[0].bytes = Array(own.dropFirst(2))
    if message.segments[0].bytes.isEmpty { message.segments.removeFirst() }
  }
}
