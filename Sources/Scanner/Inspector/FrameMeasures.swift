import Geometry
public import Imaging

/// The greys of what was searched in a frame, for plots.
public struct FrameMeasures: Hashable, Sendable {
  /// Greys of 8 levels each, their shares of all pixels.
  public let histogram: [Double]
  /// Pixels of the frame over which the steepest edges spread: 1 is as sharp as pixels are; nil in an even picture.
  public let edgeWidth: Double?

  public init(_ image: LuminanceImage) {
    let pixels = image.pixels
    var greys = [Int](repeating: 0, count: 256)
    // Every fourth pixel of a large picture tells as much.
    let step = pixels.count > Self.mostSamples ? 4 : 1
    for index in stride(from: 0, to: pixels.count, by: step) { greys[Int(pixels[index])] += 1 }
    let sum = greys.reduce(0, +)
    histogram = (0..<32).map { level in
      Double(greys[8 * level..<8 * level + 8].reduce(0, +)) / Double(max(1, sum))
    }
    // All but a hundredth at either end lie between.
    let (low, high) = (Self.quantile(greys, 0.01), Self.quantile(greys, 0.99))

    // The slopes of some pixels, in grey levels a pixel: at most half of 255 each way.
    var slopes = [Int](repeating: 0, count: 184)
    let grid = max(1, Int((Double(pixels.count) / Double(Self.mostSamples)).squareRoot().rounded(.up)))
    for y in stride(from: 1, to: image.height - 1, by: grid) {
      for x in stride(from: 1, to: image.width - 1, by: grid) {
        let at = y * image.width + x
        let across = Int(pixels[at + 1]) - Int(pixels[at - 1])
        let down = Int(pixels[at + image.width]) - Int(pixels[at - image.width])
        let square = across * across + down * down
        slopes[Int(Double(square).squareRoot() / 2)] += 1
      }
    }
    let steepest = Self.quantile(slopes, 0.998)
    // Below this the picture is even or dark, and its slopes are noise.
    edgeWidth =
      high - low >= 16 && steepest > 1
      ? max(1, Double(high - low) / Double(steepest)) * image.toFrame.scaleX : nil
  }

  /// Pixels that are looked at, about: the rest tells the same.
  private static let mostSamples = 100_000

  /// The least level up to which so large a share lies.
  private static func quantile(_ counts: [Int], _ share: Double) -> Int {
    let wanted = share * Double(counts.reduce(0, +))
    var seen = 0
    for (level, count) in counts.enumerated() {
      seen += count
      if Double(seen) >= wanted { return level }
    }
    return counts.count - 1
  }
}
