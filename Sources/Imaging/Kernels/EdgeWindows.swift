/// Places in a row's edges that may begin a pattern, by what costs a few instructions for eight of them: a texture has
/// an edge every few pixels, and patterns are matched at few of them.
package struct EdgeWindows: Sendable {
  /// A pattern that begins with a bar far wider than what follows, in modules.
  package struct Guard: Sendable {
    /// All runs, the big bar among them.
    let runs: Int
    /// The big bar.
    let big: Int16
    /// All the others together.
    let others: Int16
    /// The second and third run, the fourth and fifth, and the sixth and seventh.
    let pairs: (Int16, Int16, Int16)

    /// - Parameter widths: of the runs, at least seven.
    package init(_ widths: [Int]) {
      runs = widths.count
      big = Int16(widths[0])
      others = Int16(widths.dropFirst().reduce(0, +))
      pairs = (
        Int16(widths[1] + widths[2]), Int16(widths[3] + widths[4]), Int16(widths[5] + widths[6])
      )
    }
  }

  /// Numbers of edges, ascending. Valid up to `count`.
  package private(set) var places: [Int32] = []
  package private(set) var count = 0
  /// The same for what runs the other way. Valid up to `mirroredCount`.
  package private(set) var mirrored: [Int32] = []
  package private(set) var mirroredCount = 0
  /// The edges in 16 bits, with some more before the first and after the last: of places further apart only
  /// differences below 2¹⁵ count.
  private var edges: [Int16] = []

  private static let lanes = 8
  /// Edges that are read beyond a row's.
  private static let margin = 16
  /// Pixels up to which 27 times as many, or 44 times half of it, fit 16 bits.
  private static let longest: Int16 = 1200

  package init() {}

  /// The runs that may be the big bar with which one of the patterns begins: longer than `least` pixels and, but for a
  /// pixel, four times as long as the run beside it, not much shorter than what is beside it says, and with three pairs of
  /// runs beside it that are as long as they should be, to within half a module and a pixel. `places` has those whose
  /// pattern goes on after them, `mirrored` those whose pattern comes before; the first and the last run are left out.
  ///
  /// - Complexity: O(edges), eight at a time.
  package mutating func findGuards(_ edges: RowEdges, _ guards: [Guard], least: Int32) {
    begin(edges)
    let runs = edges.count - 1
    guard runs >= 3 else { return }
    let shortest = Lanes(repeating: Int16(clamping: least))
    let limit = Lanes(repeating: Self.longest / 2)
    var (found, foundMirrored) = (0, 0)
    unsafe self.edges.withUnsafeBytes { edge in
      unsafe places.withUnsafeMutableBufferPointer { out in
        unsafe mirrored.withUnsafeMutableBufferPointer { mirroredOut in
          /// From one edge to another, both counted from a run's first one.
          @inline(__always)
          func length(_ run: Int, _ from: Int, _ to: Int) -> Lanes {
            let (a, b) = unsafe (load(edge, Self.margin &+ run &+ from), load(edge, Self.margin &+ run &+ to))
            return b &- a
          }
          for run in stride(from: 1, to: runs - 1, by: Self.lanes) {
            let big = length(run, 0, 1)
            // What follows the row's last run but one is of no row.
            let beyond = Lanes(0, 1, 2, 3, 4, 5, 6, 7) &- Lanes(repeating: Int16(clamping: runs &- 2 &- run))
            let small = larger(shortest &+ 1 &- big, beyond)
            let (after, before) = (length(run, 1, 2), length(run, -1, 0))
            let bound = smaller(big, limit) &+ 1
            // From some size on all are let pass.
            let isLarge = big .>= limit
            let narrow = (smaller(after, limit) &* 4 &- bound).replacing(with: Lanes.zero, where: isLarge)
            let mirroredNarrow = (smaller(before, limit) &* 4 &- bound).replacing(with: Lanes.zero, where: isLarge)
            let (forward, backward) = (larger(small, narrow), larger(small, mirroredNarrow))
            guard lanesWithout(smaller(forward, backward)) != 0 else { continue }
            var (misses, mirroredMisses) = (Lanes(repeating: .max), Lanes(repeating: .max))
            for shape in guards {
              let ahead = excess(
                shape, big, rest: length(run, 1, shape.runs), (length(run, 1, 3), length(run, 3, 5), length(run, 5, 7)),
                limit)
              let behind = excess(
                shape, big, rest: length(run, 1 &- shape.runs, 0),
                (length(run, -2, 0), length(run, -4, -2), length(run, -6, -4)), limit)
              misses = smaller(misses, ahead)
              mirroredMisses = smaller(mirroredMisses, behind)
            }
            misses = larger(misses.replacing(with: Lanes.zero, where: isLarge), forward)
            mirroredMisses = larger(mirroredMisses.replacing(with: Lanes.zero, where: isLarge), backward)
            unsafe append(misses, run, to: out, &found)
            unsafe append(mirroredMisses, run, to: mirroredOut, &foundMirrored)
          }
        }
      }
    }
    (count, mirroredCount) = (found, foundMirrored)
  }

  /// The edges from which `first.runs` runs and the `second.runs` runs after them are as long as so many modules
  /// each, to within a sixteenth and a pixel, with modules of at least `least` pixels; in `mirrored` those
  /// from which the second runs come first.
  ///
  /// - Precondition: the modules are at most 27 in all.
  /// - Complexity: O(edges), eight at a time.
  package mutating func findSpans(
    _ edges: RowEdges, first: (runs: Int, modules: Int32), second: (runs: Int, modules: Int32), least: Float
  ) {
    begin(edges)
    let runs = first.runs + second.runs
    let windows = edges.count - runs
    let modules = first.modules + second.modules
    precondition(runs <= Self.margin && modules <= 27)
    guard windows > 0 else { return }
    let shortest = Int32((Float(modules) * least).rounded(.up))
    let (least, limit) = (Lanes(repeating: Int16(clamping: shortest)), Lanes(repeating: Self.longest))
    let (part, whole) = (Int16(truncatingIfNeeded: first.modules), Int16(truncatingIfNeeded: modules))
    var (found, foundMirrored) = (0, 0)
    unsafe self.edges.withUnsafeBytes { edge in
      unsafe places.withUnsafeMutableBufferPointer { out in
        unsafe mirrored.withUnsafeMutableBufferPointer { mirroredOut in
          for window in stride(from: 0, to: windows, by: Self.lanes) {
            let at = Self.margin &+ window
            let (start, end) = unsafe (load(edge, at), load(edge, at &+ runs))
            let span = end &- start
            // What is longer has its own look, with whole numbers that hold it.
            let isLong = (span .> limit) .| (span .< .zero)
            let beyond = Lanes(0, 1, 2, 3, 4, 5, 6, 7) &- Lanes(repeating: Int16(clamping: windows &- 1 &- window))
            let bad = larger((least &- span).replacing(with: Lanes.zero, where: isLong), beyond)
            guard lanesWithout(bad) != 0 else { continue }
            // The part that the first runs should take, in `modules`ths of a pixel.
            let wanted = span &* part
            let slack = wanted &>> 4 &+ whole
            let (seen, other) = unsafe (
              load(edge, at &+ first.runs) &- start, end &- load(edge, at &+ second.runs)
            )
            let error = distance(seen &* whole, wanted) &- slack
            let mirroredError = distance(other &* whole, wanted) &- slack
            unsafe append(
              larger(error.replacing(with: Lanes.zero, where: isLong), bad), window, to: out, &found)
            unsafe append(
              larger(mirroredError.replacing(with: Lanes.zero, where: isLong), bad), window, to: mirroredOut,
              &foundMirrored)
          }
        }
      }
    }
    (count, mirroredCount) = (found, foundMirrored)
    keepLong(edges, first.runs, runs, first.modules, modules)
  }

  /// Of the windows that were let pass for their length, those that are as `findSpans` wants them.
  private mutating func keepLong(_ edges: RowEdges, _ first: Int, _ runs: Int, _ part: Int32, _ modules: Int32) {
    func fits(_ window: Int32, from: Int, to: Int) -> Bool {
      let at = Int(window)
      let span = edges.positions[at + runs] &- edges.positions[at]
      guard span > Int32(Self.longest) else { return true }
      let wanted = part &* span
      let seen = edges.positions[at + to] &- edges.positions[at + from]
      return abs(modules &* seen &- wanted) <= wanted &>> 4 &+ modules
    }
    var kept = 0
    for place in 0..<count where fits(places[place], from: 0, to: first) {
      places[kept] = places[place]
      kept += 1
    }
    count = kept
    kept = 0
    for place in 0..<mirroredCount where fits(mirrored[place], from: runs - first, to: runs) {
      mirrored[kept] = mirrored[place]
      kept += 1
    }
    mirroredCount = kept
  }

  private mutating func begin(_ row: RowEdges) {
    (count, mirroredCount) = (0, 0)
    if places.count < row.positions.count {
      places = [Int32](repeating: 0, count: row.positions.count)
      mirrored = places
      edges = [Int16](repeating: 0, count: row.positions.count + 2 * Self.margin + Self.lanes)
    }
    unsafe row.positions.withUnsafeBufferPointer { positions in
      unsafe edges.withUnsafeMutableBufferPointer { out in
        for edge in 0..<row.count {
          unsafe out[Self.margin &+ edge] = Int16(truncatingIfNeeded: positions[edge])
        }
      }
    }
  }
}

@inline(__always)
private func load(_ edges: UnsafeRawBufferPointer, _ edge: Int) -> Lanes {
  unsafe edges.loadUnaligned(fromByteOffset: 2 &* edge, as: Lanes.self)
}

/// Writes down the numbers, from `first` on, of the lanes that miss nothing.
@inline(__always)
private func append(
  _ misses: Lanes, _ first: Int, to places: UnsafeMutableBufferPointer<Int32>, _ count: inout Int
) {
  var bits = lanesWithout(misses)
  while bits != 0 {
    unsafe places[count] = Int32(truncatingIfNeeded: first &+ bits.trailingZeroBitCount)
    count &+= 1
    bits &= bits &- 1
  }
}

/// By how much the runs beside a big bar miss a pattern's, in parts of a pixel: 0 or less is none.
@inline(__always)
private func excess(
  _ shape: EdgeWindows.Guard, _ big: Lanes, rest: Lanes, _ pairs: (Lanes, Lanes, Lanes), _ limit: Lanes
) -> Lanes {
  // In pixels times the pattern's others; a bar may seem shorter by a fourth of its width and a pixel.
  let rest = smaller(rest, limit &+ limit)
  let short = rest &* (3 &* shape.big) &- (smaller(big, limit) &+ 1) &* (4 &* shape.others) &- 4
  let slack = rest &>> 1 &+ (shape.others &+ 1)
  let first = distance(smaller(pairs.0, limit &+ limit) &* shape.others, rest &* shape.pairs.0)
  let second = distance(smaller(pairs.1, limit &+ limit) &* shape.others, rest &* shape.pairs.1)
  let third = distance(smaller(pairs.2, limit &+ limit) &* shape.others, rest &* shape.pairs.2)
  return larger(short, larger(larger(first, second), third) &- slack)
}
