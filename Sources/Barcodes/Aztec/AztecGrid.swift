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

  /// Whether the modules up to so many from the middle are dark, by those around them, among which are rings of either color.
  func core(_ grey: GreyField, radius: Int) -> AztecCore? {
    guard let map = map(corners, reach) else { return nil }
    let reach = radius + Self.around
    let values = (-reach...reach).flatMap { y in
      (-reach...reach).map { Float(grey(map(Point<Modules>(Double($0), Double(y))))) }
    }
    let side = 2 * reach + 1
    return AztecCore(
      darkness: moduleDarkness(values, width: side, height: side, radius: Self.around), middle: reach, side: side)
  }

  /// Modules to every side by which a module of the core is judged: two rings.
  private static let around = 2

  /// How many of the modules at places are dark and in the image.
  func ground(_ grey: GreyField, _ places: [(x: Int, y: Int)]) -> Int {
    guard let map = map(corners, reach) else { return places.count }
    let inside = places.filter { grey.contains(map(Point<Modules>(Double($0.x), Double($0.y)))) }
    return core(grey, radius: 6).map { core in inside.count { core[$0.x, $0.y] } } ?? places.count
  }

  /// Part of the bull's-eye's modules that have their color.
  func ringScore(_ grey: GreyField, radius: Int) -> Double {
    let places = (-radius...radius).flatMap { y in (-radius...radius).map { (x: $0, y: y) } }
    guard let core = core(grey, radius: radius) else { return 0 }
    let right = places.count { (max(abs($0.x), abs($0.y)) % 2 == 0) == core[$0.x, $0.y] }
    return Double(right) / Double(places.count)
  }

  /// The share of the symbol that lies in the picture, as the core has it.
  func shareWithin(_ grey: GreyField) -> Double {
    guard let mode, let map = map(corners, reach) else { return 0 }
    let step = Double(mode.size.side) / Double(Self.within)
    let lines = (0..<Self.within).map { (Double($0) + 0.5) * step - Double(mode.size.side) / 2 }
    let inside = lines.reduce(0) { sum, y in
      let row = lines.map { Point<Modules>($0, y) }
      return sum + row.count { map.sees($0, from: Point(0, 0)) && grey.contains(map($0)) }
    }
    return Double(inside) / Double(Self.within * Self.within)
  }

  /// Places to a side of the symbol by which that is told, to some hundredths.
  private static let within = 12

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

  /// The same for paper that bends by more than half a module within nine of them: in smaller steps, each of which foretells
  /// the next one.
  func fittedSlowly(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid {
    guard let (registration, start) = registration(sampler) else { return self }
    var grown = start
    let half = Double(grown.width) / 2
    for (step, degree) in [(0.0, 2), (half, 3)] {
      var reach = max(6.5, step)
      while reach < half + 2 && !isOver() {
        grown = registration.fitted(grown, reach: reach, degree: degree) ?? grown
        reach *= 1.25
      }
    }
    var result = self
    result.registered = isOver() ? grown : registration.fitted(grown, reach: .infinity, degree: 4) ?? grown
    return result
  }

  /// Rows and columns by which a grid is fitted roughly, so that even of the nine modules around the middle that are
  /// measured first some are met.
  private static let fewLines = 12

  /// - Parameter lines: rows and columns that are measured, to fit a plain curve; nil measures all that tell anything.
  private func fitted(_ sampler: GreySampler, lines: Int?, isOver: () -> Bool) -> AztecGrid {
    guard var (registration, grown) = registration(sampler) else { return self }
    let side = grown.width
    let half = Double(side) / 2
    if let lines { registration.lines = lines }
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

  /// The whole symbol as the bull's-eye shows it, and what brings it to the edges between its modules; nil where the mode
  /// message or the rings tell nothing.
  private func registration(_ sampler: GreySampler) -> (GridRegistration, SymbolGrid)? {
    guard let mode, let contrast = contrast(sampler) else { return nil }
    let half = Double(mode.size.side) / 2
    let core = Rect<Modules>(Point(half - reach, half - reach), Point(half + reach, half + reach))
    guard let view = Perspective(from: core.corners, to: corners) else { return nil }
    return (
      GridRegistration(sampler: sampler, anchors: [Point(half, half)], contrast: contrast),
      SymbolGrid(width: mode.size.side, height: mode.size.side, perspective: view)
    )
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

/// The modules in the middle of a symbol, as a bull's-eye's own corners order them. Places are in modules from the middle.
struct AztecCore {
  fileprivate let darkness: [Float]
  fileprivate let middle: Int
  fileprivate let side: Int

  /// Whether a module is dark.
  subscript(x: Int, y: Int) -> Bool { darkness[(y + middle) * side + x + middle] > 0 }

  /// Whether a module of the symbol is dark that is turned by quarters, clockwise, and mirrored at its diagonal before that.
  func isDark(_ x: Int, _ y: Int, quarters: Int, isMirrored: Bool) -> Bool {
    var place = isMirrored ? (x: y, y: x) : (x: x, y: y)
    for _ in 0..<quarters { place = (-place.y, place.x) }
    return self[place.x, place.y]
  }
}
