import Geometry

/// Brings a MaxiCode's grid to its hexagons, from the rings outward.
///
/// There are no timing patterns. But where a patch of the grid lies as the hexagons do its modules differ most, as each is all
/// dark or all light; so each patch is moved to where their variance is greatest, whatever the light there, and the plane, or
/// the bent surface, that explains all moves is fitted.
struct MaxiCodeRegistration {
  let grey: GreyField

  /// What the paper is taken to be.
  enum Surface {
    case plane
    case bend

    /// How far from the middle each round reaches, in modules, and the degree of the bend, 0 for a plane: the rings end at 4.4,
    /// and the corners lie at 21.
    fileprivate var rounds: [(reach: Double, degree: Int)] {
      switch self {
      case .plane:
        [(8.5, 0), (11, 0), (14, 0), (18, 0), (.infinity, 0), (.infinity, 0), (.infinity, 2), (.infinity, 3)]
      case .bend: [(8.5, 0), (11, 0), (11, 2), (14, 2), (18, 2), (.infinity, 2), (.infinity, 3), (.infinity, 3)]
      }
    }
  }

  /// The grid grown from the rings over the whole symbol.
  ///
  /// - Parameter isOver: asked before each round whether to leave it at that.
  func grown(_ grid: MaxiCodeGrid, in surface: Surface, isOver: () -> Bool) -> MaxiCodeGrid {
    var result = grid
    for (reach, degree) in surface.rounds where !isOver() {
      result = (degree == 0 ? inPlane(result, reach: reach) : bent(result, reach, degree)) ?? result
    }
    return result
  }

  private func bent(_ grid: MaxiCodeGrid, _ reach: Double, _ degree: Int) -> MaxiCodeGrid? {
    var fit = GridBendFit(width: grid.plane.width, height: grid.plane.height)
    measure(grid, reach: reach, into: &fit)
    guard let bend = fit.fit(degree: degree) else { return nil }
    var result = grid
    result.plane.bend = bend
    return result
  }

  private func inPlane(_ grid: MaxiCodeGrid, reach: Double) -> MaxiCodeGrid? {
    var fit = PlaneFit(center: MaxiCodeGrid.middle)
    measure(grid, reach: reach, into: &fit)
    guard fit.count >= Self.leastShifts, let moved = fit.fit() else { return nil }
    var result = grid
    result.plane.perspective = moved.then(grid.plane.perspective)
    return result
  }

  /// Twice the eight unknowns of a plane.
  private static let leastShifts = 16

  // MARK: - Patches

  /// A module, and those around it of which modules of the symbol outside of the rings are.
  private struct Patch {
    let middle: Vector<Modules>
    let around: [Vector<Modules>]
  }

  /// Every second module of every second row, near ones first, with all within two modules of it.
  private static let patches: [Patch] = {
    let modules = MaxiCodeGrid.modules
    var middles: [Vector<Modules>] = []
    for y in stride(from: 0, to: MaxiCodeLayout.rows, by: 2) {
      for x in stride(from: (y / 2) % 2, to: MaxiCodeLayout.columns, by: 2) {
        middles.append(MaxiCodeLayout.Place(x, y).offset)
      }
    }
    return middles.filter { $0.length > 5 }.sorted { $0.squaredLength < $1.squaredLength }.map { middle in
      Patch(middle: middle, around: modules.map { $0 - middle }.filter { $0.length < 2.1 })
    }
  }()

  /// Moves in fifths of a module, to two each way: half a module further the next one's hexagon begins.
  private static let steps = 2
  private static let step = 0.2

  private func measure(_ grid: MaxiCodeGrid, reach: Double, into fit: inout some GridEdgeFit) {
    let side = 2 * Self.steps + 1
    var scores = [Double](repeating: 0, count: side * side)
    for patch in Self.patches {
      guard patch.middle.length < reach else { break }
      let center = grid.place(patch.middle)
      // Over so few modules perspective and bend are linear.
      let right = grid.place(patch.middle + Vector(1, 0)) - center
      let down = grid.place(patch.middle + Vector(0, 1)) - center
      let places = patch.around.map { center + right * $0.x + down * $0.y }
      for index in scores.indices {
        let (x, y) = (Double(index % side - Self.steps), Double(index / side - Self.steps))
        let move = right * (x * Self.step) + down * (y * Self.step)
        var (sum, squares) = (0.0, 0.0)
        for place in places {
          let value = grey(place + move)
          sum += value
          squares += value * value
        }
        scores[index] = squares - sum * sum / Double(places.count)
      }
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > Self.leastVariance else {
        continue
      }
      let (x, y) = (best % side, best / side)
      let dx = 0 < x && x < side - 1 ? parabolaPeak(scores[best - 1], scores[best], scores[best + 1]) : 0
      let dy = 0 < y && y < side - 1 ? parabolaPeak(scores[best - side], scores[best], scores[best + side]) : 0
      let mean = scores.reduce(0, +) / Double(scores.count)
      let weight = 1 - mean / scores[best]
      let (u, v) = (MaxiCodeGrid.middle.x + patch.middle.x, MaxiCodeGrid.middle.y + patch.middle.y)
      let moved = grid.plane.bend?.moved(u, v) ?? Point(u, v)
      fit.addAcross(
        u, v, shift: moved.x - u + Self.step * (Double(x - Self.steps) + dx), weight: weight)
      fit.addDown(u, v, shift: moved.y - v + Self.step * (Double(y - Self.steps) + dy), weight: weight)
    }
  }

  /// Of the sum of squares over a patch: 19 modules that differ by four grey levels from their mean.
  private static let leastVariance = 19.0 * 16
}
