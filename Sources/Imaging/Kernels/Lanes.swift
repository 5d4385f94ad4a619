/// Eight lengths or places beside each other, in pixels.
typealias Lanes = SIMD8<Int16>

// The standard library's `pointwiseMax` and `pointwiseMin` are calls that spill all other lanes, for one instruction. One for all
// types of lanes would compare them one by one, which takes five times as long.

/// The larger one, lane by lane.
@inline(__always)
func larger(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }

/// The smaller one, lane by lane.
@inline(__always)
func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }

/// How far two are from each other, lane by lane.
@inline(__always)
func distance(_ a: Lanes, _ b: Lanes) -> Lanes { larger(a &- b, b &- a) }

/// A bit for each lane that is 0 or less, the first one's lowest.
@inline(__always)
func lanesWithout(_ excess: Lanes) -> Int {
  // Compared with a vector: with a single value the lanes are compared one by one.
  let ones = unsafe unsafeBitCast(
    Lanes.zero.replacing(with: Lanes(repeating: 1), where: excess .<= Lanes.zero), to: SIMD2<UInt64>.self)
  // This product moves the lowest bit of 16-bit lane i to bit 48 + i; no two of its terms meet in one bit.
  let gather: UInt64 = 1 << 48 | 1 << 33 | 1 << 18 | 1 << 3
  let (lower, upper) = ((ones[0] &* gather) &>> 48 & 15, (ones[1] &* gather) &>> 48 & 15)
  return Int(truncatingIfNeeded: lower | upper &<< 4)
}
