import Geometry
import Imaging

/// Finds left sides of MicroPDF417 symbols so slanted that a scan line leaves the row before its first codeword
/// ends: straight edges, along whose normals rows are looked for.
struct SlantedSides {
  /// Edges that are looked at in vain, the longest first.
  private static let mostInVain = 60
  /// Pixels of ground beside an edge: those within a symbol have a module or two.
  private static let clearance = 2
  /// Pixels from an edge in which a row's first 27 modules lie.
  private static let reach = 480.0
  /// Slopes of rows against the square to the side: of a symbol that is tilted to 45° and turned besides up to two fifths. A
  /// line stays in a row of two modules over its first 27 where its slope is off by a 27th.
  private static let tilts: [Double] = [0] + (1...8).map { 0.05 * Double($0) }.flatMap { [$0, -$0] }

  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()

  /// The sides of symbols dark on light.
  ///
  /// - Parameters:
  ///   - step: pixels from one scan line to the next, of rows and of columns.
  ///   - isRead: whether a place lies in a symbol that was read: edges there are not looked at.
  ///   - isOver: asked again and again whether to stop there.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, isRead: (Point<ImagePixels>) -> Bool,
    isOver: () -> Bool
  ) -> [PDF417Guard] {
    var lines = chains.find(image, thresholds, step: step, rows: 4, clearance: Self.clearance, isOver: isOver)
    turned.take(image, every: step)
    lines += chains.find(turned.image, turned.thresholds, step: 1, rows: 4, clearance: Self.clearance, isOver: isOver)
      .map(turned.toSource)
    var sides: [PDF417Guard] = []
    var failed = 0
    for (index, line) in lines.sorted(by: { $0.length > $1.length }).enumerated() where failed < Self.mostInVain {
      if index % Self.edgesAtOnce == 0 && isOver() { break }
      guard let down = (line.bottom - line.top).normalized else { continue }
      let inward = down.perpendicular * (line.darkIsRight ? -1 : 1)
      if isRead(line.middle + inward * Self.inside) { continue }
      failed += 1
      guard let side = side([line.top, line.middle, line.bottom], down, inward, image) else { continue }
      sides.append(side)
      failed = 0
    }
    return sides
  }

  /// Edges between steps that are counted.
  private static let edgesAtOnce = 8
  /// Pixels from an edge into the dark beside it, which belongs to the edge's symbol.
  private static let inside = 2.0

  /// - Parameters:
  ///   - places: the edge's top, middle and bottom.
  ///   - down: from its top to its bottom, length 1.
  ///   - inward: square to that, into the dark.
  private func side(
    _ places: [Point<ImagePixels>], _ down: Vector<ImagePixels>, _ inward: Vector<ImagePixels>, _ image: LuminanceImage
  ) -> PDF417Guard? {
    guard hasAddresses(places, inward, image) else { return nil }
    // Seen askew, rows do not run square to the side, nor all along the same way.
    var found: [(part: Double, place: Point<ImagePixels>, module: Double, number: Int)] = []
    var tilts: [Double] = []
    for (tried, part) in [4.0, 2, 6, 1, 3, 5, 7].enumerated() where tried < 3 || !found.isEmpty {
      let place = places[0].interpolated(to: places[2], part / 8)
      for tilt in Self.tilts.sorted(by: { abs($0 - (tilts.last ?? 0)) < abs($1 - (tilts.last ?? 0)) }) {
        guard let along = (inward + down * tilt).normalized, let row = row(place, along, image) else { continue }
        found.append((part, place, row.module, row.number))
        tilts.append(tilt)
        break
      }
    }
    found.sort { $0.part < $1.part }
    guard found.count >= 3,
      EvenRows.hold(found.map { EvenRows.Sighting(place: $0.part, number: $0.number) }, isRound: true),
      let along = (inward + down * tilts.sorted()[tilts.count / 2]).normalized
    else { return nil }
    return PDF417Guard(
      isStart: true, isInverted: false, places: found.map(\.place), farPlaces: [], rightward: along,
      modules: found.map(\.module), isConfirmed: true)
  }

  /// Whether row addresses that count on lie square to an edge.
  ///
  /// ISO/IEC 24728:2006 §5.3: from row to row one edge of the pattern moves by a module, so a line that runs from one row
  /// into the next crosses one of their two patterns.
  private func hasAddresses(
    _ places: [Point<ImagePixels>], _ inward: Vector<ImagePixels>, _ image: LuminanceImage
  ) -> Bool {
    var found: [EvenRows.Sighting] = []
    var modules: [Double] = []
    let height = places[0].distance(to: places[2])
    for (tried, part) in [4.0, 2, 6, 1, 3, 5, 7].enumerated() {
      // Of seven places three at least, and one of the first three.
      guard found.count + 7 - tried >= 3, tried < 3 || !found.isEmpty, tried < 5 || found.count > 1 else {
        return false
      }
      // A symbol has four rows of two modules at least, and a chain of edges ends up to two steps before them at either end.
      let edges = edges(
        places[0].interpolated(to: places[2], part / 8), inward, image, reach: max(30, 1.25 * height + 12), count: 7,
        longest: max(12, 0.5 * height + 6))
      guard edges.count == 7, let bits = EdgeModules.bits(edges.span, from: 0, step: 1, runs: 6, width: 10),
        let number = MicroPDF417Variant.sideNumber(bits)
      else { continue }
      found.append(EvenRows.Sighting(place: part, number: number))
      modules.append(Double(edges[6] - edges[0]) / (10 * Self.parts))
    }
    modules.sort()
    guard found.count >= 3 else { return false }
    found.sort { $0.place < $1.place }
    // Rows in an eighth of the height.
    return EvenRows.hold(found, most: height / 8 / (1.4 * modules[modules.count / 2]), isRound: true)
  }

  /// The address and the module of a row that begins at a place: a row address pattern and a codeword of its cluster
  /// follow.
  private func row(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ image: LuminanceImage
  ) -> (number: Int, module: Double)? {
    let edges = edges(place, inward, image, reach: Self.reach, count: 15, longest: Self.reach)
    guard edges.count == 15, let found = MicroPDF417SideMatch.match(edges.span, from: 0, step: 1) else { return nil }
    let module = Double(found.module) / Self.parts
    return module >= 0.8 ? (found.number, module) : nil
  }

  /// Edges are counted in so many parts of a pixel.
  private static let parts = 32.0
  /// Samples that are taken at once.
  private static let stretch = 60
  /// Pixels up to which samples are half a pixel apart: 27 modules, of which smaller ones would need that, end there.
  private static let near = 60.0
  /// Samples of the first stretch from one to the next of those whose darkest and lightest are the bars and the ground.
  private static let groundStep = 4
  /// Grey levels between these at least.
  private static let leastRange: Float = 24
  /// Pixels by which a line begins before the edge.
  private static let lead = 2.0

  /// Where the grey along a line crosses its middle: the first edges, in 32nds of a pixel.
  ///
  /// - Parameter longest: pixels that a bar or space may have.
  private func edges(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ image: LuminanceImage, reach: Double, count: Int,
    longest: Double
  ) -> [Int32] {
    let first = place - inward * Self.lead
    var edges: [Int32] = []
    edges.reserveCapacity(count)
    var samples: [Float] = []
    var (middle, before): (Float, Float?) = (0, nil)
    var (start, last) = (0.0, 0.0)
    while start < reach {
      let pace = start < Self.near ? 0.5 : 1
      let skipped = image.profile(
        from: first + inward * start, step: inward * pace, count: Self.stretch, across: Vector(0, 0), reach: 0,
        into: &samples)
      if start == 0 {
        let ground = stride(from: 0, to: samples.count, by: Self.groundStep).map { samples[$0] }
        guard let low = ground.min(), let high = ground.max(), high - low > Self.leastRange else { return [] }
        middle = (low + high) / 2
      }
      for (number, grey) in samples.enumerated() {
        let at = start + pace * Double(skipped + number)
        guard at - pace < reach, at - pace - last <= longest else { return edges }
        if let before, (grey < middle) != (before < middle) {
          last = at - pace
          edges.append(Int32(Self.parts * (last + pace * Double((before - middle) / (before - grey)))))
          if edges.count == count { return edges }
        }
        before = grey
      }
      // Behind the picture's border there is nothing.
      guard skipped + samples.count == Self.stretch else { return edges }
      start += pace * Double(Self.stretch)
    }
    return edges
  }
}
