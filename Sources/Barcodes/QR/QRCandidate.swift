import Bits
import Geometry
import Imaging

/// One triple of finders, read by one strategy after another until one yields: each costs more than the one
/// before and stands behind its failure.
struct QRCandidate {
  /// What was read, and where.
  struct Reading {
    let symbol: DecodedSymbol
    let grid: SymbolGrid
    let isMirrored: Bool
    /// True where the grid runs as the symbol does even if that is mirrored.
    var isOwnOrder = false

    /// The outer corners in the symbol's own order.
    var corners: Quadrilateral<ImagePixels> {
      let seen = grid.corners
      guard isMirrored && !isOwnOrder else { return seen }
      return Quadrilateral(seen.topLeft, seen.bottomLeft, seen.bottomRight, seen.topRight)
    }
  }

  /// Alternation of the timing patterns below which there is no symbol: by chance it is 0 ± 0.2, and of the
  /// photographed symbols that read none had less than 0.6.
  private static let leastTiming: Float = 0.45

  /// The same from which a symbol is sharp enough to be worth reading without grey values.
  private static let plainTiming: Float = 0.75

  let triple: QRTriple
  let sampler: GreySampler
  let search: FrameSearch
  private let layouts: QRLayouts
  /// The failure of the strategy that came furthest.
  private(set) var failure = DecodeFailure.dimension(modules: 0)

  init(_ triple: QRTriple, _ sampler: GreySampler, _ search: FrameSearch, _ layouts: QRLayouts) {
    self.triple = triple
    self.sampler = sampler
    self.search = search
    self.layouts = layouts
  }

  /// A grid that was tried, with the places where it is known to be right.
  private typealias Tried = (grid: SymbolGrid, anchors: [Point<Modules>], contrast: Float, timing: Float)
  /// What the plain pass tried, for the refinement.
  private var grids: [Tried] = []

  /// Whether it was refined.
  private(set) var isRefined = false

  /// What speaks for a symbol being there: how well its timing patterns alternate, 1 at best.
  var evidence: Float { grids.map(\.timing).max() ?? 0 }

  /// The plain pass: the grid as the finders and the alignment patterns have it.
  mutating func read() -> Reading? {
    search.trace?.didBegin(.grid)
    let fit = QRGridFit(triple: triple, sampler: sampler)
    failure = .dimension(modules: Int(triple.span) + 7)
    let stated = fit.stated()
    if let stated, let reading = readBinary(fit, stated) { return reading }
    search.trace?.didBegin(.grid)
    let versions = (stated.map { [$0] } ?? []) + fit.versions(besides: stated?.version)
    for judged in versions.prefix(2) where judged.timing > Self.leastTiming {
      if judged.version != stated?.version, let reading = readBinary(fit, judged) { return reading }
      search.trace?.didBegin(.grid)
      let (grid, anchors) = judged.grid.bend == nil ? fit.aligned(judged.grid) : fit.bentToPatterns(judged.grid)
      grids.append((grid, anchors, fit.contrast, judged.timing))
      if let reading = decode(grid, sharpening: [0]) { return reading }
      if search.isOver() { return nil }
    }
    return nil
  }

  /// The binary read that most symbols need no more than: modules against the threshold of the picture where they lie,
  /// and no erasures.
  private func readBinary(_ fit: QRGridFit, _ judged: QRGridFit.Judged) -> Reading? {
    guard judged.timing >= Self.plainTiming, judged.grid.bend == nil, let image = sampler.fittingKernels else {
      return nil
    }
    let grid = fit.alignedAtFarCorner(judged.grid) ?? judged.grid
    search.trace?.didBegin(.sampling)
    let modules = BitMatrix(
      width: grid.width, height: grid.height,
      modules: darkModules(
        image, search.thresholds(sampler.level), plane: grid.perspective.then(sampler.toLevel), width: grid.width,
        height: grid.height, isInverted: sampler.mask != 0))
    search.trace?.didBegin(.decoding)
    guard let reading = try? decode(modules, nil, grid) else { return nil }
    if let trace = search.trace, trace.wantsImages {
      // Whoever watches wants to know how sure each module was, though nobody asked.
      var soft = SoftModules(sampler, grid)
      soft.classify()
      trace.didSample(sampled(modules, soft.confidences, grid))
    }
    return reading
  }

  /// The refinement: the grid bent to the symbol's own patterns and edges, its modules sharpened.
  mutating func refine() -> Reading? {
    isRefined = true
    for candidate in grids {
      if search.isOver() { return nil }
      search.trace?.didBegin(.grid)
      if let bent = grown(candidate), !search.isOver(),
        let reading = decode(bent, sharpening: [0, 0.6, 1.2])
      {
        return reading
      }
      if search.isOver() { return nil }
      search.trace?.didBegin(.grid)
      let registration = GridRegistration(
        sampler: sampler, anchors: candidate.anchors, contrast: candidate.contrast)
      let bent = registration.grown(candidate.grid) { search.isOver() }
      if search.isOver() { return nil }
      if let reading = decode(bent, sharpening: [0, 0.6, 1.2]) { return reading }
    }
    return readBent() ?? (search.isOver() ? nil : readFlat())
  }

  /// The grid bent as the paper leaves the finders' squares, then to the symbol's own edges.
  private mutating func readBent() -> Reading? {
    let fit = QRGridFit(triple: triple, sampler: sampler)
    guard fit.isMeasuredWell, let flat = fit.grid(side: fit.middleSide) else { return nil }
    search.trace?.didBegin(.grid)
    let (start, anchors) = fit.bentToPatterns(fit.bentToSquares(flat))
    var registration = GridRegistration(sampler: sampler, anchors: anchors, contrast: fit.contrast)
    registration.highestDegree = Self.bentDegree
    let bent = registration.grown(start) { search.isOver() }
    return search.isOver() ? nil : decode(bent, sharpening: [0, 0.6])
  }

  /// Degree of the polynomials for paper that the finders show to be bent: that of a whole wave.
  private static let bentDegree = 5

  /// The grid grown over the alignment patterns, which bring it to within a fraction of a module, and then to the
  /// symbol's own edges; nil for a symbol of few patterns.
  private func grown(_ candidate: Tried) -> SymbolGrid? {
    let fit = QRGridFit(triple: triple, sampler: sampler)
    guard let flat = fit.grid(side: candidate.grid.width),
      let (start, anchors) = fit.grown(flat, isOver: { search.isOver() })
    else { return nil }
    var grid = start
    let registration = GridRegistration(sampler: sampler, anchors: anchors, contrast: candidate.contrast)
    for _ in 0..<2 where !search.isOver() { grid = registration.fitted(grid, reach: .infinity, degree: 4) ?? grid }
    return grid
  }

  /// The grid without perspective, by the finders' middles, then brought to the alignment patterns from there.
  private mutating func readFlat() -> Reading? {
    let fit = QRGridFit(triple: triple, sampler: sampler)
    for candidate in grids {
      if search.isOver() { return nil }
      search.trace?.didBegin(.grid)
      guard let flat = fit.flatGrid(side: candidate.grid.width) else { continue }
      if let reading = decode(flat, sharpening: [0]) { return reading }
      search.trace?.didBegin(.grid)
      let (aligned, anchors) = fit.aligned(flat)
      if anchors.count > 3, let reading = decode(aligned, sharpening: [0]) { return reading }
    }
    return nil
  }

  /// The modules as the first grid showed them, by which a symbol is followed from frame to frame.
  private(set) var seen: (soft: SoftModules, grid: SymbolGrid)?

  /// Reads modules that were added up over several frames, the last of which is this one.
  func read(_ sum: ModuleSum, _ grid: SymbolGrid) -> Reading? {
    search.trace?.didBegin(.decoding)
    return try? decode(sum.modules, sum.confidences, grid)
  }

  private mutating func decode(_ grid: SymbolGrid, sharpening: [Float]) -> Reading? {
    search.trace?.didBegin(.sampling)
    let plain = SoftModules(sampler, grid)
    for amount in sharpening {
      var soft = amount == 0 ? plain : plain.sharpened(amount)
      soft.classify()
      if seen == nil { seen = (soft, grid) }
      search.trace?.didBegin(.decoding)
      if let reading = decode(soft, grid) { return reading }
      if search.isOver() { return nil }
    }
    return nil
  }

  private mutating func decode(_ soft: SoftModules, _ grid: SymbolGrid) -> Reading? {
    if let trace = search.trace, trace.wantsImages {
      trace.didSample(sampled(soft.modules, soft.confidences, grid))
    }
    do throws(DecodeFailure) {
      return try decode(soft.modules, soft.confidences, grid)
    } catch {
      failure = error
      return nil
    }
  }

  private func decode(
    _ modules: BitMatrix, _ confidences: [Float]?, _ grid: SymbolGrid
  ) throws(DecodeFailure) -> Reading {
    let isMirrored = QRFormatInfo.looksMirrored(modules)
    let symbol = try QRDecoder.decode(
      isMirrored ? modules.transposed : modules,
      isMirrored ? confidences.map { SoftModules.transposed($0, width: modules.width) } : confidences,
      layouts)
    return Reading(symbol: symbol, grid: grid, isMirrored: isMirrored)
  }

  private func sampled(_ modules: BitMatrix, _ confidences: [Float], _ grid: SymbolGrid) -> SampledGrid {
    let toFrame = search.image().toFrame
    var centers: [Point<FramePixels>] = []
    for y in 0..<grid.height {
      for x in 0..<grid.width { centers.append(toFrame(grid.place(Double(x) + 0.5, Double(y) + 0.5))) }
    }
    return SampledGrid(
      modules: modules, confidences: confidences, corners: toFrame(grid.corners), centers: centers)
  }
}
