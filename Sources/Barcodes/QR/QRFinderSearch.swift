import Foundation
import Geometry
import Imaging

/// The finders of a frame: hints from the row scans of all levels, each fitted once.
struct QRFinderSearch {
  private var scan = QRFinderScan()
  private(set) var finders: [QRFinder] = []

  /// Pixels of its level from which a finder's core (3 modules, across 40 pixels of neighbourhood) no longer
  /// makes its own threshold; larger modules are found at the next level.
  private static let largestModule = 10.0
  /// Rows skipped: a finder's middle is 3 modules high and about half of that passes the cross-check when it is
  /// turned, so every third row meets all patterns from 2 pixels a module, and most smaller ones.
  static let rowStep = 3

  /// Looks through all levels.
  mutating func run(_ search: FrameSearch, step: Int = rowStep, findsLight: Bool) {
    finders.removeAll(keepingCapacity: true)
    scan.clear()
    for level in 0..<search.levels {
      search.trace?.didBegin(.threshold)
      let grid = search.thresholds(level)
      search.trace?.didBegin(.finders)
      let image = search.image(level)
      if let trace = search.trace, trace.wantsImages { trace.didBinarize(search.binary(level), of: image) }
      // What is smaller than 4 pixels at a smaller copy was 8 at the one before, and found there.
      scan.scan(
        image, grid, level: level, step: level == 0 ? step : 2 * step,
        leastModule: level == 0 ? 1 : Self.largestModule / 4, findsLight: findsLight)
    }
    for hint in scan.hints { add(hint, search) }
    search.trace?.didFind(
      finders.map {
        FoundPattern(
          center: search.image().toFrame($0.center), moduleSize: $0.moduleSize, isInverted: $0.isInverted)
      })
  }

  private mutating func add(_ hint: QRFinderHint, _ search: FrameSearch) {
    let module = (hint.across * hint.down).squareRoot()
    let isKnown = finders.contains { known in
      known.isInverted == hint.isInverted && known.center.distance(to: hint.center) < 2 * max(known.moduleSize, 1)
        && known.moduleSize < 2.2 * module
    }
    guard !isKnown else { return }
    let level = min(Self.samplingLevel(module), search.levels - 1)
    let sampler = GreySampler(search.image(level), level: level, inverted: hint.isInverted)
    if let finder = QRFinderShape.fit(hint, sampler) { finders.append(finder) }
  }

  /// The smallest copy that still shows a module with 4 pixels: quick to sample, and its noise averaged.
  static func samplingLevel(_ module: Double) -> Int { max(0, Int(log2(max(module, 1) / 4))) }
}
