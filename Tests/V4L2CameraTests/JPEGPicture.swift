import CTurboJPEG
import Foundation

/// JPEG pictures to decode, made by libjpeg-turbo's encoder from a color gradient.
enum JPEGPicture {
  static let samplings: [(name: String, code: TJSAMP)] = [
    ("4:4:4", TJSAMP_444), ("4:2:2", TJSAMP_422), ("4:2:0", TJSAMP_420), ("4:4:0", TJSAMP_440),
    ("4:1:1", TJSAMP_411), ("grey", TJSAMP_GRAY),
  ]

  /// Red grows to the right, green downwards, blue falls to the right: smooth, so that subsampling changes little.
  static func color(x: Int, y: Int, width: Int, height: Int) -> (r: Double, g: Double, b: Double) {
    let u = Double(x) / Double(max(width - 1, 1))
    let v = Double(y) / Double(max(height - 1, 1))
    return (40 + 160 * u, 60 + 120 * v, 200 - 140 * u)
  }

  /// Y, Cb and Cr of a color, by JFIF (ITU-T T.871, 7).
  static func components(_ color: (r: Double, g: Double, b: Double)) -> (y: Double, cb: Double, cr: Double) {
    let (r, g, b) = color
    return (
      0.299 * r + 0.587 * g + 0.114 * b, 128 - 0.1687 * r - 0.3313 * g + 0.5 * b,
      128 + 0.5 * r - 0.4187 * g - 0.0813 * b
    )
  }

  static func encoded(width: Int, height: Int, _ sampling: TJSAMP, format: TJPF = TJPF_RGB) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (r, g, b) = color(x: x, y: y, width: width, height: height)
        pixels += [r, g, b].map { UInt8($0.rounded()) }
        if format == TJPF_CMYK { pixels.append(255) }
      }
    }
    guard let encoder = tjInitCompress() else { return [] }
    defer { tjDestroy(encoder) }
    var bytes: UnsafeMutablePointer<UInt8>?
    var size: CUnsignedLong = 0
    tjCompress2(
      encoder, pixels, CInt(width), 0, CInt(height), CInt(format.rawValue), &bytes, &size, CInt(sampling.rawValue), 95,
      0)
    defer { tjFree(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// The picture without the segments of a marker, as cameras leave out the Huffman tables (DHT, 0xC4).
  static func without(_ marker: UInt8, _ jpeg: [UInt8]) -> [UInt8] {
    var kept = Array(jpeg.prefix(2))
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at + 1] != 0xDA {
      let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
      if jpeg[at + 1] != marker { kept += jpeg[at..<(at + 2 + length)] }
      at += 2 + length
    }
    return kept + jpeg[at...]
  }

  /// The picture with other sides in its frame header (SOF0).
  static func claiming(width: Int, height: Int, _ jpeg: [UInt8]) -> [UInt8] {
    var changed = jpeg
    guard let frame = jpeg.indices.first(where: { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 }) else { return jpeg }
    for (offset, value) in [(5, height >> 8), (6, height), (7, width >> 8), (8, width)] {
      changed[frame + offset] = UInt8(truncatingIfNeeded: value)
    }
    return changed
  }
}
