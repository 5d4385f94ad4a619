import Imaging

/// Some columns of an image as the rows of another, so that columns are scanned like rows.
struct TurnedPicture {
  private(set) var image = LuminanceImage(width: 1, height: 1, pixels: [0])
  private(set) var thresholds = ThresholdGrid()

  /// Takes every so manieth column, in the memory this picture has already.
  mutating func take(_ source: LuminanceImage, every step: Int) {
    image.becomeColumns(of: source, every: step)
    thresholds.measure(image)
  }
}
