import Imaging
import PictureFiles
import Testing

/// Red, green and blue blocks of 8×8 above white ones.
@Test(arguments: [
  ("colors.png", 0), ("colors.bmp", 0), ("colors.gif", 0), ("colors.ppm", 0), ("colors.tiff", 0), ("colors.webp", 0),
  ("colors.jpg", 6), ("colors-lossy.webp", 24), ("colors.avif", 24), ("colors.heic", 24),
])
func aColorPictureOfEachFormatIsRead(name: String, tolerance: Int) throws {
  let frame = try walledLoader().frame(bytes: picture(name), name: name)
  #expect(frame.format == .rgb24)
  #expect((frame.width, frame.height) == (24, 16))
  for (x, y, color) in [
    (4, 4, [200, 40, 30]), (12, 4, [40, 160, 60]), (20, 4, [30, 60, 190]), (4, 12, [255, 255, 255]),
  ] {
    let pixel = frame.pixel(x, y)
    #expect(zip(pixel, color).allSatisfy { abs(Int($0) - $1) <= tolerance }, "\(name) at (\(x), \(y)): \(pixel)")
  }
}

@Test(arguments: [("ramp.pgm", 0), ("ramp.png", 0), ("ramp.jpg", 2)])
func aGreyPictureStaysGrey(name: String, tolerance: Int) throws {
  let frame = try walledLoader().frame(bytes: picture(name), name: name)
  #expect(frame.format == .grey)
  let worst = frame.bytes.indices.map { abs(Int(frame.bytes[$0]) - ($0 % 24 * 10 + $0 / 24)) }.max()
  #expect(try #require(worst) <= tolerance)
}

@Test(arguments: ["alpha.png", "alpha.webp", "alpha.tiff"])
func whatIsTransparentLiesOnWhite(name: String) throws {
  let frame = try walledLoader().frame(bytes: picture(name), name: name)
  #expect(frame.format == .grey)
  #expect([frame.bytes[0], frame.bytes[7], frame.bytes[8 * 7]] == [0, 255, 127])
}

@Test(arguments: ["animated.gif", "animated.webp"])
func ofAnAnimationTheFirstPictureIsRead(name: String) throws {
  let frame = try walledLoader().frame(bytes: picture(name), name: name)
  #expect((frame.width, frame.height) == (24, 16))
  #expect(frame.pixel(12, 4) == [40, 160, 60])
}

/// A picture of 1×1 at (2, 1) of a screen of 4×2: the rest shows what is behind.
@Test func aGIFsPictureLiesAtItsPlaceOnTheScreen() throws {
  let gif: [UInt8] =
    Array("GIF89a".utf8) + little16(4) + little16(2) + [0x80, 0, 0, 10, 20, 30, 0, 0, 0]
    + [0x2C] + little16(2) + little16(1) + little16(1) + little16(1) + [0, 2, 2, 0x44, 0x01, 0, 0x3B]
  let frame = try walledLoader().frame(bytes: gif, name: "gif")
  #expect((frame.width, frame.height) == (4, 2))
  #expect(frame.pixel(2, 1) == [10, 20, 30])
  #expect(frame.pixel(0, 0) == [255, 255, 255])
}

@Test(
  arguments: [
    ("P1 3 1 1 0 1", []), ("P1\n# a comment\n3 1\n101", []), ("P2 3 1 4 0 4 0", []),
    ("P4 3 1\n", [0b1010_0000]), ("P5 3 1 15\n", [0, 15, 0]), ("P5 3 1 65535\n", [0, 0, 255, 255, 0, 0]),
    ("P3 3 1 1 0 0 0 1 1 1 0 0 0", []), ("P6 3 1 255\n", [0, 0, 0, 255, 255, 255, 0, 0, 0]),
  ] as [(String, [UInt8])])
func everyKindOfPortableMapIsRead(header: String, pixels: [UInt8]) throws {
  // In bitmaps 1 is black.
  let frame = try walledLoader().frame(bytes: Array(header.utf8) + pixels, name: "map")
  #expect(frame.format == .grey)
  #expect(frame.bytes == [0, 255, 0])
}

/// Two rows of two pixels, the lower row first: blue and white above red and green.
@Test(arguments: BitmapSample.all) func everyKindOfBitmapIsRead(sample: BitmapSample) throws {
  let frame = try walledLoader().frame(bytes: sample.bytes, name: sample.name)
  #expect((frame.width, frame.height) == (2, 2))
  #expect(
    [frame.pixel(0, 0), frame.pixel(1, 0), frame.pixel(0, 1), frame.pixel(1, 1)]
      == [[0, 0, 255], [255, 255, 255], [255, 0, 0], [0, 255, 0]], "\(sample.name)")
}

struct BitmapSample: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  var testDescription: String { name }

  private init(
    _ name: String, bits: Int, compression: Int = 0, height: Int = 2, colors: [UInt8] = [], _ pixels: [UInt8]
  ) {
    self.name = name
    let header: [UInt8] =
      little32(40) + little32(2) + little32(height) + little16(1) + little16(bits) + little32(compression)
      + [UInt8](repeating: 0, count: 12) + little32(compression == 3 ? 0 : colors.count / 4) + little32(0)
    bytes = Array("BM".utf8) + little32(0) + little32(0) + little32(54 + colors.count) + header + colors + pixels
  }

  /// Black, red, green, blue and white, as blue, green, red and a byte of no meaning.
  private static let palette: [UInt8] = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]

  static let all = [
    BitmapSample("4 bits", bits: 4, colors: palette, [0x12, 0, 0, 0, 0x34, 0, 0, 0]),
    BitmapSample("8 bits", bits: 8, colors: palette, [1, 2, 0, 0, 3, 4, 0, 0]),
    BitmapSample("8 bits, top first", bits: 8, height: -2, colors: palette, [3, 4, 0, 0, 1, 2, 0, 0]),
    BitmapSample("8 bits in runs", bits: 8, compression: 1, colors: palette, [1, 1, 1, 2, 0, 0, 1, 3, 1, 4, 0, 1]),
    BitmapSample("4 bits in runs", bits: 4, compression: 2, colors: palette, [2, 0x12, 0, 0, 2, 0x34, 0, 1]),
    BitmapSample("16 bits", bits: 16, [0, 0x7C, 0xE0, 0x03, 0x1F, 0, 0xFF, 0x7F]),
    BitmapSample(
      "16 bits in fields", bits: 16, compression: 3, colors: little32(0xF800) + little32(0x7E0) + little32(0x1F),
      [0, 0xF8, 0xE0, 0x07, 0x1F, 0, 0xFF, 0xFF]),
    BitmapSample("24 bits", bits: 24, [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0]),
    BitmapSample("32 bits", bits: 32, [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0]),
  ]
}
