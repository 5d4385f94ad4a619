import Geometry
import Imaging

/// A part of an image, in whole pixels.
package struct PixelPart: Hashable {
  package var left: Int
  package var top: Int
  package var width: Int
  package var height: Int

  package init(left: Int, top: Int, width: Int, height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }
}

extension LuminanceImage {
  /// A picture made of a part of this one, at its place and of its size.
  func part(_ part: PixelPart, as pixels: [UInt8]) -> LuminanceImage {
    LuminanceImage(
      width: part.width, height: part.height, pixels: pixels,
      toFrame: Mapping<ImagePixels, ImagePixels>(
        scaleX: 1, scaleY: 1, shiftX: Double(part.left), shiftY: Double(part.top)
      ).then(toFrame))
  }
}
