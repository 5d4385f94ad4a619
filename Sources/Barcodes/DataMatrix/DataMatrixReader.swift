import Bits
import Geometry
import Imaging

/// Finds and reads Data Matrix symbols.
package final class DataMatrixReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.dataMatrix] }
  package static var focused: SearchWork? { .dataMatrixFocused }
  package static var steadied: SearchWork? { .dataMatrixSteadied }
  package static var levelled: SearchWork? { .dataMatrixLevelled }

  private var sideSearch = DataMatrixSideSearch()
  /// What the plain pass left of its scans.
  private var unfinished: [DataMatrixScan] = []
  /// What need not be looked at again in this frame: it shows no symbol, or was refined without being read.
  private var known: [DataMatrixScan.Known] = []
  /// What the plain pass found without reading it.
  private(set) var unread: [DataMatrixCandidate] = []
  /// What showed well and was not read by refinement either.
  private(set) var promising: [DataMatrixCandidate] = []
  /// The same, and finders with bent sides.
  private(set) var bent: [DataMatrixCandidate] = []

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] {
    [Work(.dataMatrixAlone, run: readAlone), Work(.dataMatrixSmaller, run: readSmallerCopies)]
  }

  package func finish(_ search: FrameSearch) { forget() }

  private func forget() {
    known.removeAll(keepingCapacity: true)
    unfinished.removeAll(keepingCapacity: true)
    unread.removeAll(keepingCapacity: true)
    promising.removeAll(keepingCapacity: true)
    bent.removeAll(keepingCapacity: true)
  }

  /// Reads a symbol that is all that the picture shows, as one that was drawn and not photographed often is.
  private func readAlone(_ search: FrameSearch) -> [Work] {
    guard let content = search.content(), let outline = DataMatrixOutline(of: content, in: search.image()),
      search.options.triesInverted || !outline.isInverted
    else { return [] }
    search.trace?.didBegin(.grid)
    let scene = SearchScene(search)
    let finder = DataMatrixFinder(outline)
    _ = DataMatrixCandidate(
      finder, GreyField(scene.image, inverted: outline.isInverted), scene, isInverted: outline.isInverted
    )
    .read(outline.size, at: outline.corners, search)
    return []
  }

  /// Looks through all smaller copies of the picture first: there large symbols are small, and what was read is not
  /// looked at again, by other readers neither.
  private func readSmallerCopies(_ search: FrameSearch) -> [Work] {
    forget()
    search.trace?.didBegin(.finders)
    for level in (1..<max(1, search.levels)).reversed() {
      readLikely(
        SearchScene(search, level: level), .init(lines: .rows, step: Self.smallerStep, thickest: Self.thickest), search)
    }
    return [Work(.dataMatrixPlain, run: readPlainly)]
  }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    // Four rows make a side: of 24 pixels in a camera's large frame.
    let step = max(3, min(6, shorterSide(search) / 180))
    var manner = DataMatrixSideSearch.Manner(lines: .rows, step: step, thickest: Self.thickest)
    // The side that rows cross may be touched by print, or too short in a low rectangle: on a page that shows others, and in a small
    // picture that shows none, where a finer look would cost as much. Of 849 small ones in which something had
    // been read one held more, and showed no other kind.
    let isSmall = search.image().pixels.count <= Self.smallPicture
    if isAmongOthers(search) != isSmall {
      manner.lines = .both
      manner.columnStep = 2 * step
    }
    readLikely(SearchScene(search), manner, search)
    return [Work(.dataMatrixUnlikely, run: readUnlikely)]
  }

  /// Looks at those sides of a scene that are likeliest a symbol's, and keeps the rest for later.
  private func readLikely(_ scene: SearchScene, _ manner: DataMatrixSideSearch.Manner, _ search: FrameSearch) {
    var scan = scan(scene, manner, search)
    scan.sides.sort { $0.misfit < $1.misfit }
    scan.patience = (scene.scale < 1 ? Self.mostLikelyMissesInCopy : Self.mostLikelyMisses) * scan.megapixels
    read(&scan, search)
    guard !scan.sides.isEmpty else { return }
    scan.patience = patience(for: scan, search)
    unfinished.append(scan)
  }

  /// Looks at what was kept.
  private func readUnlikely(_ search: FrameSearch) -> [Work] {
    for var scan in unfinished where !search.isEnded {
      scan.sides.sort { $0.showsMoreData(than: $1) }
      read(&scan, search)
    }
    unfinished.removeAll(keepingCapacity: true)
    let closer = unreadPending(search).sorted { $0.score > $1.score }
      .prefix(Self.mostCloser * search.image().megapixels)
      .map { candidate in
        let promise = candidate.score < Self.likelyScore ? Self.promiseBelow : candidate.score
        return Work(.dataMatrixCloser, at: [candidate.place], isEvident: true, promise: promise) { search in
          if !candidate.readSharpened(search) { self.refine(candidate, search) }
          return []
        }
      }
    return closer + [Work(.dataMatrixFine, isEvident: areMany(search) || !closer.isEmpty, run: readFinely)]
  }

  /// Puts candidates behind other families' fine work that show worse than all of 15 that were read so, and than half of 129 others.
  private static let likelyScore = 0.82
  private static let promiseBelow = 0.25

  /// Among many symbols there are some that are not quite as plain as the others.
  func areMany(_ search: FrameSearch) -> Bool {
    search.observations.count { $0.symbol.symbology == .dataMatrix } >= Self.many
  }

  /// Pixels of a picture whose columns cost less than what they save: a drawn symbol of 8 by 64 modules took 26 ms without them, and 2
  /// with them.
  private static let smallPicture = 150_000

  /// Whether other symbols were read: a page that shows some may show this one, too, among its text.
  private func isAmongOthers(_ search: FrameSearch) -> Bool {
    search.observations.contains { $0.symbol.symbology != .dataMatrix }
  }

  /// Pixels from row to row in a smaller copy: what has sides of less than 16 pixels there shows better in a larger one.
  static let smallerStep = 4
  /// Pixels of the thickest solid side looked for in a copy: one of 12 has 3 in the copy of a quarter of the size.
  static let thickest = 12
  /// Symbols of which a picture shows more than one article.
  private static let many = 3
  /// Candidates that are refined, a megapixel: two milliseconds each.
  private static let mostCloser = 16

  /// What the plain pass found without reading it and may still be a symbol.
  func unreadPending(_ search: FrameSearch) -> [DataMatrixCandidate] {
    unread.filter { $0.isPromising && isPending($0, search) }
  }

  func hasRead(_ search: FrameSearch) -> Bool {
    search.observations.contains { $0.symbol.symbology == .dataMatrix }
  }

  /// Whether a candidate may still be a symbol. Where one was read, others show as well: what is left of a picture's
  /// texture shows worse.
  func isPending(_ candidate: DataMatrixCandidate, _ search: FrameSearch) -> Bool {
    (search.observations.isEmpty || candidate.score > Self.evidentScore) && !search.isClaimed(candidate.place)
  }

  /// Beside a symbol that was read, text and texture reach 0.77, and none of 1,900 photographs reads less with this bound
  /// than with `promisingScore`.
  private static let evidentScore = 0.85

  func shorterSide(_ search: FrameSearch) -> Int { min(search.image().width, search.image().height) }

  /// - Parameters:
  ///   - most: sides of either polarity that are looked at.
  ///   - near: candidates beside which sides are looked for; nil for the whole picture.
  func readAll(
    _ scene: SearchScene, _ manner: DataMatrixSideSearch.Manner, most: Int = .max, near: [DataMatrixCandidate]? = nil,
    _ search: FrameSearch
  ) {
    var scan = scan(scene, manner, near: near, search)
    scan.patience = patience(for: scan, search)
    read(&scan, most: most, search)
  }

  private func scan(
    _ scene: SearchScene, _ manner: DataMatrixSideSearch.Manner, near: [DataMatrixCandidate]? = nil,
    _ search: FrameSearch
  ) -> DataMatrixScan {
    let sides = sideSearch.sides(
      scene, manner, triesInverted: search.options.triesInverted,
      isLeftOut: { place in
        guard !search.observations.isEmpty else { return false }
        let place = scene.toImage(place)
        return search.isClaimed(place) || near.map { !$0.contains { $0.isNear(place) } } ?? false
      }, isOver: { search.isOver() })
    return DataMatrixScan(scene: scene, isLenient: manner.isLenient, sides: sides)
  }

  /// Looks at a scan's sides. In texture all of them are alike: what is a symbol's stands out, so that it is among the first.
  private func read(_ scan: inout DataMatrixScan, most: Int = .max, _ search: FrameSearch) {
    let scene = scan.scene
    let greys = [GreyField(scene.image), GreyField(scene.image, inverted: true)]
    var looked = [0, 0]
    while scan.misses <= scan.patience, !search.isOver(), let side = scan.sides.popFirst() {
      let polarity = side.isInverted ? 1 : 0
      if looked[polarity] >= most || search.isClaimed(scene.toImage(side.inside)) { continue }
      looked[polarity] += 1
      scan.misses += 1
      // One that tells nothing counts as one in vain, whatever the order.
      guard scan.isLenient || side.isTelling else { continue }
      let before = search.observations.count
      read(side, greys[polarity], &scan, search)
      if search.observations.count > before { scan.hasRead(by: side) }
    }
  }

  /// Reads the symbols that may have a side.
  private func read(
    _ side: DataMatrixSideSearch.Side, _ grey: GreyField, _ scan: inout DataMatrixScan, _ search: FrameSearch
  ) {
    let scene = scan.scene
    let check = DataMatrixSideCheck(scene.image, inverted: side.isInverted, lenient: scan.isLenient)
    let finders = DataMatrixFinderSearch(grey: grey, check: check, followsBends: scan.isLenient)
      .finders(along: side.chain, darkIsRight: side.darkIsRight) { search.isOver() }
    for finder in finders where isNew(finder, &scan, isInverted: side.isInverted) {
      if search.isOver() { return }
      // What a symbol that was read ends with looks like sides, too.
      if search.isClaimed(scene.toImage(finder.up.midpoint(to: finder.right))) { continue }
      read(finder, grey, scene, inverted: side.isInverted, search)
    }
  }

  private func isNew(_ finder: DataMatrixFinder, _ scan: inout DataMatrixScan, isInverted: Bool) -> Bool {
    if finder.isBent { return true }
    let own = DataMatrixScan.Known(finder, scan.scene, isInverted: isInverted)
    return !known.contains(where: own.isSame) && scan.isFirst(own)
  }

  /// How many of a scene's sides may show no symbol, one after another, before the rest is given up.
  private func patience(for scan: DataMatrixScan, _ search: FrameSearch) -> Int {
    guard search.rung == .plain, !hasRead(search) else { return Self.mostMisses * scan.megapixels }
    guard search.observations.count >= Self.page else { return Self.mostMissesAtFirst * scan.megapixels }
    return scan.count <= Self.few * scan.megapixels ? scan.count : Self.mostMissesOnPage * scan.megapixels
  }

  /// Sides of little misfit that may show no symbol, one after another, a megapixel, before other work comes first: of 63 scans that
  /// read something 57 had no more before the first that did. Of smaller copies there are several.
  private static let mostLikelyMisses = 4
  private static let mostLikelyMissesInCopy = 2
  /// Sides one after another that show no symbol, a megapixel, after which the rest is given up.
  private static let mostMisses = 64
  /// The same for what is plain before a first symbol was read: of 5,627 scans of photographs and drawings with one other symbol
  /// at most eight read something, seven of them behind seven in vain at most and one behind eleven.
  private static let mostMissesAtFirst = 10
  /// The same on a page of other symbols.
  private static let mostMissesOnPage = 24
  /// Other symbols that make a page.
  private static let page = 2
  /// Sides, a megapixel, that are all looked at on a page of other symbols, whose text has some of its own: texture has more.
  private static let few = 100
  private func read(
    _ finder: DataMatrixFinder, _ grey: GreyField, _ scene: SearchScene, inverted: Bool, _ search: FrameSearch
  ) {
    var candidate = DataMatrixCandidate(finder, grey, scene, isInverted: inverted)
    if finder.isBent {
      bent.append(candidate)
    } else if candidate.read(search) || search.isEnded {
      return
    } else if candidate.isPromising && search.rung > .plain {
      refine(candidate, search)
    } else {
      if !candidate.isPromising { known.append(DataMatrixScan.Known(finder, scene, isInverted: inverted)) }
      if search.rung == .plain { unread.append(candidate) }
    }
  }

  func refine(_ candidate: DataMatrixCandidate, _ search: FrameSearch) {
    known.append(DataMatrixScan.Known(candidate.finder, candidate.scene, isInverted: candidate.isInverted))
    if candidate.refine(search) || search.isEnded { return }
    promising.append(candidate)
    bent.append(candidate)
  }
}
