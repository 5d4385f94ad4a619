import Foundation
import Geometry
import Imaging

/// The finders of a frame: hints from the row scans of all levels, each fitted once.
struct QRFinderSearch {
  private var scan = QRFinderScan()
  private var doubled = LuminanceImage(width: 1, height: 1, pixels: [0])
  private var doubledThresholds = ThresholdGrid()
  private(set) var finders: [QRFinder] = []

  /// Pixels of its level from which a finder's core (3 modules, across 40 pixels of neighbourhood) no longer
  /// makes its own threshold; larger modules are found at the next level.
  private static let largestModule = 10.0
  /// Rows skipped: a finder's middle is 3 modules high and about half of that passes the cross-check when it is
  /// turned, so every third row meets all patterns from 2 pixels a module, and most smaller ones.
  static let rowStep = 3
  /// A camera's frame of 1080 rows is searched in every sixth, one of 720 in every fourth: modules there are two
  /// pixels and more, or the next frame, whose rows lie between these, shows them.
  private static func step(_ search: FrameSearch) -> Int {
    let image = search.image()
    return max(rowStep, min(image.width, image.height) / 180)
  }

  /// Pixels of a frame up to which its largest level is searched again for faint print, and doubled: beyond,
  /// modules that need it are too small a part of the picture to be what it was taken for.
  private static let smallFrame = 1_600_000

  /// Pixels of the longer side up to which a picture may be a symbol cut out without its quiet zone.
  private static let cutOut = 320

  /// Looks through all levels, by the thresholds of fair light, and fits the hints that are plain.
  mutating func runPlain(_ search: FrameSearch, findsLight: Bool) {
    finders.removeAll(keepingCapacity: true)
    scan.clear()
    for level in 0..<search.levels where level == 0 || !search.isOver() {
      search.trace?.didBegin(.threshold)
      let grid = search.thresholds(level)
      search.trace?.didBegin(.finders)
      let image = search.image(level)
      if let trace = search.trace, trace.wantsImages { trace.didBinarize(search.binary(level), of: image) }
      // What is smaller than 2.5 pixels at a smaller copy was 5 at the one before, and found there.
      scan.scan(
        image, grid, scale: Double(1 << level), step: level == 0 ? Self.step(search) : 2 * Self.rowStep,
        isBetween: search.turns.isBetween,
        leastModule: level == 0 ? 1.25 : Self.largestModule / 4, findsLight: findsLight)
    }
    fitHints(search) { $0.isPlain }
  }

  /// Fits the hints that the plain ones left: those that lie in no symbol read by then, of whose modules
  /// most of them come.
  mutating func runRest(_ search: FrameSearch, besides claims: QRClaims) {
    search.trace?.didBegin(.finders)
    fitHints(search) { !$0.isPlain && !claims.hold($0.center, moduleSize: $0.moduleSize, search) }
  }

  /// Looks through the rows of the largest level that the plain pass left out, and for smaller modules.
  ///
  /// - Returns: whether it found any that the plain pass did not.
  mutating func runFine(_ search: FrameSearch, besides claims: QRClaims, findsLight: Bool) -> Bool {
    let known = finders.count
    scan.clear()
    scan.scan(
      search.image(), search.thresholds(), scale: 1, step: Self.rowStep, leastModule: 1, findsLight: findsLight)
    fitHints(search) { !claims.hold($0.center, moduleSize: $0.moduleSize, search) }
    return finders.count > known
  }

  /// Looks again for what hardly stands out, and for patterns that run into dark surroundings.
  ///
  /// - Returns: whether it found any that the plain pass did not.
  mutating func runFaint(_ search: FrameSearch, findsLight: Bool) -> Bool {
    let known = finders.count
    scan.clear()
    let first = search.image().pixels.count > Self.smallFrame ? 1 : 0
    for level in min(first, search.levels - 1)..<search.levels {
      search.trace?.didBegin(.threshold)
      let grid = search.faintThresholds(level)
      search.trace?.didBegin(.finders)
      for part in [QRFinderPart.whole, .core] {
        scan.scan(
          search.image(level), grid, scale: Double(1 << level), step: Self.rowStep, leastModule: 1.3, part: part,
          findsLight: findsLight)
      }
    }
    fitHints(search)
    return finders.count > known
  }

  /// Looks once more at twice the size: modules below 2 pixels in one direction, from tilt or distance.
  mutating func runDoubled(_ search: FrameSearch, findsLight: Bool) -> Bool {
    let known = finders.count
    guard search.image().pixels.count <= Self.smallFrame else { return false }
    scan.clear()
    search.trace?.didBegin(.threshold)
    doubled.becomeDouble(of: search.image())
    doubledThresholds.measure(doubled, contrast: ThresholdGrid.faintContrast)
    search.trace?.didBegin(.finders)
    scan.scan(doubled, doubledThresholds, scale: 0.5, step: 2, leastModule: 1.3, findsLight: findsLight)
    fitHints(search)
    if findsLight { addLightAtBorder(search) }
    return finders.count > known
  }

  /// Looks for light patterns that begin or end with their picture. Outside of it counts as light, which gives
  /// such a pattern's ring no edge; in the inverted picture it has one.
  private mutating func addLightAtBorder(_ search: FrameSearch) {
    let image = search.image()
    guard max(image.width, image.height) <= Self.cutOut else { return }
    scan.clear()
    doubled.becomeInverse(of: image)
    doubledThresholds.measure(doubled)
    scan.scan(doubled, doubledThresholds, scale: 1, step: 1, leastModule: 1, findsLight: false)
    for hint in scan.hints {
      add(QRFinderHint(center: hint.center, across: hint.across, down: hint.down, isInverted: true), search)
    }
  }

  private mutating func fitHints(_ search: FrameSearch, where isAsked: (QRFinderHint) -> Bool = { _ in true }) {
    let known = finders.count
    // The plainest first, as noise makes more of the others than there is time for.
    for hint in scan.hints.filter(isAsked).sorted(by: { $0.misfit < $1.misfit }) {
      if search.isOver() { break }
      // So plain a one is a finder: a picture full of codes has thousands of them.
      if add(hint, search), hint.isPlain { search.allowMore() }
    }
    search.trace?.didFind(
      finders[known...].map {
        FoundPattern(
          symbology: .qr, center: search.image().toFrame($0.center), moduleSize: $0.moduleSize,
          isInverted: $0.isInverted)
      })
  }

  /// - Returns: whether it is a finder that was not known.
  @discardableResult
  private mutating func add(_ hint: QRFinderHint, _ search: FrameSearch) -> Bool {
    let module = hint.moduleSize
    let isKnown = finders.contains { known in
      known.isInverted == hint.isInverted && known.center.distance(to: hint.center) < 2 * max(known.moduleSize, 1)
        && known.moduleSize < 2.2 * module
    }
    guard !isKnown else { return false }
    let level = min(Self.samplingLevel(min(hint.across, hint.down)), search.levels - 1)
    let sampler = GreySampler(search.image(level), level: level, inverted: hint.isInverted)
    guard let finder = QRFinderShape.fit(hint, sampler) else { return false }
    finders.append(finder)
    return true
  }

  /// The smallest copy that still shows a module with 4 pixels: quick to sample, and its noise averaged.
  static func samplingLevel(_ module: Double) -> Int { max(0, Int(log2(max(module, 1) / 4))) }
}
