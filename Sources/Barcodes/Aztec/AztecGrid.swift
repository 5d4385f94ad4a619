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

  /// The share of the reference grid's modules that are darker or lighter than both beside them on their line, as they must
  /// be: 1 on a grid that lies well everywhere, a third by chance.
  func referenceScore(_ grey: GreyField) -> Double {
    guard let mode, !mode.size.isCompact else { return 0 }
    let (side, middle) = (mode.size.side, mode.size.center)
    let places = Places(self)
    var (right, all) = (0, 0)
    var values = [Double](repeating: 0, count: side)
    for line in stride(from: middle % 16, to: side, by: 16) {
      for isRow in [true, false] {
        for at in 0..<side {
          values[at] = grey(isRow ? places[at - middle, line - middle] : places[line - middle, at - middle])
        }
        for at in 1..<side - 1 {
          let isDark = mode.size.isDarkReference(x: at, y: line)
          let around = isDark ? min(values[at - 1], values[at + 1]) : max(values[at - 1], values[at + 1])
          if isDark ? values[at] < around : values[at] > around { right += 1 }
        }
        all += side - 2
      }
    }
    return Double(right) / Double(all)
  }

  /// The whole symbol, brought to the edges between its modules from the bull's-eye outward, as far as a few lines of them
  /// tell: a tenth of the price of `fitted`.
  func roughlyFitted(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid {
    fitted(sampler, lines: Self.fewLines, isOver: isOver)
  }

  /// The whole symbol, brought to the edges between its modules from the bull's-eye outward.
  ///
  /// - Parameter isOver: asked before each round, of some milliseconds in a large symbol, whether to leave it at that.
  func fitted(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid {
    fitted(sampler, lines: nil, isOver: isOver)
  }

  /// Rows and columns by which a grid is fitted roughly, so that even of the nine modules around the middle that are
  /// measured first some are met.
  private static let fewLines = 12

  /// - Parameter lines: rows and columns that are measured, to fit a plain curve; nil measures all that tell anything.
  private func fitted(_ sampler: GreySampler, lines: Int?, isOver: () -> Bool) -> AztecGrid {
    guard let mode, let contrast = contrast(sampler) else { return self }
    let side = mode.size.side
    let half = Double(side) / 2
    let core = Rect<Modules>(Point(half - reach, half - reach), Point(half + reach, half + reach))
    guard let view = Perspective(from: core.corners, to: corners) else { return self }
    var registration = GridRegistration(sampler: sampler, anchors: [Point(half, half)], contrast: contrast)
    if let lines { registration.lines = lines }
    var grown = SymbolGrid(width: side, height: side, perspective: view)
    // A plain curve on the way out, and for small symbols, whose few edges do not tell more.
    var reach = 9.0
    while reach < (lines == nil ? 2 : 1) * half && !isOver() {
      grown = registration.fitted(grown, reach: reach, degree: 2) ?? grown
      reach *= 2
    }
    var result = self
    result.registered =
      isOver()
      ? grown : registration.fitted(grown, reach: .infinity, degree: side < 40 || lines != nil ? 2 : 4) ?? grown
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

  /// Where modules are seen, by their places from the middle.
  private struct Places {
    private let registered: SymbolGrid?
    private let map: Perspective<Modules, ImagePixels>?
    private let middle: Double
    private let center: Point<ImagePixels>

    init(_ grid: AztecGrid) {
      registered = grid.registered
      map = registered == nil ? grid.map(grid.corners, grid.reach) : nil
      middle = Double(registered?.width ?? 0) / 2
      center = grid.corners.center
    }

    subscript(x: Int, y: Int) -> Point<ImagePixels> {
      if let registered { return registered.place(Double(x) + middle, Double(y) + middle) }
      return map?(Point<Modules>(Double(x), Double(y))) ?? center
    }
  }

  /// The symbol's outer corners, in its own order.
  var outline: Quadrilateral<ImagePixels> {
    if let registered { return registered.corners }
    let half = Double(mode?.size.side ?? (isCompact ? 11 : 15)) / 2
    return map(corners, reach)?(Rect<Modules>(Point(-half, -half), Point(half, half)).corners) ?? corners
  }

  /// The grey of each module, row after row.
  func sample(_ grey: GreyField, side: Int) -> ModuleGreys {
    let middle = side / 2
    var values: [Double] = []
    var centers: [Point<ImagePixels>] = []
    values.reserveCapacity(side * side)
    centers.reserveCapacity(side * side)
    let places = Places(self)
    for y in -middle...middle {
      for x in -middle...middle {
        let center = places[x, y]
        centers.append(center)
        values.append(grey(center))
      }
    }
    return ModuleGreys(width: side, height: side, values: values, centers: centers)
  }
}
