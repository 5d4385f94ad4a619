import Bits
import Geometry
import Imaging

/// Finds and reads Data Matrix symbols.
package final class DataMatrixReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.dataMatrix] }

  private var sideSearch = DataMatrixSideSearch()
  /// The corners looked at in this frame, to look at each once.
  private var tried: [(corner: Point<ImagePixels>, up: Point<ImagePixels>, right: Point<ImagePixels>)] = []

  /// What need not be looked at again in this frame: it shows no symbol, or was refined without being read.
  private var known: [Known] = []
  /// What the plain pass found without reading it.
  private var unread: [Candidate] = []
  /// What showed well and was not read by refinement either.
  private var promising: [Candidate] = []
  /// The same, and finders with bent sides.
  private var bent: [Candidate] = []

  /// What may be a symbol.
  private struct Candidate {
    let finder: DataMatrixFinder
    /// Grids of the sizes that it may have, fitted to its borders, those first that show best.
    var grids: [DataMatrixGrid] = []
    let grey: GreyField
    let scene: SearchScene
    let isInverted: Bool

    /// How well its borders show, at most 1.
    var score: Double { grids.first?.score ?? 0 }
    /// A place within it, in pixels of the frame's image.
    var place: Point<ImagePixels> { scene.toImage(finder.up.midpoint(to: finder.right)) }
  }

  /// Two solid sides in a picture.
  private struct Known {
    let corner: Point<ImagePixels>
    let up: Point<ImagePixels>
    let right: Point<ImagePixels>
    let isInverted: Bool
    let source: SearchScene.Source

    init(_ finder: DataMatrixFinder, _ scene: SearchScene, isInverted: Bool) {
      (corner, up, right) = (finder.corner, finder.up, finder.right)
      (self.isInverted, source) = (isInverted, scene.source)
    }

    /// Whether all that is made of one is made of the other: a finer scan finds the same sides by other rows.
    func isSame(as other: Known) -> Bool {
      isInverted == other.isInverted && source == other.source && corner.distance(to: other.corner) < Self.near
        && up.distance(to: other.up) < Self.near && right.distance(to: other.right) < Self.near
    }

    /// Pixels; a fit moves corners by modules of two and more.
    private static let near = 0.25
  }

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.dataMatrixSmaller, run: readSmallerCopies)] }

  package func finish(_ search: FrameSearch) { forget() }

  private func forget() {
    known.removeAll(keepingCapacity: true)
    unread.removeAll(keepingCapacity: true)
    promising.removeAll(keepingCapacity: true)
    bent.removeAll(keepingCapacity: true)
  }

  /// Looks through all smaller copies of the picture first: there large symbols are small, and what was read is not
  /// looked at again, by other readers neither.
  private func readSmallerCopies(_ search: FrameSearch) -> [Work] {
    forget()
    search.trace?.didBegin(.finders)
    for level in (1..<max(1, search.levels)).reversed() {
      readAll(
        SearchScene(search, level: level), .init(lines: .rows, step: Self.smallerStep, thickest: Self.thickest), search)
    }
    return [Work(.dataMatrixPlain, run: readPlainly)]
  }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    // Four rows make a side: of 24 pixels in a camera's large frame.
    let step = max(3, min(6, shorterSide(search) / 180))
    readAll(SearchScene(search), .init(lines: .rows, step: step, thickest: Self.thickest), search)
    let closer = unread.filter { isPending($0, search) }.sorted { $0.score > $1.score }
      .prefix(Self.mostCloser * megapixels(search))
      .map { candidate in
        Work(.dataMatrixCloser, at: candidate.place, isEvident: true, promise: candidate.score) { search in
          if !Self.readSharpened(candidate, search) { self.readCloser(candidate, search) }
          return []
        }
      }
    return closer + [Work(.dataMatrixFine, isEvident: areMany(search) || !closer.isEmpty, run: readFinely)]
  }

  /// Among many symbols there are some that are not quite as plain as the others.
  private func areMany(_ search: FrameSearch) -> Bool {
    search.observations.count { $0.symbol.symbology == .dataMatrix } >= Self.many
  }

  /// Pixels from row to row in a smaller copy: what has sides of less than 16 pixels there shows better in a larger one.
  private static let smallerStep = 4
  /// Pixels of the thickest solid side looked for in a copy: one of 12 has 3 in the copy of a quarter of the size.
  private static let thickest = 12
  /// Symbols of which a picture shows more than one article.
  private static let many = 3
  /// Candidates that are refined, a megapixel: a millisecond each.
  private static let mostCloser = 16

  private func megapixels(_ search: FrameSearch) -> Int { max(1, search.image().pixels.count / 1_000_000) }

  private func readFinely(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    // Four rows make a side: of a 15th of the picture's shorter side or 20 pixels.
    let step = max(1, min(5, shorterSide(search) / 60))
    let most = Self.mostSides * megapixels(search)
    readAll(SearchScene(search), .init(lines: .rows, step: step), most: most, search)
    // One of the solid sides crosses rows. Where it is torn, or something touches it, or data make it look thicker than
    // it is, the other one tells.
    for level in (0..<search.levels).reversed() {
      let step = level == 0 ? step : Self.smallerStep
      readAll(SearchScene(search, level: level), .init(lines: .columns, step: step), most: most, search)
    }
    let isEvident = showsMore(search)
    return [
      // Of pictures where nothing shows yet one in a hundred is a symbol's; other families go first there.
      Work(.dataMatrixEnlarged, isEvident: isEvident, promise: isEvident ? 1 : 0.1, run: readEnlarged),
      Work(.dataMatrixPromising, isEvident: isEvident, run: readPromising),
      // What showed both of its sides already has no more of them to be found.
      Work(.dataMatrixDotted, run: readDotted),
      Work(.dataMatrixLenient, isEvident: areMany(search), run: readLeniently),
    ]
  }

  /// Reads what was stamped or jetted as dots that do not touch. Where they are four pixels apart and more, they do in a
  /// smaller copy once each has grown by a pixel.
  private func readDotted(_ search: FrameSearch) -> [Work] {
    search.trace?.didBegin(.finders)
    for level in (1..<max(2, search.levels)).reversed() where level < search.levels {
      for isLight in search.options.triesInverted ? [false, true] : [false] {
        if search.isOver() { return [] }
        let scene = SearchScene(closing: search, level: level, isLight: isLight)
        readAll(
          scene, .init(lines: .both, step: Self.smallerStep, isInverted: isLight, thickest: Self.thickest),
          most: Self.mostSides, search)
      }
    }
    return []
  }

  private func readLeniently(_ search: FrameSearch) -> [Work] {
    let step = max(1, min(5, shorterSide(search) / 60))
    readAll(
      SearchScene(search), .init(lines: .both, step: step, isLenient: true), most: Self.mostLenientSides, search)
    return [Work(.dataMatrixBent, isEvident: showsMore(search), run: readBent)]
  }

  private func readEnlarged(_ search: FrameSearch) -> [Work] {
    if let scene = search.enlarged() {
      readAll(scene, .init(lines: .both, step: 2, isLenient: true), most: 2 * Self.mostLenientSides, search)
    } else if search.levels > 1 {
      readAll(
        SearchScene(search, level: 1), .init(lines: .both, step: 3, isLenient: true), most: Self.mostLenientSides,
        search)
    }
    return []
  }

  /// Whether something was found beside what was read that may be a symbol, too.
  private func showsMore(_ search: FrameSearch) -> Bool { promising.contains { isPending($0, search) } }

  /// Whether a candidate may still be a symbol. Where one was read, others show as well: what is left of a picture's
  /// texture shows worse.
  private func isPending(_ candidate: Candidate, _ search: FrameSearch) -> Bool {
    (search.observations.isEmpty || candidate.score > Self.evidentScore) && !search.isClaimed(candidate.place)
  }

  /// Beside a symbol that was read, text and texture reach 0.77, and none of 1,900 photographs reads less with this bound
  /// than with `promisingScore`.
  private static let evidentScore = 0.85

  private func shorterSide(_ search: FrameSearch) -> Int { min(search.image().width, search.image().height) }

  /// - Parameter most: sides of either polarity that are looked at.
  private func readAll(
    _ scene: SearchScene, _ manner: DataMatrixSideSearch.Manner, most: Int = .max, _ search: FrameSearch
  ) {
    let sides = sideSearch.sides(
      scene, manner, triesInverted: search.options.triesInverted,
      isClaimed: { !search.observations.isEmpty && search.isClaimed(scene.toImage($0)) }, isOver: { search.isOver() })
    let greys = [GreyField(scene.image), GreyField(scene.image, inverted: true)]
    tried.removeAll(keepingCapacity: true)
    var looked = [0, 0]
    // In texture all sides are alike: what is a symbol's stands out, so that it is among the first.
    let mostMisses = Self.mostMisses * max(1, scene.image.pixels.count / 1_000_000)
    var misses = 0
    for side in sides {
      if misses > mostMisses || search.isOver() { return }
      let polarity = side.isInverted ? 1 : 0
      if looked[polarity] >= most || search.isClaimed(scene.toImage(side.inside)) { continue }
      looked[polarity] += 1
      let before = search.observations.count
      defer { misses = search.observations.count > before ? 0 : misses + 1 }
      let check = DataMatrixSideCheck(scene.image, inverted: side.isInverted, lenient: manner.isLenient)
      let finders = DataMatrixFinderSearch(grey: greys[polarity], check: check, followsBends: manner.isLenient)
        .finders(along: side.chain, darkIsRight: side.darkIsRight) { search.isOver() }
      for finder in finders where isNew(finder, scene, isInverted: side.isInverted) {
        if search.isOver() { return }
        // What a symbol that was read ends with looks like sides, too.
        if search.isClaimed(scene.toImage(finder.up.midpoint(to: finder.right))) { continue }
        read(finder, greys[polarity], scene, inverted: side.isInverted, search)
      }
    }
  }

  /// Sides one after another that show no symbol, a megapixel, after which the rest is given up.
  private static let mostMisses = 64
  /// Sides of either polarity that are looked at, a megapixel.
  private static let mostSides = 24
  /// The same for a lenient scan, the longest first: of seven symbols read so each was found at the longest.
  private static let mostLenientSides = 8

  private func isNew(_ finder: DataMatrixFinder, _ scene: SearchScene, isInverted: Bool) -> Bool {
    if finder.isBent { return true }
    let own = Known(finder, scene, isInverted: isInverted)
    if known.contains(where: own.isSame) { return false }
    let isTried = tried.contains {
      $0.corner.distance(to: finder.corner) < 2 && $0.up.distance(to: finder.up) < 3
        && $0.right.distance(to: finder.right) < 3
    }
    if !isTried { tried.append((finder.corner, finder.up, finder.right)) }
    return !isTried
  }

  private func read(
    _ finder: DataMatrixFinder, _ grey: GreyField, _ scene: SearchScene, inverted: Bool,
    _ search: FrameSearch
  ) {
    if finder.isBent {
      bent.append(Candidate(finder: finder, grey: grey, scene: scene, isInverted: inverted))
      return
    }
    // Sharpened it is read where the whole picture has had its plain pass.
    let sharpenings = search.rung == .plain ? [0] : [0] + Self.sharpenings
    func isRead(_ grid: DataMatrixGrid) -> Bool {
      Self.decode(grid, grey, scene, inverted: inverted, search, sharpenings: sharpenings)
    }
    var grids: [DataMatrixGrid] = []
    for rough in suggested(by: finder, in: grey, search) {
      if search.isOver() { return }
      // A symbol that lies flat, in good light: its borders alone put each module in its place.
      if rough.score > Self.flatScore, isRead(rough) { return }
      guard let grid = rough.fitted(in: grey) else { continue }
      // The plain case: no other size needs to be fitted.
      if grid.score > Self.plainScore, isRead(grid) { return }
      grids.append(grid)
    }
    grids.sort { $0.score > $1.score }
    for grid in grids where grid.score <= Self.plainScore && grid.score > Self.promisingScore {
      if isRead(grid) { return }
    }
    let candidate = Candidate(finder: finder, grids: grids, grey: grey, scene: scene, isInverted: inverted)
    if candidate.score <= Self.promisingScore {
      known.append(Known(finder, scene, isInverted: inverted))
    } else if search.rung > .plain {
      readCloser(candidate, search)
    } else {
      unread.append(candidate)
    }
  }

  /// Reads what is blurred.
  private static func readSharpened(_ candidate: Candidate, _ search: FrameSearch) -> Bool {
    candidate.grids.prefix(mostSharpened).contains {
      decode(
        $0, candidate.grey, candidate.scene, inverted: candidate.isInverted, search, sharpenings: sharpenings)
    }
  }

  /// Sizes of a candidate that are read sharpened: with two, none of the corpus' 2,925 codes is lost.
  private static let mostSharpened = 2
  /// How much of their neighbors' grey is taken from modules, as `ModuleGreys.sharpened` has it.
  private static let sharpenings = [0.6, 1.2]

  /// Reads what does not lie flat, or was drawn unevenly, or has a side that is drawn out by something that touches it.
  private func readCloser(_ candidate: Candidate, _ search: FrameSearch) {
    known.append(Known(candidate.finder, candidate.scene, isInverted: candidate.isInverted))
    let (grey, scene, inverted) = (candidate.grey, candidate.scene, candidate.isInverted)
    let sampler = GreySampler(scene.image, level: 0, inverted: inverted)
    for (index, grid) in candidate.grids.prefix(3).enumerated() where grid.score > Self.promisingScore {
      for start in DataMatrixTiming.Start.allCases {
        if start == .grid && grid.score < Self.leastFlatScore { continue }
        if search.isOver() { return }
        guard let brought = DataMatrixTiming(sampler: sampler).brought(grid, from: start) else {
          continue
        }
        if Self.decode(brought, grey, scene, inverted: inverted, search) { return }
      }
      if index == 0, readWithOtherEnds(candidate, by: Self.drawnOut, search) { return }
    }
    // Several regions show by borders of their own how each of them is bent.
    for grid in candidate.grids.prefix(2) where grid.score > Self.promisingScore && grid.size.hasSeveralRegions {
      if search.isOver() { return }
      let bent = grid.bent(in: grey, along: candidate.finder.sides)
      if Self.decode(bent, grey, scene, inverted: inverted, search) { return }
    }
    promising.append(candidate)
    bent.append(candidate)
  }

  /// Reads symbols that do not lie flat, following all of their sides.
  private func readBent(_ search: FrameSearch) -> [Work] {
    for candidate in bent.sorted(by: { $0.finder.size > $1.finder.size }).prefix(Self.mostBent)
    where !search.isClaimed(candidate.place) && !search.isOver() {
      readBent(candidate, search)
    }
    return []
  }

  private func readBent(_ candidate: Candidate, _ search: FrameSearch) {
    let (grey, scene, isInverted) = (candidate.grey, candidate.scene, candidate.isInverted)
    let sampler = GreySampler(scene.image, level: 0, inverted: isInverted)
    search.trace?.didBegin(.grid)
    guard let mesh = DataMatrixMesh(candidate.finder, grey, sampler) else { return }
    for grid in mesh.grids(DataMatrixSize.shapes, most: Self.mostMeshes) {
      if search.isOver() || Self.decode(grid, grey, scene, inverted: isInverted, search) { return }
      // Each round brings more modules so near that their edges are found.
      var brought = grid
      for degrees in Self.rounds {
        guard let next = DataMatrixTiming(sampler: sampler).brought(brought, degrees: degrees) else { break }
        brought = next
        if search.isOver() || Self.decode(brought, grey, scene, inverted: isInverted, search) { return }
      }
    }
  }

  /// Candidates whose sides are all followed, the largest first: half a millisecond each.
  private static let mostBent = 40
  /// Degrees of the polynomials by which a mesh is brought to the edges between its modules, round by round.
  private static let rounds = [[4, 5], [5, 5], [5, 6]]
  /// Sizes of which a mesh is made.
  private static let mostMeshes = 3

  /// Reads what showed well but was not read with its sides' ends elsewhere.
  private func readPromising(_ search: FrameSearch) -> [Work] {
    let left = promising.filter { !search.isClaimed($0.place) }.sorted { $0.score > $1.score }
    for candidate in left.prefix(Self.mostPromising)
    where !search.isClaimed(candidate.place) && !search.isOver() {
      _ = readWithOtherEnds(candidate, by: Self.torn, search)
    }
    return []
  }

  /// Where a solid side is torn at its end, or runs on into something else, the alternating side does not begin where it
  /// ends.
  ///
  /// - Parameter modules: by which the end of one side or of the other may lie farther out.
  private func readWithOtherEnds(_ candidate: Candidate, by modules: [Double], _ search: FrameSearch) -> Bool {
    var better: [DataMatrixGrid] = []
    for modules in modules {
      for (up, right) in [(modules, 0.0), (0, modules)] {
        if search.isOver() { return false }
        better += suggested(by: candidate.finder.withEnds(up: up, right: right), in: candidate.grey, search)
          .compactMap { $0.fitted(in: candidate.grey) }.filter { $0.score > candidate.score + Self.leastGain }
      }
    }
    return better.sorted { $0.score > $1.score }.prefix(3).contains {
      Self.decode($0, candidate.grey, candidate.scene, inverted: candidate.isInverted, search)
    }
  }

  /// Where something dark touches a side's end it is followed too far.
  private static let drawnOut = [-1.0, -2]
  /// Torn off, or drawn out by more.
  private static let torn = [1.0, 2, 3, -3]

  private func suggested(by finder: DataMatrixFinder, in grey: GreyField, _ search: FrameSearch) -> [DataMatrixGrid] {
    guard let borders = DataMatrixBorders(finder, in: grey) else { return [] }
    search.trace?.didBegin(.grid)
    return DataMatrixGrid.suggested(by: borders, finder, in: grey)
  }

  /// The score from which a symbol may be there though it was not read. Of 325 that were read from a fitted grid the worst has
  /// 0.82; with a side that begins three modules off they reach 0.79 to 0.9.
  private static let promisingScore = 0.77
  /// By how much a side's other end must show better to be tried: what is right shows at 0.97 and more.
  private static let leastGain = 0.02
  private static let mostPromising = 3

  /// The score of a grid that is most likely right: of 420 that were read as they are 400 have more.
  private static let plainScore = 0.94
  /// The score from which a grid is tried before it is fitted, which takes five times as long.
  private static let flatScore = 0.9
  /// The score below which a grid is not brought to its modules' edges without its sides, which helps where little is
  /// wrong.
  private static let leastFlatScore = 0.85

  /// A torn side shows half of its modules wrong, a sixth of all; among random modules half are wrong.
  private static let mostFinderErrors = 0.18

  /// - Parameter sharpenings: one after another; 0 takes the modules as they are.
  private static func decode(
    _ grid: DataMatrixGrid, _ grey: GreyField, _ scene: SearchScene, inverted: Bool, _ search: FrameSearch,
    sharpenings: [Double] = [0] + sharpenings
  ) -> Bool {
    search.trace?.didBegin(.sampling)
    let greys = grid.sample(grey)
    let toFrame = scene.toImage.then(search.image().toFrame)
    var failure: DecodeFailure?
    for sharpening in sharpenings {
      let (modules, doubtful, confidences) =
        (sharpening == 0 ? greys : greys.sharpened(by: sharpening)).classify()
      search.trace?.didSample(
        SampledGrid(
          modules: modules, confidences: confidences, corners: toFrame(grid.corners),
          centers: greys.centers.map { toFrame($0) }))
      // Chance decodes a small symbol now and then: the finder must leave no doubt that there is one.
      let errors = grid.finderErrors(modules)
      guard errors < mostFinderErrors else {
        failure = failure ?? .finderPattern(wrongPercent: Int(100 * errors))
        continue
      }
      for mirrored in [false, true] {
        let upright = mirrored ? modules.mirroredAtSolidCorner : modules
        let suspects =
          mirrored
          ? doubtful.map { (x: modules.height - 1 - $0.y, y: modules.width - 1 - $0.x) } : doubtful
        do {
          let symbol = try DataMatrixDecoder.decode(upright, doubtful: suspects)
          // In a smaller copy a symbol may be read from a grid that misses its corners by a module of many pixels.
          let c = (scene.scale < 1 && grid.isRough ? grid.fitted(in: grey) ?? grid : grid).corners
          let corners =
            mirrored ? Quadrilateral(c.bottomRight, c.topRight, c.topLeft, c.bottomLeft) : c
          search.report(symbol, at: scene.toImage(corners), mirrored: mirrored, inverted: inverted)
          return true
        } catch {
          if !mirrored { failure = error }
        }
      }
    }
    if let failure { search.trace?.didReject(toFrame(grid.corners), as: .dataMatrix, because: failure) }
    return false
  }
}

extension BitMatrix {
  /// A mirrored symbol set right: the solid corner at the bottom left stays, the solid sides change places.
  fileprivate var mirroredAtSolidCorner: BitMatrix {
    var result = BitMatrix(width: height, height: width)
    for y in 0..<height {
      for x in 0..<width { result[height - 1 - y, width - 1 - x] = self[x, y] }
    }
    return result
  }
}
