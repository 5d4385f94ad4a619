import Foundation
import Imaging
import SDLScreen
import Testing

private let pictures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appending(path: "Assets/Pictures")

private func path(_ name: String) -> String { pictures.appending(path: name).path }

/// Red, green and blue blocks of 8×8 above white ones.
@Test(arguments: [
  ("colors.png", 0), ("colors.bmp", 0), ("colors.gif", 0), ("colors.ppm", 0), ("colors.tiff", 0), ("colors.webp", 0),
  ("colors.jpg", 6), ("colors-lossy.webp", 24),
])
func aColorPictureOfEachFormatIsRead(name: String, tolerance: Int) throws {
  let frame = try SDLPictures.read(path: path(name))
  #expect(frame.format == .rgb24)
  #expect((frame.width, frame.height) == (24, 16))
  for (x, y, color) in [
    (4, 4, [200, 40, 30]), (12, 4, [40, 160, 60]), (20, 4, [30, 60, 190]), (4, 12, [255, 255, 255]),
  ] {
    let pixel = (0..<3).map { Int(frame.bytes[3 * (y * 24 + x) + $0]) }
    #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= tolerance }, "\(name) at (\(x), \(y)): \(pixel)")
  }
}

@Test(arguments: [("ramp.pgm", 0), ("ramp.png", 0), ("ramp.jpg", 2)])
func aGreyPictureStaysGrey(name: String, tolerance: Int) throws {
  let frame = try SDLPictures.read(path: path(name))
  #expect(frame.format == .grey)
  let worst = frame.bytes.indices.map { abs(Int(frame.bytes[$0]) - ($0 % 24 * 10 + $0 / 24)) }.max()
  #expect(try #require(worst) <= tolerance)
}

@Test(arguments: ["alpha.png", "alpha.webp"])
func whatIsTransparentLiesOnWhite(name: String) throws {
  let frame = try SDLPictures.read(path: path(name))
  #expect(frame.format == .grey)
  #expect([frame.bytes[0], frame.bytes[7], frame.bytes[8 * 7]] == [0, 255, 127])
}

@Test(arguments: [
  "colors.png", "colors.bmp", "colors.gif", "colors.ppm", "colors.tiff", "colors.webp", "colors.jpg",
  "colors-lossy.webp",
])
func theSizeIsKnownFromTheHeaderAlone(name: String) throws {
  let bytes = [UInt8](try Data(contentsOf: URL(filePath: path(name))))
  let header = try #require(PictureHeader(bytes))
  #expect((header.width, header.height) == (24, 16))
  // Wherever the file ends, the answer is the size or none at all.
  for length in 0..<bytes.count {
    if let shorter = PictureHeader(Array(bytes.prefix(length))) { #expect(shorter == header) }
  }
}

@Test func aHeaderThatClaimsTooMuchIsRefusedBeforeDecoding() {
  let claim = [UInt8]("P5 60000 60000 255\n".utf8)
  #expect(
    throws: PictureFailure.tooManyPixels(name: "x", width: 60000, height: 60000, limit: SDLPictures.pixelLimit)
  ) { try SDLPictures.read(bytes: claim, name: "x") }
}

@Test func whatIsNoPictureSaysSo() {
  #expect(throws: PictureFailure.self) { try SDLPictures.read(bytes: [UInt8]("hello".utf8), name: "x") }
  #expect(throws: PictureFailure.unreadable(name: "x", reason: "the file is empty")) {
    try SDLPictures.read(bytes: [], name: "x")
  }
  #expect(throws: PictureFailure.file(name: "/no/such/file.png", reason: "No such file or directory")) {
    try SDLPictures.read(path: "/no/such/file.png")
  }
  #expect(throws: PictureFailure.file(name: "/", reason: "Is a directory")) { try SDLPictures.read(path: "/") }
}

@Test func whatIsWrittenIsReadBack() throws {
  let colors: [[UInt8]] = [
    [0, 255, 0], [40, 225, 7], [80, 195, 14], [120, 165, 21], [160, 135, 28], [200, 105, 35],
  ]
  let image = RGBAImage(width: 3, height: 2, pixels: colors.flatMap { $0 + [255] })
  let file = FileManager.default.temporaryDirectory.appending(path: "viewfinder-\(UUID()).png")
  defer { try? FileManager.default.removeItem(at: file) }
  try SDLPictures.writePNG(image, path: file.path)
  #expect(try SDLPictures.read(path: file.path).bytes == colors.flatMap { $0 })
}
