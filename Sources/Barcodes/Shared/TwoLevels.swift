package import Imaging

/// Print has two levels of grey and little between them; texture gathers around its mean. Kurtosis tells them apart: 1 for two
/// levels in equal parts, 1.8 for even ramps between them, 3 for noise.
extension LuminanceImage {
  /// Pixels of a block's side: some modules of a symbol.
  private static let side = 16
  /// Blocks that are looked at, or up to four times as many: a thousand take a quarter of a millisecond, all of twelve megapixels 12 ms,
  /// half of what a QR Code in them took that a closer look reads.
  private static let mostBlocks = 1024.0
  /// The part of the greatest variance of a block from which a block is full of edges.
  private static let leastVariance = 0.25
  /// The share of such blocks that shows what the clearest of them hold: a symbol may be a small part of what stands out.
  private static let (clearest, clearestRestored) = (0.05, 0.1)
  /// Kurtosis up to which a picture whose blur was undone, or faint print made strong, shows print. Of 153 in which a symbol was
  /// read once its motion was undone the clearest blocks had 1.87 at most, of 158 that were brought into focus five had more than
  /// this; of 46 parts of carpets that seemed to have moved 30 had. Of twelve that were read once faint print was made strong the clearest blocks had 1.5 at most; noise
  /// on a slope of grey has 2.6.
  private static let mostKurtosis = 2.0
  /// Kurtosis of a picture as it was taken from which print is doubtful, and from which it shows none. Of 85 photographs of which a
  /// closer look read a symbol one had more than 1.75, and that one 3; of 718 drawn ones, blurred, moved, faint or amid carpets, 56
  /// and 14; of 46 without symbols 31 and 19.
  private static let doubtful = 1.75...1.9

  /// Whether the blocks that are full of edges hold two levels of grey, as print does once its blur is undone or its contrast made
  /// strong; undoing blur that is none makes texture of texture.
  ///
  /// - Complexity: O(pixels) up to a megapixel; a larger picture takes no longer.
  package var showsTwoLevels: Bool {
    kurtosis(ofClearest: Self.clearestRestored).map { $0 <= Self.mostKurtosis } ?? true
  }

  /// How well a picture as it was taken shows that it may hold print: from 0, where it is all texture, to 1.
  ///
  /// - Complexity: as of `showsTwoLevels`.
  package var clarityOfPrint: Double {
    guard let kurtosis = kurtosis(ofClearest: Self.clearest) else { return 1 }
    let (least, most) = (Self.doubtful.lowerBound, Self.doubtful.upperBound)
    return min(max((most - kurtosis) / (most - least), 0), 1)
  }

  /// The kurtosis of the clearest of the blocks that are full of edges, of a large picture among a thousand of them; nil
  /// where there are none.
  private func kurtosis(ofClearest share: Double) -> Double? {
    var blocks: [(variance: Double, kurtosis: Double)] = []
    let count = (width / Self.side) * (height / Self.side)
    let step = Self.side * max(1, Int((Double(count) / Self.mostBlocks).squareRoot()))
    for top in stride(from: 0, through: height - Self.side, by: step) {
      for left in stride(from: 0, through: width - Self.side, by: step) {
        let (variance, kurtosis) = moments(left: left, top: top)
        if variance > 0 { blocks.append((variance, kurtosis)) }
      }
    }
    let least = Self.leastVariance * (blocks.map(\.variance).max() ?? 0)
    let busy = blocks.filter { $0.variance >= least }.map(\.kurtosis).sorted()
    return busy.isEmpty ? nil : busy[Int(share * Double(busy.count))]
  }

  /// A block's variance, in squared grey levels, and its kurtosis.
  private func moments(left: Int, top: Int) -> (variance: Double, kurtosis: Double) {
    var sums = (0, 0, 0, 0)
    for y in top..<top + Self.side {
      for place in y * width + left..<y * width + left + Self.side {
        let grey = Int(pixels[place])
        let square = grey * grey
        sums = (sums.0 + grey, sums.1 + square, sums.2 + square * grey, sums.3 + square * square)
      }
    }
    let count = Double(Self.side * Self.side)
    let (mean, second, third, fourth) = (
      Double(sums.0) / count, Double(sums.1) / count, Double(sums.2) / count, Double(sums.3) / count
    )
    let variance = second - mean * mean
    guard variance > 0 else { return (0, 0) }
    let central = fourth - 4 * mean * third + 6 * mean * mean * second - 3 * mean * mean * mean * mean
    return (variance, central / (variance * variance))
  }
}
