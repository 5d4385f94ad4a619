import Imaging
import Scanner
import Testing

/// Red, green and blue side by side with grey, each two pixels square, so that halved chroma is whole.
private let colors: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [130, 130, 130]]

/// The luma and chroma of a color by ITU-R BT.601.
private func samples(_ color: [UInt8], isFull: Bool) -> (luma: UInt8, blue: UInt8, red: UInt8) {
  let (r, g, b) = (Double(color[0]), Double(color[1]), Double(color[2]))
  let luma = 0.299 * r + 0.587 * g + 0.114 * b
  let (blue, red) = ((b - luma) / 1.772, (r - luma) / 1.402)
  func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
  return isFull
    ? (byte(luma), byte(128 + blue), byte(128 + red))
    : (byte(16 + luma * 219 / 255), byte(128 + blue * 224 / 255), byte(128 + red * 224 / 255))
}

private func frame(_ format: PixelFormat, isFull: Bool) throws -> Frame {
  let (width, height) = (8, 2)
  let planes = format.planes(width: width, height: height)
  var bytes = [UInt8](repeating: 0, count: planes.map(\.end).max() ?? 0)
  for y in 0..<height {
    for x in 0..<width {
      let color = colors[x / 2]
      let (luma, blue, red) = samples(color, isFull: isFull)
      let row = planes[0].offset + y * planes[0].stride
      func chroma(_ plane: Int, _ first: UInt8, _ second: UInt8) {
        let at = planes[plane].offset + y / 2 * planes[plane].stride + x / 2 * 2
        (bytes[at], bytes[at + 1]) = (first, second)
      }
      func lone(_ plane: Int, _ value: UInt8) {
        bytes[planes[plane].offset + y / 2 * planes[plane].stride + x / 2] = value
      }
      switch format {
      case .grey: bytes[row + x] = luma
      case .rgb24, .bgr24:
        for part in 0..<3 { bytes[row + 3 * x + part] = color[format == .rgb24 ? part : 2 - part] }
      case .yuyv, .uyvy:
        let first = format == .yuyv ? 0 : 1
        bytes[row + 2 * x + first] = luma
        bytes[row + 2 * x + 1 - first] = x % 2 == 0 ? blue : red
      case .nv12, .nv21:
        bytes[row + x] = luma
        chroma(1, format == .nv12 ? blue : red, format == .nv12 ? red : blue)
      case .yuv420, .yvu420:
        bytes[row + x] = luma
        lone(1, format == .yuv420 ? blue : red)
        lone(2, format == .yuv420 ? red : blue)
      }
    }
  }
  return try Frame(format: format, width: width, height: height, bytes: bytes, isFullRange: isFull)
}

@Test("A frame of every layout and range has its colors as a picture", arguments: PixelFormat.allCases, [true, false])
func colors(format: PixelFormat, isFull: Bool) throws {
  let picture = try #require(RGBAImage(try frame(format, isFull: isFull)))
  #expect(picture.width == 8 && picture.height == 2)
  for place in 0..<16 {
    let color = colors[place % 8 / 2]
    let seen = picture.pixels[4 * place..<4 * place + 4].map(Int.init)
    let grey = Int(samples(color, isFull: isFull).luma)
    let wanted = format == .grey ? [grey, grey, grey] : color.map(Int.init)
    // A picture of its own values keeps them; 8 bits of luma and chroma round by two levels at most.
    let most = [.grey, .rgb24, .bgr24].contains(format) ? 0 : 3
    for (a, b) in zip(seen, wanted + [255]) { #expect(abs(a - b) <= most, "\(format) \(isFull) at \(place): \(seen)") }
  }
}

@Test("A smaller picture has the mean of the pixels that it covers, and as many as its sides say")
func smaller() throws {
  let frame = try Frame(
    format: .rgb24, width: 5, height: 2,
    bytes: [0, 10, 20, 100, 30, 40, 50, 0, 0, 60, 0, 0, 9, 9, 9, 0, 30, 40, 100, 50, 60, 50, 8, 0, 60, 8, 0, 9, 9, 9])
  let half = try #require(RGBAImage(frame, reducedBy: 0.5))
  #expect(half.width == 2 && half.height == 1)
  // Of five columns the first two are one pixel, and the other three the next.
  #expect(half.pixels == [50, 30, 40, 255, 39, 5, 3, 255])
  let whole = try #require(RGBAImage(frame))
  #expect(RGBAImage(frame, reducedBy: 1) == whole && whole.width == 5)
  // The least is a pixel.
  #expect(RGBAImage(frame, reducedBy: 0.001)?.pixels.count == 4)
}
