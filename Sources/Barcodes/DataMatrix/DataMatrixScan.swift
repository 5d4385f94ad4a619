import Geometry
import Imaging

/// The sides of a scene of which some were looked at, and what was found by them.
struct DataMatrixScan {
  let scene: SearchScene
  let isLenient: Bool
  /// Those that were not looked at yet, the next one first.
  var sides: ArraySlice<DataMatrixSideSearch.Side>
  /// How many there were.
  let count: Int
  /// How many of them may show no symbol, one after another, before the rest is given up.
  var patience = 0
  /// Those that were looked at since the last one that showed a symbol.
  var misses = 0
  /// The corners looked at.
  private var tried: [Known] = []

  init(scene: SearchScene, isLenient: Bool, sides: [DataMatrixSideSearch.Side]) {
    (self.scene, self.isLenient, self.sides, count) = (scene, isLenient, sides[...], sides.count)
  }

  /// The scene's, at least one.
  var megapixels: Int { scene.image.megapixels }

  /// Whether it is the first of its kind in this scan: a side is found by several rows, each of which ends it a little elsewhere.
  mutating func isFirst(_ finder: Known) -> Bool {
    guard !tried.contains(where: { finder.isNear($0, corner: 2, ends: 3) }) else { return false }
    tried.append(finder)
    return true
  }

  /// Takes up that a symbol was read by a side: those like it come next, as symbols of a page are alike.
  mutating func hasRead(by side: DataMatrixSideSearch.Side) {
    misses = 0
    let (alike, others) = (sides.filter { $0.resembles(side) }, sides.filter { !$0.resembles(side) })
    sides = (alike + others)[...]
  }

  /// Two solid sides in a picture.
  struct Known {
    let corner: Point<ImagePixels>
    let up: Point<ImagePixels>
    let right: Point<ImagePixels>
    let isInverted: Bool
    let source: SearchScene.Source

    init(_ finder: DataMatrixFinder, _ scene: SearchScene, isInverted: Bool) {
      (corner, up, right) = (finder.corner, finder.up, finder.right)
      (self.isInverted, source) = (isInverted, scene.source)
    }

    /// Whether all that is made of one is made of the other: a finer scan finds the same sides by other rows.
    func isSame(as other: Known) -> Bool {
      isInverted == other.isInverted && source == other.source && isNear(other, corner: Self.near, ends: Self.near)
    }

    /// - Parameters:
    ///   - corner: pixels by which the corners may lie apart.
    ///   - ends: the same of the sides' other ends.
    func isNear(_ other: Known, corner most: Double, ends: Double) -> Bool {
      corner.distance(to: other.corner) < most && up.distance(to: other.up) < ends
        && right.distance(to: other.right) < ends
    }

    /// Pixels; a fit moves corners by modules of two and more.
    private static let near = 0.25
  }
}
