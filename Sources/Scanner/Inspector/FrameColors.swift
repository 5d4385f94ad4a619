public import Imaging

extension RGBAImage {
  /// A frame in its colors, as a picture file has them: of red, green and blue, and of grey, each value as it is; of luma
  /// and chroma as ITU-R BT.601 has it (2.5.1), rounded, which a camera's own samples do not come back from.
  ///
  /// - Returns: nil for a frame without pixels.
  public init?(_ frame: Frame) {
    let (width, height) = (frame.width, frame.height)
    guard let grey = LuminanceImage(frame) else { return nil }
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    func put(_ at: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) {
      (pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]) = (red, green, blue)
    }
    let bytes = frame.bytes
    /// Both chroma samples of a pixel, blue's first.
    func chroma(_ x: Int, _ y: Int) -> (blue: UInt8, red: UInt8) {
      func sample(_ plane: Int, _ offset: Int, _ row: Int) -> UInt8 {
        bytes[frame.planes[plane].offset + row * frame.planes[plane].stride + offset]
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
    for y in 0..<height {
      for x in 0..<width {
        let at = y * width + x
        switch frame.format {
        case .grey: put(at, grey.pixels[at], grey.pixels[at], grey.pixels[at])
        case .rgb24, .bgr24:
          let start = frame.planes[0].offset + y * frame.planes[0].stride + 3 * x
          let (first, last) = (bytes[start], bytes[start + 2])
          let isRGB = frame.format == .rgb24
          put(at, isRGB ? first : last, bytes[start + 1], isRGB ? last : first)
        default:
          let (blue, red) = chroma(x, y)
          // Of the narrow range luma uses 219 levels from 16 on, chroma 224.
          let isFull = frame.isFullRange
          let luma = isFull ? Double(grey.pixels[at]) : (Double(grey.pixels[at]) - 16) * 255 / 219
          let scale = isFull ? 1.0 : 255.0 / 224
          let (b, r) = (scale * (Double(blue) - 128), scale * (Double(red) - 128))
          func level(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
          put(at, level(luma + 1.402 * r), level(luma - 0.344136 * b - 0.714136 * r), level(luma + 1.772 * b))
        }
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
