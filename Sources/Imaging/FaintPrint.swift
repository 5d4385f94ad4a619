/// Print that is fainter than what is around it, such as grey on a white label before a dark ground: the label's edge is many
/// times as strong, so that a threshold from both is darker than all of the print.
struct FaintPrint {
  /// What parts dark from light in each block: the mean of the middles of the blocks around it that show faint print, or the
  /// threshold where there are none. In 256ths of a grey level.
  private var levels: [Int32]
  /// How many times as strong the contrast of each block should be, from 1 on, in 256ths.
  private var gains: [Int32]
  private let columns: Int
  private let rows: Int

  /// The contrast of print, in grey levels, that others beside it make faint. Noise of three levels has up to 14 in a block.
  private static let faint = 16...56
  /// The difference of dark and light that it is given: what is darker than the print then becomes as dark as can be, and
  /// makes the same edge as print does.
  private static let evenContrast: Float = 180
  private static let mostGain: Float = 8
  private static let middle: Int32 = 128
  /// Blocks to every side of one that say what its print is like.
  private static let radius = 2
  /// How many of them must show faint print for it to be taken for that.
  private static let leastAround: Float = 3
  /// The same of a symbol: nearly all of 40×40 pixels.
  private static let leastWithin: Float = 20
  /// Blocks around which there is so much: of a label of 64×64 pixels.
  private static let leastBlocks = 16

  /// Looks for it; nil where there is not enough for a symbol.
  init?(_ grid: ThresholdGrid) {
    (columns, rows) = (grid.columns, grid.rows)
    levels = grid.thresholds.map { Int32($0) << 8 }
    gains = [Int32](repeating: 1 << 8, count: levels.count)
    var middles = [Float](repeating: 0, count: levels.count)
    var (contrasts, counts) = (middles, middles)
    for block in levels.indices {
      let (dark, light) = (Int(grid.extremes.darkest[block]), Int(grid.extremes.lightest[block]))
      let isFaint = Self.faint ~= light - dark
      middles[block] = isFaint ? Float(dark + light) / 2 : 0
      contrasts[block] = isFaint ? Float(light - dark) : 0
      counts[block] = isFaint ? 1 : 0
    }
    counts = around(counts)
    guard counts.count(where: { $0 >= Self.leastWithin }) >= Self.leastBlocks else { return nil }
    (middles, contrasts) = (around(middles), around(contrasts))
    for block in levels.indices where counts[block] >= Self.leastAround {
      levels[block] = Int32(256 * middles[block] / counts[block])
      gains[block] = Int32(256 * min(max(Self.evenContrast * counts[block] / contrasts[block], 1), Self.mostGain))
    }
  }

  private func around(_ values: [Float]) -> [Float] {
    var sums = values
    boxSums(values, width: columns, height: rows, radius: Self.radius, into: &sums)
    return sums
  }

  /// The picture with such print as strong as plain print is.
  func strengthened(_ image: LuminanceImage) -> LuminanceImage {
    let block = ThresholdGrid.block
    var pixels = image.pixels
    // Half a block before the first pixel is the middle of the block before, which is as the first one.
    var row = [UInt8](repeating: 0, count: block * (columns + 1))
    var levels = [Int32](repeating: 0, count: columns + 2)
    var gains = levels
    for y in 0..<image.height {
      let along = max(2 * y + 1 - block, 0)
      let above = min(along / (2 * block), rows - 1)
      // Of the way to the middle of the next row of blocks, in 16ths.
      let down = Int32(along % (2 * block))
      let (upper, lower) = (above * columns, min(above + 1, rows - 1) * columns)
      for place in levels.indices {
        let column = min(max(place - 1, 0), columns - 1)
        levels[place] = (self.levels[upper + column] * (16 - down) + self.levels[lower + column] * down) >> 4
        gains[place] = (self.gains[upper + column] * (16 - down) + self.gains[lower + column] * down) >> 4
      }
      let places = y * image.width..<(y + 1) * image.width
      row.replaceSubrange(block / 2..<block / 2 + image.width, with: pixels[places])
      strengthenRow(&row, levels: levels, gains: gains, center: Self.middle)
      pixels.replaceSubrange(places, with: row[block / 2..<block / 2 + image.width])
    }
    return LuminanceImage(width: image.width, height: image.height, pixels: pixels, toFrame: image.toFrame)
  }
}

extension LuminanceImage {
  /// The picture with faint print as strong as plain print is; nil where there is not enough for a symbol.
  ///
  /// - Parameter thresholds: the picture's.
  /// - Complexity: O(pixels).
  package func strengthened(_ thresholds: ThresholdGrid) -> LuminanceImage? {
    FaintPrint(thresholds)?.strengthened(self)
  }
}
