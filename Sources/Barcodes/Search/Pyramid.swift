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

  private(set) var levels = [Level()]
  /// A frame of which the first level is half as large.
  private var whole = LuminanceImage(width: 1, height: 1, pixels: [0])
  /// How many levels hold this frame's image; 0 before the first one is there.
  private var filled = 0
  /// How many levels the frame's size allows.
  private(set) var count = 0

  mutating func clear() { filled = 0 }

  mutating func begin(_ frame: Frame, _ area: PixelArea) {
    levels[0].image.extract(from: frame, area)
    didFillFirst()
  }

  /// The same with a frame at half its size.
  ///
  /// - Returns: false where half of the area is less than a pixel wide or high.
  mutating func beginHalved(_ frame: Frame, _ area: PixelArea) -> Bool {
    guard area.width > 1, area.height > 1 else { return false }
    whole.extract(from: frame, area)
    levels[0].image.becomeHalf(of: whole)
    didFillFirst()
    return true
  }

  mutating func begin(_ image: LuminanceImage) {
    levels[0].image = image
    didFillFirst()
  }

  private mutating func didFillFirst() {
    var shorter = min(levels[0].image.width, levels[0].image.height) / 2
    count = 1
    while shorter >= Self.leastSide {
      count += 1
      shorter /= 2
    }
    while levels.count < count { levels.append(Level()) }
    filled = 1
    forget(0)
  }

  private mutating func forget(_ level: Int) {
    levels[level].isMeasured = false
    levels[level].isBinarized = false
  }

  mutating func shrink(to level: Int) {
    precondition(level < count, "the frame is too small for this level")
    while filled <= level {
      levels[filled].image.becomeHalf(of: levels[filled - 1].image)
      forget(filled)
      filled += 1
    }
  }

  mutating func measure(_ level: Int) {
    guard !levels[level].isMeasured else { return }
    levels[level].thresholds.measure(levels[level].image)
    levels[level].isMeasured = true
  }

  mutating func measureFaint(_ level: Int) {
    measure(level)
    levels[level].faintThresholds.measure(
      like: levels[level].thresholds, contrast: ThresholdGrid.faintContrast)
  }

  mutating func binarize(_ level: Int) {
    guard !levels[level].isBinarized else { return }
    measure(level)
    levels[level].binary.binarize(levels[level].image, levels[level].thresholds)
    levels[level].isBinarized = true
  }
}
