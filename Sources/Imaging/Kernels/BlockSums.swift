/// Smooths the middles of the blocks that show an edge over 5×5 blocks; separable, so each block is
/// added up once a direction.
struct BlockSums: Sendable {
  /// Of each block: the middle between its darkest and its lightest pixel, or 0 where it shows no edge.
  private var own: [UInt8] = []
  // Of each block of five rows' column sums: the sum of the middles, and how many blocks gave one.
  private var middles: [UInt16] = []
  private var counts: [UInt16] = []

  mutating func smooth(
    _ extremes: BlockExtremes, columns: Int, rows: Int, contrast: Int, into thresholds: inout [UInt8]
  ) {
    // Two columns of nothing on either side spare the horizontal sum its borders, and as many as a step of it has after those
    // the rest of a row.
    let wide = columns + 4 + Lanes.scalarCount
    middles.resize(to: wide)
    counts.resize(to: wide)
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
              let (sums, blocks) = (UnsafeRawBufferPointer(sum), UnsafeRawBufferPointer(count))
              for x in stride(from: 0, to: columns, by: Lanes.scalarCount) {
                let mean = unsafe quotient(fiveColumns(sums, x), fiveColumns(blocks, x))
                if x &+ Lanes.scalarCount <= columns {
                  unsafe UnsafeMutableRawBufferPointer(out).storeBytes(
                    of: mean, toByteOffset: start &+ x, as: SIMD8<UInt8>.self)
                } else {
                  for rest in 0..<columns &- x { unsafe out[start &+ x &+ rest] = mean[rest] }
                }
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
    let bytes = SIMD16<UInt8>(repeating: floor)
    let floor = UInt16(floor)
    unsafe extremes.darkest.withUnsafeBufferPointer { low in
      unsafe extremes.lightest.withUnsafeBufferPointer { high in
        unsafe own.withUnsafeMutableBufferPointer { out in
          for row in 0..<rows {
            let start = row &* columns
            let below = row &+ 1 < rows ? columns : 0
            // Sixteen at a time, as long as each has one to its right.
            let (lows, highs) = (UnsafeRawBufferPointer(low), UnsafeRawBufferPointer(high))
            var first = 0
            while first &+ 16 < columns {
              let at = start &+ first
              let middles = unsafe sixteenMiddles(lows, highs, at, besides: (at &+ below, at &+ 1), floor: bytes)
              unsafe UnsafeMutableRawBufferPointer(out).storeBytes(
                of: middles, toByteOffset: at, as: SIMD16<UInt8>.self)
              first &+= 16
            }
            for x in first..<columns {
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

/// Middles of sixteen blocks that show an edge, or between which and another one an edge runs; 0 of the others.
///
/// - Parameter besides: where the blocks begin that lie below and to the right; the latter count before the former.
@inline(__always)
private func sixteenMiddles(
  _ lows: UnsafeRawBufferPointer, _ highs: UnsafeRawBufferPointer, _ at: Int, besides: (Int, Int), floor: SIMD16<UInt8>
) -> SIMD16<UInt8> {
  let dark = unsafe lows.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
  let light = unsafe highs.loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
  let isEven = light &- dark .< floor
  // The mean of two bytes without a ninth bit.
  var middles = ((dark & light) &+ ((dark ^ light) &>> 1)).replacing(with: 0, where: isEven)
  for next in [besides.0, besides.1] {
    let otherDark = unsafe lows.loadUnaligned(fromByteOffset: next, as: SIMD16<UInt8>.self)
    let otherLight = unsafe highs.loadUnaligned(fromByteOffset: next, as: SIMD16<UInt8>.self)
    let upper = dark.replacing(with: otherDark, where: otherDark .> dark)
    let lower = light.replacing(with: otherLight, where: otherLight .< light)
    let isBetween = isEven .& (otherLight &- otherDark .< floor) .& (upper .> lower) .& (upper &- lower .>= floor)
    let sum =
      SIMD16<UInt16>(truncatingIfNeeded: dark) &+ SIMD16<UInt16>(truncatingIfNeeded: light)
      &+ SIMD16<UInt16>(truncatingIfNeeded: otherDark) &+ SIMD16<UInt16>(truncatingIfNeeded: otherLight)
    middles.replace(with: SIMD16<UInt8>(truncatingIfNeeded: sum &>> 2), where: isBetween)
  }
  return middles
}

/// Each of eight columns with the four after it, which make 6375 at most.
@inline(__always)
private func fiveColumns(_ columns: UnsafeRawBufferPointer, _ x: Int) -> Lanes {
  var sum = unsafe columns.loadUnaligned(fromByteOffset: 2 &* x, as: Lanes.self)
  for next in 1...4 { unsafe sum &+= columns.loadUnaligned(fromByteOffset: 2 &* (x &+ next), as: Lanes.self) }
  return sum
}

/// Sums of middles by how many they are, rounded down; 0 of none.
///
/// A quotient is a whole number or at least 1/25 from the next one, so that less 0.49 it is nearest to what it is rounded down
/// to; a float's error is far below that.
@inline(__always)
private func quotient(_ sums: Lanes, _ counts: Lanes) -> SIMD8<UInt8> {
  let some = counts.replacing(with: Lanes(repeating: 1), where: counts .== Lanes.zero)
  let nearest = floats(sums) / floats(some) - 0.49 + unitFloat
  return unsafe SIMD8<UInt8>(truncatingIfNeeded: unsafeBitCast(nearest, to: SIMD8<UInt32>.self))
}

/// A float about which, from 2²³ to 2²⁴, the last bit is 1, so that its lower bits are the whole number that was added. The
/// standard library's conversions of vectors go lane by lane.
private let unitFloat: Float = 0x1.8p23

@inline(__always)
private func floats(_ numbers: Lanes) -> SIMD8<Float> {
  let bits = SIMD8<UInt32>(truncatingIfNeeded: numbers) | SIMD8<UInt32>(repeating: unitFloat.bitPattern)
  return unsafe unsafeBitCast(bits, to: SIMD8<Float>.self) - unitFloat
}

extension [UInt16] {
  mutating func resize(to count: Int) {
    if self.count != count { self = [UInt16](repeating: 0, count: count) }
  }
}
