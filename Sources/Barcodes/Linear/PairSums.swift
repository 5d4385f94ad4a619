import Imaging

/// How alike two rows of values are.
struct PairSums {
  private let sums: PairProducts

  /// Of two rows of equal length, each less its mean.
  init(centered a: [Float], _ b: [Float]) { sums = PairProducts(centered: a, b) }

  /// Of the slopes of two rows: brightness itself is alike in all neighbouring lines.
  ///
  /// - Parameters:
  ///   - range: places in the first one.
  ///   - moved: how much further on those in the second one lie.
  init(slopesOf a: [Float], in range: Range<Int>, and b: [Float], moved: Int) {
    sums = PairProducts(slopesOf: a, in: range, and: b, moved: moved)
  }

  /// 1 where one is a multiple of the other, near 0 where they have nothing in common; 0 where either is flat.
  var correlation: Float { sums.aa > 0 && sums.bb > 0 ? sums.ab / (sums.aa * sums.bb).squareRoot() : 0 }
  /// How much of the first the second one has: the multiple of it that is nearest to the second. Noise leaves it as it is.
  /// 1 where the first is flat.
  var share: Float { sums.aa > 0 ? sums.ab / sums.aa : 1 }
  /// How much larger the second one's swings are than the first one's; 1 where the first is flat.
  var strength: Float { sums.aa > 0 ? (sums.bb / sums.aa).squareRoot() : 1 }
}
