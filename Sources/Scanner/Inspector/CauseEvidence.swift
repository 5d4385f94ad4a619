import Barcodes
import Bits
import Foundation
import Geometry
import Imaging

/// All that is measured of the place where a code may be: what the rows of `CauseTable` judge by.
struct CauseEvidence {
  /// The best candidate; nil where none is likely.
  let candidate: DetectionCandidate?
  /// What stands out there, whoever found it; nil where nothing does.
  let patch: CodePatch?
  let measures: PatchMeasures
  let paper: PaperMeasures
  /// Pixels a module, as far as anything tells.
  let moduleSize: Double?
  /// The light of the whole picture, for what is wrong everywhere.
  let picture: PatchMeasures
  /// Finders of the family of QR that stand in the place with a module of its size.
  let finders: Int
  let edges: BarEvidence?
  /// Share of a grid's places where even the dark modules are lighter than half way to white.
  let veiled: Double
  /// Share of a grid's places that lie within a module and not between two; nil without a grid that is large enough.
  let steadiness: Double?
  /// Whether patterns or a grid tell the module, not only runs.
  let isModuleKnown: Bool
  /// The candidate is three finders without a grid between them.
  let hasThreeFinders: Bool
  /// How much what lies between the candidate's three finders is like QR's timing patterns, 1 at best; nil without.
  let timing: Double?
  /// The picture ends where the code does: its border cuts nothing off.
  private let isAllCode: Bool
  /// What was searched.
  let searchedBounds: Rect<FramePixels>?
  private let toImage: Mapping<FramePixels, ImagePixels>

  init(_ inspection: Inspection, _ candidates: [DetectionCandidate]) {
    let image = inspection.luminance
    searchedBounds = image.toFrame(image.bounds)
    let picture = PatchMeasures(lightOf: image)
    // A detector's plain contrast; a third of it where the noise allows, so that faint print stands out as well.
    self.picture = picture
    let contrasts = [ThresholdGrid.plainContrast, max(4, Int(7 * picture.noise))]
    let picturesArea = image.bounds.size.area
    func isCode(_ patch: CodePatch) -> Bool {
      !patch.touchesBorder || patch.bounds.size.area <= Self.mostPicture * picturesArea
    }
    var patch = contrasts.lazy.compactMap { CodePatch.all(in: image, contrast: $0).first(where: isCode) }.first
    var best = candidates.first { $0.observation == nil && $0.weight > 0 && $0.reach > .found }
    // A matrix that is moved or seen from the side has stripes, but not the same ones everywhere. What is no bars must not
    // keep what stands out elsewhere from being looked at.
    func likeBars(_ candidate: DetectionCandidate) -> BarEvidence? {
      BarEvidence(candidate.corners, in: image).flatMap { $0.likeness < Self.leastLikenessOfBars ? nil : $0 }
    }
    if let found = best, found.isLinear, likeBars(found) == nil { best = nil }
    let toImage = image.toFrame.inverse
    self.toImage = toImage
    // What covers little beside a large patch is chance within a code that nobody knew for one.
    if let found = best, let large = patch, large.bounds.intersects(toImage(found.corners.bounds)),
      abs(found.corners.signedArea) < Self.leastShare * large.bounds.size.area * large.fill
    {
      best = nil
    }
    // Three finders that stand as a symbol's are surer than any grid that was tried elsewhere.
    let triple = FinderTriple.best(of: inspection.patterns, in: image)
    if let triple, best.map({ $0.reach < .grid || !triple.corners.contains($0.corners.center) }) ?? true {
      (best, patch) = (triple.candidate(inspection.visibleArea(triple.corners)), nil)
    }
    // A picture that is all dark and light, and next to nothing between them, is all of a code.
    let isAllCode =
      patch == nil && best == nil && picture.contrast > 100
      && PixelArea(image, image.bounds).map { $0.extremeShare(picture) > Self.leastExtreme } ?? false
    if isAllCode { patch = CodePatch.all(in: image, contrast: contrasts[0]).first }
    if patch == nil, best == nil {
      patch = CodePatch.all(in: image, contrast: contrasts[0], overlap: 1).first(where: isCode)
    }
    if let best, let seen = patch, !seen.bounds.intersects(toImage(best.corners.bounds)) { patch = nil }
    if let found = best, let patch, Self.isChance(found, patch, in: image, noise: picture.noise) { best = nil }
    let place = patch?.bounds ?? best.map { toImage($0.corners.bounds) } ?? image.bounds
    let part = place
    var bars = best.flatMap { $0.isLinear ? likeBars($0) : nil }
    // The bars of a stacked symbol are as those of a linear one.
    let along = best.flatMap { $0.symbology?.isStacked ?? false ? toImage($0.corners) : nil }
    let rough = PatchMeasures(
      image, part, moduleSize: best?.moduleSize, noise: picture.noise,
      barDirection: along.map { atan2($0.topRight.y - $0.topLeft.y, $0.topRight.x - $0.topLeft.x) },
      outline: patch?.corners)
    if best == nil, let patch {
      // Bars too blurred for a scan line still stand as a striped region.
      let stripes = inspection.stripes.first { stripe in
        let box = toImage(stripe.bounds)
        return patch.bounds.intersects(box)
          && abs(stripe.signedArea) > Self.leastShare * patch.bounds.size.area * patch.fill
      }
      bars = stripes.flatMap { BarEvidence($0, in: image) }.flatMap { $0.likeness > 0.8 ? $0 : nil }
    }
    candidate = best
    hasThreeFinders = best != nil && triple?.corners == best?.corners
    timing = triple.flatMap { triple in
      best.map { triple.corners.contains($0.corners.center) } ?? false ? triple.timing(in: image) : nil
    }
    self.isAllCode = isAllCode
    self.patch = patch
    edges = bars
    let measures =
      bars.map {
        PatchMeasures(
          image, part, moduleSize: $0.moduleSize, noise: picture.noise, barDirection: $0.direction,
          outline: patch?.corners)
      } ?? rough
    self.measures = measures
    let known = bars?.moduleSize ?? best?.moduleSize
    paper = PaperMeasures(
      image, best.map { toImage($0.corners.bounds) } ?? part, measures: measures, moduleSize: known)
    let module = known ?? paper.moduleSize
    isModuleKnown = bars == nil && best?.moduleSize != nil
    moduleSize = module
    var places: [FoundPattern] = []
    for pattern in inspection.patterns
    where pattern.symbology == .qr && part.contains(toImage(pattern.center))
      && !places.contains(where: { $0.center.distance(to: pattern.center) < 3 * pattern.moduleSize })
      && image.hasFinder(pattern, middle: (measures.low + measures.high) / 2)
    { places.append(pattern) }
    finders = places.count
    veiled = best?.grid.map { Self.veiled($0, in: image) } ?? 0
    steadiness = best?.grid.flatMap { Self.steadiness($0, in: image) }
  }

  /// A small Data Matrix is found in anything: its borders are half right by chance, and its modules are not those of what
  /// stands out.
  private static func isChance(
    _ candidate: DetectionCandidate, _ patch: CodePatch, in image: LuminanceImage, noise: Double
  ) -> Bool {
    guard candidate.symbology == .dataMatrix, let agreement = candidate.agreement, agreement < 0.95 else {
      return false
    }
    if agreement < leastAgreement { return true }
    let measures = PatchMeasures(image, patch.bounds, moduleSize: nil, noise: noise)
    let runs = PaperMeasures(image, patch.bounds, measures: measures, moduleSize: nil).moduleSize
    guard let runs, let module = candidate.moduleSize else { return false }
    return max(module / runs, runs / module) > 1.4
  }

  /// Places a third of a module to each side are as dark as the middle, unless the middle lies beside its module.
  private static func steadiness(_ grid: SampledGrid, in image: LuminanceImage) -> Double? {
    let (width, height, block) = (grid.modules.width, grid.modules.height, 5)
    guard width >= 15, height == width, grid.centers.count == width * height else { return nil }
    let toImage = image.toFrame.inverse
    let places = grid.centers.map { toImage($0) }
    let greys = places.map { image.grey($0) }
    var (steady, count) = (0, 0)
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        let (rows, columns) = (top..<min(height, top + block), left..<min(width, left + block))
        let own = rows.flatMap { row in columns.map { greys[row * width + $0] } }
        let (low, high) = (own.min() ?? 0, own.max() ?? 0)
        // Neither glare nor a cover tells where modules are.
        guard high - low > 20 else { continue }
        let middle = (low + high) / 2
        for row in rows {
          for column in columns {
            let at = places[row * width + column]
            let across = (places[row * width + (column > 0 ? column - 1 : 1)] - at) * 0.3
            let down = (places[(row > 0 ? row - 1 : 1) * width + column] - at) * 0.3
            let isDark = greys[row * width + column] < middle
            count += 1
            if [at + across, at - across, at + down, at - down].allSatisfy({ (image.grey($0) < middle) == isDark }) {
              steady += 1
            }
          }
        }
      }
    }
    return count >= 64 ? Double(steady) / Double(count) : nil
  }

  /// Five modules square have dark ones, by chance but once in millions; what is lighter there was lightened.
  private static func veiled(_ grid: SampledGrid, in image: LuminanceImage) -> Double {
    let (side, toImage) = (5, image.toFrame.inverse)
    let greys = grid.centers.map { image.grey(toImage($0)) }
    let sorted = greys.map { Float($0) }
    let (low, high) = (Double(PixelArea.quantile(sorted, 0.05)), Double(PixelArea.quantile(sorted, 0.95)))
    let (columns, rows) = (grid.modules.width / side, grid.modules.height / side)
    guard columns > 2, rows > 2, high > low else { return 0 }
    var lightened = 0
    for row in 0..<rows {
      for column in 0..<columns {
        var least = 255.0
        for y in 0..<side {
          for x in 0..<side { least = min(least, greys[(row * side + y) * grid.modules.width + column * side + x]) }
        }
        if least > (low + high) / 2 { lightened += 1 }
      }
    }
    return Double(lightened) / Double(columns * rows)
  }

  /// The share of a patch that a candidate covers, below which it is chance within something larger.
  private static let leastShare = 0.5
  /// The share of the picture from which a patch is no code but the background.
  private static let mostPicture = 0.6
  /// The share of pixels in the outer quarters of the greys from which a picture is print and no scene.
  private static let leastExtreme = 0.7
  /// Likeness of two lines over bars, 1 at best.
  private static let leastLikenessOfBars = 0.6

  /// Whether some of what is meant lies outside the picture: corners that its patterns foresee, bars that go on to the
  /// border, or, where nothing but contrast tells of it, a side that the border cuts.
  var isCutOff: Bool {
    if isAllCode { return false }
    guard let candidate, candidate.moduleSize != nil, let picture = searchedBounds else {
      return patch?.isCutOff ?? false
    }
    if hasThreeFinders || candidate.reach >= .grid {
      return !picture.inset(by: 2).contains(candidate.corners.bounds)
    }
    if let edges { return edges.endsAtBorder }
    // Patterns that nothing was made of may lie anywhere.
    return patch?.isCutOff ?? false
  }

  /// Of what the sentence is about; nil where nothing was found. A grid that misses its finders lies elsewhere, and so may
  /// its corners: then what stands out there tells the place better.
  var outline: Quadrilateral<ImagePixels>? {
    guard let candidate else { return patch?.corners }
    if let agreement = candidate.agreement, agreement < Self.leastAgreement, let patch { return patch.corners }
    return toImage(candidate.corners)
  }

  /// Share of a grid's finder and timing modules that are right where the grid lies on its symbol.
  static let leastAgreement = 0.85

  var isLinear: Bool { edges != nil }

  /// Whether it is of a kind that is longer than high, or is so itself.
  var isOblong: Bool {
    guard let candidate else { return false }
    if candidate.symbology?.isStacked ?? false { return true }
    guard let grid = candidate.grid, candidate.agreement ?? 0 >= Self.leastAgreement else { return false }
    return grid.modules.width != grid.modules.height
  }

  /// Noise, or a screen's lines, beneath which neither edges nor runs are those of print.
  var isNoisy: Bool { picture.noise > 0.15 * max(1, measures.contrast) }

  /// Pixels of a bar, a space or a run of modules, the mean.
  var meanRun: Double {
    edges.map { $0.widths.reduce(0, +) * $0.moduleSize / Double($0.widths.count) } ?? paper.meanRun
  }

  /// Whether modules are lost between pixels: what is left of them has so little contrast that edges seem blurred, but runs
  /// are shorter than any blur leaves them.
  var isLost: Bool {
    !isModuleKnown && !isNoisy && (1...6).contains(meanRun) && measures.blur > meanRun / Self.leastRunOfBlur
  }

  /// Of a blur's deviation: features closer to each other than this keep less than a twelfth of their contrast.
  private static let leastRunOfBlur = 2.2

  /// What stands out is but a few modules of any size high.
  var isSmall: Bool { patch.map { $0.bounds.size.shorterSide <= 72 } ?? false }

  /// Whether edges are so steep that what runs tell is told by modules.
  var isSharp: Bool {
    isModuleKnown
      ? focusSeverity < 1 : focusSeverity < 0.7 && (moduleSize ?? 0) >= 2.2
  }

  /// The blur's deviation over the one up to which modules are told apart, 1 at the limit.
  var focusSeverity: Double {
    guard let moduleSize else { return measures.blur / 1.5 }
    return measures.blur / max(1, moduleSize)
      / (isModuleKnown ? Self.mostBlur : isLinear ? Self.mostBlurOfBars : Self.mostBlurOfRuns)
  }

  /// In modules, of what our readers read: at a deviation of 0.6 neighboring modules keep a sixth of their contrast.
  private static let mostBlur = 0.6
  /// The same where only runs tell the module: blur swallows the short ones and what is left are of 3 of its deviations,
  /// whatever the modules were.
  private static let mostBlurOfRuns = 0.28
  /// The same of bars, whose narrow ones blur joins to the wide ones first.
  private static let mostBlurOfBars = 0.24
}

extension LuminanceImage {
  /// The greys along a line, by half pixels, each the mean over five pixels across it.
  func greys(from start: Point<ImagePixels>, to end: Point<ImagePixels>) -> [Double] {
    guard let along = (end - start).normalized, start.distance(to: end) < 20_000 else { return [] }
    let side = along.perpendicular
    return (0..<Int(2 * start.distance(to: end))).compactMap { step in
      let at = start + along * (Double(step) / 2)
      var (sum, seen) = (0.0, 0.0)
      for offset in -2...2 {
        let place = at + side * Double(offset)
        guard bounds.contains(place) else { continue }
        sum += grey(place)
        seen += 1
      }
      return seen > 0 ? sum / seen : nil
    }
  }

  /// Whether three rings stand about a pattern's middle as in QR's finders, however it is turned.
  ///
  /// - Parameter leniency: by how much the shares of dark may miss what whole print has.
  func hasFinder(_ pattern: FoundPattern, middle: Double, leniency: Double = 0) -> Bool {
    let center = toFrame.inverse(pattern.center)
    func darkShare(_ radius: Double) -> Double {
      var dark = 0
      for step in 0..<24 {
        let angle = Double(step) * .pi / 12
        let place = Point<ImagePixels>(
          center.x + cos(angle) * radius * pattern.moduleSize, center.y + sin(angle) * radius * pattern.moduleSize)
        if (grey(place) < middle) != pattern.isInverted { dark += 1 }
      }
      return Double(dark) / 24
    }
    return darkShare(1) > 0.9 - leniency && darkShare(2.05) < 0.3 + leniency && darkShare(3.1) > 0.6
  }

  /// The grey at a place, of the nearest pixel.
  func grey(_ place: Point<ImagePixels>) -> Double {
    func clipped(_ value: Double, _ count: Int) -> Int {
      value.isNaN ? 0 : Int(min(max(value, 0), Double(count - 1)))
    }
    return Double(pixels[clipped(place.y, height) * width + clipped(place.x, width)])
  }
}
