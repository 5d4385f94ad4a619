import Geometry

extension LuminanceImage {
  /// Replaces this image by another one at half its size, in the memory it has already.
  ///
  /// - Precondition: the other image is at least 2 pixels wide and high.
  package mutating func becomeHalf(of other: LuminanceImage) {
    precondition(other.width >= 2 && other.height >= 2, "too small to halve")
    width = other.width / 2
    height = other.height / 2
    toFrame = Mapping<ImagePixels, ImagePixels>(scaleX: 2, scaleY: 2, shiftX: 0, shiftY: 0).then(other.toFrame)
    pixels.resize(to: width * height)
    halve(other.pixels, width: other.width, height: other.height, into: &pixels)
  }

  /// Replaces this image by another one at twice its size, in the memory it has already.
  package mutating func becomeDouble(of other: LuminanceImage) {
    width = 2 * other.width
    height = 2 * other.height
    toFrame = Mapping<ImagePixels, ImagePixels>(scaleX: 0.5, scaleY: 0.5, shiftX: 0, shiftY: 0).then(other.toFrame)
    pixels.resize(to: width * height)
    enlarge(other.pixels, width: other.width, height: other.height, into: &pixels)
  }

  /// Replaces this image by another one with dark and light exchanged.
  package mutating func becomeInverse(of other: LuminanceImage) {
    width = other.width
    height = other.height
    toFrame = other.toFrame
    pixels.resize(to: other.pixels.count)
    complement(other.pixels, into: &pixels)
  }

  /// Replaces this image by another one in which what is dark has grown by a pixel to each side, so that dots that do
  /// not touch become lines.
  ///
  /// - Parameter closesLight: true to let what is light grow.
  /// - Precondition: the other image is at least 2 pixels wide and high.
  package mutating func becomeClosed(of other: LuminanceImage, closesLight: Bool = false) {
    width = other.width
    height = other.height
    toFrame = other.toFrame
    pixels.resize(to: width * height)
    closeGaps(other.pixels, width: width, height: height, mask: closesLight ? 255 : 0, into: &pixels)
  }
}
