import Geometry
import Imaging

/// Finds left sides of MicroPDF417 symbols so slanted that a scan line leaves the row before its first codeword
/// ends: straight edges, along whose normals rows are looked for.
struct SlantedSides {
  /// How much is looked at.
  struct Effort {
    /// Edges, the longest first.
    let edges: Int
    /// Pixels of ground beside an edge: those within a symbol have a module or two.
    let clearance: Int
    /// Pixels from an edge in which a row's first 27 modules lie.
    let reaches: [Double]
    /// Slopes of rows against the square to the side: of a symbol that is tilted to 45° and turned besides up to a third.
    let tilts: [Double]

    static let thorough = Effort(
      edges: 60, clearance: 2, reaches: [160, 480], tilts: [0, 0.1, -0.1, 0.2, -0.2, 0.32, -0.32])
    static let quick = Effort(edges: 16, clearance: 4, reaches: [160], tilts: [0, 0.1, -0.1, 0.2, -0.2])
  }

  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()

  /// The sides of symbols dark on light.
  ///
  /// - Parameters:
  ///   - step: pixels from one scan line to the next, of rows and of columns.
  ///   - isOver: asked again and again whether to stop there.
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, _ effort: Effort, isOver: () -> Bool
  ) -> [PDF417Guard] {
    let grey = GreyField(image)
    var lines = chains.find(image, thresholds, step: step, rows: 4, clearance: effort.clearance, isOver: isOver)
    turned.take(image, every: step)
    lines += chains.find(turned.image, turned.thresholds, step: 1, rows: 4, clearance: effort.clearance, isOver: isOver)
      .map(turned.toSource)
    return
      lines
      .sorted { $0.length > $1.length }
      .prefix(effort.edges).compactMap {
        isOver() ? nil : side([$0.top, $0.middle, $0.bottom], darkIsRight: $0.darkIsRight, grey, effort)
      }
  }

  private func side(_ places: [Point<ImagePixels>], darkIsRight: Bool, _ grey: GreyField, _ effort: Effort)
    -> PDF417Guard?
  {
    guard let down = (places[2] - places[0]).normalized else { return nil }
    let inward: Vector<ImagePixels> = darkIsRight ? Vector(down.y, -down.x) : Vector(-down.y, down.x)
    // Seen askew, rows do not run square to the side.
    for tilt in effort.tilts {
      guard let along = (inward + down * tilt).normalized else { continue }
      var found: [(part: Double, place: Point<ImagePixels>, module: Double, number: Int)] = []
      for (tried, part) in [4.0, 2, 6, 1, 3, 5, 7].enumerated() where tried < 3 || !found.isEmpty {
        let place = places[0].interpolated(to: places[2], part / 8)
        if let row = row(place, along, grey, effort) { found.append((part, place, row.module, row.number)) }
      }
      found.sort { $0.part < $1.part }
      guard found.count >= 3,
        RowAddresses.countOn(found.map { RowAddresses.Sighting(place: $0.part, number: $0.number) })
      else { continue }
      return PDF417Guard(
        isStart: true, isInverted: false, places: found.map(\.place), farPlaces: [], rightward: along,
        modules: found.map(\.module))
    }
    return nil
  }

  /// The address and the module of a row that begins at a place: a row address pattern and a codeword of its cluster follow.
  private func row(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ grey: GreyField, _ effort: Effort
  ) -> (number: Int, module: Double)? {
    // 27 modules of 6 pixels, or of 18 where so few edges are near.
    for reach in effort.reaches {
      let edges = edges(place, inward, grey, reach: reach)
      guard edges.count >= 15 else { continue }
      guard let found = MicroPDF417SideMatch.match(edges.span, from: 0, step: 1),
        found.module >= 0.8 * 32
      else { return nil }
      return (found.number, Double(found.module) / 32 * (reach + 2) / Double(Self.samples - 1))
    }
    return nil
  }

  private static let samples = 320

  /// Where the grey along a line crosses its middle, in 32nds of a sample.
  private func edges(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ grey: GreyField, reach: Double
  ) -> [Int32] {
    let values = grey.profile(place - inward * 2, place + inward * reach, count: Self.samples)
    guard let low = values.prefix(60).min(), let high = values.prefix(60).max(), high - low > 24 else { return [] }
    let middle = (low + high) / 2
    var edges: [Int32] = []
    for i in 1..<values.count where (values[i] < middle) != (values[i - 1] < middle) {
      edges.append(Int32(32 * (Double(i - 1) + (values[i - 1] - middle) / (values[i - 1] - values[i]))))
    }
    return edges
  }
}
