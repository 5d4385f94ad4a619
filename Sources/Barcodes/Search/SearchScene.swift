import Geometry
import Imaging

/// An image that a reader searches, and how it was made of the frame's.
struct SearchScene {
  /// What was made of the frame's image.
  enum Source: Hashable {
    case level(Int)
    case closed(level: Int, isLight: Bool)
    case enlarged
    case evened
    case strengthened
  }

  let source: Source
  let image: LuminanceImage
  let thresholds: ThresholdGrid
  /// Its pixels for each of the frame's image.
  let scale: Double
  /// From its pixels to those of `FrameSearch.image(0)`.
  let toImage: Mapping<ImagePixels, ImagePixels>

  /// Whether dots were grown until they touch.
  var isClosed: Bool {
    guard case .closed = source else { return false }
    return true
  }

  /// A level of the pyramid.
  init(_ search: FrameSearch, level: Int = 0) {
    source = .level(level)
    image = search.image(level)
    thresholds = search.thresholds(level)
    scale = 1 / Double(1 << level)
    toImage = Mapping(scaleX: 1 / scale, scaleY: 1 / scale, shiftX: 0, shiftY: 0)
  }

  /// A level of the pyramid on which dots that do not touch have become lines.
  init(closing search: FrameSearch, level: Int, isLight: Bool) {
    source = .closed(level: level, isLight: isLight)
    var closed = LuminanceImage(width: 1, height: 1, pixels: [0])
    closed.becomeClosed(of: search.image(level), closesLight: isLight)
    image = closed
    var grid = ThresholdGrid()
    grid.measure(closed, contrast: ThresholdGrid.faintContrast)
    thresholds = grid
    scale = 1 / Double(1 << level)
    toImage = Mapping(scaleX: 1 / scale, scaleY: 1 / scale, shiftX: 0, shiftY: 0)
  }

  /// The frame as it would be in even light, or nil where its light is even.
  init?(evening original: LuminanceImage, in light: ThresholdGrid) {
    guard light.isUneven else { return nil }
    self.init(.evened, original.evened)
  }

  /// The frame with faint print as strong as plain print is, or nil where there is none.
  init?(strengthening original: LuminanceImage, _ own: ThresholdGrid) {
    guard let strengthened = original.strengthened(own) else { return nil }
    self.init(.strengthened, strengthened)
  }

  /// The frame with other grey at the same places.
  private init(_ source: Source, _ image: LuminanceImage) {
    (self.source, self.image) = (source, image)
    var grid = ThresholdGrid()
    grid.measure(image)
    thresholds = grid
    scale = 1
    toImage = Mapping(scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0)
  }

  /// Whether a frame is small: what is cut out tightly, or has a pixel or two a module, is 320 pixels wide at most.
  static func isSmall(_ original: LuminanceImage) -> Bool { max(original.width, original.height) <= 320 }

  /// The frame at several times its size on a light ground, or nil for a frame that is not small.
  init?(enlarging original: LuminanceImage) {
    guard Self.isSmall(original) else { return nil }
    source = .enlarged
    let (factor, margin) = (3, 4)
    image = original.enlarged(by: factor, margin: margin)
    var grid = ThresholdGrid()
    grid.measure(image)
    thresholds = grid
    scale = Double(factor)
    toImage = Mapping(
      scaleX: 1 / Double(factor), scaleY: 1 / Double(factor), shiftX: -Double(margin), shiftY: -Double(margin))
  }
}

extension LuminanceImage {
  /// Whole megapixels, at least one: by so many grows what may be tried in vain.
  var megapixels: Int { max(1, pixels.count / 1_000_000) }
}
