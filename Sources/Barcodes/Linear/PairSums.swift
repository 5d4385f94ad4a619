/// Sums over pairs of values, which tell how alike two sequences are.
struct PairSums {
  private var (aa, ab, bb) = (Float.zero, Float.zero, Float.zero)

  init() {}

  /// Of two sequences of equal length, each less its mean.
  init(centered a: [Float], _ b: [Float]) {
    let count = Float(max(a.count, 1))
    let (meanA, meanB) = (a.reduce(0, +) / count, b.reduce(0, +) / count)
    for i in a.indices { add(a[i] - meanA, b[i] - meanB) }
  }

  mutating func add(_ a: Float, _ b: Float) {
    aa += a * a
    ab += a * b
    bb += b * b
  }

  /// 1 where one is a multiple of the other, near 0 where they have nothing in common; 0 where either is flat.
  var correlation: Float { aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0 }
  /// How much of the first the second one has: the multiple of it that is nearest to the second. Noise leaves it as it is.
  /// 1 where the first is flat.
  var share: Float { aa > 0 ? ab / aa : 1 }
  /// How much larger the second one's swings are than the first one's; 1 where the first is flat.
  var strength: Float { aa > 0 ? (bb / aa).squareRoot() : 1 }
}
