import Bits
import Geometry
import Imaging

/// An Aztec symbol's grid in an image. Places are in modules from the middle of the bull's-eye.
struct AztecGrid {
  let mode: AztecModeMessage?
  private let corners: Quadrilateral<ImagePixels>
  /// Modules from the middle to where `corners` are.
  private let reach: Double
  private let isCompact: Bool
  /// The grid of the whole symbol, from its top left, where it was fitted.
  private var registered: SymbolGrid?

  /// The grid around a bull's-eye whose corners are in the symbol's own order.
  init(_ square: Quadrilateral<ImagePixels>, reach: Double, isCompact: Bool, mode: AztecModeMessage? = nil) {
    corners = square
    self.reach = reach
    self.isCompact = isCompact
    self.mode = mode
  }

  func with(_ mode: AztecModeMessage) -> AztecGrid {
    AztecGrid(corners, reach: reach, isCompact: mode.size.isCompact, mode: mode)
  }

  private func map(_ corners: Quadrilateral<ImagePixels>, _ reach: Double) -> Perspective<Modules, ImagePixels>? {
    Perspective(from: Rect<Modules>(Point(-reach, -reach), Point(reach, reach)).corners, to: corners)
  }

  /// Whether the modules at places (from the middle) are dark: below the middle between the extremes
  /// of the bull's-eye.
  func core(_ grey: GreyField, _ places: [(x: Int, y: Int)]) -> [Bool] {
    guard let map = map(corners, reach) else { return places.map { _ in false } }
    var low = 255.0
    var high = 0.0
    for x in -4...4 {
      for y in -4...4 {
        let value = grey(map(Point<Modules>(Double(x), Double(y))))
        low = min(low, value)
        high = max(high, value)
      }
    }
    return places.map { grey(map(Point<Modules>(Double($0.x), Double($0.y)))) < (low + high) / 2 }
  }

  /// How many of the modules at places are dark and in the image.
  func ground(_ grey: GreyField, _ places: [(x: Int, y: Int)]) -> Int {
    guard let map = map(corners, reach) else { return places.count }
    let inside = places.filter { grey.contains(map(Point<Modules>(Double($0.x), Double($0.y)))) }
    return core(grey, inside).count { $0 }
  }

  /// Part of the bull's-eye's modules that have their color.
  func ringScore(_ grey: GreyField, radius: Int) -> Double {
    let places = (-radius...radius).flatMap { y in (-radius...radius).map { (x: $0, y: y) } }
    let right = zip(places, core(grey, places)).count { (max(abs($0.x), abs($0.y)) % 2 == 0) == $1 }
    return Double(right) / Double(places.count)
  }

  /// Part of a full symbol's reference grid outside its core that has its color. §7.2.4
  func referenceScore(_ grey: GreyField, _ size: AztecSize) -> Double {
    var places: [(x: Int, y: Int)] = []
    var colors: [Bool] = []
    for y in 0..<size.side {
      for x in 0..<size.side where size.isReferenceGrid(x: x, y: y) {
        let place = (x: x - size.center, y: y - size.center)
        guard max(abs(place.x), abs(place.y)) > size.coreRadius else { continue }
        places.append(place)
        colors.append(size.isDarkReference(x: x, y: y))
      }
    }
    let right = zip(colors, core(grey, places)).count { $0 == $1 }
    return Double(right) / Double(places.count)
  }

  /// The whole symbol, brought to the edges between its modules from the bull's-eye outward.
  ///
  /// - Parameter isOver: asked before each round, of some milliseconds in a large symbol, whether to leave it at that.
  func fitted(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid {
    guard let mode, let contrast = contrast(sampler) else { return self }
    let side = mode.size.side
    let half = Double(side) / 2
    let core = Rect<Modules>(Point(half - reach, half - reach), Point(half + reach, half + reach))
    guard let view = Perspective(from: core.corners, to: corners) else { return self }
    let registration = GridRegistration(sampler: sampler, anchors: [Point(half, half)], contrast: contrast)
    var grown = SymbolGrid(width: side, height: side, perspective: view)
    // A plain curve on the way out, and for small symbols, whose few edges do not tell more.
    var reach = 9.0
    while reach < Double(side) && !isOver() {
      grown = registration.fitted(grown, reach: reach, degree: 2) ?? grown
      reach *= 2
    }
    var result = self
    result.registered =
      isOver() ? grown : registration.fitted(grown, reach: .infinity, degree: side < 40 ? 2 : 4) ?? grown
    return result
  }

  /// Mean difference between the light and the dark rings of the bull's-eye, in grey levels.
  private func contrast(_ sampler: GreySampler) -> Float? {
    guard let map = map(corners, reach) else { return nil }
    var (dark, darkCount, light, lightCount): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for y in -3...3 {
      for x in -3...3 {
        let value = sampler.value(map(Point<Modules>(Double(x), Double(y))))
        if max(abs(x), abs(y)) % 2 == 0 {
          (dark, darkCount) = (dark + value, darkCount + 1)
        } else {
          (light, lightCount) = (light + value, lightCount + 1)
        }
      }
    }
    let difference = light / lightCount - dark / darkCount
    return difference > 8 ? difference : nil
  }

  /// The symbol's outer corners, in its own order.
  var outline: Quadrilateral<ImagePixels> {
    if let registered { return registered.corners }
    let half = Double(mode?.size.side ?? (isCompact ? 11 : 15)) / 2
    return map(corners, reach)?(Rect<Modules>(Point(-half, -half), Point(half, half)).corners) ?? corners
  }

  /// The grey of each module, row after row.
  func sample(_ grey: GreyField, side: Int) -> ModuleGreys {
    let map = map(corners, reach)
    let middle = side / 2
    var values: [Double] = []
    var centers: [Point<ImagePixels>] = []
    for y in -middle...middle {
      for x in -middle...middle {
        let center =
          registered?.place(Double(x + middle) + 0.5, Double(y + middle) + 0.5)
          ?? map?(Point<Modules>(Double(x), Double(y))) ?? corners.center
        centers.append(center)
        values.append(grey(center))
      }
    }
    return ModuleGreys(width: side, height: side, values: values, centers: centers)
  }
}
