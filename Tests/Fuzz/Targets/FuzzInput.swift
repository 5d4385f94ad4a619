/// Deals out bytes as the numbers and texts that a target needs. Past the end everything is 0, so that every input means
/// something and a shorter one means something like it.
package struct FuzzInput {
  private var bytes: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// A number in 0..<count, of two bytes where one does not reach.
  ///
  /// - Precondition: `count` is in 1…65536.
  mutating func number(below count: Int) -> Int {
    precondition(1...65536 ~= count, "no such range")
    let value = count <= 256 ? Int(byte()) : Int(byte()) << 8 | Int(byte())
    return value % count
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + number(below: range.count) }

  /// A number in 0…1.
  mutating func unit() -> Double { Double(byte()) / 255 }

  mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

  mutating func bytes(upTo count: Int) -> [UInt8] {
    defer { bytes = bytes.dropFirst(count) }
    return Array(bytes.prefix(count))
  }

  /// All that is left.
  mutating func rest() -> [UInt8] { bytes(upTo: bytes.count) }

  /// All that is left as a text: as UTF-8, or each byte for a piece of those that parsers and layouts stumble over.
  mutating func text(limit: Int = 4096) -> String {
    if bool() { return String(decoding: bytes(upTo: limit), as: UTF8.self) }
    return bytes(upTo: limit / 16).map { byte in
      byte < 0x80 ? String(UnicodeScalar(byte)) : FuzzPieces.all[Int(byte & 0x7F) % FuzzPieces.all.count]
    }.joined()
  }
}

/// Pieces of text that mean something to a parser, or something odd to whoever draws or splits text.
enum FuzzPieces {
  static let all = heads + parts + scalars

  private static let heads = [
    "WIFI:", "BEGIN:VCARD\r\n", "END:VCARD\r\n", "BEGIN:VEVENT\n", "END:VEVENT\n", "MECARD:", "BIZCARD:", "geo:",
    "otpauth://totp/", "otpauth-migration://offline?data=", "https://", "mailto:", "MATMSG:TO:", "SMSTO:", "tel:",
    "BCD\n002\n1\nSCT\n", "bitcoin:", "MEBKM:TITLE:", "FIDO:/1", "HC1:", "shc:/", "M1DOE/JOHN", "@\n\u{1E}\rANSI ",
    "]C1", "01095212345432131726123110", "(01)09521234543213", "{\"first\":", "first,last,count\r\n",
  ]

  private static let parts = [
    ";;", "\\;", "S:", "P:", "T:WPA;", "H:true;", "N:", "FN:", "TEL;TYPE=cell:", "DTSTART:20260101T000000Z\n",
    "DTEND;TZID=X:", "SUMMARY:", "?q=", "secret=", "%41", "%zz", "%00", "%F0%9F", "www.", "[::1]", "xn--", "1e400",
    "nan", "inf", "-90,180", "99999999999999999999", "2026-11-21T08:15:30.250Z", "-9999", "DE89370400440532013000",
    "EUR12.30", "\"", "\r\n", "=1+1", "true", "640x480@30", "all", "#ff8000",
  ]

  private static let scalars = [
    "\u{0}", "\u{1B}[31m", "\u{1D}", "\u{85}", "\u{A0}", "ä", "ß", "e\u{301}", "\u{202E}", "\u{200D}", "\u{2028}",
    "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "\u{E000}", "рф", "שלום", "العربية", "हिन्दी", "日本", "ｱ", "漢", "🦊",
    "👨‍👩‍👧", "🇩🇪", "\u{301}", "＝", "℡", "İ", "\u{F8FF}", "\u{300}\u{301}\u{302}", "©", "œ", "\u{7F}", "\u{9F}",
    "Ω", "→", "𝔘", "\u{1F3FB}", "�",
  ]
}
