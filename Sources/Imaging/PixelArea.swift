package import Geometry

/// A part of a frame in whole pixels, of which it has one at least.
package struct PixelArea: Hashable, Sendable {
  package let left: Int
  package let top: Int
  package let width: Int
  package let height: Int

  package init(whole frame: Frame) { (left, top, width, height) = (0, 0, frame.width, frame.height) }

  /// What a region covers.
  ///
  /// - Parameter region: rounded outward, and cut where it reaches over the frame, however far; nil is the whole frame.
  /// - Returns: nil where the region lies outside the frame, or is no rectangle of numbers.
  package init?(of region: Rect<FramePixels>?, in frame: Frame) {
    let region = region ?? frame.bounds
    let (minX, minY) = (max(region.minX, 0), max(region.minY, 0))
    let (maxX, maxY) = (min(region.maxX, Double(frame.width)), min(region.maxY, Double(frame.height)))
    guard minX < maxX, minY < maxY else { return nil }
    (left, top) = (Int(minX.rounded(.down)), Int(minY.rounded(.down)))
    (width, height) = (Int(maxX.rounded(.up)) - left, Int(maxY.rounded(.up)) - top)
  }

  package var count: Int { width * height }
}
