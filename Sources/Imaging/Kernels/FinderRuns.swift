/// The places of a row where five runs are as 1 : 1 : 3 : 1 : 1: a section through the middle of a finder
/// pattern (ISO/IEC 18004, 5.3.3.1).
///
/// Distances between edges of the same kind do not depend on the threshold: six modules, twice, give the module.
/// Each such distance may be wrong by half a module, that from blur and tilt, and by two thirds of a pixel, that
/// from rounding; those that hold the middle run, by three quarters of one; all in twelfths of the twelve modules.
public struct FinderRuns: Sendable {
  /// Places in `RowEdges.positions` at which the first of the five runs begins. Valid up to `count`.
  public private(set) var places: [Int32] = []
  public private(set) var count = 0
  /// Each run's length in pixels, at most `longest`, with as many zeros after them as a step of the search reads.
  private var lengths: [Int16] = []

  /// Runs are cut to this length, so that all sums fit 16 bits: the largest, seven times the span of eight such
  /// runs, is 19 040. A core of 340 pixels is no finder in an image that has a copy at half its size.
  private static let longest: Int32 = 340
  private static let lanes = 8

  public init() {}

  /// Finds them among the edges of a row.
  ///
  /// - Parameter leastSpan: pixels of twelve modules, below which a pattern is left out.
  /// - Complexity: O(edges), eight sections at a time.
  public mutating func find(_ edges: RowEdges, leastSpan: Int32) {
    count = 0
    guard edges.count >= 6 else { return }
    let runs = edges.count - 1
    if lengths.count < runs + 2 * Self.lanes {
      lengths = [Int16](repeating: 0, count: edges.positions.count + 2 * Self.lanes)
      places = [Int32](repeating: 0, count: lengths.count)
    }
    let least = SIMD8<Int16>(repeating: Int16(clamping: leastSpan))
    var found = 0
    unsafe edges.positions.withUnsafeBufferPointer { edge in
      unsafe lengths.withUnsafeMutableBufferPointer { length in
        for run in 0..<runs {
          unsafe length[run] = Int16(truncatingIfNeeded: min(edge[run &+ 1] &- edge[run], Self.longest))
        }
        unsafe places.withUnsafeMutableBufferPointer { out in
          let runs = UnsafeRawBufferPointer(length)
          let sections = edges.count &- 5
          var place = 0
          while place < sections {
            var hits = unsafe finders(runs, at: place, least)
            while hits != 0 {
              let lane = hits.trailingZeroBitCount &>> 3
              hits &= ~(0xFF &<< UInt64(truncatingIfNeeded: lane &* 8))
              guard place &+ lane < sections else { break }
              unsafe out[found] = Int32(truncatingIfNeeded: place &+ lane)
              found &+= 1
            }
            place &+= Self.lanes
          }
        }
      }
    }
    count = found
  }
}

/// Which of eight sections in a row are a finder's, a byte each: the first in the lowest byte, 255 for those that are.
@inline(__always)
private func finders(_ runs: UnsafeRawBufferPointer, at place: Int, _ least: SIMD8<Int16>) -> UInt64 {
  let a = unsafe run(runs, place)
  let b = unsafe run(runs, place &+ 1)
  let core = unsafe run(runs, place &+ 2)
  let d = unsafe run(runs, place &+ 3)
  let e = unsafe run(runs, place &+ 4)
  let twelve = a &+ e &+ (b &+ core &+ d) &* 2
  // The core is longer than the rings beside it, and has 1.8 to 4.2 modules and two thirds of a pixel.
  let middle = core &* 20
  let isCore = (core .> pointwiseMax(b, d)) .& (middle &+ 13 .>= twelve &* 3) .& (middle .<= twelve &* 7 &+ 13)
  let (two, slack) = (twelve &* 2, twelve &>> 1 &+ 8)
  let areRings = (distance((a &+ b) &* 12, two) .<= slack) .& (distance((d &+ e) &* 12, two) .<= slack)
  let (four, wide) = (twelve &* 4, (twelve &* 3) &>> 2 &+ 8)
  let areHalves = (distance((b &+ core) &* 12, four) .<= wide) .& (distance((core &+ d) &* 12, four) .<= wide)
  let fits = (twelve .>= least) .& isCore .& areRings .& areHalves
  let ones = SIMD8<Int16>.zero.replacing(with: SIMD8(repeating: -1), where: fits)
  return unsafe unsafeBitCast(SIMD8<Int8>(truncatingIfNeeded: ones), to: UInt64.self)
}

@inline(__always)
private func run(_ runs: UnsafeRawBufferPointer, _ place: Int) -> SIMD8<Int16> {
  unsafe runs.loadUnaligned(fromByteOffset: place &* 2, as: SIMD8<Int16>.self)
}

@inline(__always)
private func distance(_ a: SIMD8<Int16>, _ b: SIMD8<Int16>) -> SIMD8<Int16> { pointwiseMax(a &- b, b &- a) }
