public import Geometry

/// Grey values, one byte a pixel (0 is black), and the way back to the frame they were taken from.
///
/// The picture that every detector works on: cropped to the searched region, perhaps scaled.
public struct LuminanceImage: Sendable {
  /// Pixels in a row, at least 1.
  public package(set) var width: Int
  /// Rows, at least 1.
  public package(set) var height: Int
  /// Row after row without padding: `width * height` bytes.
  public package(set) var pixels: [UInt8]
  /// Where a point of this image lies in the frame.
  public package(set) var toFrame: Mapping<ImagePixels, FramePixels>

  /// - Precondition: both sides are positive and the pixels fill them exactly.
  public init(
    width: Int, height: Int, pixels: [UInt8],
    toFrame: Mapping<ImagePixels, FramePixels> = Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)
  ) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "pixels do not fill the image")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.toFrame = toFrame
  }

  /// Width and height.
  public var size: Size<ImagePixels> { Size(width, height) }
  /// The whole image as a rectangle.
  public var bounds: Rect<ImagePixels> { Rect(origin: Point(0, 0), size: size) }
}
