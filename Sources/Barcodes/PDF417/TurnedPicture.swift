import Imaging

/// Some columns of an image as the rows of another, so that columns are scanned like rows.
struct TurnedPicture {
  private(set) var image = LuminanceImage(width: 1, height: 1, pixels: [0])
  private(set) var thresholds = ThresholdGrid()

  /// Takes every so manieth column.
  mutating func take(_ source: LuminanceImage, every step: Int) {
    let lines = (source.width + step - 1) / step
    var pixels = [UInt8](repeating: 0, count: lines * source.height)
    let (width, height) = (source.width, source.height)
    let grey = source.pixels
    for y in 0..<height {
      let row = y * width
      for line in 0..<lines { pixels[line * height + y] = grey[row + line * step] }
    }
    image = LuminanceImage(width: height, height: lines, pixels: pixels)
    thresholds.measure(image)
  }
}
