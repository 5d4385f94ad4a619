import Geometry
import Imaging

/// Some columns of an image as the rows of another, so that columns are scanned like rows.
struct TurnedPicture {
  private(set) var image = LuminanceImage(width: 1, height: 1, pixels: [0])
  private(set) var thresholds = ThresholdGrid()
  private var step = 1

  /// Takes every so manieth column, in the memory this picture has already.
  mutating func take(_ source: LuminanceImage, every step: Int) {
    image.becomeColumns(of: source, every: step)
    thresholds.measure(image)
    self.step = step
  }

  /// An edge found in this picture's rows as it lies in the image that they were taken from.
  func toSource(_ chain: EdgeChain) -> EdgeChain {
    func place(_ place: Point<ImagePixels>) -> Point<ImagePixels> {
      Point((place.y - 0.5) * Double(step) + 0.5, place.x)
    }
    // What is right of a row is below a column, and so to the left of the way from the first column to the last.
    return EdgeChain(
      top: place(chain.top), bottom: place(chain.bottom), middle: place(chain.middle),
      darkIsRight: !chain.darkIsRight)
  }
}
