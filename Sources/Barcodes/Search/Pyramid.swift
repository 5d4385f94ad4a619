import Geometry
import Imaging

/// A grey image at full, half, quarter… size, each level with its thresholds and its binary image, all made
/// when first asked for and in the memory of the frame before.
struct Pyramid {
  struct Level {
    var image = LuminanceImage(width: 1, height: 1, pixels: [0])
    var thresholds = ThresholdGrid()
    var faintThresholds = ThresholdGrid()
    var binary = BinaryImage()
    var isMeasured = false
    var isBinarized = false
  }

  /// The shortest side a level may have: a symbol of 21 modules does not fit a smaller one.
  static let leastSide = 32

  private var levels = [Level()]
  /// The one that the frame begins with: the second where it is taken at half its size, so that each size keeps its memory.
  private var first = 0
  /// How many levels hold this frame's image; 0 before the first one is there.
  private var filled = 0
  /// How many levels the frame's size allows.
  private(set) var count = 0

  subscript(_ level: Int) -> Level { levels[first + level] }

  mutating func clear() { filled = 0 }

  mutating func begin(_ frame: Frame, _ area: PixelArea) {
    levels[0].image.extract(from: frame, area)
    didFill(first: 0)
  }

  /// The same with a frame at half its size.
  ///
  /// - Returns: false where half of the area is less than a pixel wide or high.
  mutating func beginHalved(_ frame: Frame, _ area: PixelArea) -> Bool {
    guard area.width > 1, area.height > 1 else { return false }
    if levels.count == 1 { levels.append(Level()) }
    levels[0].image.extract(from: frame, area)
    levels[1].image.becomeHalf(of: levels[0].image)
    didFill(first: 1)
    return true
  }

  mutating func begin(_ image: LuminanceImage) {
    levels[0].image = image
    didFill(first: 0)
  }

  private mutating func didFill(first: Int) {
    self.first = first
    var shorter = min(levels[first].image.width, levels[first].image.height) / 2
    count = 1
    while shorter >= Self.leastSide {
      count += 1
      shorter /= 2
    }
    while levels.count < first + count { levels.append(Level()) }
    filled = 1
    forget(first)
  }

  private mutating func forget(_ place: Int) {
    levels[place].isMeasured = false
    levels[place].isBinarized = false
  }

  mutating func shrink(to level: Int) {
    precondition(level < count, "the frame is too small for this level")
    while filled <= level {
      let place = first + filled
      levels[place].image.becomeHalf(of: levels[place - 1].image)
      forget(place)
      filled += 1
    }
  }

  mutating func measure(_ level: Int) {
    let place = first + level
    guard !levels[place].isMeasured else { return }
    levels[place].thresholds.measure(levels[place].image)
    levels[place].isMeasured = true
  }

  mutating func measureFaint(_ level: Int) {
    measure(level)
    let place = first + level
    levels[place].faintThresholds.measure(
      like: levels[place].thresholds, contrast: ThresholdGrid.faintContrast)
  }

  mutating func binarize(_ level: Int) {
    let place = first + level
    guard !levels[place].isBinarized else { return }
    measure(level)
    levels[place].binary.binarize(levels[place].image, levels[place].thresholds)
    levels[place].isBinarized = true
  }
}
