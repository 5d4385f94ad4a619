import Imaging
import JPEGFrames
import Testing

/// A picture of a smooth gradient, in the bytes of RGBA.
private func gradient(_ width: Int, _ height: Int) -> RGBAImage {
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      let (r, g, b) = JPEGPicture.color(x: x, y: y, width: width, height: height)
      pixels += [UInt8(r.rounded()), UInt8(g.rounded()), UInt8(b.rounded()), 255]
    }
  }
  return RGBAImage(width: width, height: height, pixels: pixels)
}

@Test("A picture that is written has the same colors when it is read", arguments: [(64, 48), (37, 23), (1, 1)])
func writtenAndRead(width: Int, height: Int) throws {
  let frame = try #require(MJPEGDecoder()).frame(from: JPEGWriter.bytes(gradient(width, height)))
  #expect(frame.width == width && frame.height == height && frame.format == .yuv420)
  for (y, x) in [(0, 0), (height / 2, width / 2), (height - 1, width - 1)] {
    let wanted = JPEGPicture.components(JPEGPicture.color(x: x, y: y, width: width, height: height))
    let luma = Double(frame.bytes[frame.planes[0].offset + y * frame.planes[0].stride + x])
    let blue = Double(frame.bytes[frame.planes[1].offset + y / 2 * frame.planes[1].stride + x / 2])
    #expect(abs(luma - wanted.y) < 8 && abs(blue - wanted.cb) < 12, "at \(x), \(y)")
  }
}

@Test("Less quality takes fewer bytes") func quality() throws {
  let image = gradient(128, 96)
  #expect(try JPEGWriter.bytes(image, quality: 10).count < JPEGWriter.bytes(image, quality: 95).count)
}
