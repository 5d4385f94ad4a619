import Geometry
import Imaging

/// Looks through a picture for edges that may be the outline of a symbol's solid side.
///
/// One of the two solid sides is within 45° of the columns, so that rows cross it; where it is torn, or something touches
/// it, the other one tells, which columns cross.
struct DataMatrixSideSearch {
  /// The lines of an image in which sides are looked for: each meets those that cross it.
  enum Lines { case rows, columns, both }

  /// How to scan.
  struct Manner {
    var lines: Lines
    /// Pixels from line to line: a side crosses four of them at least.
    let step: Int
    /// The same from column to column where those are fewer than rows.
    var columnStep: Int?
    /// True to let pass what is torn, touched by other things, or as thick all along.
    var isLenient = false
    /// True for light symbols only, false for dark ones only, nil for both.
    var isInverted: Bool?
    /// Pixels of the thickest solid side.
    var thickest = Int.max
  }

  /// What may be a solid side.
  struct Side {
    let chain: EdgeChain
    let isInverted: Bool
    let shown: DataMatrixSideCheck.Shown

    /// Whether a symbol may be read by it: of 104 in 140 pictures none had a side of less than ten pixels, nor one that changed less
    /// than twice, as 1,400 of the 6,100 that were looked at.
    var isTelling: Bool { chain.length >= Self.leastLength && shown.changes >= Self.leastChanges }

    /// Pixels of a scene's image.
    private static let leastLength = 10.0
    private static let leastChanges = 2

    /// How far its length and its changes are from what most symbols have: 4 where they are not. Of 63 scans of photographs that read
    /// something 2.2 sides of less misfit came before the first that did, and 4.1 of more changes.
    var misfit: Double {
      guard shown.changes > 0, shown.modules > 0 else { return .infinity }
      let length = shown.modules / Self.modules
      let changes = Double(shown.changes) / (Self.changesAModule * shown.modules)
      return length + 1 / length + changes + 1 / changes
    }

    private static let modules = 20.0
    /// Half of the modules differ from the one before, and the smallest of them do not show.
    private static let changesAModule = 0.4

    func showsMoreData(than other: Side) -> Bool {
      shown.changes == other.shown.changes
        ? chain.length > other.chain.length : shown.changes > other.shown.changes
    }

    /// Whether two are sides of symbols that are alike, as those of a page are.
    func resembles(_ other: Side) -> Bool {
      isInverted == other.isInverted
        && 4 * abs(chain.length - other.chain.length) < chain.length + other.chain.length
    }

    /// Whether the ink is to the right of the chain.
    var darkIsRight: Bool { chain.darkIsRight != isInverted }

    /// A place within the symbol, near the side.
    var inside: Point<ImagePixels> { DataMatrixSideSearch.inside(chain, darkIsRight: darkIsRight) }
  }

  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()

  /// The sides in a scene; those first that show most data behind them, or, for a lenient scan, the longest.
  ///
  /// - Parameter isLeftOut: true for a place in the scene's image where none is looked for, as a symbol was read there.
  mutating func sides(
    _ scene: SearchScene, _ manner: Manner, triesInverted: Bool, isLeftOut: (Point<ImagePixels>) -> Bool,
    isOver: () -> Bool
  ) -> [Side] {
    let clearance = manner.step > 2 ? 2 : 1
    var found: [EdgeChain] = []
    if manner.lines != .columns {
      found = chains.find(
        scene.image, scene.thresholds, step: manner.step, rows: 4, clearance: clearance, rise: 8, isOver: isOver)
    }
    if manner.lines != .rows {
      turned.take(scene.image, every: manner.columnStep ?? manner.step)
      found += chains.find(
        turned.image, turned.thresholds, step: 1, rows: 4, clearance: clearance, rise: 8, isOver: isOver
      )
      .map(turned.toSource)
    }
    let polarities = manner.isInverted.map { [$0] } ?? (triesInverted ? [false, true] : [false])
    let checks = polarities.map {
      DataMatrixSideCheck(scene.image, inverted: $0, lenient: manner.isLenient, thickest: manner.thickest)
    }
    var sides: [Side] = []
    for chain in found {
      var isEdge: Bool?
      for check in checks {
        let isInverted = check.mask != 0
        // The bars of a linear symbol that was read are edges by the hundred.
        guard !isLeftOut(Self.inside(chain, darkIsRight: chain.darkIsRight != isInverted)) else { continue }
        let passes = isEdge ?? checks[0].isEdge(chain)
        isEdge = passes
        guard passes, let side = check.side(along: chain, darkIsRight: chain.darkIsRight != isInverted) else {
          continue
        }
        sides.append(Side(chain: side.chain, isInverted: isInverted, shown: side.shown))
      }
    }
    return sides.sorted {
      manner.isLenient ? $0.chain.length > $1.chain.length : $0.showsMoreData(than: $1)
    }
  }

  /// A place within a symbol, near its side: half a module of the largest that it may have.
  private static func inside(_ chain: EdgeChain, darkIsRight: Bool) -> Point<ImagePixels> {
    let middle = chain.top.midpoint(to: chain.bottom)
    guard let down = (chain.bottom - chain.top).normalized else { return middle }
    let right = Vector<ImagePixels>(down.y, -down.x)
    return middle + (darkIsRight ? right : -right) * (1.5 + chain.length / 16)
  }
}
