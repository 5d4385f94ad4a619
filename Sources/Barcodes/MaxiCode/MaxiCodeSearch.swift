import Bits
import Geometry
import Imaging

/// Reads the MaxiCode around a bull's eye, if it is one.
struct MaxiCodeSearch {
  let scene: SearchScene
  let search: FrameSearch
  /// Whether to tell why rings are none: not where they are an Aztec Code's.
  let tellsWhyNot: Bool

  /// Ways to turn the symbol that are tried: six look a little alike, and as many in a mirror.
  private static let mostOrientations = 4

  /// - Parameter hint: rings with something in the middle that is light, or dark in an inverted symbol.
  func read(around hint: AztecEyeHint) {
    let isInverted = !hint.isInverted
    guard !isInverted || search.options.triesInverted else { return }
    let grey = GreyField(scene.image, inverted: isInverted)
    let module = hint.module / AztecEyeScan.moduleOfRound
    guard let rings = MaxiCodeRings(grey, around: hint.center, module: module) else { return }
    if tellsWhyNot {
      search.trace?.didFind([
        FoundPattern(
          symbology: .maxiCode, center: scene.toImage.then(search.image().toFrame)(rings.center),
          moduleSize: module / scene.scale, isInverted: isInverted)
      ])
    }
    search.trace?.didBegin(.grid)
    let grids = MaxiCodeGrid.orientations(grey, rings, most: Self.mostOrientations)
    func isRead(_ aligned: MaxiCodeGrid) -> Bool {
      decode(aligned.turned(grey, rings), grey, isInverted: isInverted, isGrown: false)
    }
    for grid in grids where !search.isOver() {
      if isRead(grid.untilted.aligned(grey, rings)) { return }
    }
    let aligned = grids.map { $0.aligned(grey, rings) }
    for grid in aligned where !search.isOver() {
      if isRead(grid) { return }
    }
    let registration = MaxiCodeRegistration(grey: grey)
    for grid in aligned where !search.isOver() {
      let flat = registration.grown(grid, in: .plane) { search.isOver() }
      if decode(flat, grey, isInverted: isInverted, isGrown: true) { return }
    }
    for grid in aligned where !search.isOver() {
      let bent = registration.grown(grid, in: .bend) { search.isOver() }
      if decode(bent, grey, isInverted: isInverted, isGrown: true) { return }
    }
  }

  private func decode(_ grid: MaxiCodeGrid, _ grey: GreyField, isInverted: Bool, isGrown: Bool) -> Bool {
    search.trace?.didBegin(.sampling)
    let greys = grid.sample(grey)
    let toFrame = scene.toImage.then(search.image().toFrame)
    var failure = DecodeFailure.emptyMessage
    for sharpening in isGrown ? [0, 0.8] : [0] {
      let (modules, doubtful, confidences) = (sharpening == 0 ? greys : greys.sharpened(by: sharpening)).classify()
      search.trace?.didSample(
        SampledGrid(
          modules: modules, confidences: confidences, corners: toFrame(grid.outline),
          centers: greys.centers.map { toFrame($0) }))
      do {
        let symbol = try MaxiCodeDecoder.decode(modules, doubtful: isGrown ? doubtful : [])
        search.report(symbol, at: scene.toImage(grid.outline), mirrored: grid.isMirrored, inverted: isInverted)
        return true
      } catch {
        failure = error
      }
    }
    if isGrown, tellsWhyNot { search.trace?.didReject(toFrame(grid.outline), as: .maxiCode, because: failure) }
    return false
  }
}
