/// The places where a row changes between dark and light, found while it is thresholded: the row as
/// alternating runs, without a binary image.
public struct RowEdges: Sendable {
  /// Ascending; the first is the start of the first dark run, so that even entries begin dark runs and odd
  /// ones end them. A dark run that reaches the row's end ends at its width. Valid up to `count`.
  public private(set) var positions: [Int32] = []
  /// How many edges the row has: an even number.
  public private(set) var count = 0

  /// Buffers that are kept from row to row.
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
    }
    let start = y * width
    let levelsStart = y / 8 * grid.columns
    count = unsafe image.pixels.withUnsafeBytes { source in
      unsafe grid.thresholds.withUnsafeBufferPointer { levels in
        unsafe positions.withUnsafeMutableBufferPointer { out in
          // Eight pixels make a byte of bits, eight bytes a word; a word's edges are where it differs from
          // itself shifted by one.
          var found = 0
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
          return found
        }
      }
    }
  }
}

/// Up to 64 pixels as bits, the first one lowest; 1 is dark.
@inline(__always)
private func darkBits(
  _ source: UnsafeRawBufferPointer, _ start: Int, _ count: Int, _ levels: UnsafeBufferPointer<UInt8>, _ firstLevel: Int
) -> UInt64 {
  var word: UInt64 = 0
  if count == 64 {
    for quarter in 0..<4 {
      word |= unsafe sixteen(source, start, quarter, levels, firstLevel) &<< UInt64(truncatingIfNeeded: 16 &* quarter)
    }
    return word
  }
  for x in 0..<count where unsafe source[start &+ x] < levels[firstLevel &+ x &>> 3] {
    word |= 1 &<< UInt64(truncatingIfNeeded: x)
  }
  return word
}

/// 16 pixels of a word as its lowest bits.
@inline(__always)
private func sixteen(
  _ source: UnsafeRawBufferPointer, _ start: Int, _ quarter: Int, _ levels: UnsafeBufferPointer<UInt8>,
  _ firstLevel: Int
) -> UInt64 {
  // A product with ones in all bytes repeats a byte eight times.
  let everyByte: UInt64 = 0x0101_0101_0101_0101
  let at = firstLevel &+ 2 &* quarter
  let level = unsafe SIMD2(UInt64(levels[at]) &* everyByte, UInt64(levels[at &+ 1]) &* everyByte)
  let pixels = unsafe source.loadUnaligned(fromByteOffset: start &+ 16 &* quarter, as: SIMD16<UInt8>.self)
  let isDark = unsafe pixels .< unsafeBitCast(level, to: SIMD16<UInt8>.self)
  let ones = unsafe unsafeBitCast(
    SIMD16<UInt8>.zero.replacing(with: SIMD16(repeating: 1), where: isDark), to: SIMD2<UInt64>.self)
  // This product moves the lowest bit of byte i to bit 56 + i; no two of its terms meet in one bit.
  let gather: UInt64 = 0x0102_0408_1020_4080
  return (ones[0] &* gather) &>> 56 | ((ones[1] &* gather) &>> 56) &<< 8
}
