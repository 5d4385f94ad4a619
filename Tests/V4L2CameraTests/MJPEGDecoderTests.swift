import CTurboJPEG
import Foundation
import Imaging
import JPEGFrames
import Testing

private func decode(_ jpeg: [UInt8]) throws -> Frame {
  let decoder = try #require(MJPEGDecoder())
  return try decoder.frame(from: jpeg, sequence: 7, timestamp: .seconds(3))
}

/// The sample of a plane.
private func sample(_ frame: Frame, _ plane: Int, _ x: Int, _ y: Int) -> Double {
  Double(frame.bytes[frame.planes[plane].offset + y * frame.planes[plane].stride + x])
}

@Test(
  "Every sampling becomes planes with the colors where they were, for even and odd sizes",
  arguments: JPEGPicture.samplings.map(\.name), [(64, 48), (37, 23), (16, 17), (1, 1)])
func samplingsAreDecoded(sampling: String, size: (Int, Int)) throws {
  let (width, height) = size
  let code = try #require(JPEGPicture.samplings.first { $0.name == sampling }).code
  let frame = try decode(JPEGPicture.encoded(width: width, height: height, code))
  #expect(frame.width == width && frame.height == height)
  #expect(frame.format == (code == TJSAMP_GRAY ? .grey : .yuv420))
  #expect(frame.sequence == 7 && frame.timestamp == .seconds(3) && frame.isFullRange)
  // A coarse chroma sample lies up to two pixels from where it is compared; the gradient turns by 160 over the width.
  let slack = 6 + 160 * 4 / Double(width)
  for y in stride(from: 0, to: height, by: 3) {
    for x in stride(from: 0, to: width, by: 3) {
      let wanted = JPEGPicture.components(JPEGPicture.color(x: x, y: y, width: width, height: height))
      #expect(abs(sample(frame, 0, x, y) - wanted.y) < 6, "luma at \(x), \(y)")
      guard frame.format == .yuv420 else { continue }
      #expect(abs(sample(frame, 1, x / 2, y / 2) - wanted.cb) < slack, "Cb at \(x), \(y)")
      #expect(abs(sample(frame, 2, x / 2, y / 2) - wanted.cr) < slack, "Cr at \(x), \(y)")
    }
  }
}

@Test func aPictureWithoutHuffmanTablesIsTheSame() throws {
  let jpeg = JPEGPicture.encoded(width: 64, height: 48, TJSAMP_422)
  let bare = JPEGPicture.without(0xC4, jpeg)
  #expect(bare.count < jpeg.count - 400)
  #expect(try decode(bare).bytes == decode(jpeg).bytes)
}

@Test func aTruncatedPictureIsRefusedWhereverItEnds() throws {
  let jpeg = JPEGPicture.encoded(width: 64, height: 48, TJSAMP_420)
  let decoder = try #require(MJPEGDecoder())
  for length in stride(from: 0, to: jpeg.count - 1, by: 29) {
    #expect(throws: JPEGFailure.self, "\(length) of \(jpeg.count) bytes") {
      try decoder.frame(from: Array(jpeg.prefix(length)))
    }
    // And the decoder goes on as if nothing had been.
    #expect(try decoder.frame(from: jpeg).width == 64)
  }
}

@Test func fillBytesAtTheEndDoNoHarm() throws {
  let jpeg = JPEGPicture.encoded(width: 64, height: 48, TJSAMP_420)
  let clean = try decode(jpeg).bytes
  #expect(try decode(jpeg + [UInt8](repeating: 0, count: 500)).bytes == clean)
  #expect(try decode(jpeg.dropLast(2) + [0x55, 0x55, 0x55] + [0xFF, 0xD9]).bytes == clean)
}

@Test func damageInThePictureIsRefusedOrShownButNeverMore() throws {
  // Changed entropy-coded bytes may decode to another picture; what must hold is that the answer is a frame of the
  // announced size or a failure.
  let jpeg = JPEGPicture.encoded(width: 64, height: 48, TJSAMP_422)
  let decoder = try #require(MJPEGDecoder())
  for at in jpeg.indices {
    var damaged = jpeg
    damaged[at] ^= UInt8(truncatingIfNeeded: 1 << (at % 8))
    if let frame = try? decoder.frame(from: damaged) {
      #expect(frame.width <= MJPEGDecoder.longestSide && frame.height <= MJPEGDecoder.longestSide)
    }
  }
}

@Test(arguments: [(65535, 65535), (8193, 1), (1, 65535), (8000, 8000), (0, 48)])
func aHeaderThatPromisesTooMuchIsNotBelieved(width: Int, height: Int) {
  let jpeg = JPEGPicture.claiming(
    width: width, height: height, JPEGPicture.encoded(width: 64, height: 48, TJSAMP_420))
  #expect(throws: JPEGFailure.self) { try decode(jpeg) }
}

@Test func whatIsNoVideoIsRefused() {
  #expect(throws: JPEGFailure.self) { try decode([]) }
  #expect(throws: JPEGFailure.self) { try decode([UInt8](repeating: 0xA5, count: 4000)) }
  #expect(throws: JPEGFailure(reason: "the picture is coded for print (CMYK)")) {
    try decode(JPEGPicture.encoded(width: 16, height: 16, TJSAMP_444, format: TJPF_CMYK))
  }
}

@Test(
  "Halved chroma is the mean of the samples that fall together",
  arguments: [(8, 6, 8, 6), (8, 6, 4, 6), (7, 5, 7, 5), (7, 5, 4, 5), (8, 6, 8, 3), (1, 1, 1, 1)])
func chromaIsHalved(width: Int, height: Int, chromaWidth: Int, chromaHeight: Int) {
  let luma = width * height
  let chroma = chromaWidth * chromaHeight
  let bytes = testFrames(1, bytes: luma + 2 * chroma)
  let planes = [
    Plane(offset: 0, stride: width, rows: height), Plane(offset: luma, stride: chromaWidth, rows: chromaHeight),
    Plane(offset: luma + chroma, stride: chromaWidth, rows: chromaHeight),
  ]
  let (halved, result) = halvingChroma(of: bytes, planes: planes, width: width, height: height)
  let half = ((width + 1) / 2, (height + 1) / 2)
  #expect(Array(result.prefix(luma)) == Array(bytes.prefix(luma)))
  for index in 1...2 {
    #expect(halved[index].stride == half.0 && halved[index].rows == half.1)
    for y in 0..<half.1 {
      for x in 0..<half.0 {
        var sum = 0
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let column = min(chromaWidth > half.0 ? 2 * x + dx : x, chromaWidth - 1)
          let row = min(chromaHeight > half.1 ? 2 * y + dy : y, chromaHeight - 1)
          sum += Int(bytes[planes[index].offset + row * chromaWidth + column])
        }
        #expect(Int(result[halved[index].offset + y * half.0 + x]) == (sum + 2) / 4)
      }
    }
  }
}

@Test func aCameraThatSendsJPEGIsDecodedAndItsDamagedFramesSkipped() throws {
  let whole = JPEGPicture.encoded(width: 64, height: 48, TJSAMP_422)
  let camera = try FakeCamera(
    "camera video0\nformat MJPG 64 48 60 frames\nfault cut-every 3\nfault junk-every 4",
    files: ["frames": whole + JPEGPicture.without(0xC4, whole)])
  let outcome = try camera.probe("--frames", "6", "--save", camera.folder.appending(path: "saved").path)
  #expect(outcome.lines("state running").first == " Fake Camera MJPG 64x48@60")
  #expect(outcome.lines("frame ").allSatisfy { $0.contains(" yuv420 64x48 ") && $0.hasSuffix("true") })
  // The third, fourth, sixth … are damaged; the first has number 0.
  #expect(outcome.sequences.allSatisfy { ($0 + 1) % 3 != 0 && ($0 + 1) % 4 != 0 })
  #expect(outcome.count("corrupt") >= 3)
  #expect(try camera.bytes(of: "saved") == decode(whole).bytes)
}
