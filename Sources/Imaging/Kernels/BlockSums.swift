/// Smooths the middles of the blocks that show an edge over 5×5 blocks; separable, so each block is
/// added up once a direction.
struct BlockSums: Sendable {
  // Of each block of five rows' column sums: the sum of the middles, and how many blocks gave one.
  private var middles: [UInt16] = []
  private var counts: [UInt16] = []

  mutating func smooth(
    _ extremes: BlockExtremes, columns: Int, rows: Int, contrast: Int, into thresholds: inout [UInt8]
  ) {
    // Two columns of nothing on either side spare the horizontal sum its borders.
    let wide = columns + 4
    middles.resize(to: wide)
    counts.resize(to: wide)
    let floor = UInt8(clamping: contrast)
    unsafe extremes.darkest.withUnsafeBufferPointer { low in
      unsafe extremes.lightest.withUnsafeBufferPointer { high in
        unsafe middles.withUnsafeMutableBufferPointer { sum in
          unsafe counts.withUnsafeMutableBufferPointer { count in
            unsafe thresholds.withUnsafeMutableBufferPointer { out in
              for x in 0..<wide { unsafe (sum[x], count[x]) = (0, 0) }
              // A window of five rows slides down: one row comes in below, one goes out above.
              for entering in 0..<rows &+ 2 {
                if entering < rows {
                  let start = entering &* columns
                  for x in 0..<columns {
                    let (dark, light) = unsafe (low[start &+ x], high[start &+ x])
                    let shows: UInt16 = light &- dark >= floor ? 1 : 0
                    unsafe sum[x &+ 2] &+= shows &* ((UInt16(dark) &+ UInt16(light)) &>> 1)
                    unsafe count[x &+ 2] &+= shows
                  }
                }
                if entering >= 5 {
                  let start = (entering &- 5) &* columns
                  for x in 0..<columns {
                    let (dark, light) = unsafe (low[start &+ x], high[start &+ x])
                    let shows: UInt16 = light &- dark >= floor ? 1 : 0
                    unsafe sum[x &+ 2] &-= shows &* ((UInt16(dark) &+ UInt16(light)) &>> 1)
                    unsafe count[x &+ 2] &-= shows
                  }
                }
                guard entering >= 2 else { continue }
                let start = (entering &- 2) &* columns
                for x in 0..<columns {
                  let total = unsafe sum[x] &+ sum[x &+ 1] &+ sum[x &+ 2] &+ sum[x &+ 3] &+ sum[x &+ 4]
                  let blocks = unsafe count[x] &+ count[x &+ 1] &+ count[x &+ 2] &+ count[x &+ 3] &+ count[x &+ 4]
                  // At most 25 blocks: a division in single precision is exact enough and vectorises.
                  unsafe out[start &+ x] = UInt8(Float(total) / Float(max(blocks, 1)))
                }
              }
            }
          }
        }
      }
    }
  }
}

extension [UInt16] {
  mutating func resize(to count: Int) {
    if self.count != count { self = [UInt16](repeating: 0, count: count) }
  }
}
