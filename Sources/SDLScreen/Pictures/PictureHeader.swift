/// The size that a picture file claims, read before anything is decoded: a few bytes may claim gigabytes.
package struct PictureHeader: Hashable {
  /// In pixels; as claimed, so perhaps 0.
  package let width: Int
  package let height: Int

  /// Nil if the beginning is of no format known here, or ends before the size.
  package init?(_ bytes: [UInt8]) {
    let file = HeaderBytes(bytes)
    guard
      let size = Self.png(file) ?? Self.jpeg(file) ?? Self.webP(file) ?? Self.gif(file) ?? Self.bmp(file)
        ?? Self.tiff(file) ?? Self.portableMap(file)
    else { return nil }
    (width, height) = size
  }

  /// ISO/IEC 15948:2004 §11.2.2: IHDR is the first chunk.
  private static func png(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.starts(with: "\u{89}PNG\r\n\u{1A}\n"), let width = file.big32(16), let height = file.big32(20) else {
      return nil
    }
    return (width, height)
  }

  /// ITU-T T.81 §B.2.2: the first start-of-frame segment (SOF0…SOF15 but DHT, JPG and DAC).
  private static func jpeg(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.big16(0) == 0xFFD8 else { return nil }
    var at = 2
    while let marker = file.big16(at), marker > 0xFF00 {
      // Fill bytes may stand before a marker (§B.1.1.2).
      if marker == 0xFFFF {
        at += 1
        continue
      }
      if 0xFFC0...0xFFCF ~= marker, ![0xFFC4, 0xFFC8, 0xFFCC].contains(marker) {
        guard let height = file.big16(at + 5), let width = file.big16(at + 7) else { return nil }
        return (width, height)
      }
      guard let length = file.big16(at + 2) else { return nil }
      at += 2 + length
    }
    return nil
  }

  /// RFC 9649: lossy §2.5 (RFC 6386 §9.1), lossless §3.4, extended §2.7.
  private static func webP(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.starts(with: "RIFF"), file.has("WEBP", at: 8) else { return nil }
    if file.has("VP8 ", at: 12), let width = file.little16(26), let height = file.little16(28) {
      return (width & 0x3FFF, height & 0x3FFF)
    }
    if file.has("VP8L", at: 12), let bits = file.little32(21) {
      return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    }
    if file.has("VP8X", at: 12), let width = file.little32(24), let height = file.little32(26) {
      return (width & 0xFFFFFF + 1, height >> 8 + 1)
    }
    return nil
  }

  /// GIF89a §18: the logical screen.
  private static func gif(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.starts(with: "GIF8"), let width = file.little16(6), let height = file.little16(8) else { return nil }
    return (width, height)
  }

  /// BITMAPCOREHEADER (12 bytes long) has short sizes; in all later ones a negative height means top-down.
  private static func bmp(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.starts(with: "BM"), let length = file.little32(14) else { return nil }
    if length == 12 {
      guard let width = file.little16(18), let height = file.little16(20) else { return nil }
      return (width, height)
    }
    guard let width = file.little32(18), let height = file.little32(22) else { return nil }
    return (width, abs(Int(Int32(truncatingIfNeeded: height))))
  }

  /// TIFF 6.0 §2: ImageWidth (256) and ImageLength (257) of the first directory, SHORT (3) or LONG (4).
  private static func tiff(_ file: HeaderBytes) -> (Int, Int)? {
    let isLittle = file.starts(with: "II*\0")
    guard isLittle || file.starts(with: "MM\0*") else { return nil }
    let two = { at in isLittle ? file.little16(at) : file.big16(at) }
    let four = { at in isLittle ? file.little32(at) : file.big32(at) }
    guard let directory = four(4), let count = two(directory) else { return nil }
    var sides: [Int: Int] = [:]
    for entry in 0..<count {
      let at = directory + 2 + 12 * entry
      guard let tag = two(at), let type = two(at + 2) else { return nil }
      if tag == 256 || tag == 257 { sides[tag] = type == 3 ? two(at + 8) : four(at + 8) }
    }
    guard let width = sides[256], let height = sides[257] else { return nil }
    return (width, height)
  }

  /// Netpbm's P1…P6: numbers in ASCII, between them white space and comments.
  private static func portableMap(_ file: HeaderBytes) -> (Int, Int)? {
    guard file.starts(with: "P"), let kind = file.byte(1), UInt8(ascii: "1")...UInt8(ascii: "6") ~= kind else {
      return nil
    }
    var at = 2
    guard let width = file.decimal(&at), let height = file.decimal(&at) else { return nil }
    return (width, height)
  }
}

/// Numbers at places in a file that may end anywhere.
private struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ at: Int) -> UInt8? { bytes.indices.contains(at) ? bytes[at] : nil }

  func little16(_ at: Int) -> Int? { number(at, [0, 8]) }
  func little32(_ at: Int) -> Int? { number(at, [0, 8, 16, 24]) }
  func big16(_ at: Int) -> Int? { number(at, [8, 0]) }
  func big32(_ at: Int) -> Int? { number(at, [24, 16, 8, 0]) }

  private func number(_ at: Int, _ shifts: [Int]) -> Int? {
    guard at >= 0, at + shifts.count <= bytes.count else { return nil }
    return shifts.enumerated().reduce(0) { $0 | Int(bytes[at + $1.offset]) << $1.element }
  }

  /// True if these Latin-1 characters stand at the place.
  func has(_ characters: String, at: Int) -> Bool {
    let wanted = characters.unicodeScalars.map { UInt8($0.value) }
    return at + wanted.count <= bytes.count && bytes[at..<at + wanted.count].elementsEqual(wanted)
  }

  func starts(with characters: String) -> Bool { has(characters, at: 0) }

  /// The next decimal number, past white space and `#` comments.
  func decimal(_ at: inout Int) -> Int? {
    while let next = byte(at), !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= next) {
      if next == UInt8(ascii: "#") {
        while let skipped = byte(at), skipped != UInt8(ascii: "\n") { at += 1 }
      } else if next > UInt8(ascii: " ") {
        return nil
      } else {
        at += 1
      }
    }
    var value: Int?
    while let digit = byte(at), UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit {
      let grown = (value ?? 0) * 10 + Int(digit - UInt8(ascii: "0"))
      guard grown <= Int32.max else { return nil }
      value = grown
      at += 1
    }
    // Digits at the very end may be the beginning of a longer number.
    return byte(at) == nil ? nil : value
  }
}
