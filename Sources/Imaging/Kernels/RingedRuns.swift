/// The places of a row where a run has two rings as wide as each other to either side: a section through a
/// bull's-eye (ISO/IEC 24778:2008, 7.2.1), at its core or at a ring around it.
///
/// Print that has gained or lost ink makes dark rings wider or narrower than light ones, so each is compared with
/// its counterpart alone: by half a module they may differ, and by two pixels from rounding.
public struct RingedRuns: Sendable {
  /// Places in `RowEdges.positions` at which the first of the five runs begins. Valid up to `count`.
  public private(set) var places: [Int32] = []
  public private(set) var count = 0
  /// Each run's length in pixels, at most `longest`; what follows the last one is not looked at.
  private var lengths: [Int16] = []

  /// Runs are cut to this length, so that all multiples of their sums fit 16 bits; modules of that many pixels are
  /// found in a smaller copy of the image.
  private static let longest: Int32 = 1000
  private static let lanes = 8

  public init() {}

  /// Finds them among the edges of a row.
  ///
  /// - Parameter leastSpan: pixels of four modules, below which a place is left out.
  /// - Complexity: O(edges), eight places at a time: 0.15 ms for the 80,000 edges of fine texture in 216 rows.
  public mutating func find(_ edges: RowEdges, leastSpan: Int) {
    count = 0
    guard edges.count >= 6 else { return }
    let runs = edges.count - 1
    if lengths.count < runs + 2 * Self.lanes {
      lengths = [Int16](repeating: 0, count: edges.positions.count + 2 * Self.lanes)
      places = [Int32](repeating: 0, count: lengths.count)
    }
    let least = SIMD8<Int16>(repeating: Int16(clamping: leastSpan))
    let lanes = SIMD8<Int16>(0, 1, 2, 3, 4, 5, 6, 7)
    let weights = SIMD8<Int16>(1, 2, 4, 8, 16, 32, 64, 128)
    var found = 0
    unsafe edges.positions.withUnsafeBufferPointer { edge in
      unsafe lengths.withUnsafeMutableBufferPointer { length in
        for run in 0..<runs {
          unsafe length[run] = Int16(truncatingIfNeeded: min(edge[run &+ 1] &- edge[run], Self.longest))
        }
        unsafe places.withUnsafeMutableBufferPointer { out in
          let sections = edges.count &- 5
          var place = 0
          while place < sections {
            let last = SIMD8(repeating: Int16(clamping: sections &- place &- 1))
            let excess = unsafe pointwiseMax(excess(UnsafeRawBufferPointer(length), at: place, least), lanes &- last)
            var bits = weights.replacing(with: 0, where: excess .> .zero).wrappedSum()
            while bits != 0 {
              unsafe out[found] = Int32(truncatingIfNeeded: place &+ bits.trailingZeroBitCount)
              found &+= 1
              bits &= bits &- 1
            }
            place &+= Self.lanes
          }
        }
      }
    }
    count = found
  }
}

/// By how much eight sections in a row miss the worst of their conditions: 0 or less is none.
@inline(__always)
private func excess(
  _ runs: UnsafeRawBufferPointer, at place: Int, _ least: SIMD8<Int16>
) -> SIMD8<Int16> {
  let a = unsafe run(runs, place)
  let b = unsafe run(runs, place &+ 1)
  let middle = unsafe run(runs, place &+ 2)
  let d = unsafe run(runs, place &+ 3)
  let e = unsafe run(runs, place &+ 4)
  let (before, after) = (a &+ b, d &+ e)
  let span = before &+ after
  let slack = span &>> 3 &+ 2
  let shortest = pointwiseMin(pointwiseMin(a, b), pointwiseMin(d, e))
  let uneven = pointwiseMax(pointwiseMax(distance(a, e), distance(b, d)), distance(before, after)) &- slack
  // No ring is thinner than half a module; the middle run is as long as that, or as six modules at most.
  let thin = pointwiseMax(span &- (shortest &* 8 &+ 4), span &- (middle &* 8 &+ 8))
  return pointwiseMax(pointwiseMax(uneven, thin), pointwiseMax(least &- span, middle &* 2 &- (span &* 3 &+ 4)))
}

@inline(__always)
private func run(_ runs: UnsafeRawBufferPointer, _ place: Int) -> SIMD8<Int16> {
  unsafe runs.loadUnaligned(fromByteOffset: place &* 2, as: SIMD8<Int16>.self)
}

@inline(__always)
private func distance(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> {
  pointwiseMax(a, b) &- pointwiseMin(a, b)
}
