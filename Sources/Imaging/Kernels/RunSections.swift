/// Five runs of a row, eight such sections beside each other: the first of each, the second…, in pixels.
struct FiveRuns {
  let first, second, middle, fourth, last: Lanes

  @inline(__always)
  fileprivate init(_ runs: UnsafeRawBufferPointer, at place: Int) {
    first = unsafe runs.loadUnaligned(fromByteOffset: place &* 2, as: Lanes.self)
    second = unsafe runs.loadUnaligned(fromByteOffset: place &* 2 &+ 2, as: Lanes.self)
    middle = unsafe runs.loadUnaligned(fromByteOffset: place &* 2 &+ 4, as: Lanes.self)
    fourth = unsafe runs.loadUnaligned(fromByteOffset: place &* 2 &+ 6, as: Lanes.self)
    last = unsafe runs.loadUnaligned(fromByteOffset: place &* 2 &+ 8, as: Lanes.self)
  }
}

/// The places of a row where five runs are as a pattern has them, whichever the pattern is.
struct RunSections: Sendable {
  /// Places in `RowEdges.positions` at which the first of the five runs begins. Valid up to `count`.
  private(set) var places: [Int32] = []
  private(set) var count = 0
  /// Each run's length in pixels, with as many more as a step of the search reads beyond the last.
  private var lengths: [Int16] = []

  private static let lanes = 8

  /// Finds them among the edges of a row.
  ///
  /// - Parameters:
  ///   - longest: pixels to which runs are cut, so that all that `excess` computes fits 16 bits.
  ///   - excess: by how much sections miss the worst of the pattern's conditions: 0 or less is none.
  /// - Complexity: O(edges), eight sections at a time.
  @inline(__always)
  mutating func find(_ edges: RowEdges, longest: Int32, excess: (FiveRuns) -> Lanes) {
    count = 0
    guard edges.count >= 6 else { return }
    let runs = edges.count - 1
    if lengths.count < runs + 2 * Self.lanes {
      lengths = [Int16](repeating: 0, count: edges.positions.count + 2 * Self.lanes)
      places = [Int32](repeating: 0, count: lengths.count)
    }
    let lanes = Lanes(0, 1, 2, 3, 4, 5, 6, 7)
    var found = 0
    unsafe edges.positions.withUnsafeBufferPointer { edge in
      unsafe lengths.withUnsafeMutableBufferPointer { length in
        for run in 0..<runs {
          unsafe length[run] = Int16(truncatingIfNeeded: min(edge[run &+ 1] &- edge[run], longest))
        }
        unsafe places.withUnsafeMutableBufferPointer { out in
          let sections = edges.count &- 5
          var place = 0
          while place < sections {
            // What follows the row's last section is of an earlier row.
            let beyond = lanes &- Lanes(repeating: Int16(clamping: sections &- place &- 1))
            let misses = unsafe larger(excess(FiveRuns(UnsafeRawBufferPointer(length), at: place)), beyond)
            var bits = lanesWithout(misses)
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
