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
  /// A chain that may go on at the next row; all numbers are pixels or rows.
  private struct Open {
    var firstX: Int32
    var firstRow: Int32
    var x: Int32
    var row: Int32
    var slope: Int32
    var count: Int32
    /// The crossings whose number was the last power of two, and the one before.
    var halfwayX: Int32
    var halfwayRow: Int32
    var quarterX: Int32
    var quarterRow: Int32

    init(x: Int32, row: Int32) {
      (firstX, firstRow, self.x, self.row) = (x, row, x, row)
      (slope, count) = (0, 1)
      (halfwayX, halfwayRow, quarterX, quarterRow) = (x, row, x, row)
    }

    mutating func append(x next: Int32, row nextRow: Int32) {
      slope = count == 1 ? next &- x : (next &- firstX) / count
      (x, row) = (next, nextRow)
      count &+= 1
      if count & (count &- 1) == 0 {
        (quarterX, quarterRow) = (halfwayX, halfwayRow)
        (halfwayX, halfwayRow) = (x, row)
      }
    }

    /// Where it should cross the next row.
    var reach: Int32 { x &+ slope }
    /// A new chain may go off at 50° to either side; one with a direction keeps it to within 2 pixels.
    func tolerance(_ step: Int32) -> Int32 { count == 1 ? step &+ step / 4 &+ 1 : 2 }
  }

  private var edges = RowEdges()
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
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, rows: Int, clearance: Int, rise: Int = 0
  ) -> [EdgeChain] {
    chains.removeAll(keepingCapacity: true)
    for side in 0...1 { open[side].removeAll(keepingCapacity: true) }
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, thresholds, row: y)
      for side in 0...1 {
        extend(side, image, row: y, step: Int32(step), rows, Int32(clearance), rise)
      }
    }
    for side in 0...1 {
      for chain in open[side] { end(chain, side, rows) }
    }
    return chains
  }

  private mutating func end(_ chain: Open, _ side: Int, _ rows: Int) {
    guard chain.count >= rows else { return }
    chains.append(
      EdgeChain(
        top: Point(Double(chain.firstX), Double(chain.firstRow) + 0.5),
        bottom: Point(Double(chain.x), Double(chain.row) + 0.5),
        middle: Point(Double(chain.quarterX), Double(chain.quarterRow) + 0.5), darkIsRight: side == 0))
  }

  /// Continues each chain with the edge nearest to where it should go on, and begins one at every other edge.
  /// Both lists ascend, so one walk matches them.
  private mutating func extend(
    _ side: Int, _ image: LuminanceImage, row y: Int, step: Int32, _ rows: Int, _ clearance: Int32, _ leastRise: Int
  ) {
    let width = Int32(image.width)
    let start = y * image.width
    next.removeAll(keepingCapacity: true)
    let open = self.open[side]
    var old = 0
    for index in stride(from: side, to: edges.count, by: 2) {
      let x = edges.positions[index]
      // Even entries begin a dark run: their ground is before them. Odd ones end it: their ground follows.
      let ground =
        side == 0
        ? x &- (index > 0 ? edges.positions[index - 1] : 0)
        : (index + 1 < edges.count ? edges.positions[index + 1] : width) &- x
      guard ground >= clearance && x > 1 && x < width &- 1 else { continue }
      let rise = Int(image.pixels[start + Int(x) - 2]) - Int(image.pixels[start + Int(x) + 1])
      guard abs(rise) >= leastRise else { continue }
      while old < open.count && open[old].reach < x &- open[old].tolerance(step) {
        end(open[old], side, rows)
        old += 1
      }
      if old < open.count && open[old].reach <= x &+ open[old].tolerance(step) {
        var chain = open[old]
        chain.append(x: x, row: Int32(y))
        next.append(chain)
        old += 1
      } else {
        next.append(Open(x: x, row: Int32(y)))
      }
    }
    while old < open.count {
      end(open[old], side, rows)
      old += 1
    }
    swap(&self.open[side], &next)
  }
}
