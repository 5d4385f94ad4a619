/// Print that is fainter than what is around it, such as grey on a white label before a dark ground: the label's edge is many
/// times as strong, so that a threshold from both is darker than all of the print.
struct FaintPrint {
  /// What parts dark from light in each block: the mean of the middles of the blocks around it that show faint print, or the
  /// threshold where there are none.
  private var levels: [Float]
  /// How many times as strong the contrast of each block should be, from 1 on.
  private var gains: [Float]
  private let columns: Int
  private let rows: Int

  /// The contrast of print, in grey levels, that others beside it make faint. Noise of three levels has up to 14 in a block.
  private static let faint = 16...56
  /// The difference of dark and light that it is given: what is darker than the print then becomes as dark as can be, and
  /// makes the same edge as print does.
  private static let evenContrast: Float = 180
  private static let mostGain: Float = 8
  private static let middle: Float = 128
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
    levels = grid.thresholds.map { Float($0) }
    gains = [Float](repeating: 1, count: levels.count)
    var (middles, contrasts) = (gains, gains)
    var counts = gains
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
      levels[block] = middles[block] / counts[block]
      gains[block] = min(max(Self.evenContrast * counts[block] / contrasts[block], 1), Self.mostGain)
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
    for y in 0..<image.height {
      let (above, below, down) = Self.neighbors(y, block, rows)
      for x in 0..<image.width {
        let (left, right, across) = Self.neighbors(x, block, columns)
        func at(_ values: [Float]) -> Float {
          let upper = values[above * columns + left] * (1 - across) + values[above * columns + right] * across
          let lower = values[below * columns + left] * (1 - across) + values[below * columns + right] * across
          return upper + (lower - upper) * down
        }
        let place = y * image.width + x
        let value = Self.middle + at(gains) * (Float(pixels[place]) - at(levels))
        pixels[place] = UInt8(min(max(value, 0), 255))
      }
    }
    return LuminanceImage(width: image.width, height: image.height, pixels: pixels, toFrame: image.toFrame)
  }

  /// The two blocks between whose middles a pixel lies, and its share of the way from one to the other.
  @inline(__always)
  private static func neighbors(_ place: Int, _ block: Int, _ count: Int) -> (first: Int, second: Int, share: Float) {
    let along = max(0, 2 * place + 1 - block)
    let first = min(along / (2 * block), count - 1)
    return (first, min(first + 1, count - 1), Float(along % (2 * block)) / Float(2 * block))
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
