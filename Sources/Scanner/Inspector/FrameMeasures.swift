import Foundation
public import Imaging

/// The greys of what was searched in a frame, for plots.
public struct FrameMeasures: Hashable, Sendable {
  /// Greys of 8 levels each, their shares of all pixels.
  public let histogram: [Double]
  /// Pixels over which the steepest edges spread: 1 is as sharp as pixels are; nil in an even picture.
  public let edgeWidth: Double?

  public init(_ image: LuminanceImage) {
    var counts = [Int](repeating: 0, count: 32)
    // Every fourth pixel of a large picture tells as much.
    let step = image.pixels.count > 200_000 ? 4 : 1
    for index in stride(from: 0, to: image.pixels.count, by: step) { counts[Int(image.pixels[index] >> 3)] += 1 }
    let sum = Double(counts.reduce(0, +))
    histogram = counts.map { Double($0) / max(1, sum) }

    let area = PixelArea(image: image, columns: 0..<image.width, rows: 0..<image.height)
    let (low, high) = area.extremes(leaving: 0.01)
    let slopes = area.gradients().map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    let steepest = Double(PixelArea.quantile(slopes, 0.998))
    // Below this the picture is even or dark, and its slopes are noise.
    edgeWidth = high - low >= 16 && steepest > 1 ? max(1, (high - low) / steepest) : nil
  }
}
