import Bits
import Geometry
import Imaging

/// Finds and reads Data Matrix symbols.
package final class DataMatrixReader: SymbolReader {
  package static var symbologies: Set<Symbology> { [.dataMatrix] }
  package static var findsBothPolarities: Bool { true }

  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()
  /// The corners looked at in this frame, to look at each once.
  private var tried: [(corner: Point<ImagePixels>, up: Point<ImagePixels>, right: Point<ImagePixels>)] = []

  /// What showed well without being read.
  private var promising: [Promising] = []
  /// The same, and finders with bent sides.
  private var bent: [Promising] = []

  private struct Promising {
    let finder: DataMatrixFinder
    let score: Double
    let grey: GreyField
    let scene: SearchScene
    let isInverted: Bool
  }

  package init() {}

  package func seeds(_ search: FrameSearch) -> [Work] { [Work(.dataMatrixPlain, run: readPlainly)] }

  private func readPlainly(_ search: FrameSearch) -> [Work] {
    promising.removeAll(keepingCapacity: true)
    bent.removeAll(keepingCapacity: true)
    search.trace?.didBegin(.finders)
    // Four rows make a side: of 24 pixels in a camera's large frame.
    look(SearchScene(search), step: max(3, min(6, shorterSide(search) / 180)), .rows, search)
    return [Work(.dataMatrixFine, run: readFinely)]
  }

  private func readFinely(_ search: FrameSearch) -> [Work] {
    let before = search.observations.count
    search.trace?.didBegin(.finders)
    // Four rows make a side: of a 15th of the picture's shorter side or 20 pixels.
    let step = max(1, min(5, shorterSide(search) / 60))
    let scene = SearchScene(search)
    look(scene, step: step, .rows, search)
    guard search.observations.count == before else { return [] }
    // One of the solid sides crosses rows. Where it is torn, or something touches it, the other one tells.
    look(scene, step: step, .columns, search)
    guard search.observations.count == before else { return [] }
    return [Work(.dataMatrixLenient, run: readLeniently)]
  }

  private func readLeniently(_ search: FrameSearch) -> [Work] {
    guard search.observations.isEmpty else { return [] }
    promising.removeAll(keepingCapacity: true)
    bent.removeAll(keepingCapacity: true)
    let step = max(1, min(5, shorterSide(search) / 60))
    look(SearchScene(search), step: step, .both, lenient: true, search)
    return [Work(.dataMatrixEnlarged, run: readEnlarged)]
  }

  private func readEnlarged(_ search: FrameSearch) -> [Work] {
    guard search.observations.isEmpty else { return [] }
    if let scene = search.enlarged() {
      look(scene, step: 2, .both, lenient: true, search)
    } else if search.levels > 1 {
      look(SearchScene(search, level: 1), step: 3, .both, lenient: true, search)
    }
    return [
      Work(.dataMatrixBent) { search in
        self.readBent(search)
        return []
      },
      Work(.dataMatrixPromising) { search in
        self.readPromising(search)
        return []
      },
    ]
  }

  private func shorterSide(_ search: FrameSearch) -> Int { min(search.image().width, search.image().height) }

  /// The lines of an image in which sides are looked for: each meets those that cross it.
  private enum Lines { case rows, columns, both }

  private func look(
    _ scene: SearchScene, step: Int, _ lines: Lines, lenient: Bool = false, _ search: FrameSearch
  ) {
    let clearance = step > 2 ? 2 : 1
    var found: [EdgeChain] = []
    if lines != .columns {
      found = chains.find(
        scene.image, scene.thresholds, step: step, rows: 4, clearance: clearance, rise: 8
      ) { search.isOver() }
    }
    if lines != .rows {
      turned.take(scene.image, every: step)
      found += chains.find(
        turned.image, turned.thresholds, step: 1, rows: 4, clearance: clearance, rise: 8
      ) { search.isOver() }
      .map(turned.toSource)
    }
    let upright = DataMatrixSideCheck(scene.image, inverted: false, lenient: lenient)
    let edges = found.filter { upright.isEdge($0) }.sorted { $0.length > $1.length }
    let most = Self.mostSides * (lines == .both ? 2 : 1)
    for inverted in [false, true] {
      if inverted && !search.options.triesInverted { break }
      let grey = GreyField(scene.image, inverted: inverted)
      let check = DataMatrixSideCheck(scene.image, inverted: inverted, lenient: lenient)
      tried.removeAll(keepingCapacity: true)
      var sides = 0
      for chain in edges {
        if sides == most { break }
        if search.isOver() { return }
        if search.isClaimed(scene.toImage(chain.top.midpoint(to: chain.bottom))) { continue }
        guard check.passes(chain, darkIsRight: chain.darkIsRight != inverted) else { continue }
        sides += 1
        let finders = DataMatrixFinderSearch(grey: grey, check: check, followsBends: lenient)
          .finders(along: chain, darkIsRight: chain.darkIsRight != inverted) { search.isOver() }
        for finder in finders where isNew(finder) {
          if search.isOver() { return }
          // What a symbol that was read ends with looks like sides, too.
          if search.isClaimed(scene.toImage(finder.up.midpoint(to: finder.right))) { continue }
          read(finder, grey, scene, inverted: inverted, search)
        }
      }
    }
  }

  /// Sides of either polarity that are looked at, longest first.
  private static let mostSides = 24

  private func isNew(_ finder: DataMatrixFinder) -> Bool {
    if finder.isBent { return true }
    let isKnown = tried.contains {
      $0.corner.distance(to: finder.corner) < 2 && $0.up.distance(to: finder.up) < 3
        && $0.right.distance(to: finder.right) < 3
    }
    if !isKnown { tried.append((finder.corner, finder.up, finder.right)) }
    return !isKnown
  }

  private func read(
    _ finder: DataMatrixFinder, _ grey: GreyField, _ scene: SearchScene, inverted: Bool,
    _ search: FrameSearch
  ) {
    if finder.isBent {
      bent.append(Promising(finder: finder, score: 0, grey: grey, scene: scene, isInverted: inverted))
      return
    }
    var grids: [DataMatrixGrid] = []
    for rough in suggested(by: finder, in: grey, search) {
      if search.isOver() { return }
      // A symbol that lies flat, in good light: its borders alone put each module in its place.
      if rough.score > Self.flatScore, decode(rough, grey, scene, inverted: inverted, search) { return }
      guard let grid = rough.fitted(in: grey) else { continue }
      // The plain case: no other size needs to be fitted.
      if grid.score > Self.plainScore, decode(grid, grey, scene, inverted: inverted, search) {
        return
      }
      grids.append(grid)
    }
    grids.sort { $0.score > $1.score }
    for grid in grids where grid.score <= Self.plainScore {
      if decode(grid, grey, scene, inverted: inverted, search) { return }
    }
    // What does not lie flat has one of the best scores of all sizes even so.
    for grid in grids.prefix(2) where grid.score > Self.leastBentScore {
      if search.isOver() { return }
      if decode(grid.bent(in: grey, along: finder.sides), grey, scene, inverted: inverted, search) {
        return
      }
    }
    let sampler = GreySampler(scene.image, level: 0, inverted: inverted)
    for grid in grids.prefix(3) {
      for start in DataMatrixTiming.Start.allCases {
        if start == .grid && grid.score < Self.leastFlatScore { continue }
        if search.isOver() { return }
        guard let brought = DataMatrixTiming(sampler: sampler).brought(grid, from: start) else {
          continue
        }
        if decode(brought, grey, scene, inverted: inverted, search) { return }
      }
    }
    if search.rung > .plain, let best = grids.first, best.score > Self.promisingScore {
      let found = Promising(finder: finder, score: best.score, grey: grey, scene: scene, isInverted: inverted)
      promising.append(found)
      bent.append(found)
    }
  }

  /// Reads symbols that do not lie flat, following all of their sides.
  private func readBent(_ search: FrameSearch) {
    let before = search.observations.count
    for candidate in bent.sorted(by: { $0.finder.size > $1.finder.size }).prefix(Self.mostBent)
    where search.observations.count == before && !search.isOver() {
      readBent(candidate, search)
    }
  }

  private func readBent(_ candidate: Promising, _ search: FrameSearch) {
    let (grey, scene, isInverted) = (candidate.grey, candidate.scene, candidate.isInverted)
    let sampler = GreySampler(scene.image, level: 0, inverted: isInverted)
    search.trace?.didBegin(.grid)
    guard let mesh = DataMatrixMesh(candidate.finder, grey, sampler) else { return }
    for grid in mesh.grids(DataMatrixSize.shapes, most: Self.mostMeshes) {
      if search.isOver() || decode(grid, grey, scene, inverted: isInverted, search) { return }
      // Each round brings more modules so near that their edges are found.
      var brought = grid
      for degrees in Self.rounds {
        guard let next = DataMatrixTiming(sampler: sampler).brought(brought, degrees: degrees) else { break }
        brought = next
        if search.isOver() || decode(brought, grey, scene, inverted: isInverted, search) { return }
      }
    }
  }

  /// Candidates whose sides are all followed, the largest first: half a millisecond each.
  private static let mostBent = 40
  /// Degrees of the polynomials by which a mesh is brought to the edges between its modules, round by round.
  private static let rounds = [[4, 5], [5, 5], [5, 6]]
  /// Sizes of which a mesh is made.
  private static let mostMeshes = 3

  /// Reads what showed well but was not read with its sides' ends elsewhere: where a solid side is torn at its end,
  /// or runs on into something else, the alternating side does not begin where it ends.
  private func readPromising(_ search: FrameSearch) {
    for candidate in promising.sorted(by: { $0.score > $1.score }).prefix(Self.mostPromising) {
      var better: [DataMatrixGrid] = []
      for modules in [1.0, -1, 2, -2, 3, -3] {
        for (up, right) in [(modules, 0.0), (0, modules)] {
          if search.isOver() { return }
          better += suggested(by: candidate.finder.withEnds(up: up, right: right), in: candidate.grey, search)
            .compactMap { $0.fitted(in: candidate.grey) }.filter {
              $0.score > candidate.score + Self.leastGain
            }
        }
      }
      for grid in better.sorted(by: { $0.score > $1.score }).prefix(3) {
        if decode(grid, candidate.grey, candidate.scene, inverted: candidate.isInverted, search) {
          return
        }
      }
    }
  }

  private func suggested(by finder: DataMatrixFinder, in grey: GreyField, _ search: FrameSearch) -> [DataMatrixGrid] {
    guard let borders = DataMatrixBorders(finder, in: grey) else { return [] }
    search.trace?.didBegin(.grid)
    return DataMatrixGrid.suggested(by: borders, finder, in: grey)
  }

  /// The score from which a symbol may be there though it was not read: with a side that begins three modules off
  /// they reach 0.79 to 0.9.
  private static let promisingScore = 0.7
  /// By how much a side's other end must show better to be tried: what is right shows at 0.97 and more.
  private static let leastGain = 0.02
  private static let mostPromising = 3

  /// The score of a grid that is most likely right: of 420 that were read as they are 400 have more.
  private static let plainScore = 0.94
  /// The score from which a grid is tried before it is fitted, which takes five times as long.
  private static let flatScore = 0.9
  /// The score below which a grid is not bent, which takes ten times as long as decoding it: the worst of 12 that were
  /// read so has 0.81.
  private static let leastBentScore = 0.75
  /// The same for bringing a grid to its modules' edges without its sides, which helps where little is wrong.
  private static let leastFlatScore = 0.85

  /// A torn side shows half of its modules wrong, a sixth of all; among random modules half are wrong.
  private static let mostFinderErrors = 0.18

  private func decode(
    _ grid: DataMatrixGrid, _ grey: GreyField, _ scene: SearchScene, inverted: Bool,
    _ search: FrameSearch
  ) -> Bool {
    search.trace?.didBegin(.sampling)
    let greys = grid.sample(grey)
    let toFrame = scene.toImage.then(search.image().toFrame)
    var failure: DecodeFailure?
    for sharpening in [0, 0.6, 1.2] {
      let (modules, doubtful, confidences) =
        (sharpening == 0 ? greys : greys.sharpened(by: sharpening)).classify()
      search.trace?.didSample(
        SampledGrid(
          modules: modules, confidences: confidences, corners: toFrame(grid.corners),
          centers: greys.centers.map { toFrame($0) }))
      // Chance decodes a small symbol now and then: the finder must leave no doubt that there is one.
      let errors = grid.finderErrors(modules)
      guard errors < Self.mostFinderErrors else {
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
          let c = grid.corners
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
