public import Imaging

/// A picture in grey as a camera would see it, on white where it is transparent.
public struct GreyPicture: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt8]

  public init(_ image: RGBAImage) {
    width = image.width
    height = image.height
    var grey = [UInt8](repeating: 255, count: width * height)
    var last = CodeColor.white
    var value: UInt8 = 255
    for pixel in grey.indices {
      let at = 4 * pixel
      let color = CodeColor(
        red: image.pixels[at], green: image.pixels[at + 1], blue: image.pixels[at + 2], alpha: image.pixels[at + 3])
      // Made codes have two colors in long runs: the arithmetic is done once a run.
      if color != last {
        last = color
        value = UInt8(color.over(.white).luma.rounded())
      }
      grey[pixel] = value
    }
    pixels = grey
  }

  private init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  var frame: Frame {
    get throws(FrameError) { try Frame(format: .grey, width: width, height: height, bytes: pixels) }
  }

  func seen(_ view: CodeProof.View, moduleSize: Int) -> GreyPicture {
    switch view {
    case .exported: moduleSize < 2 ? scaled(from: moduleSize, to: 2) : self
    case .small: scaled(from: moduleSize, to: 2)
    case .blurred: scaled(from: moduleSize, to: 4).boxBlurred
    }
  }

  /// Each pixel of the result is taken from the middle of what it covers: modules are flat, and whole pixels.
  private func scaled(from old: Int, to new: Int) -> GreyPicture {
    guard old != new else { return self }
    let (newWidth, newHeight) = (max(1, width * new / old), max(1, height * new / old))
    var out = [UInt8](repeating: 0, count: newWidth * newHeight)
    for y in 0..<newHeight {
      let row = min(height - 1, (2 * y + 1) * old / (2 * new)) * width
      for x in 0..<newWidth { out[y * newWidth + x] = pixels[row + min(width - 1, (2 * x + 1) * old / (2 * new))] }
    }
    return GreyPicture(width: newWidth, height: newHeight, pixels: out)
  }

  /// The mean of three by three pixels; beyond the border lies the border.
  private var boxBlurred: GreyPicture {
    var rows = [UInt16](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let (left, right) = (max(0, x - 1), min(width - 1, x + 1))
        rows[y * width + x] =
          UInt16(pixels[y * width + left]) + UInt16(pixels[y * width + x])
          + UInt16(pixels[y * width + right])
      }
    }
    var out = pixels
    for y in 0..<height {
      let (up, down) = (max(0, y - 1) * width, min(height - 1, y + 1) * width)
      for x in 0..<width {
        let sum = Int(rows[up + x]) + Int(rows[y * width + x]) + Int(rows[down + x])
        out[y * width + x] = UInt8((sum + 4) / 9)
      }
    }
    return GreyPicture(width: width, height: height, pixels: out)
  }
}
