/// The places where a row changes between dark and light, found while it is thresholded: the row as
/// alternating runs, without a binary image.
public struct RowEdges: Sendable {
  /// Ascending; the first is the start of the first dark run, so that even entries begin dark runs and odd
  /// ones end them. A dark run that reaches the row's end ends at its width. Valid up to `count`.
  public private(set) var positions: [Int32] = []
  public private(set) var count = 0
  /// Of five runs in a row, by the place of the first one's start, those whose middle run is longer than its
  /// neighbours and at most six times as long: all that can be a finder's, and few others. Valid up to
  /// `middleCount`.
  public private(set) var middles: [Int32] = []
  public private(set) var middleCount = 0

  public init() {}

  /// Finds the edges of row `y`.
  ///
  /// - Precondition: the row lies in the image, which the grid was measured on.
  /// - Complexity: O(width), eight pixels at a time where nothing changes.
  package mutating func scan(_ image: LuminanceImage, _ grid: ThresholdGrid, row y: Int) {
    let width = image.width
    precondition(y >= 0 && y < image.height && grid.columns * 8 >= width && grid.rows * 8 > y)
    precondition(grid.thresholds.count >= grid.columns * grid.rows)
    if positions.count < width + 2 {
      positions = [Int32](repeating: 0, count: width + 2)
      middles = positions
    }
    let start = y * width
    let levelsStart = y / 8 * grid.columns
    var found = 0
    unsafe image.pixels.withUnsafeBytes { source in
      unsafe grid.thresholds.withUnsafeBufferPointer { levels in
        unsafe positions.withUnsafeMutableBufferPointer { out in
          // Eight pixels make a byte of bits, eight bytes a word; a word's edges are where it differs from
          // itself shifted by one.
          var carry: UInt64 = 0
          var x = 0
          while x < width {
            let bits = unsafe darkBits(source, start &+ x, min(64, width &- x), levels, levelsStart &+ x &>> 3)
            var edges = bits ^ (bits &<< 1 | carry)
            carry = bits &>> 63
            while edges != 0 {
              unsafe out[found] = Int32(truncatingIfNeeded: x &+ edges.trailingZeroBitCount)
              found &+= 1
              edges &= edges &- 1
            }
            x &+= 64
          }
          if found & 1 == 1 {
            // A row that ends dark: past the width the bits are 0, so the edge is missing only at a word's end.
            unsafe out[found] = Int32(truncatingIfNeeded: width)
            found &+= 1
          }
        }
      }
    }
    count = found
    findMiddles()
  }

  private mutating func findMiddles() {
    middleCount = 0
    guard count >= 6 else { return }
    var found = 0
    let runs = count - 5
    unsafe positions.withUnsafeBufferPointer { edge in
      unsafe middles.withUnsafeMutableBufferPointer { out in
        for i in 0..<runs {
          let (a, b) = unsafe (edge[i &+ 2], edge[i &+ 3])
          let middle = b &- a
          let (before, after) = unsafe (a &- edge[i &+ 1], edge[i &+ 4] &- b)
          if middle > max(before, after), middle <= 6 &* min(before, after) &+ 2 {
            unsafe out[found] = Int32(truncatingIfNeeded: i)
            found &+= 1
          }
        }
      }
    }
    middleCount = found
  }
}

/// Up to 64 pixels as bits, the first one lowest; 1 is dark.
@inline(__always)
private func darkBits(
  _ source: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ levels: UnsafeBufferPointer<UInt8>, _ firstLevel: Int
) -> UInt64 {
  let weights = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
  var word: UInt64 = 0
  var x = 0
  while x &+ 16 <= count {
    let pixels = unsafe source.loadUnaligned(fromByteOffset: start &+ x, as: SIMD16<UInt8>.self)
    let at = firstLevel &+ x &>> 3
    let level = unsafe SIMD16<UInt8>(
      lowHalf: SIMD8<UInt8>(repeating: levels[at]), highHalf: SIMD8<UInt8>(repeating: levels[at &+ 1]))
    let dark = SIMD16<UInt8>.zero.replacing(with: weights, where: pixels .< level)
    let bits = UInt64(dark.lowHalf.wrappedSum()) | UInt64(dark.highHalf.wrappedSum()) &<< 8
    word |= bits &<< UInt64(truncatingIfNeeded: x)
    x &+= 16
  }
  while x < count {
    if unsafe source[start &+ x] < levels[firstLevel &+ x &>> 3] { word |= 1 &<< UInt64(truncatingIfNeeded: x) }
    x &+= 1
  }
  return word
}
