/// What the codewords of a MaxiCode's message say, before any character set is applied.
package struct MaxiCodeMessage: Hashable, Sendable {
  package struct Segment: Hashable, Sendable {
    package var eci: Int?
    package var bytes: [UInt8]
  }

  package var segments: [Segment] = []
  package var structuredAppend: StructuredAppend?

  package var bytes: [UInt8] { segments.flatMap(\.bytes) }
  package var usesECI: Bool { segments.contains { $0.eci != nil } }
  package var text: String? { TextEncodings.text(of: segments.map { ($0.eci, $0.bytes) }, usual: TextEncodings.latin1) }

  /// Puts a carrier's fields where they stand in the message: behind its header, or first.
  mutating func insert(_ carrier: MaxiCodeCarrier) {
    if segments.isEmpty { segments.append(Segment(eci: nil, bytes: [])) }
    segments[0].bytes.insert(contentsOf: carrier.text.utf8, at: MaxiCodeCarrier.header(of: segments[0].bytes))
  }
}

extension MaxiCodeMessage {
  /// Reads codewords of 0 to 63. ISO/IEC 16023:2000 §4.4 to §4.9.
  ///
  /// - Throws: `DecodeFailure.dataStructure` where they break the rules.
  package init(reading codewords: [UInt8]) throws(DecodeFailure) {
    var parser = MaxiCodeParser(codewords.map { Int($0 & 63) })
    try parser.parse()
    self = parser.message
  }
}

private struct MaxiCodeParser {
  private let codes: [Int]
  private var position = 0
  private var eci: Int?
  private var bytes: [UInt8] = []
  private(set) var message = MaxiCodeMessage()

  init(_ codes: [Int]) { self.codes = codes }

  private var failure: DecodeFailure { .dataStructure(atBit: 6 * position) }

  private mutating func next() -> Int? {
    guard position < codes.count else { return nil }
    defer { position += 1 }
    return codes[position]
  }

  mutating func parse() throws(DecodeFailure) {
    takeStructuredAppend()
    var latched = MaxiCodeCodeSet.a
    var shifted: (set: MaxiCodeCodeSet, left: Int)?
    while let code = next() {
      let set = shifted?.set ?? latched
      switch set.meaning(of: code) {
      case .byte(let byte): bytes.append(byte)
      case .number: try takeNumber()
      case .eci:
        try takeECI()
        continue
      case .pad: continue
      case .shift(let next, let count):
        shifted = (next, count)
        continue
      case .lock:
        latched = set
        shifted = nil
        continue
      case .latch(let next):
        latched = next
        shifted = nil
        continue
      }
      if let (set, left) = shifted { shifted = left > 1 ? (set, left - 1) : nil }
    }
    closeSegment()
  }

  private mutating func closeSegment() {
    if !bytes.isEmpty { message.segments.append(.init(eci: eci, bytes: bytes)) }
    bytes = []
  }

  /// §4.9.1: a pad first of all, then the place and the number of symbols, less one each, in three bits.
  private mutating func takeStructuredAppend() {
    guard codes.count >= 2, codes[0] == MaxiCodeCodeSet.padCode else { return }
    let (index, count) = (codes[1] >> 3, codes[1] & 7 + 1)
    // A message that is empty is pads alone, whose second one says the fifth symbol of two.
    guard index < count, count > 1 else { return }
    message.structuredAppend = StructuredAppend(index: index, count: count, identifier: "")
    position = 2
  }

  /// §4.7.5: thirty bits are nine digits.
  private mutating func takeNumber() throws(DecodeFailure) {
    var number = 0
    for _ in 0..<5 {
      guard let code = next() else { throw failure }
      number = number << 6 | code
    }
    guard number < 1_000_000_000 else { throw failure }
    bytes += String(1_000_000_000 + number).utf8.dropFirst()
  }

  /// §4.8: of one to four codes, as the first one's leading ones say.
  private mutating func takeECI() throws(DecodeFailure) {
    guard let first = next() else { throw failure }
    let more = first < 0b100000 ? 0 : first < 0b110000 ? 1 : first < 0b111000 ? 2 : 3
    guard first < 0b111100 else { throw failure }
    var number = first & (more == 0 ? 31 : more == 1 ? 15 : more == 2 ? 7 : 3)
    for _ in 0..<more {
      guard let code = next() else { throw failure }
      number = number << 6 | code
    }
    guard number <= 999_999 else { throw failure }
    closeSegment()
    eci = number
  }
}
