package import Imaging

/// How far bars go on, asked of lines all over a striped region and of others a little further down.
///
/// Letters, leaves and weave make stripes that look like bars on any one line, and are others a few pixels on. A printed bar
/// is still there, and where blur leaves little of it, it leaves still less of what else differs.
///
/// Measured on 2,412 photographs and graphics, and in pictures of text and texture alone, of whose 68 regions with as many
/// bars as a symbol half have less than 0.73.
package struct StripeContinuity {
  /// Correlation of lines so far apart, which a quarter of the pairs reach: what stands above and below a symbol, or covers
  /// it, takes up no more than three quarters of its region.
  package let likeness: Float

  /// Pairs of lines, spread over the height, and how many of them are a quarter.
  private static let (pairs, quarter) = (12, 3)
  /// Of the region's height, the part over which they are spread: it ends at whole blocks, which reach over the bars.
  private static let share = 0.85
  /// Pixels from line to line, as of which letters are others; in a low region, whose bars are fine, a fourteenth of its height.
  private static let (apart, apartInHeight) = (8.0, 14.0)
  /// Samples by which bars may lie further on from line to line, where aligning found no direction.
  private static let mostMoved = 6

  package init(_ image: LuminanceImage, _ region: StripeRegion) {
    let apart = min(Self.apart, 2 * region.halfHeight / Self.apartInHeight)
    let likenesses = (0..<Self.pairs).map { pair in
      let place = (2 * Double(pair) + 1) / Double(Self.pairs) - 1
      let lines = [-0.5, 0.5].map { side in
        image.scanLine(region, offset: Self.share * place * region.halfHeight + side * apart, margin: 0, reach: 0)
      }
      return (-Self.mostMoved...Self.mostMoved).reduce(0) { max($0, lines[0].likeness(to: lines[1], moved: $1)) }
    }
    likeness = likenesses.sorted()[Self.pairs - Self.quarter]
  }

  /// True where many lines may read a symbol of which the first few said nothing: of 30 that they read the least had 0.75.
  package var mayBeBars: Bool { likeness >= 0.65 }

  /// True where more is worth trying: comparison with rendered digits, of whose 29 readings the least had 0.84, and more lines
  /// where half of them are silent.
  package var areLikelyBars: Bool { likeness >= 0.75 }
}
