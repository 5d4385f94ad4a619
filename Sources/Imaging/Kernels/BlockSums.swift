/// Smooths the middles of the blocks that show an edge over 5×5 blocks; separable, so each block is
/// added up once a direction.
struct BlockSums: Sendable {
  /// Of each block: the middle between its darkest and its lightest pixel, or 0 where it shows no edge.
  private var own: [UInt8] = []
  // Of each block of five rows' column sums: the sum of the middles, and how many blocks gave one.
  private var middles: [UInt16] = []
  private var counts: [UInt16] = []
  /// 2²⁰ divided by a number of blocks, rounded up. A sum of 25 middles is at most 6375, and 25 times that below
  /// 2²⁰: the product's upper bits are the quotient exactly.
  private static let shares: [UInt32] = [0] + (1...25).map { ((1 << 20) + $0 - 1) / $0 }

  mutating func smooth(
    _ extremes: BlockExtremes, columns: Int, rows: Int, contrast: Int, into thresholds: inout [UInt8]
  ) {
    // Two columns of nothing on either side spare the horizontal sum its borders.
    let wide = columns + 4
    middles.resize(to: wide)
    counts.resize(to: wide)
    let share = Self.shares
    findMiddles(extremes, columns: columns, rows: rows, floor: UInt8(clamping: contrast))
    unsafe own.withUnsafeBufferPointer { own in
      unsafe middles.withUnsafeMutableBufferPointer { sum in
        unsafe counts.withUnsafeMutableBufferPointer { count in
          unsafe thresholds.withUnsafeMutableBufferPointer { out in
            for x in 0..<wide { unsafe (sum[x], count[x]) = (0, 0) }
            // A window of five rows slides down: one row comes in below, one goes out above.
            for entering in 0..<rows &+ 2 {
              if entering < rows {
                let start = entering &* columns
                for x in 0..<columns {
                  let middle = unsafe UInt16(own[start &+ x])
                  unsafe sum[x &+ 2] &+= middle
                  unsafe count[x &+ 2] &+= middle > 0 ? 1 : 0
                }
              }
              if entering >= 5 {
                let start = (entering &- 5) &* columns
                for x in 0..<columns {
                  let middle = unsafe UInt16(own[start &+ x])
                  unsafe sum[x &+ 2] &-= middle
                  unsafe count[x &+ 2] &-= middle > 0 ? 1 : 0
                }
              }
              guard entering >= 2 else { continue }
              let start = (entering &- 2) &* columns
              var total = unsafe UInt32(sum[0] &+ sum[1] &+ sum[2] &+ sum[3])
              var blocks = unsafe UInt32(count[0] &+ count[1] &+ count[2] &+ count[3])
              for x in 0..<columns {
                unsafe total &+= UInt32(sum[x &+ 4])
                unsafe blocks &+= UInt32(count[x &+ 4])
                unsafe out[start &+ x] = UInt8(
                  truncatingIfNeeded: (total &* share[Int(truncatingIfNeeded: blocks)]) &>> 20)
                unsafe total &-= UInt32(sum[x])
                unsafe blocks &-= UInt32(count[x])
              }
            }
          }
        }
      }
    }
  }

  /// The middles of the blocks that show an edge, and of pairs of even blocks between which one runs: the edges of
  /// modules of eight pixels may all lie on the blocks' own.
  private mutating func findMiddles(_ extremes: BlockExtremes, columns: Int, rows: Int, floor: UInt8) {
    own.resize(to: columns * rows)
    let floor = UInt16(floor)
    unsafe extremes.darkest.withUnsafeBufferPointer { low in
      unsafe extremes.lightest.withUnsafeBufferPointer { high in
        unsafe own.withUnsafeMutableBufferPointer { out in
          for row in 0..<rows {
            let start = row &* columns
            let below = row &+ 1 < rows ? columns : 0
            for x in 0..<columns {
              let at = start &+ x
              let right = x &+ 1 < columns ? 1 : 0
              let (dark, light) = unsafe (UInt16(low[at]), UInt16(high[at]))
              var middle = light &- dark >= floor ? (dark &+ light) &>> 1 : 0
              for next in [at &+ below, at &+ right] {
                let (otherDark, otherLight) = unsafe (UInt16(low[next]), UInt16(high[next]))
                // How far all of one block is darker than all of the other.
                let gap = max(dark, otherDark) &- min(max(dark, otherDark), min(light, otherLight))
                let areEven = light &- dark < floor && otherLight &- otherDark < floor
                if areEven && gap >= floor { middle = (dark &+ light &+ otherDark &+ otherLight) &>> 2 }
              }
              unsafe out[at] = UInt8(truncatingIfNeeded: middle)
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
