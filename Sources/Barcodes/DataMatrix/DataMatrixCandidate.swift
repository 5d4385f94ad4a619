import Bits
import Geometry
import Imaging

/// What may be a Data Matrix symbol: two solid sides, and the grids that its borders suggest.
struct DataMatrixCandidate {
  let finder: DataMatrixFinder
  let grey: GreyField
  let scene: SearchScene
  let isInverted: Bool
  /// Grids of the sizes that it may have, fitted to its borders, those first that show best.
  private(set) var grids: [DataMatrixGrid] = []

  init(_ finder: DataMatrixFinder, _ grey: GreyField, _ scene: SearchScene, isInverted: Bool) {
    (self.finder, self.grey, self.scene, self.isInverted) = (finder, grey, scene, isInverted)
  }

  /// Pixels of the frame's image along both of its solid sides.
  var length: Double { finder.size / scene.scale }
  /// How well its borders show, at most 1.
  var score: Double { grids.first?.score ?? 0 }
  /// Whether it may be a symbol though it was not read.
  var isPromising: Bool { score > Self.promisingScore }
  /// A place within it, in pixels of the frame's image.
  var place: Point<ImagePixels> { scene.toImage(finder.up.midpoint(to: finder.right)) }

  /// Whether a place, in pixels of the frame's image, is within it, or as far beside it as its sides may be longer.
  func isNear(_ other: Point<ImagePixels>) -> Bool {
    let reach = [finder.corner, finder.up, finder.right].map { place.distance(to: scene.toImage($0)) }.max() ?? 0
    return place.distance(to: other) < Self.drawn * reach
  }

  /// Halves of a candidate's diagonal: a side of which a part shows is up to half as long again.
  private static let drawn = 1.5

  /// The score from which a symbol may be there though it was not read. Of 325 that were read from a fitted grid the worst has
  /// 0.82; with a side that begins three modules off they reach 0.79 to 0.9.
  private static let promisingScore = 0.77
}

// MARK: - As its borders show it

extension DataMatrixCandidate {
  /// Fits grids to its borders and reads them, those first that leave the least doubt.
  ///
  /// - Parameter reach: how far the corner without a solid side is looked for.
  /// - Returns: true where a symbol was read.
  mutating func read(_ search: FrameSearch, reach: DataMatrixBorders.Reach = .plain) -> Bool {
    // Sharpened it is read where the whole picture has had its plain pass.
    let sharpenings = search.rung == .plain ? [0] : [0] + Self.sharpenings
    for rough in suggested(by: finder, reach: reach, search) {
      if search.isOver() { return false }
      // A symbol that lies flat, in good light: its borders alone put each module in its place.
      if rough.score > Self.flatScore, decode(rough, search, sharpenings: sharpenings) { return true }
      guard let grid = rough.fitted(in: grey, isPlain: search.rung == .plain) else { continue }
      // The plain case: no other size needs to be fitted.
      if grid.score > Self.plainScore, decode(grid, search, sharpenings: sharpenings) { return true }
      grids.append(grid)
    }
    grids.sort { $0.score > $1.score }
    return grids.contains {
      $0.score <= Self.plainScore && $0.score > Self.promisingScore && decode($0, search, sharpenings: sharpenings)
    }
  }

  /// Reads a symbol whose size and corners are known.
  ///
  /// - Returns: true where a symbol was read.
  func read(_ size: DataMatrixSize, at corners: Quadrilateral<ImagePixels>, _ search: FrameSearch) -> Bool {
    decode(DataMatrixGrid(size, at: corners), search, sharpenings: [0])
  }

  /// Reads what is blurred.
  func readSharpened(_ search: FrameSearch) -> Bool {
    grids.prefix(Self.mostSharpened).contains { decode($0, search, sharpenings: Self.sharpenings) }
  }

  /// The same as the thickness of its solid sides shows it in perspective, or nil where that shows none.
  var foreshortened: DataMatrixCandidate? {
    finder.foreshortened(in: grey).map { DataMatrixCandidate($0, grey, scene, isInverted: isInverted) }
  }

  private func suggested(
    by finder: DataMatrixFinder, reach: DataMatrixBorders.Reach = .plain, _ search: FrameSearch
  ) -> [DataMatrixGrid] {
    guard let borders = DataMatrixBorders(finder, in: grey, reach: reach) else { return [] }
    search.trace?.didBegin(.grid)
    return DataMatrixGrid.suggested(by: borders, finder, in: grey)
  }

  /// The score of a grid that is most likely right: of 420 that were read as they are 400 have more.
  private static let plainScore = 0.94
  /// The score from which a grid is tried before it is fitted, which takes five times as long.
  private static let flatScore = 0.9
  /// Sizes of a candidate that are read sharpened, and bent where they have several regions: with two, none of the corpus'
  /// 2,925 codes is lost.
  private static let mostSharpened = 2
  /// How much of their neighbors' grey is taken from modules, as `ModuleGreys.sharpened` has it.
  private static let sharpenings = [0.6, 1.2]
}

// MARK: - Refined

extension DataMatrixCandidate {
  /// Reads what does not lie flat, or was drawn unevenly, or has a side that is drawn out by something that touches it.
  ///
  /// - Returns: true where a symbol was read.
  func refine(_ search: FrameSearch) -> Bool {
    let sampler = GreySampler(scene.image, level: 0, inverted: isInverted)
    for (index, grid) in grids.prefix(Self.mostTimed).enumerated() where grid.score > Self.promisingScore {
      for start in DataMatrixTiming.Start.allCases {
        if start == .grid && grid.score < Self.leastFlatScore { continue }
        if search.isOver() { return false }
        guard let brought = DataMatrixTiming(sampler: sampler).brought(grid, from: start) else { continue }
        if decode(brought, search) { return true }
      }
      if index == 0, readWithOtherEnds(by: Self.drawnOut, search) { return true }
    }
    // Several regions show by borders of their own how each of them is bent.
    for grid in grids.prefix(Self.mostSharpened) where grid.score > Self.promisingScore && grid.size.hasSeveralRegions {
      if search.isOver() { return false }
      if decode(grid.bent(in: grey, along: finder.sides), search) { return true }
    }
    return false
  }

  /// Reads what showed well but was not refined to be read: its sides' ends may lie farther off.
  ///
  /// - Returns: true where a symbol was read.
  func readTorn(_ search: FrameSearch) -> Bool { readWithOtherEnds(by: Self.torn, search) }

  /// Where a solid side is torn at its end, or runs on into something else, the alternating side does not begin where it
  /// ends.
  ///
  /// - Parameter modules: by which the end of one side or of the other may lie farther out.
  private func readWithOtherEnds(by modules: [Double], _ search: FrameSearch) -> Bool {
    var better: [DataMatrixGrid] = []
    for modules in modules {
      for (up, right) in [(modules, 0.0), (0, modules)] {
        if search.isOver() { return false }
        better += suggested(by: finder.withEnds(up: up, right: right), search)
          .compactMap { $0.fitted(in: grey) }.filter { $0.score > score + Self.leastGain }
      }
    }
    return better.sorted { $0.score > $1.score }.prefix(Self.mostTimed).contains { decode($0, search) }
  }

  /// Reads a symbol that does not lie flat, following all of its sides.
  func readBent(_ search: FrameSearch) {
    let sampler = GreySampler(scene.image, level: 0, inverted: isInverted)
    search.trace?.didBegin(.grid)
    guard let mesh = DataMatrixMesh(finder, grey, sampler) else { return }
    for grid in mesh.grids(DataMatrixSize.shapes, most: Self.mostMeshes) {
      if search.isOver() || decode(grid, search) { return }
      // Each round brings more modules so near that their edges are found.
      var brought = grid
      for degrees in Self.rounds {
        guard let next = DataMatrixTiming(sampler: sampler).brought(brought, degrees: degrees) else { break }
        brought = next
        if search.isOver() || decode(brought, search) { return }
      }
    }
  }

  /// Sizes that are brought to the edges between modules, and grids with other ends that are read.
  private static let mostTimed = 3
  /// The score below which a grid is not brought to its modules' edges without its sides, which helps where little is
  /// wrong.
  private static let leastFlatScore = 0.85
  /// Modules by which ends are drawn in: where something dark touches a side's end it is followed too far.
  private static let drawnOut = [-1.0, -2]
  /// Torn off, or drawn out by more.
  private static let torn = [1.0, 2, 3, -3]
  /// By how much a side's other end must show better to be tried: what is right shows at 0.97 and more.
  private static let leastGain = 0.02
  /// Degrees of the polynomials by which a mesh is brought to the edges between its modules, round by round.
  private static let rounds = [[4, 5], [5, 5], [5, 6]]
  /// Sizes of which a mesh is made.
  private static let mostMeshes = 3
}

// MARK: - Its modules

extension DataMatrixCandidate {
  /// Reads the modules of a grid, upright and mirrored.
  ///
  /// - Parameter sharpenings: one after another; 0 takes the modules as they are.
  private func decode(
    _ grid: DataMatrixGrid, _ search: FrameSearch, sharpenings: [Double] = [0] + sharpenings
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
          // In a smaller copy a symbol may be read from a grid that misses its corners by a module of many pixels.
          let c = (scene.scale < 1 && grid.isRough ? grid.fitted(in: grey) ?? grid : grid).corners
          let corners =
            mirrored ? Quadrilateral(c.bottomRight, c.topRight, c.topLeft, c.bottomLeft) : c
          search.report(symbol, at: scene.toImage(corners), mirrored: mirrored, inverted: isInverted)
          return true
        } catch {
          if !mirrored { failure = error }
        }
      }
    }
    if let failure { search.trace?.didReject(toFrame(grid.corners), as: .dataMatrix, because: failure) }
    return false
  }

  /// A torn side shows half of its modules wrong, a sixth of all; among random modules half are wrong.
  private static let mostFinderErrors = 0.18
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
