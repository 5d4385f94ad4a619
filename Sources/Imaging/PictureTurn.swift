import Foundation
public import Geometry

/// Turns pictures by any angle, on a canvas that holds all of them.
///
/// Quarter turns move pixels and leave them as they are; others mix the four around each place. Beyond the picture its
/// border goes on, as paper does: white there would be an edge that no photograph has.
public struct PictureTurn: Sendable {
  /// Pixels of the picture and of the canvas.
  private let size, canvas: Size<FramePixels>
  private let cosine, sine: Double

  /// - Parameters:
  ///   - degrees: clockwise, as seen.
  ///   - width: in pixels, at least one.
  ///   - height: in pixels, at least one.
  public init(clockwise degrees: Double, width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has pixels")
    let angle = degrees * .pi / 180
    (cosine, sine) = (cos(angle), sin(angle))
    size = Size(Double(width), Double(height))
    // What is a quarter turn but for rounding gets no column more.
    func whole(_ length: Double) -> Double { (length - 1e-6).rounded(.up) }
    canvas = Size(
      whole(size.width * abs(cosine) + size.height * abs(sine)),
      whole(size.width * abs(sine) + size.height * abs(cosine)))
  }

  /// Where a place of the picture lies on the canvas.
  public func place(_ point: Point<FramePixels>) -> Point<FramePixels> {
    let (x, y) = (point.x - size.width / 2, point.y - size.height / 2)
    return Point(canvas.width / 2 + cosine * x - sine * y, canvas.height / 2 + sine * x + cosine * y)
  }

  /// - Precondition: the image has the size that was told.
  public func callAsFunction(_ image: LuminanceImage) -> LuminanceImage {
    precondition(Double(image.width) == size.width && Double(image.height) == size.height, "another picture's turn")
    guard sine != 0 || cosine != 1 else { return image }
    let (width, height) = (Int(canvas.width), Int(canvas.height))
    var pixels = [UInt8](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        // The middle of the pixel, turned back.
        let (right, down) = (Double(x) + 0.5 - canvas.width / 2, Double(y) + 0.5 - canvas.height / 2)
        pixels[y * width + x] = Self.grey(
          image, cosine * right + sine * down + size.width / 2 - 0.5,
          cosine * down - sine * right + size.height / 2 - 0.5)
      }
    }
    return LuminanceImage(width: width, height: height, pixels: pixels)
  }

  /// Bilinear between the middles of pixels.
  private static func grey(_ image: LuminanceImage, _ x: Double, _ y: Double) -> UInt8 {
    let x = max(0, min(Double(image.width - 1), x))
    let y = max(0, min(Double(image.height - 1), y))
    let (left, top) = (Int(x), Int(y))
    let (right, bottom) = (min(left + 1, image.width - 1), min(top + 1, image.height - 1))
    let (u, v) = (x - Double(left), y - Double(top))
    func pixel(_ x: Int, _ y: Int) -> Double { Double(image.pixels[y * image.width + x]) }
    let above = pixel(left, top) * (1 - u) + pixel(right, top) * u
    let below = pixel(left, bottom) * (1 - u) + pixel(right, bottom) * u
    return UInt8((above * (1 - v) + below * v).rounded())
  }
}
