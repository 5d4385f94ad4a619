/// A text cut into segments so that they take the fewest bits. ISO/IEC 18004:2024 Annex J gives rules of thumb;
/// this finds the optimum, by dynamic programming over characters and modes.
struct QRSegmentation {
  /// What each mode makes of one character.
  private struct Unit {
    /// In the character set of the byte mode: up to four, the first in the highest used byte.
    var bytes: UInt32
    var byteCount: Int32
    /// In the alphanumeric mode, and for digits the numeric one: none where it has no code, two where `%` is
    /// doubled.
    var letter: UInt8 = 0
    var letterCount: Int32 = 0
    /// In Shift JIS where the kanji mode has it, else 0.
    var kanji: UInt16 = 0

    init(_ bytes: some Sequence<UInt8>) {
      self.bytes = 0
      byteCount = 0
      for byte in bytes {
        self.bytes = self.bytes << 8 | UInt32(byte)
        byteCount += 1
      }
    }

    /// In sixths of a bit for each of `candidates`, so that a digit (10/3 bits) and a letter (11/2) cost a
    /// whole number; `never` where the mode has no code for the character.
    var costs: SIMD4<Int32> {
      let isDigit = letterCount == 1 && 0x30...0x39 ~= letter
      return SIMD4(
        isDigit ? 20 : never, letterCount == 0 ? never : 33 * letterCount, 48 * byteCount, kanji == 0 ? never : 78)
    }
  }

  /// The modes that segments may have, in the order of the lanes.
  private static let candidates: [QRMode] = [.numeric, .alphanumeric, .byte, .kanji]

  private let units: [Unit]
  /// The only mode to use; nil is any.
  private let mode: QRMode?

  /// - Parameters:
  ///   - eci: of the byte mode.
  ///   - marksFNC1: then GS is `%` in the alphanumeric mode, and `%` is doubled there.
  ///   - mode: the only one to use; nil is any.
  /// - Throws: `WriteFailure.unencodable` for a character that no mode, or not the forced one, has.
  init(_ text: String, eci: Int, marksFNC1: Bool, mode: QRMode?) throws(WriteFailure) {
    let kanji = text.utf8.allSatisfy { $0 < 0x80 } ? nil : Self.kanji(text)
    let lane = mode.map { Self.candidates.firstIndex(of: $0) }
    if lane == .some(nil) { throw .invalid("text cannot be written in the mode \(mode?.rawValue ?? "")") }
    let isWide = !TextEncodings.isASCIICompatible(eci)
    let encoder = try TextEncoder(eci: eci)
    var units: [Unit] = []
    units.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      var unit: Unit
      if scalar.isASCII, !isWide {
        unit = Unit(CollectionOfOne(UInt8(truncatingIfNeeded: scalar.value)))
      } else if eci == TextEncodings.utf8, let bytes = UTF8.encode(scalar) {
        unit = Unit(bytes)
      } else if let bytes = encoder.bytes(of: scalar) {
        unit = Unit(bytes)
      } else {
        throw .unencodable(Character(scalar))
      }
      if scalar.isASCII {
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        if marksFNC1 && byte == 0x1D {
          (unit.letter, unit.letterCount) = (Self.percent, 1)
        } else if QRAlphanumeric.values[Int(byte)] >= 0 {
          (unit.letter, unit.letterCount) = (byte, marksFNC1 && byte == Self.percent ? 2 : 1)
        }
      }
      if let kanji { unit.kanji = kanji[units.count] }
      if let lane = lane ?? nil, unit.costs[lane] >= never { throw .unencodable(Character(scalar)) }
      units.append(unit)
    }
    self.units = units
    self.mode = mode
  }

  /// Bytes of no character set.
  init(_ bytes: [UInt8]) {
    units = bytes.map { byte in
      var unit = Unit(CollectionOfOne(byte))
      if QRAlphanumeric.values[Int(byte)] >= 0 { (unit.letter, unit.letterCount) = (byte, 1) }
      return unit
    }
    mode = nil
  }

  private init(units: [Unit], mode: QRMode?) {
    self.units = units
    self.mode = mode
  }

  private static let percent = UInt8(ascii: "%")

  /// How many characters there are.
  var count: Int { units.count }

  /// What the message takes at least, in bits: digits by three and a mode's head are the least of all.
  var leastBits: Int { (10 * units.count + 2) / 3 }

  /// All characters in the byte mode's set: what structured append's parity is taken over.
  var bytes: [UInt8] { Self.bytes(units[...]) }

  /// A part of the message, as one symbol of several carries it.
  func part(_ range: Range<Int>) -> QRSegmentation { QRSegmentation(units: Array(units[range]), mode: mode) }

  /// Whether a character may be one of JIS X 0208: ASCII, eight signs of ISO 8859-1, or from Greek to the end of plane 0.
  private static func isOfKanjiBlocks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x80, 0xA7, 0xA8, 0xB0, 0xB1, 0xB4, 0xB6, 0xD7, 0xF7, 0x370...0xFFFF: true
    default: false
    }
  }

  /// The kanji mode's pair of each scalar, 0 for ASCII; or nil where the mode should not be used: beside bytes
  /// in another set a reader could no longer tell what set the bytes are in.
  private static func kanji(_ text: String) -> [UInt16]? {
    // Most other texts are told without the table of Shift JIS.
    guard text.unicodeScalars.allSatisfy(isOfKanjiBlocks),
      let encoder = try? TextEncoder(eci: TextEncodings.shiftJIS)
    else { return nil }
    var result: [UInt16] = []
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result.append(0)
        continue
      }
      guard let pair = encoder.pair(of: scalar), QRKanji.value(UInt8(pair >> 8), UInt8(pair & 0xFF)) != nil else {
        return nil
      }
      result.append(pair)
    }
    return result
  }
}

/// A cost, in sixths of a bit, above that of any message.
private let never: Int32 = 1 << 28

extension QRSegmentation {
  /// The segments that take the fewest bits in a dialect, or nil where it lacks a mode that is needed.
  ///
  /// - Complexity: O(characters · modes).
  func segments(in dialect: QRDialect) -> [QRSegment]? {
    guard !units.isEmpty else { return [] }
    var heads = SIMD4<Int32>(repeating: never)
    for (lane, candidate) in Self.candidates.enumerated() where mode == nil || mode == candidate {
      if let bits = dialect.headBits(of: candidate) { heads[lane] = Int32(6 * bits) }
    }

    // For each mode that the character at hand may be in: the least cost of all up to it, and the mode of the
    // character before it. A segment that ends rounds up to whole bits, as an incomplete group does.
    var costs = heads &+ units[0].costs
    var previous = [SIMD4<UInt8>](repeating: SIMD4(0, 1, 2, 3), count: units.count)
    for at in 1..<max(1, units.count) {
      let ended = wholeBits(costs)
      let cheapest = lane(ofLeast: ended)
      let begun = heads &+ ended[cheapest]
      let begins = begun .< costs
      for lane in 0..<4 where begins[lane] { previous[at][lane] = UInt8(cheapest) }
      costs = costs.replacing(with: begun, where: begins) &+ units[at].costs
      costs.replace(with: never, where: costs .> never)
    }
    var lane = lane(ofLeast: wholeBits(costs))
    guard costs[lane] < never else { return nil }
    var lanes = [UInt8](repeating: 0, count: units.count)
    for at in units.indices.reversed() {
      lanes[at] = UInt8(lane)
      lane = Int(previous[at][lane])
    }
    return runs(lanes)
  }

  private func wholeBits(_ costs: SIMD4<Int32>) -> SIMD4<Int32> { (costs &+ 5) / 6 &* 6 }

  private func lane(ofLeast costs: SIMD4<Int32>) -> Int {
    let least = costs.min()
    return costs[0] == least ? 0 : costs[1] == least ? 1 : costs[2] == least ? 2 : 3
  }

  private func runs(_ lanes: [UInt8]) -> [QRSegment] {
    var result: [QRSegment] = []
    var start = 0
    for at in lanes.indices where at + 1 == lanes.count || lanes[at + 1] != lanes[start] {
      let run = units[start...at]
      switch Self.candidates[Int(lanes[start])] {
      case .numeric: result.append(.numeric(run.map(\.letter)))
      case .alphanumeric:
        result.append(.alphanumeric(run.flatMap { [UInt8](repeating: $0.letter, count: Int($0.letterCount)) }))
      case .kanji: result.append(.kanji(run.flatMap { [UInt8($0.kanji >> 8), UInt8($0.kanji & 0xFF)] }))
      default: result.append(.byte(Self.bytes(run)))
      }
      start = at + 1
    }
    return result
  }

  private static func bytes(_ units: ArraySlice<Unit>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(units.count)
    for unit in units {
      for at in (0..<UInt32(unit.byteCount)).reversed() {
        result.append(UInt8(truncatingIfNeeded: unit.bytes >> (8 * at)))
      }
    }
    return result
  }
}
