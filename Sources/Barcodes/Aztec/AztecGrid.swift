import Bits
import Geometry
import Imaging

/// An Aztec symbol's grid in an image. Places are in modules from the middle of the bull's-eye.
struct AztecGrid {
  let mode: AztecModeMessage?
  let corners: Quadrilateral<ImagePixels>
  /// Modules from the middle to where `corners` are.
  let reach: Double
  let isCompact: Bool
  /// The grid of the whole symbol, from its top left, where it was fitted.
  var registered: SymbolGrid?

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

  /// The same around a bull's-eye whose corners are in the order of a symbol that is turned by quarters, clockwise, and mirrored at
  /// its diagonal before that.
  func turned(_ quarters: Int, isMirrored: Bool) -> AztecGrid {
    let step = isMirrored ? 3 : 1
    let p = (0..<4).map { corners.points[(quarters + step * $0) % 4] }
    return AztecGrid(Quadrilateral(p[0], p[1], p[2], p[3]), reach: reach, isCompact: isCompact)
  }

  func map(_ corners: Quadrilateral<ImagePixels>, _ reach: Double) -> Perspective<Modules, ImagePixels>? {
    Perspective(from: Rect<Modules>(Point(-reach, -reach), Point(reach, reach)).corners, to: corners)
  }

  /// Whether the modules up to so many from the middle are dark, by those around them, among which are rings of either color.
  func core(_ grey: GreyField, radius: Int) -> AztecCore {
    let reach = radius + Self.around
    let places = Places(self)
    let values = (-reach...reach).flatMap { y in (-reach...reach).map { x in Float(grey(places[x, y])) } }
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
    let core = core(grey, radius: 6)
    return inside.count { core[$0.x, $0.y] }
  }

  /// Part of the bull's-eye's modules that have their color.
  func ringScore(_ grey: GreyField, radius: Int) -> Double {
    let places = (-radius...radius).flatMap { y in (-radius...radius).map { (x: $0, y: y) } }
    let core = core(grey, radius: radius)
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

  /// Whether a symbol can be seen so: its outline is convex, and none of its sides many times as long as the opposite one.
  var isPlausible: Bool {
    let outline = outline
    let p = outline.points
    let sides = (0..<4).map { p[$0].distance(to: p[($0 + 1) % 4]) }
    return outline.isConvex
      && [sides[0] / sides[2], sides[1] / sides[3]].allSatisfy { $0 < Self.farthest && $0 * Self.farthest > 1 }
  }

  /// How many times as long as the opposite one a side may be: as for QR Code, a symbol seen at 30° from as near as its own diagonal
  /// has 2.5.
  private static let farthest = 5.0

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
