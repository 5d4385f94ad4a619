/// A picture in color: four bytes a pixel, R G B A, alpha not premultiplied; rows without padding.
///
/// What files are read into and screenshots are made of.
public struct RGBAImage: Hashable, Sendable {
  /// Pixels in a row, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// Row after row without padding: `4 * width * height` bytes, R G B A.
  public let pixels: [UInt8]

  /// - Precondition: both sides are positive and the pixels fill them exactly.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == 4 * width * height, "pixels do not fill the image")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
