/// Writes 1 for each pixel of a row below the threshold of its block of eight, 0 for the others.
///
/// - Precondition: the row lies within `grey` and `binary`, its blocks within `thresholds`.
func binarizeRow(
  _ grey: [UInt8], from start: Int, count: Int, thresholds: [UInt8], thresholdsFrom: Int,
  into binary: inout [UInt8], at target: Int
) {
  precondition(start >= 0 && start + count <= grey.count && target >= 0 && target + count <= binary.count)
  precondition(thresholdsFrom >= 0 && thresholdsFrom + (count + 7) / 8 <= thresholds.count)
  let ones = SIMD8<UInt8>(repeating: 1)
  unsafe grey.withUnsafeBytes { source in
    unsafe thresholds.withUnsafeBufferPointer { levels in
      unsafe binary.withUnsafeMutableBytes { out in
        let blocks = count / 8
        for block in 0..<blocks {
          let pixels = unsafe source.loadUnaligned(fromByteOffset: start &+ block &* 8, as: SIMD8<UInt8>.self)
          let level = unsafe SIMD8<UInt8>(repeating: levels[thresholdsFrom &+ block])
          let dark = SIMD8<UInt8>.zero.replacing(with: ones, where: pixels .< level)
          unsafe out.storeBytes(of: dark, toByteOffset: target &+ block &* 8, as: SIMD8<UInt8>.self)
        }
        for x in blocks &* 8..<count {
          unsafe out[target &+ x] = source[start &+ x] < levels[thresholdsFrom &+ x &>> 3] ? 1 : 0
        }
      }
    }
  }
}
