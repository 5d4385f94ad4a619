/// The edges of a row that the side of a symbol may cross it at: steep, and with some ground before them.
///
/// In a texture most edges are neither, and which ones are cannot be foretold: so each is written down, and the next
/// one over it unless it counts.
package struct SteepEdges: Sendable {
  /// Where dark follows on ground, in pixels, ascending. Valid up to `beginningCount`.
  package private(set) var beginnings: [Int32] = []
  package private(set) var beginningCount = 0
  /// Where ground follows on dark. Valid up to `endCount`.
  package private(set) var ends: [Int32] = []
  package private(set) var endCount = 0

  package init() {}

  /// Finds them among the edges of row `y`, a pixel and more from the row's ends.
  ///
  /// - Parameters:
  ///   - clearance: pixels of light that an edge must have on its ground's side. Beyond the row's ends there is as much
  ///     ground as in their last pixel: pictures are cut close to symbols.
  ///   - rise: grey levels over three pixels by which its sides must differ.
  /// - Precondition: the edges are those of that row.
  /// - Complexity: O(edges).
  package mutating func find(_ edges: RowEdges, _ image: LuminanceImage, row y: Int, clearance: Int32, rise: Int32) {
    (beginningCount, endCount) = (0, 0)
    let (width, pairs) = (Int32(truncatingIfNeeded: image.width), edges.count / 2)
    guard width > 3, pairs > 0 else { return }
    precondition(y >= 0 && y < image.height && image.pixels.count >= image.width * image.height)
    precondition(edges.positions.count >= 2 * pairs && edges.positions[2 * pairs - 1] <= width)
    if beginnings.count < pairs {
      beginnings = [Int32](repeating: 0, count: edges.positions.count)
      ends = beginnings
    }
    let start = y &* image.width
    var (begun, ended) = (0, 0)
    unsafe image.pixels.withUnsafeBufferPointer { pixels in
      unsafe edges.positions.withUnsafeBufferPointer { edge in
        unsafe beginnings.withUnsafeMutableBufferPointer { beginnings in
          unsafe ends.withUnsafeMutableBufferPointer { ends in
            /// Whether the place has pixels on both sides that differ enough.
            @inline(__always)
            func isSteep(_ x: Int32) -> Bool {
              let inside = min(max(x, 1), width &- 1)
              let left = start &+ Int(truncatingIfNeeded: max(inside &- 2, 0))
              let right = start &+ Int(truncatingIfNeeded: min(inside &+ 1, width &- 1))
              let difference = unsafe Int32(pixels[left]) &- Int32(pixels[right])
              return inside == x && abs(difference) >= rise
            }
            var before = -clearance
            for pair in 0..<pairs {
              let (first, second) = unsafe (edge[2 &* pair], edge[2 &* pair &+ 1])
              let after = unsafe pair &+ 1 < pairs ? edge[2 &* pair &+ 2] : width &+ clearance
              unsafe beginnings[begun] = first
              begun &+= first &- before >= clearance && isSteep(first) ? 1 : 0
              unsafe ends[ended] = second
              ended &+= after &- second >= clearance && isSteep(second) ? 1 : 0
              before = second
            }
          }
        }
      }
    }
    (beginningCount, endCount) = (begun, ended)
  }
}
