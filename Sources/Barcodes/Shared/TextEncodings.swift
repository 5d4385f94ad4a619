import Foundation

/// Character sets of messages, by their Extended Channel Interpretation (AIM ITS/04-001), and the choice
/// among them where a symbol names none.
package enum TextEncodings {
  package static let latin1 = 3
  package static let shiftJIS = 20
  package static let utf16BigEndian = 25
  package static let utf8 = 26
  package static let ascii = 27
  package static let gb18030 = 32
  package static let binary = 899

  /// Core Foundation's numbers of the character sets that Foundation converts, by ECI.
  ///
  /// Shift JIS is read as Windows code page 932, GB 2312 and GBK as GB 18030 and EUC-KR as code page 949: the
  /// sets that contain them, which encoders use in fact.
  private static let coreFoundationNumbers: [Int: UInt] = [
    0: 0x0400, 2: 0x0400,  // code page 437
    1: 0x0201, 3: 0x0201,  // ISO 8859-1, and so on up to 8859-16; 8859-12 was never made
    4: 0x0202, 5: 0x0203, 6: 0x0204, 7: 0x0205, 8: 0x0206, 9: 0x0207, 10: 0x0208, 11: 0x0209, 12: 0x020A, 13: 0x020B,
    15: 0x020D, 16: 0x020E, 17: 0x020F, 18: 0x0210,
    20: 0x0420,  // Shift JIS
    21: 0x0501, 22: 0x0502, 23: 0x0500, 24: 0x0506,  // Windows 1250, 1251, 1252, 1256
    28: 0x0A03,  // Big 5
    29: 0x0632, 31: 0x0632, 32: 0x0632,  // GB 2312, GBK, GB 18030
    30: 0x0422,  // EUC-KR
  ]

  static func encoding(_ eci: Int) -> String.Encoding? {
    switch eci {
    case ascii, 170: .ascii
    // Foundation marks numbers that are Core Foundation's by the highest of 32 bits.
    default: coreFoundationNumbers[eci].map { String.Encoding(rawValue: 0x8000_0000 | $0) }
    }
  }

  /// True for an ECI whose character set we convert.
  package static func isKnown(_ eci: Int) -> Bool { isUnicode(eci) || encoding(eci) != nil }
}

// MARK: - Reading

extension TextEncodings {
  /// The text of a message in pieces, or nil where it is none: binary, or not of the sets it names.
  ///
  /// Pieces that name no character set share one, chosen by evidence over all of them together.
  ///
  /// - Parameters:
  ///   - pieces: bytes with their ECI, nil where the symbol names none.
  ///   - usual: the set that writers of the symbology keep to without naming it; only UTF-8 stands out from it.
  ///     Nil where they do not keep to one, as with QR.
  package static func text(of pieces: [(eci: Int?, bytes: [UInt8])], usual: Int? = nil) -> String? {
    let unnamed = pieces.filter { $0.eci == nil }.flatMap(\.bytes)
    let guess =
      if let usual { String(validating: unnamed, as: UTF8.self) == nil ? usual : utf8 } else {
        guess(unnamed, prefersShiftJIS: pieces.contains { $0.eci == shiftJIS })
      }
    var text = ""
    var index = 0
    while index < pieces.count {
      // A character may be spread over pieces of the same set.
      let eci = pieces[index].eci
      var bytes: [UInt8] = []
      while index < pieces.count, pieces[index].eci == eci {
        bytes += pieces[index].bytes
        index += 1
      }
      guard let piece = string(bytes, eci ?? guess) else { return nil }
      // A byte order mark before all else is none of the text; anywhere else it is.
      let isMarked = text.isEmpty && isUnicode(eci ?? guess) && piece.unicodeScalars.first == "\u{FEFF}"
      text.unicodeScalars += isMarked ? piece.unicodeScalars.dropFirst() : piece.unicodeScalars[...]
    }
    return text
  }

  private static func isUnicode(_ eci: Int) -> Bool { [utf16BigEndian, utf8, 33, 34, 35].contains(eci) }

  /// Bytes in a character set, or nil where they are not of it.
  package static func string(_ bytes: [UInt8], _ eci: Int) -> String? {
    if bytes.allSatisfy({ $0 < 0x80 }), isASCIICompatible(eci) { return String(decoding: bytes, as: UTF8.self) }
    switch eci {
    case utf8: return String(validating: bytes, as: UTF8.self)
    case utf16BigEndian, 33:
      return units(bytes, 2, isBigEndian: eci == utf16BigEndian).flatMap {
        String(validating: $0.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
      }
    case 34, 35: return units(bytes, 4, isBigEndian: eci == 34).flatMap { String(validating: $0, as: UTF32.self) }
    default: return encoding(eci).flatMap { String(data: Data(bytes), encoding: $0) }
    }
  }

  /// Numbers of `size` bytes each, or nil where bytes are left.
  private static func units(_ bytes: [UInt8], _ size: Int, isBigEndian: Bool) -> [UInt32]? {
    guard bytes.count.isMultiple(of: size) else { return nil }
    return stride(from: 0, to: bytes.count, by: size).map { start in
      let own = bytes[start..<start + size]
      return isBigEndian
        ? own.reduce(0) { $0 << 8 | UInt32($1) } : own.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Sets whose first 128 are ASCII's: all but the wide ones and binary.
  package static func isASCIICompatible(_ eci: Int) -> Bool {
    ![utf16BigEndian, 33, 34, 35, binary].contains(eci) && isKnown(eci)
  }

  /// The likeliest character set of bytes that come without one.
  ///
  /// The standard says ISO 8859-1 (ISO/IEC 18004:2024 §7.4.5), older editions JIS X 0201; encoders in use
  /// write UTF-8, and Shift JIS in Japan. UTF-8 is tried first: text of another set is hardly ever valid in
  /// it. Shift JIS is taken where all of it is valid and double bytes stand together or abound, since
  /// accented letters of Latin-1 stand alone among ASCII. What has controls and is in none of both is binary.
  package static func guess(_ bytes: [UInt8], prefersShiftJIS: Bool = false) -> Int {
    if bytes.allSatisfy({ $0 < 0x80 }) { return ascii }
    if bytes.starts(with: [0xFE, 0xFF]) && bytes.count % 2 == 0 { return utf16BigEndian }
    if String(validating: bytes, as: UTF8.self) != nil { return utf8 }
    guard !bytes.contains(where: isBinaryControl) else { return binary }
    if let japanese = ShiftJISEvidence(bytes), japanese.isConvincing || prefersShiftJIS { return shiftJIS }
    // Of Latin-1, 0x80 to 0x9F are controls, which no text has; Windows puts quotes and dashes there.
    guard bytes.contains(where: { 0x80...0x9F ~= $0 }) else { return latin1 }
    return string(bytes, 23) == nil ? binary : 23
  }

  /// Controls that texts do not have: all below space, but for tab, line ends, escape, and the separators and
  /// end marks of industry messages (ISO/IEC 15434).
  private static func isBinaryControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && ![0x04, 0x09, 0x0A, 0x0C, 0x0D, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F].contains(byte)
  }
}

/// How much bytes look like Shift JIS. Exists only for bytes that are valid in it.
private struct ShiftJISEvidence {
  private var pairs = 0
  private var longestRun = 0
  private var kana = 0
  private var high = 0

  init?(_ bytes: [UInt8]) {
    var index = 0
    var run = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case ..<0x80: run = 0
      case 0xA1...0xDF:
        kana += 1
        high += 1
        run += 1
      case 0x81...0x9F, 0xE0...0xFC:
        guard index < bytes.count, 0x40...0xFC ~= bytes[index], bytes[index] != 0x7F else { return nil }
        high += bytes[index] >= 0x80 ? 2 : 1
        index += 1
        pairs += 1
        run += 1
      default: return nil
      }
      longestRun = max(longestRun, run)
    }
    guard TextEncodings.string(bytes, TextEncodings.shiftJIS) != nil else { return nil }
  }

  /// Three Japanese characters in a row do not come about by accents, which seldom stand side by side.
  var isConvincing: Bool { longestRun >= 3 || (pairs >= 1 && kana == 0 && longestRun == 2 && high >= 3) }
}

// MARK: - Writing

extension TextEncodings {
  /// A text's bytes in a character set.
  ///
  /// - Throws: `WriteFailure.unencodable` for the first character that the set does not have.
  /// - Complexity: O(characters), whatever they are.
  package static func bytes(of text: String, eci: Int) throws(WriteFailure) -> [UInt8] {
    let encoder = try TextEncoder(eci: eci)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      guard let own = encoder.bytes(of: scalar) else { throw .unencodable(Character(scalar)) }
      bytes += own
    }
    return bytes
  }

  /// A text's bytes for a symbology that has interpretations, and the one to name so that readers get the text: none
  /// where ISO 8859-1 says it and none is needed, else UTF-8.
  ///
  /// - Parameter usual: what readers take bytes for that come without one; nil where they guess.
  static func writing(_ text: String, usual: Int?) -> (bytes: [UInt8], eci: Int?) {
    guard text.unicodeScalars.allSatisfy({ $0.value < 0x100 }) else { return (Array(text.utf8), utf8) }
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    // Accented letters may look like UTF-8 or Shift JIS.
    let isUnderstood = Self.text(of: [(nil, bytes)], usual: usual)?.utf8.elementsEqual(text.utf8) ?? false
    return (bytes, isUnderstood ? nil : latin1)
  }
}

/// One character after the other in a character set.
struct TextEncoder: Sendable {
  private enum Form {
    case utf8
    /// Bytes of a unit, and whether the highest comes first.
    case wide(bytes: Int, isBigEndian: Bool)
    case ascii
    case latin1
    case codes(CharacterCodes)
    case gb18030(CharacterCodes)
  }

  private let form: Form

  init(eci: Int) throws(WriteFailure) {
    switch eci {
    case TextEncodings.utf8: form = .utf8
    case TextEncodings.utf16BigEndian: form = .wide(bytes: 2, isBigEndian: true)
    case 33: form = .wide(bytes: 2, isBigEndian: false)
    case 34: form = .wide(bytes: 4, isBigEndian: true)
    case 35: form = .wide(bytes: 4, isBigEndian: false)
    case TextEncodings.ascii, 170: form = .ascii
    case 1, TextEncodings.latin1: form = .latin1
    case TextEncodings.shiftJIS: form = .codes(Self.shiftJIS)
    case 28: form = .codes(Self.big5)
    case 30: form = .codes(Self.eucKR)
    case 29, 31, TextEncodings.gb18030: form = .gb18030(Self.gb18030)
    default:
      guard let encoding = TextEncodings.encoding(eci) else {
        throw .invalid("ECI \(eci) names no character set that we write")
      }
      form = .codes(CharacterCodes(of: encoding, widest: .oneByte))
    }
  }

  /// The tables of several ten thousand codes are made once, when they are first asked for.
  private static let shiftJIS = table(TextEncodings.shiftJIS, .twoBytes)
  private static let big5 = table(28, .twoBytes)
  private static let eucKR = table(30, .twoBytes)
  private static let gb18030 = table(TextEncodings.gb18030, .fourBytes)

  private static func table(_ eci: Int, _ widest: CharacterCodes.Width) -> CharacterCodes {
    guard let encoding = TextEncodings.encoding(eci) else { preconditionFailure("the set is one of the table's") }
    return CharacterCodes(of: encoding, widest: widest)
  }

  /// A character's bytes, or nil where the set does not have it.
  func bytes(of scalar: Unicode.Scalar) -> [UInt8]? {
    switch form {
    case .utf8: return Array(UTF8.encode(scalar) ?? .init())
    case .wide(let count, let isBigEndian):
      let units = count == 4 ? [scalar.value] : UTF16.encode(scalar)?.map { UInt32($0) } ?? []
      return units.flatMap { unit in
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: unit >> (8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
      }
    case _ where scalar.isASCII: return [UInt8(truncatingIfNeeded: scalar.value)]
    case .ascii: return nil
    case .latin1: return scalar.value < 0x100 ? [UInt8(truncatingIfNeeded: scalar.value)] : nil
    case .gb18030 where scalar.value >= 0x1_0000:
      // The planes above the first in their order, from 90 30 81 30. GB 18030-2005 Annex B.
      return TextEncodings.bytes(CharacterCodes.fourBytes(scalar.value - 0x1_0000 + 189_000))
    case .codes(let codes), .gb18030(let codes): return codes[scalar].map { TextEncodings.bytes($0) }
    }
  }

  /// The two bytes of a character as one number, or nil where it has not two.
  func pair(of scalar: Unicode.Scalar) -> UInt16? {
    guard let bytes = bytes(of: scalar), bytes.count == 2 else { return nil }
    return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
  }
}
