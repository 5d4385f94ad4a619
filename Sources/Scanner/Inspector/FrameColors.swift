public import Imaging

extension RGBAImage {
  /// A frame in its colors, as a picture file has them: of red, green and blue, and of grey, each value as it is; of luma
  /// and chroma as ITU-R BT.601 has it (2.5.1), rounded, which a camera's own samples do not come back from.
  ///
  /// - Parameter factor: of the sides, above 0, at most 1; each pixel of a smaller picture is the mean of up to nine of those
  ///   that it covers, evenly spread.
  /// - Returns: nil for a frame without pixels.
  public init?(_ frame: Frame, reducedBy factor: Double = 1) {
    precondition(factor > 0 && factor <= 1, "a copy is smaller")
    guard let grey = LuminanceImage(frame) else { return nil }
    let colors = FrameColors(frame, luma: grey.pixels)
    let (columns, rows) = (max(1, Int(Double(frame.width) * factor)), max(1, Int(Double(frame.height) * factor)))
    let across = (0..<columns).map { Self.samples(of: $0, among: columns, over: frame.width) }
    var pixels = [UInt8](repeating: 255, count: 4 * columns * rows)
    for row in 0..<rows {
      let lines = Self.samples(of: row, among: rows, over: frame.height)
      for column in 0..<columns {
        var (red, green, blue) = (0, 0, 0)
        for y in lines {
          for x in across[column] {
            let color = colors.color(x, y)
            (red, green, blue) = (red + Int(color.red), green + Int(color.green), blue + Int(color.blue))
          }
        }
        let (at, count) = (4 * (row * columns + column), lines.count * across[column].count)
        (pixels[at], pixels[at + 1], pixels[at + 2]) = (
          UInt8(red / count), UInt8(green / count), UInt8(blue / count)
        )
      }
    }
    self.init(width: columns, height: rows, pixels: pixels)
  }

  /// Up to three of the places that one of several parts covers.
  private static func samples(of part: Int, among parts: Int, over length: Int) -> [Int] {
    let start = part * length / parts
    let covered = max(1, (part + 1) * length / parts - start)
    let count = min(3, covered)
    return (0..<count).map { start + (2 * $0 + 1) * covered / (2 * count) }
  }
}

/// A frame's colors, pixel by pixel.
private struct FrameColors {
  private let frame: Frame
  private let luma: [UInt8]

  /// - Parameter luma: of the frame, row after row.
  init(_ frame: Frame, luma: [UInt8]) { (self.frame, self.luma) = (frame, luma) }

  func color(_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let grey = luma[y * frame.width + x]
    switch frame.format {
    case .grey: return (grey, grey, grey)
    case .rgb24, .bgr24:
      let start = frame.planes[0].offset + y * frame.planes[0].stride + 3 * x
      let (first, middle, last) = (frame.bytes[start], frame.bytes[start + 1], frame.bytes[start + 2])
      return frame.format == .rgb24 ? (first, middle, last) : (last, middle, first)
    default:
      let (blue, red) = chroma(x, y)
      // Of the narrow range luma uses 219 levels from 16 on, chroma 224.
      let isFull = frame.isFullRange
      let luma = isFull ? Double(grey) : (Double(grey) - 16) * 255 / 219
      let scale = isFull ? 1.0 : 255.0 / 224
      let (b, r) = (scale * (Double(blue) - 128), scale * (Double(red) - 128))
      func level(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
      return (level(luma + 1.402 * r), level(luma - 0.344136 * b - 0.714136 * r), level(luma + 1.772 * b))
    }
  }

  /// Both chroma samples of a pixel, blue's first.
  private func chroma(_ x: Int, _ y: Int) -> (blue: UInt8, red: UInt8) {
    func sample(_ plane: Int, _ offset: Int, _ row: Int) -> UInt8 {
      frame.bytes[frame.planes[plane].offset + row * frame.planes[plane].stride + offset]
    }
    let column = x / 2
    return switch frame.format {
    case .yuyv: (sample(0, 4 * column + 1, y), sample(0, 4 * column + 3, y))
    case .uyvy: (sample(0, 4 * column, y), sample(0, 4 * column + 2, y))
    case .nv12: (sample(1, 2 * column, y / 2), sample(1, 2 * column + 1, y / 2))
    case .nv21: (sample(1, 2 * column + 1, y / 2), sample(1, 2 * column, y / 2))
    case .yuv420: (sample(1, column, y / 2), sample(2, column, y / 2))
    case .yvu420: (sample(2, column, y / 2), sample(1, column, y / 2))
    case .grey, .rgb24, .bgr24: (128, 128)
    }
  }
}
