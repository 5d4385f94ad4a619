/// Places in a row's edges that may begin a pattern, by what costs two subtractions each: a texture has an edge
/// every few pixels, and patterns are matched at few of them.
package struct EdgeWindows: Sendable {
  /// Numbers of edges, ascending. Valid up to `count`.
  package private(set) var places: [Int32] = []
  package private(set) var count = 0
  /// The same for the second kind that `findSpans` finds. Valid up to `mirroredCount`.
  package private(set) var mirrored: [Int32] = []
  package private(set) var mirroredCount = 0

  package init() {}

  /// The edges that begin a run of more than `least` pixels, at least `ratio` times as long, but for a pixel, as the
  /// shorter one of the runs before and after it; the first and the last run are left out.
  ///
  /// - Complexity: O(edges).
  package mutating func findWide(_ edges: RowEdges, least: Int32, ratio: Int32) {
    begin(edges)
    // The first run and the last one have one neighbor only.
    let runs = edges.count - 1
    guard runs >= 3 else { return }
    var found = 0
    unsafe edges.positions.withUnsafeBufferPointer { edge in
      unsafe places.withUnsafeMutableBufferPointer { out in
        for i in 1..<runs &- 1 {
          let (start, end) = unsafe (edge[i], edge[i &+ 1])
          let width = end &- start
          let (before, after) = unsafe (start &- edge[i &- 1], edge[i &+ 2] &- end)
          unsafe out[found] = Int32(truncatingIfNeeded: i)
          found &+= width > least && width &+ 1 >= ratio &* min(before, after) ? 1 : 0
        }
      }
    }
    count = found
  }

  /// The edges from which `first.runs` runs and the `second.runs` runs after them are as long as so many modules
  /// each, to within a sixteenth and a pixel, with modules of at least `least` pixels; in `mirrored` those
  /// from which the second runs come first.
  ///
  /// - Complexity: O(edges).
  package mutating func findSpans(
    _ edges: RowEdges, first: (runs: Int, modules: Int32), second: (runs: Int, modules: Int32), least: Float
  ) {
    begin(edges)
    let runs = first.runs + second.runs
    let windows = edges.count - runs
    guard windows > 0 else { return }
    let modules = first.modules + second.modules
    let shortest = Int32((Float(modules) * least).rounded(.up))
    var (found, foundMirrored) = (0, 0)
    unsafe edges.positions.withUnsafeBufferPointer { edge in
      unsafe places.withUnsafeMutableBufferPointer { out in
        unsafe mirrored.withUnsafeMutableBufferPointer { mirroredOut in
          for i in 0..<windows {
            let start = unsafe edge[i]
            let end = unsafe edge[i &+ runs]
            let span = end &- start
            guard span >= shortest else { continue }
            // The part that the first runs should take, in `modules`ths of a pixel.
            let wanted = first.modules &* span
            let slack = wanted &>> 4 &+ modules
            let error = unsafe modules &* (edge[i &+ first.runs] &- start) &- wanted
            unsafe out[found] = Int32(truncatingIfNeeded: i)
            found &+= abs(error) <= slack ? 1 : 0
            let other = unsafe modules &* (end &- edge[i &+ second.runs]) &- wanted
            unsafe mirroredOut[foundMirrored] = Int32(truncatingIfNeeded: i)
            foundMirrored &+= abs(other) <= slack ? 1 : 0
          }
        }
      }
    }
    (count, mirroredCount) = (found, foundMirrored)
  }

  private mutating func begin(_ edges: RowEdges) {
    (count, mirroredCount) = (0, 0)
    if places.count < edges.positions.count {
      places = [Int32](repeating: 0, count: edges.positions.count)
      mirrored = places
    }
  }
}
