import Bits
import Geometry
import Imaging

/// A MaxiCode's hexagons in an image: ways in modules from the middle of its rings, taken to pixels.
struct MaxiCodeGrid {
  /// Places in widths of a module from the symbol's upper left corner.
  var plane: SymbolGrid
  let isMirrored: Bool

  /// The middle of the rings in the plane.
  static let middle = Point<Modules>(14.5, 14.5)

  @inline(__always)
  func place(_ way: Vector<Modules>) -> Point<ImagePixels> {
    plane.place(way.x + Self.middle.x, way.y + Self.middle.y)
  }

  /// The symbol's outer corners, from its own top left.
  var outline: Quadrilateral<ImagePixels> {
    let (left, right, down) = (-14.5, 15.5, 16 * MaxiCodeLayout.rowPitch + 0.58)
    return Quadrilateral(
      place(Vector(left, -down)), place(Vector(right, -down)), place(Vector(right, down)), place(Vector(left, down)))
  }

  // MARK: - Which way is up

  /// The ways in which the modules of orientation fit the image around the rings, the best first.
  ///
  /// - Parameter most: how many at most; each at least a few degrees from the others.
  static func orientations(_ grey: GreyField, _ rings: MaxiCodeRings, most: Int) -> [MaxiCodeGrid] {
    var found: [(grid: MaxiCodeGrid, turn: Int, score: Double)] = []
    for isMirrored in [false, true] {
      var (c, s) = (1.0, 0.0)
      for turn in 0..<turns {
        let plain = MaxiCodeGrid(rings, c, s, isMirrored)
        let scaled = scales.map { plain.similar(scale: $0, sine: 0) }.map { ($0, $0.orientationScore(grey, rings)) }
        if let (grid, score) = scaled.max(by: { $0.1 < $1.1 }) { found.append((grid, turn, score)) }
        (c, s) = (c * stepCosine - s * stepSine, s * stepCosine + c * stepSine)
      }
    }
    found.sort { $0.score > $1.score }
    var best: [(grid: MaxiCodeGrid, turn: Int, score: Double)] = []
    for one in found.prefix(24) where best.count < most && one.score >= leastScore {
      let isNew = best.allSatisfy { other in
        let apart = abs(other.turn - one.turn)
        return other.grid.isMirrored != one.grid.isMirrored || min(apart, turns - apart) > 3
      }
      if isNew { best.append(one) }
    }
    return best.map(\.grid)
  }

  /// Turns of 4°, a third of a module where the modules of orientation are furthest out.
  private static let turns = 90
  private static let (stepCosine, stepSine) = (0.9975640502598242, 0.0697564737441253)
  /// Of what the rings measure, what a module may have: widely used generators draw the outermost ring 4.57 modules wide each way, and
  /// not the standard's 4.40.
  private static let scales = [1, 0.96]
  /// Of 18 modules so many more must be right than wrong.
  private static let leastScore = 8.0

  private init(_ rings: MaxiCodeRings, _ c: Double, _ s: Double, _ isMirrored: Bool) {
    // From ways that are the symbol's own to those that the rings are measured in.
    let sign = isMirrored ? -1.0 : 1
    let turned = Perspective<Modules, Modules>(
      sign * c, -s, -sign * c * Self.middle.x + s * Self.middle.y, sign * s, c,
      -sign * s * Self.middle.x - c * Self.middle.y, 0, 0, 1)
    plane = SymbolGrid(width: MaxiCodeLayout.columns, height: 29, perspective: turned.then(rings.perspective))
    self.isMirrored = isMirrored
  }

  private func orientationScore(_ grey: GreyField, _ rings: MaxiCodeRings) -> Double {
    Self.orientation.reduce(0.0) { sum, module in
      let place = place(module.way)
      let value = rings.darkness(grey(place), at: place)
      return sum + (module.isDark ? 1 : -1) * min(max(value, -1), 1)
    }
  }

  private static let orientation = MaxiCodeLayout.orientation.map { (way: $0.place.offset, isDark: $0.isDark) }

  // MARK: - Fitting

  /// All modules outside of the rings, those near them first.
  static let modules: [Vector<Modules>] = (0..<MaxiCodeLayout.rows).flatMap { (y: Int) -> [Vector<Modules>] in
    (0..<MaxiCodeLayout.columns - y % 2).map { MaxiCodeLayout.Place($0, y).offset }
  }.filter { $0.length > 5 }.sorted { $0.squaredLength < $1.squaredLength }

  /// How clearly the modules up to a distance are dark or light: less where their middles lie on the borders of others.
  ///
  /// - Parameters:
  ///   - step: from one module that is asked to the next one.
  ///   - least: what it must be more than.
  /// - Returns: nil once no more of the modules could make it that.
  private func clearness(
    _ grey: GreyField, _ rings: MaxiCodeRings, _ count: Int, every step: Int, above least: Double
  ) -> Double? {
    // A module adds the contrast at most.
    var possible = Double((count + step - 1) / step) * rings.contrast
    for module in stride(from: 0, to: count, by: step) {
      possible -= rings.contrast - min(abs(grey(place(Self.modules[module])) - rings.level), rings.contrast)
      if possible <= least { return nil }
    }
    return possible
  }

  private static func count(within reach: Double) -> Int {
    modules.firstIndex { $0.length > reach } ?? modules.count
  }

  /// The grid turned and scaled to where modules are clearest near the rings. These tell the scale but roughly, as printers
  /// draw them by widths of their own.
  func aligned(_ grey: GreyField, _ rings: MaxiCodeRings) -> MaxiCodeGrid {
    // Steps of a fifth of a module at the end of what is looked at; sine of 1.2°.
    clearest(grey, rings, reach: 9.5, step: 0.021, steps: 3, every: 1)
  }

  /// The grid without perspective, as it is at the middle of the rings: of small symbols they tell the tilt less well than
  /// that there is none.
  var untilted: MaxiCodeGrid {
    let (p, x, y) = (plane.perspective, Self.middle.x, Self.middle.y)
    let center = p(Self.middle)
    let w = 1 / (p.g * x + p.h * y + p.i)
    let (a, b) = ((p.a - center.x * p.g) * w, (p.b - center.x * p.h) * w)
    let (d, e) = ((p.d - center.y * p.g) * w, (p.e - center.y * p.h) * w)
    var grid = self
    grid.plane.perspective = Perspective(a, b, center.x - a * x - b * y, d, e, center.y - d * x - e * y, 0, 0, 1)
    return grid
  }

  /// An aligned grid turned and scaled to where the modules of the whole symbol are clearest.
  func turned(_ grey: GreyField, _ rings: MaxiCodeRings) -> MaxiCodeGrid {
    // Until the last steps, of 0.2°, three hundred of all modules tell enough.
    clearest(grey, rings, reach: 22, step: 0.0105, steps: 3, every: 3)
      .clearest(grey, rings, reach: 22, step: 0.0035, steps: 2, every: 1)
  }

  private func clearest(
    _ grey: GreyField, _ rings: MaxiCodeRings, reach: Double, step: Double, steps: Int, every: Int
  ) -> MaxiCodeGrid {
    let count = Self.count(within: reach)
    var (best, clearest) = (self, 0.0)
    // The nearest are likely to be the clearest, beside which the others need not be asked to their ends.
    let ways = (-steps...steps).flatMap { scaling in (-steps...steps).map { (scaling, $0) } }
    for (scaling, turning) in ways.sorted(by: { $0.0 * $0.0 + $0.1 * $0.1 < $1.0 * $1.0 + $1.1 * $1.1 }) {
      let grid = similar(scale: 1 + step * Double(scaling), sine: step * Double(turning))
      if let clearness = grid.clearness(grey, rings, count, every: every, above: clearest) {
        (best, clearest) = (grid, clearness)
      }
    }
    return best
  }

  /// The grid scaled and turned about the middle of the rings.
  private func similar(scale: Double, sine: Double) -> MaxiCodeGrid {
    let (c, s) = (scale * (1 - sine * sine).squareRoot(), scale * sine)
    let (x, y) = (Self.middle.x, Self.middle.y)
    var grid = self
    grid.plane.perspective = Perspective<Modules, Modules>(c, -s, x - c * x + s * y, s, c, y - s * x - c * y, 0, 0, 1)
      .then(plane.perspective)
    return grid
  }

  /// The grey of each module, row after row; short rows have one more, which lies outside of the symbol.
  func sample(_ grey: GreyField) -> ModuleGreys {
    var values: [Double] = []
    var centers: [Point<ImagePixels>] = []
    for y in 0..<MaxiCodeLayout.rows {
      for x in 0..<MaxiCodeLayout.columns {
        let center = place(MaxiCodeLayout.Place(x, y).offset)
        centers.append(center)
        values.append(grey(center))
      }
    }
    return ModuleGreys(width: MaxiCodeLayout.columns, height: MaxiCodeLayout.rows, values: values, centers: centers)
  }
}
