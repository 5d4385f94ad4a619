public import Geometry

extension LuminanceImage {
  /// The grey of a frame, or of the part of it that `region` covers (whole pixels, rounded outward).
  /// Nil where the region lies outside the frame.
  ///
  /// - Complexity: O(pixels of the region), one pass.
  public init?(_ frame: Frame, region: Rect<FramePixels>? = nil) {
    self.init(width: 1, height: 1, pixels: [0])
    guard extract(from: frame, region: region) else { return nil }
  }

  /// Replaces this image by the grey of a frame, in the memory it has already: nothing is allocated once
  /// the image has been as large before. A whole frame that is nothing but grey is shared, not copied.
  ///
  /// - Returns: false, and the image as it was, where the region lies outside the frame.
  package mutating func extract(from frame: Frame, region: Rect<FramePixels>?) -> Bool {
    let whole = region ?? frame.bounds
    let left = Int(max(0, whole.minX).rounded(.down))
    let top = Int(max(0, whole.minY).rounded(.down))
    let right = Int(min(Double(frame.width), whole.maxX).rounded(.up))
    let bottom = Int(min(Double(frame.height), whole.maxY).rounded(.up))
    guard left < right, top < bottom else { return false }

    width = right - left
    height = bottom - top
    toFrame = Mapping(scaleX: 1, scaleY: 1, shiftX: Double(left), shiftY: Double(top))
    let plane = frame.planes[0]
    let isWholeFrame = width == frame.width && height == frame.height
    if frame.format == .grey, isWholeFrame, plane.offset == 0, plane.stride == width,
      frame.bytes.count == width * height
    {
      pixels = frame.bytes
      return true
    }
    pixels.resize(to: width * height)
    extractLuma(
      from: frame.bytes, layout: LumaLayout(frame.format), start: plane.offset + top * plane.stride, left: left,
      stride: plane.stride, width: width, height: height, into: &pixels)
    return true
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
