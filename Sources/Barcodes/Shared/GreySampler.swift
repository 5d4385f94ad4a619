import Geometry
import Imaging

/// Grey values between pixels: one level of the pyramid, asked in pixels of level 0.
struct GreySampler {
  let image: LuminanceImage
  /// Of the pyramid, 0 for the image as it was taken.
  let level: Int
  /// Pixels of this level for a pixel of level 0.
  let scale: Double
  /// 255 where the symbol is light on dark: values come out as if it were dark on light.
  let mask: UInt8

  init(_ image: LuminanceImage, level: Int, inverted: Bool) {
    self.image = image
    self.level = level
    scale = 1 / Double(1 << level)
    mask = inverted ? 255 : 0
  }

  /// Whether any of the image lies within a distance of a place, along either axis; both in pixels of level 0.
  func shows(_ place: Point<ImagePixels>, within distance: Double) -> Bool {
    let (right, bottom) = (Double(image.width) / scale + distance, Double(image.height) / scale + distance)
    return place.x > -distance && place.y > -distance && place.x < right && place.y < bottom
  }

  /// The value at a place, bilinear between the four pixels around it; the border goes on outside.
  @inline(__always)
  func value(_ x: Double, _ y: Double) -> Float {
    let fx = min(max(x * scale - 0.5, 0), Double(image.width - 1))
    let fy = min(max(y * scale - 0.5, 0), Double(image.height - 1))
    guard fx == fx, fy == fy else { return 0 }
    let ix = min(Int(fx), max(image.width - 2, 0))
    let iy = min(Int(fy), max(image.height - 2, 0))
    let tx = Float(fx - Double(ix))
    let ty = Float(fy - Double(iy))
    let at = iy * image.width + ix
    let right = image.width > 1 ? 1 : 0
    let below = image.height > 1 ? image.width : 0
    let a = Float(image.pixels[at] ^ mask)
    let b = Float(image.pixels[at + right] ^ mask)
    let c = Float(image.pixels[at + below] ^ mask)
    let d = Float(image.pixels[at + below + right] ^ mask)
    let upper = a + (b - a) * tx
    let lower = c + (d - c) * tx
    return upper + (lower - upper) * ty
  }

  @inline(__always)
  func value(_ place: Point<ImagePixels>) -> Float { value(place.x, place.y) }

  /// From pixels of level 0 to those of this level.
  var toLevel: Perspective<ImagePixels, ImagePixels> { Perspective(scale, 0, 0, 0, scale, 0, 0, 0, 1) }

  /// The image, unless it is too small or too large for the kernels that sample rows of modules.
  var fittingKernels: LuminanceImage? {
    image.width >= 2 && image.height >= 2 && max(image.width, image.height) < 1 << 15 ? image : nil
  }

  /// True for a place within the image.
  func contains(_ place: Point<ImagePixels>) -> Bool {
    place.x >= 0 && place.y >= 0 && place.x * scale <= Double(image.width) && place.y * scale <= Double(image.height)
  }
}
