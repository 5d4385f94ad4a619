import Bits
import Geometry
import Imaging

/// Finds bull's eyes, and reads the Aztec Codes and the MaxiCodes around them.
package final class AztecReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.aztec, .maxiCode] }

  private var eyes = AztecEyeScan()

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] {
    [Work(.aztecAlone, run: readAlone), Work(.aztecPlain, run: readPlainly)]
  }

  /// Reads a symbol that is all that the picture shows, as one that was drawn and not photographed often is.
  private func readAlone(_ search: FrameSearch) -> [Work] {
    guard let content = search.content(),
      let hint = AztecEyeScan.eye(
        in: search.image(), at: content.bounds.center, level: content.level, findsRound: search.wants([.maxiCode]))
    else { return [] }
    read(hint, SearchScene(search), search)
    return []
  }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    for level in 0..<search.levels {
      if search.isOver() { break }
      // What is smaller than 2.5 pixels in a smaller copy was 5 in the one before, and found there.
      readAll(
        SearchScene(search, level: level), step: level == 0 ? Self.step(search) : 6,
        leastModule: level == 0 ? 1.25 : Self.largestModule / 4, search)
    }
    return [Work(.aztecFine, run: readFinely)]
  }

  private func readFinely(_ search: FrameSearch) -> [Work] {
    // The core and the ring around it are three modules high: every second row meets the smallest eye.
    readAll(SearchScene(search), step: 2, leastModule: 1, search)
    return [Work(.aztecEnlarged, run: readEnlarged)]
  }

  private func readEnlarged(_ search: FrameSearch) -> [Work] {
    guard search.observations.isEmpty else { return [] }
    if let scene = search.enlarged() {
      readAll(scene, step: 3, leastModule: 1, search)
    } else if search.levels > 1 {
      // Half the size has half the noise.
      readAll(SearchScene(search, level: 1), step: 2, leastModule: 1, search)
    }
    return []
  }

  /// Rows skipped: every third row, and every fifth of a large frame, meets an eye of two pixels a module.
  private static func step(_ search: FrameSearch) -> Int {
    max(3, min(5, min(search.image().width, search.image().height) / 216))
  }

  /// Pixels from which a module no longer makes its own threshold, which sees 40 pixels around; larger ones
  /// are found in a smaller copy.
  private static let largestModule = 10.0

  private func readAll(_ scene: SearchScene, step: Int, leastModule: Double, _ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    eyes.scan(
      scene.image, scene.thresholds, step: step, leastModule: leastModule,
      findsLight: search.options.triesInverted, findsRound: search.wants([.maxiCode]),
      isClaimed: { search.isClaimed(scene.toImage($0)) }, isOver: { search.isOver() })
    for hint in eyes.hints {
      if search.isOver() { return }
      if !search.isClaimed(scene.toImage(hint.center)) { read(hint, scene, search) }
    }
  }

  private func read(_ hint: AztecEyeHint, _ scene: SearchScene, _ search: FrameSearch) {
    let eye = search.wants([.aztec]) && !hint.isRound ? eye(around: hint, scene, search) : nil
    if let eye { read(eye, around: hint, scene, search) }
    if search.wants([.maxiCode]), !search.isClaimed(scene.toImage(hint.center)) {
      MaxiCodeSearch(scene: scene, search: search, tellsWhyNot: eye == nil).read(around: hint)
    }
  }

  private func eye(around hint: AztecEyeHint, _ scene: SearchScene, _ search: FrameSearch) -> AztecBullsEye? {
    guard !hint.isInverted || search.options.triesInverted else { return nil }
    return AztecBullsEyeSearch(grey: GreyField(scene.image, inverted: hint.isInverted))
      .bullsEye(around: hint.center, module: hint.module)
  }

  private func read(_ eye: AztecBullsEye, around hint: AztecEyeHint, _ scene: SearchScene, _ search: FrameSearch) {
    search.trace?.didFind([
      FoundPattern(
        symbology: .aztec, center: scene.toImage.then(search.image().toFrame)(eye.inner.center),
        moduleSize: eye.moduleSize / scene.scale, isInverted: hint.isInverted)
    ])
    read(
      eye,
      Scene(
        grey: GreyField(scene.image, inverted: hint.isInverted),
        sampler: GreySampler(scene.image, level: 0, inverted: hint.isInverted), isInverted: hint.isInverted,
        toImage: scene.toImage, search: search))
  }

  private struct Scene {
    let grey: GreyField
    let sampler: GreySampler
    let isInverted: Bool
    let toImage: Mapping<ImagePixels, ImagePixels>
    let search: FrameSearch
  }

  private func read(_ eye: AztecBullsEye, _ scene: Scene) {
    var isTaken = false
    if let outer = eye.outer, AztecGrid(outer, reach: 5.5, isCompact: false).ringScore(scene.grey, radius: 6) > 0.9 {
      isTaken = read(outer, reach: 5.5, isCompact: false, scene)
    }
    if !isTaken { isTaken = read(eye.inner, reach: 3.5, isCompact: true, scene) }
    if !isTaken && eye.outer == nil { _ = read(eye.inner, reach: 3.5, isCompact: false, scene) }
  }

  /// The ways in which a square can be the symbol's own: four turns, each also mirrored.
  private static func orientations(
    _ square: Quadrilateral<ImagePixels>
  ) -> [(square: Quadrilateral<ImagePixels>, isMirrored: Bool)] {
    let points = square.points
    return (0..<4).flatMap { first in
      [1, 3].map { step in
        let p = (0..<4).map { points[(first + step * $0) % 4] }
        return (Quadrilateral(p[0], p[1], p[2], p[3]), step == 3)
      }
    }
  }

  private func read(_ square: Quadrilateral<ImagePixels>, reach: Double, isCompact: Bool, _ scene: Scene) -> Bool {
    let size = AztecSize(isCompact: isCompact, layers: isCompact ? 0 : 1)
    let marks = size.orientationMarks
    let ring = size.modePath.map { (x: $0.x - size.center, y: $0.y - size.center) }
    let ways = Self.orientations(square)
      .map { way in
        let grid = AztecGrid(way.square, reach: reach, isCompact: isCompact)
        let seen = grid.core(scene.grey, marks.map { ($0.x - size.center, $0.y - size.center) })
        return (grid: grid, isMirrored: way.isMirrored, misses: zip(marks, seen).count { $0.isDark != $1 })
      }
      .sorted { $0.misses < $1.misses }
    // A quarter of the twelve marks may be damaged; every other orientation differs in at least four.
    for way in ways where way.misses <= 3 {
      if scene.search.isOver() { return false }
      let bits = way.grid.core(scene.grey, ring)
      if let mode = AztecModeMessage(bits: bits, isCompact: isCompact) {
        if decode(way.grid.with(mode), mode, isMirrored: way.isMirrored, scene) { return true }
      }
      if isCompact && way.misses == 0, decodeRune(way.grid, isMirrored: way.isMirrored, scene) { return true }
    }
    return false
  }

  private func decode(_ grid: AztecGrid, _ mode: AztecModeMessage, isMirrored: Bool, _ scene: Scene) -> Bool {
    let search = scene.search
    // Around a small core there is little that could lie elsewhere than where the core's sides have it; in a large symbol
    // the reference grid tells.
    let isSmall = mode.size.side <= Self.largestFlat
    if isSmall || grid.referenceScore(scene.grey) >= Self.leastReference {
      if decode(grid, mode, isMirrored: isMirrored, sharpenings: [0], scene) { return true }
    }
    search.trace?.didBegin(.grid)
    if !isSmall {
      let rough = grid.roughlyFitted(scene.sampler) { search.isOver() }
      if search.isOver() { return false }
      if rough.referenceScore(scene.grey) >= Self.leastReference,
        decode(rough, mode, isMirrored: isMirrored, sharpenings: [0], scene)
      {
        return true
      }
    }
    let fitted = grid.fitted(scene.sampler) { search.isOver() }
    if search.isOver() { return false }
    return decode(fitted, mode, isMirrored: isMirrored, sharpenings: [0, 0.6, 1.2], scene)
  }

  /// Modules to a side up to which a symbol is tried before its grid is fitted, which takes ten times as long.
  private static let largestFlat = 41
  /// The share of the reference grid that must be right for a larger one to be tried before its grid is fitted with care:
  /// error correction of a quarter repairs an eighth, of which the rest is for the modules themselves.
  private static let leastReference = 0.95

  /// Reads a symbol whose grid is known, as it is and sharpened.
  private func decode(
    _ fitted: AztecGrid, _ mode: AztecModeMessage, isMirrored: Bool, sharpenings: [Double], _ scene: Scene
  ) -> Bool {
    let search = scene.search
    let greys = fitted.sample(scene.grey, side: mode.size.side)
    var failure = DecodeFailure.emptyMessage
    search.trace?.didBegin(.sampling)
    for sharpening in sharpenings {
      if search.isOver() { return false }
      let (modules, doubtful, confidences) = (sharpening == 0 ? greys : greys.sharpened(by: sharpening)).classify()
      if search.isOver() { return false }
      let toFrame = scene.toImage.then(search.image().toFrame)
      search.trace?.didSample(
        SampledGrid(
          modules: modules, confidences: confidences, corners: toFrame(fitted.outline),
          centers: greys.centers.map { toFrame($0) }))
      do {
        let symbol = try AztecDecoder.decode(modules, mode, doubtful: doubtful) { search.isOver() }
        search.report(
          symbol, at: scene.toImage(fitted.outline), mirrored: isMirrored, inverted: scene.isInverted)
        return true
      } catch {
        failure = error
      }
    }
    search.trace?.didReject(scene.toImage.then(search.image().toFrame)(fitted.outline), as: .aztec, because: failure)
    return false
  }

  /// A rune stands alone: the module around it is light. Where something lies close to it all of its 28 bits must be
  /// right, of which chance draws one in a million.
  private func decodeRune(_ grid: AztecGrid, isMirrored: Bool, _ scene: Scene) -> Bool {
    let greys = grid.sample(scene.grey, side: 11)
    let around = (-6...6).flatMap { [(x: $0, y: -6), (x: $0, y: 6), (x: -6, y: $0), (x: 6, y: $0)] }
    let standsAlone = grid.ground(scene.grey, around) <= 3
    guard let symbol = try? AztecDecoder.rune(greys.classify(reach: 11).modules, isWhole: !standsAlone) else {
      return false
    }
    scene.search.report(symbol, at: scene.toImage(grid.outline), mirrored: isMirrored, inverted: scene.isInverted)
    return true
  }
}
