import Foundation
import Imaging
import PictureFiles
import Testing

private let all = [
  "colors.png", "colors.bmp", "colors.gif", "colors.ppm", "colors.tiff", "colors.webp", "colors.jpg",
  "colors-lossy.webp", "colors.avif", "colors.heic", "pages.pdf",
]

/// Wherever a file ends, it is a picture of its size or a failure, and the whole file is read afterwards.
@Test(arguments: all) func aFileThatEndsEarlyHarmsNobody(name: String) throws {
  let bytes = try picture(name)
  let loader = walledLoader()
  let whole = try loader.frame(bytes: bytes, name: name)
  for length in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 40)) {
    do throws(PictureFailure) {
      let frame = try loader.frame(bytes: Array(bytes.prefix(length)), name: name)
      #expect((frame.width, frame.height) == (whole.width, whole.height), "\(length) bytes of \(name)")
    } catch {
      if case .noDecoder = error { Issue.record("\(length) bytes of \(name): \(error)") }
    }
  }
  #expect(try loader.frame(bytes: bytes, name: name).bytes == whole.bytes)
}

/// What SDL2_image took for pictures by looks, and crashed on or took gigabytes for.
@Test(arguments: ["xpm.png", "large-xpm.png", "xcf.png"])
func whatIsNotOnTheListMeetsNoParser(name: String) throws {
  #expect(throws: PictureFailure.unknownFormat(name: name)) {
    try walledLoader().frame(bytes: damaged(name), name: name)
  }
}

@Test func aGIFThatOnceOverranItsPictureIsDamaged() throws {
  let failure = #expect(throws: PictureFailure.self) {
    try walledLoader().frame(bytes: damaged("overrun.gif"), name: "overrun.gif")
  }
  guard case .damaged(name: "overrun.gif", _) = failure else {
    Issue.record("\(String(describing: failure))")
    return
  }
  #expect(failure?.description.contains("overrun.gif: the picture is damaged") == true)
}

/// A few bytes each, which claim gigabytes of pixels.
@Test(arguments: ["GIF", "PGM", "PNG", "BMP", "TIFF", "WebP", "JPEG"])
func aHeaderThatClaimsTooMuchIsRefusedBeforeDecoding(format: String) throws {
  let side = format == "WebP" ? 16383 : 60000
  let bytes: [UInt8]
  switch format {
  case "GIF": bytes = try damaged("claims-4-gigapixels.gif")
  case "PGM": bytes = Array("P5 60000 60000 255\n".utf8)
  case "PNG":
    // IHDR with its checksum, and the beginning of IDAT.
    bytes =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]
      + [8, 0, 0, 0, 0, 0xA5, 0xB9, 0x2A, 0x9E] + [0, 0, 0, 9] + Array("IDAT".utf8) + [UInt8](repeating: 0, count: 13)
  case "BMP":
    bytes =
      Array("BM".utf8) + little32(0) + little32(0) + little32(54) + little32(40) + little32(side) + little32(side)
      + little16(1) + little16(24) + [UInt8](repeating: 0, count: 24)
  case "TIFF":
    // ImageWidth, ImageLength, BitsPerSample, PhotometricInterpretation, StripOffsets, RowsPerStrip, StripByteCounts.
    let tags = [(256, side), (257, side), (258, 8), (262, 1), (273, 8), (278, side), (279, 8)]
    bytes =
      Array("II*\0".utf8) + little32(8) + little16(tags.count)
      + tags.flatMap { little16($0.0) + little16(4) + little32(1) + little32($0.1) } + little32(0)
  case "WebP":
    // A lossy key frame (RFC 6386 §9.1).
    let frame: [UInt8] = [0x10, 0, 0, 0x9D, 0x01, 0x2A] + little16(side) + little16(side) + [0, 0]
    bytes =
      Array("RIFF".utf8) + little32(12 + frame.count) + Array("WEBPVP8 ".utf8) + little32(frame.count) + frame
  default:
    bytes = [
      0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0xEA, 0x60, 0xEA, 0x60, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0,
    ]
  }
  let failure = #expect(throws: PictureFailure.self) { try walledLoader().frame(bytes: bytes, name: "x") }
  let size = format == "GIF" ? 65535 : side
  #expect(failure == .tooManyPixels(name: "x", width: size, height: size))
}

@Test func whatIsNoPictureSaysSo() {
  let loader = walledLoader()
  #expect(throws: PictureFailure.unknownFormat(name: "x")) { try loader.frame(bytes: [UInt8]("hello".utf8), name: "x") }
  #expect(throws: PictureFailure.empty(name: "x")) { try loader.frame(bytes: [], name: "x") }
  #expect(throws: PictureFailure.file(name: "/no/such/file.png", reason: "No such file or directory")) {
    try loader.frame(path: "/no/such/file.png")
  }
  #expect(throws: PictureFailure.file(name: "/", reason: "Is a directory")) { try loader.frame(path: "/") }
}
