import Geometry
import Imaging

/// Finds left sides of MicroPDF417 symbols so slanted that a scan line leaves the row before its first codeword
/// ends: straight edges, along whose normals rows are looked for.
struct SlantedSides {
  private var chains = EdgeChainFinder()
  private var turned = TurnedPicture()

  /// The sides of symbols dark on light.
  ///
  /// - Parameter step: pixels from one scan line to the next, of rows and of columns.
  mutating func find(_ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int) -> [PDF417Guard] {
    let grey = GreyField(image)
    var lines = chains.find(image, thresholds, step: step, rows: 4, clearance: 2).map {
      (places: [$0.top, $0.middle, $0.bottom], darkIsRight: $0.darkIsRight)
    }
    turned.take(image, every: step)
    lines += chains.find(turned.image, turned.thresholds, step: 1, rows: 8, clearance: 2).map { chain in
      let places = [chain.top, chain.middle, chain.bottom].map { place in
        Point<ImagePixels>((place.y - 0.5) * Double(step) + 0.5, place.x)
      }
      return (places, !chain.darkIsRight)
    }
    return
      lines
      .sorted { $0.places[0].distance(to: $0.places[2]) > $1.places[0].distance(to: $1.places[2]) }
      .prefix(60).compactMap { side($0.places, darkIsRight: $0.darkIsRight, grey) }
  }

  private func side(_ places: [Point<ImagePixels>], darkIsRight: Bool, _ grey: GreyField) -> PDF417Guard? {
    guard let down = (places[2] - places[0]).normalized else { return nil }
    let inward: Vector<ImagePixels> = darkIsRight ? Vector(down.y, -down.x) : Vector(-down.y, down.x)
    // Seen askew, rows do not run square to the side.
    for tilt in [0.0, 0.1, -0.1, 0.2, -0.2] {
      guard let along = (inward + down * tilt).normalized else { continue }
      let modules = (1..<8).compactMap { part -> Double? in
        module(places[0].interpolated(to: places[2], Double(part) / 8), along, grey)
      }
      guard modules.count >= 3 else { continue }
      return PDF417Guard(
        isStart: true, isInverted: false, places: places, farPlaces: [], rightward: along,
        module: modules.sorted()[modules.count / 2])
    }
    return nil
  }

  /// The module of a row that begins at a place: a row address pattern and a codeword of its cluster follow.
  private func module(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ grey: GreyField
  ) -> Double? {
    // 27 modules of 6 pixels, or else of 18.
    module(place, inward, grey, reach: 160) ?? module(place, inward, grey, reach: 480)
  }

  private func module(
    _ place: Point<ImagePixels>, _ inward: Vector<ImagePixels>, _ grey: GreyField, reach: Double
  ) -> Double? {
    let values = grey.profile(place - inward * 2, place + inward * reach, count: 320)
    guard let low = values.prefix(60).min(), let high = values.prefix(60).max(), high - low > 24 else { return nil }
    // In 32nds of a sample.
    var edges: [Int32] = []
    let middle = (low + high) / 2
    for i in 1..<values.count where (values[i] < middle) != (values[i - 1] < middle) {
      edges.append(Int32(32 * (Double(i - 1) + (values[i - 1] - middle) / (values[i - 1] - values[i]))))
    }
    guard edges.count >= 15,
      let found = MicroPDF417SideMatch.match(edges.span.extracting(0..<15), isForward: true), found.module >= 0.8 * 32
    else { return nil }
    return Double(found.module) / 32 * (reach + 2) / Double(values.count - 1)
  }
}
