/// The places of a row where a run has two rings as wide as each other to either side: a section through a
/// bull's-eye (ISO/IEC 24778:2008, 7.2.1), at its core or at a ring around it.
///
/// Print that has gained or lost ink makes dark rings wider or narrower than light ones, so each is compared with
/// its counterpart alone: by half a module they may differ, and by two pixels from rounding.
public struct RingedRuns: Sendable {
  private var sections = RunSections()

  /// Places in `RowEdges.positions` at which the first of the five runs begins. Valid up to `count`.
  public var places: [Int32] { sections.places }
  /// How many places were found.
  public var count: Int { sections.count }

  /// Runs are cut to this length, so that all multiples of their sums fit 16 bits; modules of that many pixels are
  /// found in a smaller copy of the image.
  private static let longest: Int32 = 1000

  /// Buffers that are kept from row to row.
  public init() {}

  /// Finds them among the edges of a row.
  ///
  /// - Parameters:
  ///   - edges: of the row.
  ///   - leastSpan: pixels of four modules, below which a place is left out.
  /// - Complexity: O(edges), eight places at a time: 0.15 ms for the 80,000 edges of fine texture in 216 rows.
  public mutating func find(_ edges: RowEdges, leastSpan: Int) {
    let least = Lanes(repeating: Int16(clamping: leastSpan))
    sections.find(edges, longest: Self.longest) { runs in
      let (a, b, middle, d, e) = (runs.first, runs.second, runs.middle, runs.fourth, runs.last)
      let (before, after) = (a &+ b, d &+ e)
      let span = before &+ after
      let shortest = smaller(smaller(a, b), smaller(d, e))
      let uneven = larger(larger(distance(a, e), distance(b, d)), distance(before, after))
      // No ring is thinner than half a module; the middle run is as long as that, or as six modules at most.
      let thin = larger(span &- (shortest &* 8 &+ 4), span &- (middle &* 8 &+ 8))
      let sized = larger(least &- span, middle &* 2 &- (span &* 3 &+ 4))
      return larger(larger(uneven &- (span &>> 3 &+ 2), thin), sized)
    }
  }
}
