import Geometry
import Imaging

/// A straight edge between dark and light that crosses several scan rows: a place to look for the side of
/// a symbol.
struct EdgeChain {
  /// Where it crossed the first and the last of its rows.
  let top: Point<ImagePixels>
  let bottom: Point<ImagePixels>
  /// One of its crossings in between, so that a bent edge is met too.
  let middle: Point<ImagePixels>
  /// True where the dark lies to the right.
  let darkIsRight: Bool

  var length: Double { top.distance(to: bottom) }
}

/// Finds straight edges by what scan rows have in common, without looking at the pixels between them.
struct EdgeChainFinder {
  /// A chain that reached the row before; all numbers are pixels or rows.
  private struct Open {
    /// Between which places it goes on in the next row.
    var low: Int32
    var high: Int32
    var firstX: Int32
    var firstRow: Int32
    var x: Int32
    var count: Int32
    /// The crossings whose number was the last power of two, and the one before.
    var halfwayX: Int32
    var halfwayRow: Int32
    var quarterX: Int32
    var quarterRow: Int32

    /// - Parameter slack: pixels beside it within which it goes on: 50° to either side.
    @inline(__always)
    init(x: Int32, row: Int32, slack: Int32) {
      (low, high) = (x &- slack, x &+ slack)
      (firstX, firstRow, self.x, count) = (x, row, x, 1)
      (halfwayX, halfwayRow, quarterX, quarterRow) = (x, row, x, row)
    }

    @inline(__always)
    mutating func append(x next: Int32, row: Int32) {
      let slope = count == 1 ? next &- x : (next &- firstX) / count
      // One with a direction keeps it to within 2 pixels.
      (low, high) = (next &+ slope &- 2, next &+ slope &+ 2)
      x = next
      count &+= 1
      if count & (count &- 1) == 0 {
        (quarterX, quarterRow) = (halfwayX, halfwayRow)
        (halfwayX, halfwayRow) = (next, row)
      }
    }
  }

  private var edges = RowEdges()
  private var steep = SteepEdges()
  /// The chains that reached the row before, of edges that begin a dark run and of those that end one.
  private var open: [[Open]] = [[], []]
  private var next: [Open] = []
  private var chains: [EdgeChain] = []

  /// Finds the chains that cross at least `rows` rows, each `step` pixels below the one before.
  ///
  /// - Parameters:
  ///   - clearance: pixels without another edge on the chain's outer side, so that only what has ground beside it
  ///     counts.
  ///   - rise: grey levels over three pixels, below which a crossing counts for nothing.
  ///   - isOver: asked every few rows whether to stop there, with what was found by then.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, rows: Int, clearance: Int, rise: Int = 0,
    isOver: () -> Bool
  ) -> [EdgeChain] {
    chains.removeAll(keepingCapacity: true)
    for side in 0...1 { open[side].removeAll(keepingCapacity: true) }
    var row = 0
    let rowsAtOnce = WorkMeter.linesAtOnce(width: image.width)
    for y in stride(from: step / 2, to: image.height, by: step) {
      if row % rowsAtOnce == rowsAtOnce - 1 && isOver() { break }
      row += 1
      edges.scan(image, thresholds, row: y)
      steep.find(edges, image, row: y, clearance: Int32(clearance), rise: Int32(rise))
      extend(0, steep.beginnings, steep.beginningCount, row: y, step: step, rows)
      extend(1, steep.ends, steep.endCount, row: y, step: step, rows)
    }
    for side in 0...1 {
      for chain in open[side] { end(chain, side, rows, lastRow: Int32(row - 1) * Int32(step) + Int32(step / 2)) }
    }
    return chains
  }

  private mutating func end(_ chain: Open, _ side: Int, _ rows: Int, lastRow: Int32) {
    guard chain.count >= rows else { return }
    chains.append(
      EdgeChain(
        top: Point(Double(chain.firstX), Double(chain.firstRow) + 0.5),
        bottom: Point(Double(chain.x), Double(lastRow) + 0.5),
        middle: Point(Double(chain.quarterX), Double(chain.quarterRow) + 0.5), darkIsRight: side == 0))
  }

  /// Continues each chain with the first edge where it may go on, and begins one at every other edge. Both lists
  /// ascend, so one walk matches them. A chain that has shown its direction goes before a neighbor that has not: beside
  /// print there are many of these.
  private mutating func extend(
    _ side: Int, _ places: [Int32], _ count: Int, row y: Int, step: Int, _ rows: Int
  ) {
    let (row, slack) = (Int32(y), Int32(step + step / 4 + 1))
    let before = row &- Int32(step)
    let open = self.open[side]
    var next = self.next
    self.next = []
    next.removeAll(keepingCapacity: true)
    next.reserveCapacity(count)
    var old = 0
    for x in places.prefix(count) {
      while old < open.count && open[old].high < x {
        end(open[old], side, rows, lastRow: before)
        old += 1
      }
      if old < open.count && open[old].low <= x {
        while old + 1 < open.count, open[old].count == 1, open[old + 1].count > 1,
          open[old + 1].low...open[old + 1].high ~= x
        {
          old += 1
        }
        var chain = open[old]
        chain.append(x: x, row: row)
        next.append(chain)
        old += 1
      } else {
        next.append(Open(x: x, row: row, slack: slack))
      }
    }
    while old < open.count {
      end(open[old], side, rows, lastRow: before)
      old += 1
    }
    self.next = open
    self.open[side] = next
  }
}
