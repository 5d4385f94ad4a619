import Geometry
import Imaging

/// Reads QR Code, Micro QR and rMQR: finders, triples of them or single ones, the grid of each, its modules, its
/// message.
package final class QRReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.qr, .microQR, .rMQR] }
  package static var levelled: SearchWork? { .qrLevelled }

  /// The finders of this frame, or of a picture made of it.
  var finders = QRFinderSearch()
  /// Not read by the plain pass.
  var pending: [QRCandidate] = []
  /// Finders of this frame whose symbol was read, by their place among all.
  var used: Set<Int> = []
  /// What was read of this frame.
  var claims = QRClaims()
  /// Finders of this frame that were looked at by themselves.
  var singlesTried = 0
  /// Whether triples of finders were left after some that failed.
  var hasLeftTriples = false
  let layouts = QRLayouts()
  /// What the frames before this one showed and did not tell.
  var memory = QRMemory()
  /// Reads pictures whose blur was undone, and what it searches; made at the first one.
  private var restored: (reader: QRReader, search: FrameSearch)?

  package init() {}

  package func reset() { memory.clear() }

  /// A reader for pictures that are made of a part of this one's, which forgets nothing of what this one has found.
  func forRestored(_ search: FrameSearch) -> (reader: QRReader, search: FrameSearch) {
    let made = restored ?? (QRReader(), search.another())
    restored = made
    return made
  }

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.qrPlain, run: readPlainly)] }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    readPlain(search, findsLight: search.options.triesInverted)
    // Half a millisecond a megapixel: small symbols are looked for beside those that were read, and where a finder belongs to
    // none of them before all that a symbol's modules look like to other families. Of a pixel a module finders hardly are square.
    let (isEvident, isSmall) = (hasFinders(search), search.image().pixels.count <= Self.smallPicture)
    let isOpen = isEvident || isSmall && finders.finders.contains { !isClaimed($0, search) }
    return [Work(.qrFine, isEvident: isEvident, promise: isOpen ? Self.openFinder : 1, run: readFinely)]
  }

  private func readFinely(_ search: FrameSearch) -> [Work] {
    let hasMore = finders.runFine(search, besides: claims, findsLight: search.options.triesInverted)
    if hasMore || hasLeftTriples {
      let isLikely = search.observations.isEmpty || hasFinders(search)
      readFound(search, isLikely ? .full : .few, asksPairsAndSingles: isLikely)
    }
    // Beside what was read one finder alone led 143 times to nothing; a symbol has three.
    let isEvident = finderCount(search) >= (search.observations.isEmpty ? 1 : 2)
    // Most pictures without finders hold none. Of one that is out of focus faint ones are looked for before it is made sharp, which
    // takes several times as long.
    let promise = isEvident ? 3 : 0.3
    return [
      Work(.qrFaint, isEvident: isEvident, promise: max(promise, Self.faintFinder), run: readFaintly),
      Work(.qrDoubled, isEvident: isEvident, promise: promise, run: readDoubled), Work(.qrLifted, run: readLifted),
      Work(.qrSteadied, promise: promise, run: readSteadied),
      Work(.qrFocused, promise: focusedPromise(isEvident), run: readFocused), Work(.qrDotted, run: readDotted),
    ]
  }

  /// As much as that of other families' work on the same pictures, but for what is sharp and drawn as something else.
  private func focusedPromise(_ isEvident: Bool) -> Double {
    isEvident ? 3 : finders.finders.count >= Self.art ? 0.3 : 2
  }

  /// Whether a finder stands outside all that was read.
  func hasFinders(_ search: FrameSearch) -> Bool { finderCount(search) > 0 }

  private func finderCount(_ search: FrameSearch) -> Int {
    finders.finders.count { $0.residual < Self.squareResidual && !isClaimed($0, search) }
  }

  private func readFaintly(_ search: FrameSearch) -> [Work] {
    if hasLeftovers(search), isLikelyFaint(search), finders.runFaint(search, findsLight: search.options.triesInverted) {
      readFound(search)
    }
    return []
  }

  private func readDoubled(_ search: FrameSearch) -> [Work] {
    if hasLeftovers(search), !isTexture(search), finders.runDoubled(search, findsLight: search.options.triesInverted) {
      readFound(search)
    }
    return []
  }

  /// Whether faint print is likely: of six pictures with symbols that were read so each was dim, small or had a square
  /// finder; of 46 pictures of texture and text only small ones are.
  private func isLikelyFaint(_ search: FrameSearch) -> Bool {
    hasFinders(search) || search.image().pixels.count <= Self.smallPicture || search.image().isDim
  }

  /// Whether several patterns have a finder's runs and none of them is square.
  func isTexture(_ search: FrameSearch) -> Bool {
    finders.finders.count >= Self.texture && !hasFinders(search)
  }

  /// Misfit of a finder's edges, in modules, below which it is one, not texture that has its runs.
  private static let squareResidual = 0.15
  /// Puts faint print before what is brought into focus, which has a promise of two and a table's gain that is set by hand.
  private static let faintFinder = 0.4
  /// Puts rows between the first ones before the plain pass of the families that cost more than these do.
  private static let openFinder = 10.0
  /// Pixels of a picture that is searched in all ways, as that takes no time.
  private static let smallPicture = 320 * 320
  /// Finders of which one is square where there is a symbol.
  private static let texture = 4

  package func finish(_ search: FrameSearch) {
    readTogether(search)
    for candidate in pending { reject(candidate, search) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Plain finders and what they belong to, of a picture that has nothing to do with the one before.
  private func readPlain(_ search: FrameSearch, findsLight: Bool) {
    findPlain(search, findsLight: findsLight)
    readPlainFound(search, .few)
  }

  /// Forgets the picture before, and finds what is plain to see in this one.
  func findPlain(_ search: FrameSearch, findsLight: Bool) {
    pending.removeAll(keepingCapacity: true)
    used.removeAll(keepingCapacity: true)
    claims.clear()
    singlesTried = 0
    hasLeftTriples = false
    finders.runPlain(search, findsLight: findsLight)
  }

  /// Whether anything speaks for a symbol that is not read: nothing was, or a finder stands outside all that were.
  func hasLeftovers(_ search: FrameSearch) -> Bool {
    search.observations.isEmpty || hasFinders(search)
  }

  /// Whether one of its finders belongs to what was read.
  func isSettled(_ triple: QRTriple, _ search: FrameSearch) -> Bool {
    [triple.corner, triple.right, triple.below].contains { isClaimed($0, search) }
  }

  func isClaimed(_ finder: QRFinder, _ search: FrameSearch) -> Bool {
    claims.hold(finder.center, moduleSize: finder.moduleSize, search)
  }

  func report(_ reading: QRCandidate.Reading, of triple: QRTriple, _ search: FrameSearch) {
    claims.add(reading.corners, moduleSize: triple.corner.moduleSize)
    report(reading, inverted: triple.corner.isInverted, search)
  }

  func report(_ reading: QRCandidate.Reading, inverted: Bool, _ search: FrameSearch) {
    search.report(reading.symbol, at: reading.corners, mirrored: reading.isMirrored, inverted: inverted)
  }

  private func reject(_ candidate: QRCandidate, _ search: FrameSearch) {
    guard let trace = search.trace, !isSettled(candidate.triple, search) else { return }
    let triple = candidate.triple
    let (a, b, c) = (triple.corner.center, triple.right.center, triple.below.center)
    trace.didReject(
      search.image().toFrame(Quadrilateral(a, b, b + (c - a), c)), as: .qr, because: candidate.failure)
  }

  func sampler(for finder: QRFinder, _ search: FrameSearch) -> GreySampler {
    let level = min(QRFinderSearch.samplingLevel(finder.moduleSize), search.levels - 1)
    return GreySampler(search.image(level), level: level, inverted: finder.isInverted)
  }
}
