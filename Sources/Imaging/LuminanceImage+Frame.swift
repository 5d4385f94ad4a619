public import Geometry

extension LuminanceImage {
  /// The grey of a frame, or of the part of it that `region` covers (whole pixels, rounded outward).
  /// Nil where the region lies outside the frame.
  ///
  /// - Complexity: O(pixels of the region), one pass.
  public init?(_ frame: Frame, region: Rect<FramePixels>? = nil) {
    guard let area = PixelArea(of: region, in: frame) else { return nil }
    self.init(width: 1, height: 1, pixels: [0])
    extract(from: frame, area)
  }

  /// Replaces this image by the grey of a part of a frame, in the memory it has already: nothing is allocated once
  /// the image has been as large before. A whole frame that is nothing but grey is shared, not copied.
  package mutating func extract(from frame: Frame, _ area: PixelArea) {
    (width, height) = (area.width, area.height)
    toFrame = Mapping(scaleX: 1, scaleY: 1, shiftX: Double(area.left), shiftY: Double(area.top))
    let plane = frame.planes[0]
    let isWholeFrame = width == frame.width && height == frame.height
    if frame.format == .grey, isWholeFrame, plane.offset == 0, plane.stride == width,
      frame.bytes.count == width * height
    {
      pixels = frame.bytes
      return
    }
    pixels.resize(to: width * height)
    extractLuma(
      from: frame.bytes, layout: LumaLayout(frame.format), start: plane.offset + area.top * plane.stride,
      left: area.left,
      stride: plane.stride, width: width, height: height, into: &pixels)
  }
}

extension [UInt8] {
  /// Makes the array this long, whatever is in it afterwards, without giving memory back.
  package mutating func resize(to count: Int) {
    if self.count > count {
      removeLast(self.count - count)
    } else if self.count < count {
      append(contentsOf: repeatElement(0, count: count - self.count))
    }
  }
}
