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
  private struct Open {
    var firstX: Int32
    var firstRow: Int
    var x: Int32
    var row: Int
    var slope: Int32
    var count: Int
    /// The crossings whose number was the last power of two, and the one before.
    var halfway: (x: Int32, row: Int)
    var quarter: (x: Int32, row: Int)
  }

  private var edges = RowEdges()

  /// The chains that cross at least `rows` rows, each `step` pixels below the one before.
  ///
  /// - Parameter clearance: pixels without another edge on the chain's outer side, so that only what has
  ///   ground beside it counts.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, rows: Int, clearance: Int
  ) -> [EdgeChain] {
    var result: [EdgeChain] = []
    var open: [[Open]] = [[], []]
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, thresholds, row: y)
      for side in 0...1 {
        open[side] = extend(open[side], row: y, side: side, step: Int32(step), clearance, image.width) { chain in
          if chain.count >= rows { result.append(Self.chain(chain, darkIsRight: side == 0)) }
        }
      }
    }
    for side in 0...1 {
      for chain in open[side] where chain.count >= rows { result.append(Self.chain(chain, darkIsRight: side == 0)) }
    }
    return result
  }

  private static func chain(_ chain: Open, darkIsRight: Bool) -> EdgeChain {
    EdgeChain(
      top: Point(Double(chain.firstX), Double(chain.firstRow) + 0.5),
      bottom: Point(Double(chain.x), Double(chain.row) + 0.5),
      middle: Point(Double(chain.quarter.x), Double(chain.quarter.row) + 0.5), darkIsRight: darkIsRight)
  }

  /// Continues each chain with the edge nearest to where it should go on, and begins one at every other edge.
  /// Both lists ascend, so one walk matches them.
  private func extend(
    _ chains: [Open], row y: Int, side: Int, step: Int32, _ clearance: Int, _ width: Int, ended: (Open) -> Void
  ) -> [Open] {
    var result: [Open] = []
    result.reserveCapacity(edges.count / 2 + 1)
    var next = 0
    var index = side
    let positions = edges.positions
    while index < edges.count {
      let x = positions[index]
      // Even entries begin a dark run: their ground is before them. Odd ones end it: their ground follows.
      let ground =
        side == 0
        ? x - (index > 0 ? positions[index - 1] : 0)
        : (index + 1 < edges.count ? positions[index + 1] : Int32(width)) - x
      let isAtBorder = x == 0 || x == Int32(width)
      index += 2
      guard ground >= clearance && !isAtBorder else { continue }
      while next < chains.count && reach(chains[next]) < x - tolerance(chains[next], step) {
        ended(chains[next])
        next += 1
      }
      if next < chains.count && abs(reach(chains[next]) - x) <= tolerance(chains[next], step) {
        let old = chains[next]
        next += 1
        let slope = old.count == 1 ? x - old.x : (x - old.firstX) / Int32(old.count)
        let count = old.count + 1
        let isPower = count & (count - 1) == 0
        result.append(
          Open(
            firstX: old.firstX, firstRow: old.firstRow, x: x, row: y, slope: slope, count: count,
            halfway: isPower ? (x, y) : old.halfway, quarter: isPower ? old.halfway : old.quarter))
      } else {
        result.append(
          Open(firstX: x, firstRow: y, x: x, row: y, slope: 0, count: 1, halfway: (x, y), quarter: (x, y)))
      }
    }
    while next < chains.count {
      ended(chains[next])
      next += 1
    }
    return result
  }

  private func reach(_ chain: Open) -> Int32 { chain.x + chain.slope }
  /// A new chain may go off at 50° to either side; one with a direction keeps it to within 2 pixels.
  private func tolerance(_ chain: Open, _ step: Int32) -> Int32 { chain.count == 1 ? step + step / 4 + 1 : 2 }
}
