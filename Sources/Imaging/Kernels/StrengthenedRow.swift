/// Moves the grey of a row away from a level, so many times as far as it lies from there; levels and gains are known at the middles
/// of blocks of eight pixels, and change evenly between them.
///
/// - Parameters:
///   - row: begins and ends at the middle of a block, those before the first and behind the last one included.
///   - levels: of each of these middles, in 256ths of a grey level, 0 to 255.
///   - gains: in 256ths, up to 8.
///   - center: the grey that a level becomes.
/// - Complexity: O(pixels), 1 ms a megapixel.
package func strengthenRow(_ row: inout [UInt8], levels: [Int32], gains: [Int32], center: Int32) {
  precondition(levels.count == gains.count && row.count == 8 * (levels.count - 1))
  // Of the way from one middle to the next, in 16ths.
  let behind = SIMD8<Int32>(1, 3, 5, 7, 9, 11, 13, 15)
  let before = 16 &- behind
  let (least, most) = (SIMD8<Int32>.zero, SIMD8<Int32>(repeating: 255))
  unsafe row.withUnsafeMutableBytes { pixels in
    for block in 0..<levels.count - 1 {
      let grey = unsafe SIMD8<Int32>(
        truncatingIfNeeded: pixels.loadUnaligned(fromByteOffset: 8 &* block, as: SIMD8<UInt8>.self))
      let level = (levels[block] &* before &+ levels[block &+ 1] &* behind) &>> 4
      let gain = (gains[block] &* before &+ gains[block &+ 1] &* behind) &>> 4
      var value = (gain &* (grey &<< 8 &- level)) &>> 16 &+ center
      value.replace(with: least, where: value .< least)
      value.replace(with: most, where: value .> most)
      unsafe pixels.storeBytes(
        of: SIMD8<UInt8>(truncatingIfNeeded: value), toByteOffset: 8 &* block, as: SIMD8<UInt8>.self)
    }
  }
}
