import Bits
import Geometry
import Imaging

/// A MaxiCode's hexagons in an image: ways in modules from the middle of its rings, taken to pixels in perspective.
struct MaxiCodeGrid {
  /// Two rows of a matrix, the middle, and how the scale changes to the right and down.
  private var map: SIMD8<Double>
  let isMirrored: Bool

  @inline(__always)
  func place(_ way: Vector<Modules>) -> Point<ImagePixels> {
    let scale = 1 / (1 + map[6] * way.x + map[7] * way.y)
    return Point(
      (map[0] * way.x + map[1] * way.y) * scale + map[4], (map[2] * way.x + map[3] * way.y) * scale + map[5])
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
        let grid = MaxiCodeGrid(rings, c, s, isMirrored)
        found.append((grid, turn, grid.orientationScore(grey, rings)))
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
  /// Of 18 modules so many more must be right than wrong.
  private static let leastScore = 8.0

  private init(_ rings: MaxiCodeRings, _ c: Double, _ s: Double, _ isMirrored: Bool) {
    let sign = isMirrored ? -1.0 : 1
    map = SIMD8(
      sign * (rings.a * c + rings.b * s), rings.b * c - rings.a * s, sign * (rings.b * c + rings.d * s),
      rings.d * c - rings.b * s, rings.center.x, rings.center.y, 0, 0)
    self.isMirrored = isMirrored
  }

  private func orientationScore(_ grey: GreyField, _ rings: MaxiCodeRings) -> Double {
    Self.orientation.reduce(0.0) { sum, module in
      let value = (rings.level - grey(place(module.way))) / rings.contrast
      return sum + (module.isDark ? 1 : -1) * min(max(value, -1), 1)
    }
  }

  private static let orientation = MaxiCodeLayout.orientation.map { (way: $0.place.offset, isDark: $0.isDark) }

  // MARK: - Fitting

  /// All modules outside of the rings, those near them first.
  private static let modules: [Vector<Modules>] = (0..<MaxiCodeLayout.rows).flatMap { y in
    (0..<MaxiCodeLayout.columns - y % 2).map { MaxiCodeLayout.Place($0, y).offset }
  }.filter { $0.length > 5 }.sorted { $0.squaredLength < $1.squaredLength }

  /// How clearly the modules up to a distance are dark or light: less where their middles lie on the borders of others.
  ///
  /// - Parameter step: from one module that is asked to the next one.
  private func clearness(_ grey: GreyField, _ rings: MaxiCodeRings, _ count: Int, every step: Int = 1) -> Double {
    var sum = 0.0
    for module in stride(from: 0, to: count, by: step) {
      sum += min(abs(grey(place(Self.modules[module])) - rings.level), rings.contrast)
    }
    return sum
  }

  private static func count(within reach: Double) -> Int {
    modules.firstIndex { $0.length > reach } ?? modules.count
  }

  /// The grid turned and scaled to where modules are clearest: first near the rings, then over the whole symbol. The rings
  /// tell the scale but roughly, as printers draw them by widths of their own.
  func turned(_ grey: GreyField, _ rings: MaxiCodeRings) -> MaxiCodeGrid {
    var best = self
    // Steps of a fifth of a module at the end of what is looked at; sine of 1.2° and of 0.6°.
    // Until the last steps three hundred of all modules tell enough.
    for (reach, step, steps, every) in [(9.5, 0.021, 3, 1), (22.0, 0.0105, 3, 3), (22.0, 0.0035, 2, 1)] {
      let (start, count) = (best, Self.count(within: reach))
      var clearest = 0.0
      for scaling in -steps...steps {
        let scaled = start.scaled(by: 1 + step * Double(scaling))
        for turning in -steps...steps {
          let grid = scaled.turned(by: step * Double(turning))
          let clearness = grid.clearness(grey, rings, count, every: every)
          if clearness > clearest { (best, clearest) = (grid, clearness) }
        }
      }
    }
    return best
  }

  private func scaled(by factor: Double) -> MaxiCodeGrid {
    var grid = self
    for part in 0..<4 { grid.map[part] *= factor }
    return grid
  }

  private func turned(by angle: Double) -> MaxiCodeGrid {
    var grid = self
    let cosine = (1 - angle * angle).squareRoot()
    grid.map[0] = map[0] * cosine + map[1] * angle
    grid.map[1] = map[1] * cosine - map[0] * angle
    grid.map[2] = map[2] * cosine + map[3] * angle
    grid.map[3] = map[3] * cosine - map[2] * angle
    return grid
  }

  /// The grid brought to where modules are clearest, from the rings outward, by small changes of all that it has.
  ///
  /// - Parameter isOver: asked again and again whether to leave it at that.
  func fitted(_ grey: GreyField, _ rings: MaxiCodeRings, isOver: () -> Bool) -> MaxiCodeGrid {
    var best = self
    let size = (abs(map[0] * map[3] - map[1] * map[2])).squareRoot()
    for (reach, step) in [(9.5, 0.2), (14.0, 0.2), (22.0, 0.25), (22.0, 0.12), (22.0, 0.06)] {
      let count = Self.count(within: reach)
      var clearest = best.clearness(grey, rings, count)
      for _ in 0..<3 {
        if isOver() { return best }
        let before = clearest
        for part in 0..<8 {
          // So much that modules at the reach move by the step.
          let change =
            switch part {
            case 0..<4: step * size / reach
            case 4, 5: step * size / 2
            default: step / (reach * reach)
            }
          for change in [change, -change] {
            var grid = best
            grid.map[part] += change
            let clearness = grid.clearness(grey, rings, count)
            if clearness > clearest { (best, clearest) = (grid, clearness) }
          }
        }
        if clearest <= before { break }
      }
    }
    return best
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
