/// The picture files that are read. What a file is, is told by its first bytes alone: its name may say anything, and
/// no library gets to guess.
package enum PictureFormat: String, CaseIterable, Sendable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webP = "WebP"
  case tiff = "TIFF"
  case bmp = "BMP"
  case netpbm = "PBM, PGM or PPM"
  case gif = "GIF"
  /// AVIF and HEIC.
  case heif = "HEIF"
  case pdf = "PDF"

  /// As many bytes as `init` looks at: a PDF may begin after so much of anything else (ISO 32000-1, implementation
  /// note 13 of Adobe's edition).
  static let lookedAt = 1024

  /// Nil if the bytes begin no file of the list.
  package init?(beginning bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes.prefix(Self.lookedAt))
    guard let format = Self.allCases.first(where: { $0.matches(bytes) }) else { return nil }
    self = format
  }

  private func matches(_ bytes: [UInt8]) -> Bool {
    func has(_ characters: String, at place: Int = 0) -> Bool {
      let wanted = characters.unicodeScalars.map { UInt8($0.value) }
      return place + wanted.count <= bytes.count && bytes[place..<place + wanted.count].elementsEqual(wanted)
    }
    switch self {
    case .png: return has("\u{89}PNG\r\n\u{1A}\n")
    case .jpeg: return has("\u{FF}\u{D8}\u{FF}")
    case .webP: return has("RIFF") && has("WEBP", at: 8)
    // The number after the byte order is 42, in BigTIFF 43.
    case .tiff: return has("II*\0") || has("MM\0*") || has("II+\0") || has("MM\0+")
    case .bmp: return has("BM")
    case .netpbm:
      guard bytes.count > 2, has("P"), UInt8(ascii: "1")...UInt8(ascii: "6") ~= bytes[1] else { return false }
      return bytes[2] <= UInt8(ascii: " ") || bytes[2] == UInt8(ascii: "#")
    case .gif: return has("GIF87a") || has("GIF89a")
    case .heif: return has("ftyp", at: 4) && Self.heifBrands.contains { has($0, at: 8) }
    case .pdf: return bytes.indices.contains { bytes[$0] == UInt8(ascii: "%") && has("%PDF-", at: $0) }
    }
  }

  /// Major brands: ISO/IEC 23008-12:2022 §10 (mif1 and msf1 of any coding, HEVC), AV1 Image File Format 1.1 §6.
  private static let heifBrands = ["mif1", "msf1", "heic", "heix", "heim", "heis", "hevc", "hevx", "avif", "avis"]
}
