/// The structured carrier message of modes 2 and 3: where a parcel goes and how. ISO/IEC 16023:2000 Annex B.
package struct MaxiCodeCarrier: Hashable, Sendable {
  /// Up to nine digits (mode 2), or six characters of code set A (mode 3).
  package let postcode: String
  /// ISO 3166's number, 0…999.
  package let country: Int
  /// The carrier's class of service, 0…999.
  package let service: Int

  /// 2 for digits, 3 for letters.
  package var mode: Int { isNumeric ? 2 : 3 }

  private var isNumeric: Bool { Self.isNumeric(postcode) }

  private static func isNumeric(_ postcode: String) -> Bool {
    1...9 ~= postcode.utf8.count && postcode.utf8.allSatisfy { 48...57 ~= $0 }
  }

  /// Three digits, as they stand in the message.
  private static func padded(_ number: Int) -> String { String(String(1000 + number).dropFirst()) }

  /// The fields as they stand in the message, behind its header if it has one: a group separator after each.
  package var text: String { "\(postcode)\u{1D}\(Self.padded(country))\u{1D}\(Self.padded(service))\u{1D}" }

  package var details: [String: DetailValue] {
    [
      "postcode": .string(postcode.trimmingSpaces), "country": .string(Self.padded(country)),
      "serviceClass": .string(Self.padded(service)),
    ]
  }

  // MARK: - Codewords

  /// 60 bits, the lowest six first: mode, postcode, its length, country, service.
  package var codewords: [UInt8] {
    var value = UInt64(mode)
    if isNumeric {
      value |= (UInt64(postcode) ?? 0) << 4 | UInt64(postcode.utf8.count) << 34
    } else {
      let codes = postcode.utf8.map { UInt64(MaxiCodeCodeSet.a.code(of: $0) ?? 32) }
      value |= codes.reduce(0) { $0 << 6 | $1 } << 4
    }
    value |= UInt64(country) << 40 | UInt64(service) << 50
    return (0..<10).map { UInt8(truncatingIfNeeded: value >> UInt64(6 * $0) & 63) }
  }

  /// Of repaired codewords; nil where they break the rules.
  package init?(codewords: some Collection<UInt8>) {
    let value = codewords.reversed().reduce(UInt64(0)) { $0 << 6 | UInt64($1) }
    func field(_ first: UInt64, _ bits: UInt64) -> Int { Int(value >> first & (1 << bits - 1)) }
    country = field(40, 10)
    service = field(50, 10)
    guard country < 1000, service < 1000 else { return nil }
    switch field(0, 4) {
    case 2:
      let (number, length) = (field(4, 30), field(34, 6))
      let digits = String(number)
      // Writers that leave the length out or name too small a one mean the number all the same.
      guard length <= 9 else { return nil }
      postcode = String(repeating: "0", count: max(0, length - digits.count)) + digits
    case 3:
      var bytes: [UInt8] = []
      for place in 0..<6 {
        guard case .byte(let byte) = MaxiCodeCodeSet.a.meaning(of: field(UInt64(34 - 6 * place), 6)) else { return nil }
        bytes.append(byte)
      }
      postcode = String(decoding: bytes, as: UTF8.self)
    default: return nil
    }
  }

  // MARK: - Text

  /// A message that begins with a carrier's fields, and what is left of it without them: as sent for modes 2 and 3.
  package init?(beginning bytes: [UInt8], rest: inout [UInt8]) {
    let header = Self.header(of: bytes)
    let fields = bytes[header...].split(separator: 0x1D, maxSplits: 3, omittingEmptySubsequences: false)
    guard header > 0, fields.count == 4, fields[1].count == 3, fields[2].count == 3,
      let country = Int(String(decoding: fields[1], as: UTF8.self)),
      let service = Int(String(decoding: fields[2], as: UTF8.self)), 0...999 ~= country, 0...999 ~= service
    else { return nil }
    let postcode = String(decoding: fields[0], as: UTF8.self)
    let isLettered =
      fields[0].count == 6
      && fields[0].allSatisfy { (MaxiCodeCodeSet.a.code(of: $0).map { $0 > 0 && !(28...30 ~= $0) }) ?? false }
    guard Self.isNumeric(postcode) || isLettered else { return nil }
    (self.postcode, self.country, self.service) = (postcode, country, service)
    rest = Array(bytes[..<header]) + fields[3]
  }

  /// Bytes of the header before which, or behind which, the fields stand: `[)>`, RS, `01`, GS and the version in two
  /// digits; 0 where there is none.
  package static func header(of bytes: [UInt8]) -> Int {
    bytes.starts(with: "[)>\u{1E}01\u{1D}".utf8) && bytes.count >= 9 && bytes[7..<9].allSatisfy { 48...57 ~= $0 }
      ? 9 : 0
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
