import Bits
import Geometry
import Imaging

/// Finds bull's eyes, and reads the Aztec Codes and the MaxiCodes around them.
package final class AztecReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.aztec, .maxiCode] }
  package static var focused: SearchWork? { .aztecFocused }
  package static var steadied: SearchWork? { .aztecSteadied }

  private var eyes = AztecEyeScan()
  /// Eyes of this frame that were not read, the first ones.
  private var unread: [(hint: AztecEyeHint, scene: SearchScene)] = []

  package init() {}

  package func finish(_ search: FrameSearch) { unread.removeAll() }

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
    unread.removeAll(keepingCapacity: true)
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
    for (hint, scene) in unread where search.wants([.aztec]) {
      for light in AztecBullsEyeSearch.Light.allCases where !search.isClaimed(scene.toImage(hint.center)) {
        if search.isOver() { return [] }
        guard let eye = eye(around: hint, in: light, scene, search) else { continue }
        read(eye, around: hint, scene, search)
      }
    }
    // The core and the ring around it are three modules high: every second row meets the smallest eye.
    readAll(SearchScene(search), step: 2, leastModule: 1, search)
    return [
      Work(.aztecEnlarged, run: readEnlarged), Work(.aztecEvened, run: readEvened), Work(.aztecDotted, run: readDotted),
    ]
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

  /// Reads what lies partly in a shadow, whose edge is as strong as those of modules, or stronger.
  private func readEvened(_ search: FrameSearch) -> [Work] {
    guard let scene = search.evened() else { return [] }
    readAll(scene, step: 2, leastModule: 1, search)
    return []
  }

  /// Reads dots that do not touch, as lasers and needles make them, once each has grown by a pixel.
  private func readDotted(_ search: FrameSearch) -> [Work] {
    for level in search.dottedLevels {
      for isLight in search.options.triesInverted ? [false, true] : [false] {
        if search.isOver() || !search.observations.isEmpty { return [] }
        readAll(
          SearchScene(closing: search, level: level, isLight: isLight), step: 3, leastModule: Self.leastDotted, search)
      }
    }
    return []
  }

  /// Pixels of the least module: a light ring of two pixels is filled where dots grow by one to each side.
  private static let leastDotted = 2.5

  /// Rows skipped: every third row, and every fifth of a large frame, meets an eye of two pixels a module.
  private static func step(_ search: FrameSearch) -> Int {
    max(3, min(5, min(search.image().width, search.image().height) / 216))
  }

  /// Pixels from which a module no longer makes its own threshold, which sees 40 pixels around; larger ones
  /// are found in a smaller copy.
  private static let largestModule = 10.0

  private func readAll(_ scene: SearchScene, step: Int, leastModule: Double, _ search: FrameSearch) {
    search.trace?.didBegin(.finders)
    // A scene holds its pictures: asked at every stripe, a copy of it takes twice as long as all the rest.
    let toImage = scene.toImage
    eyes.scan(
      scene.image, scene.thresholds, step: step, leastModule: leastModule,
      findsLight: search.options.triesInverted, findsRound: wantsMaxiCode(scene, search),
      isClaimed: { search.isClaimed(toImage($0)) }, isOver: { search.isOver() })
    let most = Self.mostInVain * search.image().megapixels
    var failed = 0
    for hint in eyes.hints.sorted(by: { $0.misfit < $1.misfit }) where hint.isRound || failed < most {
      if search.isOver() { return }
      guard !search.isClaimed(scene.toImage(hint.center)) else { continue }
      read(hint, scene, search)
      if search.isClaimed(scene.toImage(hint.center)) {
        failed = 0
      } else {
        failed += 1
        if unread.count < Self.mostUneven, !hint.isRound { unread.append((hint, scene)) }
      }
    }
  }

  /// Square eyes that are looked at in vain, a megapixel, one behind the other and those whose borders fit best first: of 519
  /// that were read in photographs and drawings none came behind more than four, and a screen's pixels look like thousands.
  private static let mostInVain = 8

  /// Eyes that are looked at once more, also border by border: of texture that looks like eyes there are hundreds.
  private static let mostUneven = 8

  /// Its hexagons never touch, and its rings always do.
  private func wantsMaxiCode(_ scene: SearchScene, _ search: FrameSearch) -> Bool {
    search.wants([.maxiCode]) && !scene.isClosed
  }

  private func read(_ hint: AztecEyeHint, _ scene: SearchScene, _ search: FrameSearch) {
    let eye = search.wants([.aztec]) && !hint.isRound ? eye(around: hint, in: .even, scene, search) : nil
    if let eye { read(eye, around: hint, scene, search) }
    if wantsMaxiCode(scene, search), !search.isClaimed(scene.toImage(hint.center)) {
      MaxiCodeSearch(scene: scene, search: search, tellsWhyNot: eye == nil).read(around: hint)
    }
  }

  private func eye(
    around hint: AztecEyeHint, in light: AztecBullsEyeSearch.Light, _ scene: SearchScene, _ search: FrameSearch
  ) -> AztecBullsEye? {
    guard !hint.isInverted || search.options.triesInverted else { return nil }
    return AztecBullsEyeSearch(grey: GreyField(scene.image, inverted: hint.isInverted))
      .bullsEye(around: hint.center, module: hint.module, in: light)
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
    func grid(isCompact: Bool) -> AztecGrid {
      AztecGrid(eye.inner, reach: AztecBullsEye.innerReach, isCompact: isCompact)
    }
    if let outer = eye.outer {
      let seen = AztecGrid(outer, reach: AztecBullsEye.outerReach, isCompact: false)
      if seen.ringScore(scene.grey, radius: 6) > Self.leastRings, read(seen, scene) { return }
    }
    if read(grid(isCompact: true), scene) || eye.outer == nil && read(grid(isCompact: false), scene) { return }
    guard scene.search.rung > .plain else { return }
    // On paper that goes up and down the ring around a bull's-eye lies beside where the eye's sides have it.
    for isCompact in [true, false] where !scene.search.isOver() {
      let seen = grid(isCompact: isCompact)
      guard seen.ringScore(scene.grey, radius: isCompact ? 4 : 6) > Self.leastRings,
        let brought = seen.broughtToRing(scene.sampler, isOver: { scene.search.isOver() })
      else { continue }
      if read(brought, scene) { return }
    }
  }

  /// The share of a bull's-eye's modules that must have their color: texture has rings of three modules, but not of nine.
  private static let leastRings = 0.9

  private func read(_ seen: AztecGrid, _ scene: Scene) -> Bool {
    let isCompact = seen.isCompact
    let size = AztecSize(isCompact: isCompact, layers: isCompact ? 0 : 1)
    let marks = size.orientationMarks
    let ring = size.modePath.map { (x: $0.x - size.center, y: $0.y - size.center) }
    let core = seen.core(scene.grey, radius: size.center)
    // The square can be the symbol's own in eight ways: four turns, each also mirrored.
    let ways = (0..<4).flatMap { quarters in [false, true].map { (quarters: quarters, isMirrored: $0) } }
      .map { way in
        let misses = marks.count {
          core.isDark($0.x - size.center, $0.y - size.center, quarters: way.quarters, isMirrored: way.isMirrored)
            != $0.isDark
        }
        return (way: way, misses: misses)
      }
      .sorted { $0.misses < $1.misses }
    // A quarter of the twelve marks may be damaged; every other orientation differs in at least four.
    for (way, misses) in ways where misses <= 3 {
      if scene.search.isOver() { return false }
      let bits = ring.map { core.isDark($0.x, $0.y, quarters: way.quarters, isMirrored: way.isMirrored) }
      let grid = seen.turned(way.quarters, isMirrored: way.isMirrored)
      if let mode = AztecModeMessage(bits: bits, isCompact: isCompact) {
        if decode(grid.with(mode), mode, isMirrored: way.isMirrored, scene) { return true }
      }
      if isCompact && misses == 0, decodeRune(grid, isMirrored: way.isMirrored, scene) { return true }
    }
    return false
  }

  private func decode(_ grid: AztecGrid, _ mode: AztecModeMessage, isMirrored: Bool, _ scene: Scene) -> Bool {
    let search = scene.search
    // Texture states sizes for which the picture has no room, up to 23,000 modules that would all be taken.
    let share = grid.shareWithin(scene.grey)
    let dataShare = Double(mode.dataCodewords) / Double(mode.size.codewords)
    guard share >= max(dataShare - Self.coreError, Self.leastWithin) else {
      reject(grid, because: .outOfView(percent: Int(100 * (1 - share))), scene)
      return false
    }
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
    if decode(fitted, mode, isMirrored: isMirrored, sharpenings: [0, 0.6, 1.2], scene) { return true }
    // Now and then texture states a size, too.
    guard search.rung > .plain else { return false }
    let slowly = grid.fittedSlowly(scene.sampler) { search.isOver() }
    if search.isOver() { return false }
    if decode(slowly, mode, isMirrored: isMirrored, sharpenings: [0, 0.6], scene) { return true }
    var waving = grid.grownFlat(scene.sampler) { search.isOver() }
    while let seen = waving, !search.isOver() {
      if decode(seen, mode, isMirrored: isMirrored, sharpenings: [0], scene) { return true }
      waving = seen.bentFurther(scene.sampler)
    }
    return false
  }

  /// The share of a symbol by which its core alone may be wrong about what lies in the picture. Of the rest, what lies outside
  /// is lost, and error correction makes good no more of it than there are check codewords.
  private static let coreError = 0.25
  /// The share that must lie in the picture however few of the codewords are data: writers add a quarter to a half of them as
  /// check codewords, texture that states a size any number.
  private static let leastWithin = 0.4

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
    guard fitted.isPlausible else { return false }
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
    reject(fitted, because: failure, scene)
    return false
  }

  private func reject(_ grid: AztecGrid, because failure: DecodeFailure, _ scene: Scene) {
    let toFrame = scene.toImage.then(scene.search.image().toFrame)
    scene.search.trace?.didReject(toFrame(grid.outline), as: .aztec, because: failure)
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
