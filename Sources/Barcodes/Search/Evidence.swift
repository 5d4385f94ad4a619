import Geometry
import Imaging

/// What is computed of a frame once, when it is first asked for, for all families: smaller copies, thresholds, striped
/// regions, the enlarged picture. All images stay in the memory of the frame before.
final class Evidence {
  /// The picture as it was taken, then each at half the size of the one before.
  private var pyramid = Pyramid()
  private var stripeFinder = StripeFinder()
  private var foundStripes: [StripeRegion]?
  private var madeEnlarged: SearchScene??
  private var madeEvened: SearchScene??
  private var madeStrengthened: SearchScene??
  private var foundContent: PictureContent??
  private var knownFocus: [Int: Bool] = [:]
  private var knownTwoLevels: Bool?
  private var knownClarity: Double?

  /// - Parameter isHalved: takes the frame at half its size for the picture.
  /// - Returns: false where nothing of it is left at half its size.
  func begin(_ frame: Frame, _ area: PixelArea, isHalved: Bool) -> Bool {
    forget()
    if isHalved { return pyramid.beginHalved(frame, area) }
    pyramid.begin(frame, area)
    return true
  }

  /// Takes a picture that was made of a part of another one.
  func begin(_ image: LuminanceImage) {
    forget()
    pyramid.begin(image)
  }

  private func forget() {
    pyramid.clear()
    foundStripes = nil
    madeEnlarged = nil
    madeEvened = nil
    madeStrengthened = nil
    foundContent = nil
    knownFocus.removeAll(keepingCapacity: true)
    knownTwoLevels = nil
    knownClarity = nil
  }

  /// Levels of the pyramid that this frame has: the coarsest is at least 32 pixels wide and high.
  var levels: Int { pyramid.count }

  /// The picture as it was taken.
  var original: LuminanceImage { pyramid[0].image }

  func image(_ level: Int) -> LuminanceImage {
    pyramid.shrink(to: level)
    return pyramid[level].image
  }

  func thresholds(_ level: Int) -> ThresholdGrid {
    pyramid.shrink(to: level)
    pyramid.measure(level)
    return pyramid[level].thresholds
  }

  func faintThresholds(_ level: Int) -> ThresholdGrid {
    pyramid.shrink(to: level)
    pyramid.measureFaint(level)
    return pyramid[level].faintThresholds
  }

  func binary(_ level: Int) -> BinaryImage {
    pyramid.shrink(to: level)
    pyramid.binarize(level)
    return pyramid[level].binary
  }

  /// Striped regions of the image and its smaller copies, the largest first: at half and quarter size bars of many pixels
  /// stand together that are single edges at full size.
  func stripes() -> [StripeRegion] {
    if let foundStripes { return foundStripes }
    var regions: [StripeRegion] = []
    for level in 0..<stripedLevels {
      for region in stripeFinder.regions(in: image(level), scale: Double(1 << level))
      where !regions.contains(where: { $0.resembles(region) }) {
        regions.append(region)
      }
    }
    regions.sort { $0.halfLength * $0.halfHeight > $1.halfLength * $1.halfHeight }
    foundStripes = regions
    return regions
  }

  /// Levels of the pyramid in which striped regions are looked for.
  private var stripedLevels: Int {
    let longest = max(image(0).width, image(0).height)
    return (0..<levels).prefix { $0 < Self.leastStripedLevels || longest >> $0 >= Self.leastStriped }.count
  }

  /// Those of them that are, whatever the picture's size.
  private static let leastStripedLevels = 3
  /// Pixels of the longer side of the smallest copies besides: a symbol of a hundred modules that fills a large picture has bars of
  /// two pixels there, and gaps of ten; four times as large, its bars are regions of their own. A camera's frame of 1,920 pixels has
  /// none of them: what fills it shows at a quarter of its size.
  private static let leastStriped = 256

  /// Striped regions of still smaller copies, where they are as long as a symbol: of what is drawn with bars of eight pixels and
  /// more.
  func largeStripes() -> [StripeRegion] { largeStripes(from: stripedLevels, .even) }

  /// Those of the smallest copies that show between the other pairs of rows: a drawing's bars that lie along the rows may have all
  /// of their edges there, or every second one.
  func largeStripesOfOddRows() -> [StripeRegion] { largeStripes(from: stripedLevels - 1, .odd) }

  private func largeStripes(from first: Int, _ pairs: StripeTensor.Pairs) -> [StripeRegion] {
    let longest = max(image(0).width, image(0).height)
    let smaller = stripes()
    var regions = smaller
    for level in first..<levels where longest >> level >= Self.leastLarge {
      let scale = Double(1 << level)
      for region in stripeFinder.regions(in: image(level), scale: scale, pairs: pairs)
      where 2 * region.halfLength >= Self.leastLength * scale && !regions.contains(where: { $0.resembles(region) }) {
        regions.append(region)
      }
    }
    return Array(regions.dropFirst(smaller.count))
  }

  /// Pixels of the longer side of such a copy: a symbol that fills it has bars of one to two pixels.
  private static let leastLarge = 80
  /// Pixels of it that a region takes up: the 33 modules of the shortest symbol with two pixels each, as less are stripes of a
  /// larger copy.
  private static let leastLength = 64.0

  /// What the picture shows on even ground, or nil where nothing stands out.
  func content() -> PictureContent? {
    if let foundContent { return foundContent }
    let content = PictureContent(original, thresholds(0))
    foundContent = .some(content)
    return content
  }

  /// Whether something at a level is out of focus.
  func isOutOfFocus(_ level: Int) -> Bool {
    if let known = knownFocus[level] { return known }
    let isOutOfFocus = image(level).isOutOfFocus
    knownFocus[level] = isOutOfFocus
    return isOutOfFocus
  }

  /// Whether what stands out has two levels of grey.
  func showsTwoLevels() -> Bool {
    if let knownTwoLevels { return knownTwoLevels }
    let showsTwoLevels = original.showsTwoLevels
    knownTwoLevels = showsTwoLevels
    return showsTwoLevels
  }

  /// How well the picture shows that it may hold print, from 0 to 1.
  func clarityOfPrint() -> Double {
    if let knownClarity { return knownClarity }
    let clarity = original.clarityOfPrint
    knownClarity = clarity
    return clarity
  }

  /// The frame at several times its size, or nil for one that is not small.
  func enlarged() -> SearchScene? {
    if let madeEnlarged { return madeEnlarged }
    let scene = SearchScene(enlarging: original)
    madeEnlarged = .some(scene)
    return scene
  }

  /// The frame as it would be in even light, or nil where its light is even.
  func evened() -> SearchScene? {
    if let madeEvened { return madeEvened }
    let scene = SearchScene(evening: original, in: faintThresholds(0))
    madeEvened = .some(scene)
    return scene
  }

  /// The frame with faint print as strong as plain print is, or nil where there is none: noise and grain look like faint print until
  /// they are strong.
  func strengthened() -> SearchScene? {
    if let madeStrengthened { return madeStrengthened }
    let scene = SearchScene(strengthening: original, thresholds(0)).flatMap { $0.image.showsTwoLevels ? $0 : nil }
    madeStrengthened = .some(scene)
    return scene
  }
}
