/// The sums over two rows of numbers that tell how alike they are. Lanes are summed side by side, as the compiler does not
/// reorder a sum of floats.
package struct PairProducts {
  /// Of the first one's squares, of the products, and of the second one's squares.
  package private(set) var (aa, ab, bb) = (Float.zero, Float.zero, Float.zero)

  /// 1 where one is a multiple of the other, near 0 where they have nothing in common; 0 where either is flat.
  package var correlation: Float { aa > 0 && bb > 0 ? ab / (aa * bb).squareRoot() : 0 }
  /// How much of the first the second one has: the multiple of it that is nearest to the second. Noise leaves it as it is.
  /// 1 where the first is flat.
  package var share: Float { aa > 0 ? ab / aa : 1 }
  /// How much larger the second one's swings are than the first one's; 1 where the first is flat.
  package var strength: Float { aa > 0 ? (bb / aa).squareRoot() : 1 }

  private typealias Eight = SIMD8<Float>

  /// Of two rows of equal length, each less its mean.
  ///
  /// - Precondition: both have as many values.
  package init(centered a: [Float], _ b: [Float]) {
    precondition(a.count == b.count)
    let (meanA, meanB) = (Self.mean(a), Self.mean(b))
    unsafe add(count: a.count, a, b) { a, b, i in
      unsafe (
        a.loadUnaligned(fromByteOffset: 4 &* i, as: Eight.self) - meanA,
        b.loadUnaligned(fromByteOffset: 4 &* i, as: Eight.self) - meanB
      )
    } one: { i in
      (a[i] - meanA, b[i] - meanB)
    }
  }

  /// Of the slopes over two steps, from the value at a place to that two on.
  ///
  /// - Parameters:
  ///   - range: the places in the first row.
  ///   - moved: how much further on those in the second one lie.
  /// - Precondition: two values follow on the last place, in either row.
  package init(slopesOf a: [Float], in range: Range<Int>, and b: [Float], moved: Int) {
    let (from, other) = (range.lowerBound, range.lowerBound + moved)
    precondition(from >= 0 && other >= 0 && range.upperBound + 2 <= a.count && range.upperBound + moved + 2 <= b.count)
    unsafe add(count: range.count, a, b) { a, b, i in
      unsafe (
        a.loadUnaligned(fromByteOffset: 4 &* (from &+ i &+ 2), as: Eight.self)
          - a.loadUnaligned(fromByteOffset: 4 &* (from &+ i), as: Eight.self),
        b.loadUnaligned(fromByteOffset: 4 &* (other &+ i &+ 2), as: Eight.self)
          - b.loadUnaligned(fromByteOffset: 4 &* (other &+ i), as: Eight.self)
      )
    } one: { i in
      (a[from + i + 2] - a[from + i], b[other + i + 2] - b[other + i])
    }
  }

  @inline(__always)
  private mutating func add(
    count: Int, _ a: [Float], _ b: [Float],
    eight: (UnsafeRawBufferPointer, UnsafeRawBufferPointer, Int) -> (Eight, Eight), one: (Int) -> (Float, Float)
  ) {
    var (aas, abs, bbs) = (Eight.zero, Eight.zero, Eight.zero)
    let whole = count & ~7
    unsafe a.withUnsafeBytes { first in
      unsafe b.withUnsafeBytes { second in
        var i = 0
        while i < whole {
          let (x, y) = unsafe eight(first, second, i)
          aas += x * x
          abs += x * y
          bbs += y * y
          i &+= 8
        }
      }
    }
    (aa, ab, bb) = (aas.sum(), abs.sum(), bbs.sum())
    for i in whole..<count {
      let (x, y) = one(i)
      aa += x * x
      ab += x * y
      bb += y * y
    }
  }

  /// 0 of none.
  private static func mean(_ values: [Float]) -> Float {
    var sums = Eight.zero
    let whole = values.count & ~7
    unsafe values.withUnsafeBytes { bytes in
      var i = 0
      while i < whole {
        unsafe sums += bytes.loadUnaligned(fromByteOffset: 4 &* i, as: Eight.self)
        i &+= 8
      }
    }
    return values[whole...].reduce(sums.sum(), +) / Float(max(values.count, 1))
  }
}
