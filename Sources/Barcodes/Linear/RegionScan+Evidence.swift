import Geometry
import Imaging

/// What speaks for bars in a region before its lines are asked.
extension RegionScan {
  /// Of the shortest symbol's 33 elements half stand out against a third of the contrast, however blurred; of what lies
  /// between the few lines of a ruled sheet nothing does.
  private static let strongSensitivity: Float = 0.35
  private static let leastStrongElements = 15
  /// Correlation of lines some pixels apart from which they may show the same bars: nine in ten of those that are read
  /// have more than 0.5, clouds and leaves less than 0.3.
  private static let leastLikeness: Float = 0.4
  /// Lines over the whole image of which one must show bars.
  private static let sweepProbes = 12

  /// What speaks for a symbol; of a region whose direction is known.
  var evidence: StripeEvidence {
    mutating get {
      if let knownEvidence { return knownEvidence }
      let found = StripeEvidence(image, stripes)
      knownEvidence = found
      return found
    }
  }

  /// True where a few lines show bars, or what there is of them, as blur leaves few, goes on over the region's height.
  var standsOut: Bool {
    mutating get { looksLikeBars || evidence.goesOnThroughout }
  }

  /// True where lines near the upper and the lower end of a region that was turned squarely to its bars show the same ones, as
  /// those of no matrix and of no stack of rows do.
  var showsTallBars: Bool {
    mutating get {
      guard looksLikeBars else { return false }
      align()
      let (upper, lower) = (-Self.tall * region.halfHeight, Self.tall * region.halfHeight)
      let lines = [upper, lower].map { image.scanLine(region, offset: $0, margin: 0, reach: 0) }
      return (-2...2).contains { lines[0].likeness(to: lines[1], moved: $0) >= Self.leastTallLikeness }
    }
  }

  /// The share of its height over which bars go on: it ends at whole blocks, and they may lean.
  private static let tall = 0.5
  /// Correlation of the lines at its ends: those of a PDF417 have their start and stop patterns in common.
  private static let leastTallLikeness: Float = 0.7

  /// A few lines at first, over the region alone: most striped regions are no codes, and have too few stripes or none
  /// that go on.
  var looksLikeBars: Bool {
    mutating get {
      if let knownBars { return knownBars }
      let found = hasBarsThatGoOn
      knownBars = found
      return found
    }
  }

  private var hasBarsThatGoOn: Bool {
    guard offsets.count > 5 else { return true }
    func probe(_ offset: Double) -> ScanLine {
      image.scanLine(stripes, offset: offset, margin: probeMargin, reach: 0)
    }
    guard margin > 0 else {
      // A symbol may stand anywhere in the whole image, and its bars may lean by half a right angle.
      return (0..<Self.sweepProbes).contains { number in
        let offset = stripes.halfHeight * (2 * (Double(number) + 0.5) / Double(Self.sweepProbes) - 1)
        return goesOn(offset, further: min(4, stripes.halfHeight / Double(Self.sweepProbes)), moved: 8, probe)
      }
    }
    // Eight pixels further down a bar is still there, even at a slant; in a low region a third of its height.
    let further = min(8, 2 * stripes.halfHeight / 3)
    return [-0.6, -0.1, 0.4].contains { place in goesOn(place * stripes.halfHeight, further: further, probe) }
  }

  /// True where a line shows bars, and one further down the same ones.
  ///
  /// - Parameter moved: samples by which they may lie further on: as far as what aligning turns a region by.
  private func goesOn(
    _ offset: Double, further: Double, moved: Int = 2, _ probe: (Double) -> ScanLine
  ) -> Bool {
    let line = probe(offset)
    guard showsBars(line) else { return false }
    let next = probe(offset + further)
    func isLike(_ moved: Int) -> Bool { line.likeness(to: next, moved: moved) >= Self.leastLikeness }
    // Straight down at most.
    return (0...moved).contains { isLike($0) || isLike(-$0) }
  }

  /// True where lines between two offsets show bars that go on, as those of the text below a symbol do not.
  func showsBars(between upper: Double, and lower: Double) -> Bool {
    let room = lower - upper
    return [0.35, 0.65].contains { place in
      goesOn(upper + place * room, further: min(8, room / 5)) { offset in
        image.scanLine(region, offset: offset, margin: 0, reach: 0)
      }
    }
  }

  /// True where lines through any of these places show bars that go on away from the region's middle.
  func showsBars(at places: [Point<ImagePixels>]) -> Bool {
    places.contains { place in
      let offset = (place - region.center).dot(region.direction.perpendicular)
      let further = min(8, region.halfHeight / 10)
      return goesOn(offset, further: offset < 0 ? -further : further) {
        image.scanLine(region, offset: $0, margin: 0, reach: 0)
      }
    }
  }

  /// The same of regions whose rows may be too low for a bar to go on.
  var showsAnyBars: Bool {
    [-0.6, -0.3, 0, 0.3, 0.6].contains { place in
      showsBars(image.scanLine(stripes, offset: place * stripes.halfHeight, margin: 0, reach: 0))
    }
  }

  /// The same of lines that are not square to the stripes.
  var showsBarsAlongLines: Bool { [-0.4, 0, 0.4].contains { showsBars($0 * region.halfHeight) } }

  func showsBars(_ offset: Double) -> Bool {
    showsBars(image.scanLine(region, offset: offset, margin: 0, reach: 0))
  }

  private func showsBars(_ line: ScanLine) -> Bool {
    // Over the whole of a small picture a film's clock may stand alone.
    let least = margin == 0 && search.wants([.dxFilmEdge]) ? DXFilmEdgeCollector.leastClock : Self.leastElements
    let source = TurnedLine.Source(line)
    return TurnedLine(source, sensitivity: Self.plainSensitivity).elements >= least
      && TurnedLine(source, sensitivity: Self.strongSensitivity).elements >= Self.leastStrongElements
  }
}

/// A region that comes first, with what was found out of it before its lines are asked.
struct LikelyRegion {
  let region: StripeRegion
  /// What reads it, which keeps that.
  let scan: RegionScan
  /// Whether its bars go on over all of its height.
  let isTall: Bool
  /// Whether a few lines show bars that go on.
  let looksLikeBars: Bool

  init(_ region: StripeRegion, _ scan: RegionScan) {
    var scan = scan
    isTall = scan.showsTallBars
    looksLikeBars = scan.looksLikeBars
    (self.region, self.scan) = (region, scan)
  }
}
