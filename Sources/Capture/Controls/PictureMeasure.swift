public import Imaging

/// How well a picture suits a reader, for a sweep to compare pictures of one scene.
public enum PictureMeasure: Sendable {
  /// Grows with sharpness: the mean square of the slopes (Tenengrad, Krotkov 1987), of a picture with noise as well.
  case sharpness
  /// Grows with the difference of dark and bright, and falls where either end is cut off.
  case contrast

  public func of(_ image: LuminanceImage) -> Double {
    switch self {
    case .sharpness: Self.slopes(image)
    case .contrast: Self.spread(image)
    }
  }

  private static func slopes(_ image: LuminanceImage) -> Double {
    let pixels = image.pixels
    var sum = 0
    var count = 0
    for row in 1..<max(1, image.height - 1) {
      for column in 1..<max(1, image.width - 1) {
        let at = row * image.width + column
        let across = Int(pixels[at + 1]) - Int(pixels[at - 1])
        let down = Int(pixels[at + image.width]) - Int(pixels[at - image.width])
        sum += across * across + down * down
        count += 1
      }
    }
    return count == 0 ? 0 : Double(sum) / Double(count)
  }

  /// The greys between the darkest and the brightest twentieth, less the share of pixels that are black or white outright: there a
  /// sensor has nothing more to tell.
  private static func spread(_ image: LuminanceImage) -> Double {
    var greys = [Int](repeating: 0, count: 256)
    for pixel in image.pixels { greys[Int(pixel)] += 1 }
    let count = image.pixels.count
    func level(_ share: Int) -> Int {
      var seen = 0
      return greys.firstIndex { grey in
        seen += grey
        return seen * 20 > count * share
      } ?? 255
    }
    let cut = greys[0...2].reduce(0, +) + greys[253...255].reduce(0, +)
    return Double(level(18) - level(1)) * (1 - Double(cut) / Double(count))
  }
}
