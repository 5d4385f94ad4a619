/// The places of a row where five runs are as 1 : 1 : 3 : 1 : 1: a section through the middle of a finder
/// pattern (ISO/IEC 18004, 5.3.3.1).
///
/// Distances between edges of the same kind do not depend on the threshold: six modules, twice, give the module.
/// Each such distance may be wrong by half a module, that from blur and tilt, and by two thirds of a pixel, that
/// from rounding; those that hold the middle run, by three quarters of one; all in twelfths of the twelve modules.
public struct FinderRuns: Sendable {
  private var sections = RunSections()

  /// Places in `RowEdges.positions` at which the first of the five runs begins. Valid up to `count`.
  public var places: [Int32] { sections.places }
  /// How many places were found.
  public var count: Int { sections.count }

  /// Runs are cut to this length, so that all sums fit 16 bits: the largest, seven times the span of eight such
  /// runs, is 19 040. A core of 340 pixels is no finder in an image that has a copy at half its size.
  private static let longest: Int32 = 340

  /// Buffers that are kept from row to row.
  public init() {}

  /// Finds them among the edges of a row.
  ///
  /// - Parameters:
  ///   - edges: of the row.
  ///   - leastSpan: pixels of twelve modules, below which a pattern is left out.
  /// - Complexity: O(edges), eight sections at a time.
  public mutating func find(_ edges: RowEdges, leastSpan: Int32) {
    let least = Lanes(repeating: Int16(clamping: leastSpan))
    sections.find(edges, longest: Self.longest) { runs in
      let (a, b, core, d, e) = (runs.first, runs.second, runs.middle, runs.fourth, runs.last)
      let twelve = a &+ e &+ (b &+ core &+ d) &* 2
      // The core is longer than the rings beside it, and has 1.8 to 4.2 modules and two thirds of a pixel.
      let middle = core &* 20
      let small = larger(larger(b, d) &+ 1 &- core, twelve &* 3 &- 13 &- middle)
      let large = middle &- 13 &- twelve &* 7
      let rings = larger(distance((a &+ b) &* 12, twelve &* 2), distance((d &+ e) &* 12, twelve &* 2))
      let halves = larger(distance((b &+ core) &* 12, twelve &* 4), distance((core &+ d) &* 12, twelve &* 4))
      let uneven = larger(rings &- (twelve &>> 1 &+ 8), halves &- ((twelve &* 3) &>> 2 &+ 8))
      return larger(larger(larger(small, large), uneven), least &- twelve)
    }
  }
}
