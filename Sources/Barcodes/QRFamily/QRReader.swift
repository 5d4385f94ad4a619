import Foundation
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
  private var used: Set<Int> = []
  /// What was read of this frame.
  private var claims = QRClaims()
  /// Finders of this frame that were looked at by themselves.
  private var singlesTried = 0
  /// Whether triples of finders were left after some that failed.
  private var hasLeftTriples = false
  private let layouts = QRLayouts()
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

  /// Reads what was found so, then what lies beside it.
  func readPlainFound(_ search: FrameSearch, _ patience: Patience = .plain) {
    if search.wants([.qr]) { readTriples(search, patience) { $0.misfit < Self.misfitAtFirst } }
    finders.runRest(search, besides: claims)
    readFound(search, patience)
  }

  /// Each strategy behind the failure of the one before.
  ///
  /// - Parameter asksPairsAndSingles: whether pairs of finders are completed, and each is looked at by itself.
  func readFound(_ search: FrameSearch, _ patience: Patience = .full, asksPairsAndSingles: Bool = true) {
    if search.wants([.qr]) {
      hasLeftTriples = false
      readTriples(search, patience)
      readRoundTriples(search, patience)
      // Finders of several symbols are refined in vain.
      if patience != .few || !hasLeftTriples {
        refineAll(search)
        if asksPairsAndSingles {
          readPairs(search)
          refineAll(search)
        }
      }
    }
    if asksPairsAndSingles { readSingles(search) }
  }

  /// Triples of the finders that belong to nothing yet.
  private func readTriples(
    _ search: FrameSearch, _ patience: Patience, where isAsked: (QRTriple) -> Bool = { _ in true }
  ) {
    search.trace?.didBegin(.grouping)
    let free = finders.finders.indices.filter { !used.contains($0) }
    search.allowMore()
    let triples = QRTriple.group(free.map { finders.finders[$0] }, members: free) { search.isOver() }
    search.allowMore()
    readAll(triples.filter(isAsked), search, patience)
  }

  /// Triples of the finders drawn as circles that belong to nothing yet.
  private func readRoundTriples(_ search: FrameSearch, _ patience: Patience) {
    let free = finders.finders.indices.filter { at in
      let finder = finders.finders[at]
      return finder.circles != nil && !used.contains(at) && !isClaimed(finder, search)
    }
    guard free.count >= 3 else { return }
    search.trace?.didBegin(.grouping)
    let round = QRTriple.groupRound(free.map { finders.finders[$0] }, members: free) { search.isOver() }
    readAll(round, search, patience)
  }

  /// Each finder that no symbol has claimed, as that of a Micro QR or an rMQR symbol.
  private func readSingles(_ search: FrameSearch) {
    let (wantsMicro, wantsRectangular) = (search.wants([.microQR]), search.wants([.rMQR]))
    guard wantsMicro || wantsRectangular else { return }
    search.trace?.didBegin(.grid)
    let candidates = finders.finders[singlesTried...].filter { !search.isClaimed($0.center) }
    search.allowMore()
    var failed = 0
    for finder in candidates.sorted(by: { $0.residual < $1.residual }) where failed < Self.singles {
      if search.isOver() { break }
      failed += 1
      let sampler = sampler(for: finder, search)
      /// What stands beside the finder tells whether it is an rMQR symbol's, before any grid is grown.
      func reading(_ finder: QRFinder) -> QRCandidate.Reading? {
        (wantsRectangular ? RMQRCandidate.read(finder, sampler, isOver: { search.isOver() }) : nil)
          ?? (wantsMicro ? MicroQRCandidate.read(finder, sampler, isOver: { search.isOver() }) : nil)
      }
      // As the finder's axes show it, and as it is seen aslant.
      if let found = reading(finder) ?? (search.isEnded ? nil : finder.seenAslant(sampler).flatMap(reading)) {
        report(found, inverted: finder.isInverted, search)
        failed = 0
      }
    }
    singlesTried = finders.finders.count
  }

  /// Triples of finders that fail behind each other, after which the others are left: a crowd some of whose finders are missing
  /// makes thousands.
  enum Patience: Int {
    /// Where the missing ones may be found between the rows: of 548 that were read so in 500 photographs 545 were behind none that
    /// failed, three behind one. Of 60 symbols on a wall that lacked 75 finders 48 were tried in vain, in 80 ms. And where none is
    /// square beside what was read: in 7,300 such pictures more patience, and refinement, read one symbol, and took up to 90 ms.
    case few = 4
    case plain = 24
    /// In photographs none was read behind more than ten.
    case full = 96
  }

  /// The plain pass over the triples, the best-fitting first. Once a finder's symbol is read, other triples
  /// with it need not be looked at.
  private func readAll(_ triples: [QRTriple], _ search: FrameSearch, _ patience: Patience = .full) {
    var failed = 0
    for triple in triples {
      if search.isOver() { return }
      guard used.isDisjoint(with: triple.members), mayBeSymbol(triple), !wasTried(triple) else { continue }
      // Within a symbol that was read only what stands out as another one: a code in a code's middle.
      if triple.misfit > Self.misfitWithin && isSettled(triple, search) { continue }
      if failed >= patience.rawValue {
        hasLeftTriples = true
        return
      }
      var candidate = QRCandidate(triple, sampler(for: triple.corner, search), search, layouts)
      if let reading = candidate.read() {
        failed = 0
        used.formUnion(triple.members)
        report(reading, of: triple, search)
      } else {
        failed += 1
        pending.append(candidate)
      }
    }
  }

  /// The refinement of what the plain pass did not read, by evidence.
  private func refineAll(_ search: FrameSearch) {
    pending.sort { $0.evidence > $1.evidence }
    var refined = 0
    for index in pending.indices where refined < Self.mostRefined {
      if search.isOver() { return }
      let candidate = pending[index]
      guard !candidate.isRefined, candidate.evidence >= Self.evidenceForRefinement,
        !isSettled(candidate.triple, search)
      else { continue }
      refined += 1
      if let reading = pending[index].refine() {
        report(reading, of: candidate.triple, search)
      }
    }
  }

  /// Alternation of the timing patterns from which a symbol is likely there: of 1000 refinements in photographs
  /// half had less, and none of these read; the least that read had 0.68.
  static let evidenceForRefinement: Float = 0.65
  /// Misfit of a finder's edges, in modules, below which it is one, not texture that has its runs.
  private static let squareResidual = 0.15
  /// Finders that are looked at by themselves in vain, the squarest first: beyond, it is texture.
  private static let singles = 64
  /// Misfit of triples up to which they are looked at even within a symbol: true ones seen from the front have 0.1.
  private static let misfitWithin = 0.25
  /// Misfit of triples up to which they are looked at before the finders that are less plain than theirs: of 1,160 with less in
  /// photographs 642 were read, of 2,840 with more 5.
  private static let misfitAtFirst = 0.4
  /// Refinements of one set of finders, the most evident first: more symbols than these, all unread by the plain
  /// pass, are a crowd out of focus.
  private static let mostRefined = 8

  /// Pairs of those that no symbol has claimed, each with a third that the image supports.
  private func readPairs(_ search: FrameSearch) {
    let left = finders.finders.indices.filter { !used.contains($0) && !isClaimed(finders.finders[$0], search) }
    // In a crowd of false patterns pairs are too many, and none of them tells anything.
    guard (2...12).contains(left.count), !search.isOver() else { return }
    search.trace?.didBegin(.grouping)
    let grouped = pending.filter { $0.evidence >= Self.evidenceForRefinement && $0.triple.unseen == nil }
      .flatMap(\.triple.members)
    let triples = QRPair.complete(
      left.map { finders.finders[$0] }, members: left, grouped: Set(grouped),
      sampler: { self.sampler(for: $0, search) },
      isOver: { search.isOver() })
    readAll(triples, search)
  }

  /// Whether anything speaks for a symbol that is not read: nothing was, or a finder stands outside all that were.
  func hasLeftovers(_ search: FrameSearch) -> Bool {
    search.observations.isEmpty || hasFinders(search)
  }

  /// Whether three patterns may be one symbol's: not where they fit badly and none of them is square.
  private func mayBeSymbol(_ triple: QRTriple) -> Bool {
    triple.misfit <= Self.misfitOfAny
      || [triple.corner, triple.right, triple.below].contains { $0.residual <= Self.residualOfOne }
  }

  /// Misfit of triples up to which any are looked at, and that of the edges, in modules, that one finder of any others has at most:
  /// of 4,754 in photographs and drawn pictures that were read none was beyond both, of 16,758 that were not 10,038.
  private static let (misfitOfAny, residualOfOne) = (0.5, 0.2)

  /// Whether one of its finders belongs to what was read.
  func isSettled(_ triple: QRTriple, _ search: FrameSearch) -> Bool {
    [triple.corner, triple.right, triple.below].contains { isClaimed($0, search) }
  }

  private func isClaimed(_ finder: QRFinder, _ search: FrameSearch) -> Bool {
    claims.hold(finder.center, moduleSize: finder.moduleSize, search)
  }

  /// Whether an earlier pass over this frame had the same three, or two of them and found the third again.
  private func wasTried(_ triple: QRTriple) -> Bool {
    let near = Self.same * triple.corner.moduleSize
    return pending.contains { earlier in
      earlier.triple.unseen == triple.unseen && earlier.triple.isRound == triple.isRound
        && earlier.triple.corner.center.distance(to: triple.corner.center) < near
        && earlier.triple.right.center.distance(to: triple.right.center) < near
        && earlier.triple.below.center.distance(to: triple.below.center) < near
    }
  }

  /// Modules by which a pattern that is found twice may be elsewhere.
  private static let same = 0.25

  func report(_ reading: QRCandidate.Reading, of triple: QRTriple, _ search: FrameSearch) {
    claims.add(reading.corners, moduleSize: triple.corner.moduleSize)
    report(reading, inverted: triple.corner.isInverted, search)
  }

  private func report(_ reading: QRCandidate.Reading, inverted: Bool, _ search: FrameSearch) {
    search.report(reading.symbol, at: reading.corners, mirrored: reading.isMirrored, inverted: inverted)
  }

  private func reject(_ candidate: QRCandidate, _ search: FrameSearch) {
    guard let trace = search.trace, !isSettled(candidate.triple, search) else { return }
    let triple = candidate.triple
    let (a, b, c) = (triple.corner.center, triple.right.center, triple.below.center)
    trace.didReject(
      search.image().toFrame(Quadrilateral(a, b, b + (c - a), c)), as: .qr, because: candidate.failure)
  }

  private func sampler(for finder: QRFinder, _ search: FrameSearch) -> GreySampler {
    let level = min(QRFinderSearch.samplingLevel(finder.moduleSize), search.levels - 1)
    return GreySampler(search.image(level), level: level, inverted: finder.isInverted)
  }
}
