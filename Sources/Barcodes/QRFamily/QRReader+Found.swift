import Geometry
import Imaging

/// What finders belong to: triples of them, pairs with a third that the image supports, and single ones.
extension QRReader {
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

  /// Whether three patterns may be one symbol's: not where they fit badly and none of them is square.
  private func mayBeSymbol(_ triple: QRTriple) -> Bool {
    triple.misfit <= Self.misfitOfAny
      || [triple.corner, triple.right, triple.below].contains { $0.residual <= Self.residualOfOne }
  }

  /// Misfit of triples up to which any are looked at, and that of the edges, in modules, that one finder of any others has at most:
  /// of 4,754 in photographs and drawn pictures that were read none was beyond both, of 16,758 that were not 10,038.
  private static let (misfitOfAny, residualOfOne) = (0.5, 0.2)

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
}
