import Foundation
import Geometry
import Imaging

/// Brings a grid to the edges between a symbol's modules: wherever two neighbours differ, the place of the
/// step between them is measured, and the bend that explains all of them is fitted.
///
/// An edge is looked for within half a module of where the grid has it. So the fit begins near places that
/// are known, such as finders, and grows outward as the bend learns where the paper goes.
struct GridRegistration {
  /// Samples a module, along the row or the column being measured, as `sampleWay` takes them: the step's place is
  /// interpolated between them, so eight tell it to a few hundredths.
  private static let samples = 8

  let sampler: GreySampler
  /// Places of the symbol where the grid is known to be right, in modules.
  let anchors: [Point<Modules>]
  /// Difference between light and dark in grey levels, by which a step is judged.
  let contrast: Float
  /// Of the polynomials that the bend ends with; small symbols tell no more than a lower one.
  var highestDegree = 4
  /// Rows, and columns, that are measured of many: a smooth surface needs no more than some forty lines of edges, a flat one
  /// a few.
  var lines = 40

  /// The grid with its bend grown from the anchors over the whole symbol.
  ///
  /// - Parameters:
  ///   - pace: how many times as far each round reaches as the one before.
  ///   - isOver: asked before each round, of some milliseconds in a large symbol, whether to leave it at that.
  func grown(_ grid: SymbolGrid, pace: Double = 1.4, isOver: () -> Bool = { false }) -> SymbolGrid {
    var result = grid
    let side = Double(max(grid.width, grid.height))
    // What is known to be bent both ways is not straightened first.
    let leastDegree = grid.bend?.degree ?? 2
    var reach = 9.0
    while true {
      if isOver() { return result }
      let coversAll = reach > side
      result =
        fitted(
          result, reach: coversAll ? .infinity : reach,
          degree: coversAll ? max(leastDegree, min(3, highestDegree)) : leastDegree) ?? result
      if coversAll { break }
      reach *= pace
    }
    return highestDegree > 3 && !isOver() ? fitted(result, reach: .infinity, degree: highestDegree) ?? result : result
  }

  /// One round: measures within reach of an anchor, and fits.
  ///
  /// - Parameter outlier: how far off the fit, in modules, an edge counts half.
  func fitted(_ grid: SymbolGrid, reach: Double, degree: Int, outlier: Double = 0.2) -> SymbolGrid? {
    var fit = GridBendFit(width: grid.width, height: grid.height)
    measureRows(grid, reach, &fit)
    measureColumns(grid, reach, &fit)
    guard fit.count >= 40, let bend = fit.fit(degree: degree, outlier: outlier) else { return nil }
    var result = grid
    result.bend = bend
    return result
  }

  /// The grid with its plane turned in space until it explains the edges best.
  ///
  /// - Returns: nil where too few edges are seen for that.
  func broughtInPlane(_ grid: SymbolGrid, reach: Double = .infinity) -> SymbolGrid? {
    var fit = PlaneFit(center: anchors[0])
    measureRows(grid, reach, &fit)
    measureColumns(grid, reach, &fit)
    guard fit.count >= 40, let plane = fit.fit() else { return nil }
    return SymbolGrid(width: grid.width, height: grid.height, perspective: plane.then(grid.perspective))
  }

  /// The grid moved, turned and stretched as a whole, grown from the anchors over the whole symbol.
  ///
  /// On paper that goes up and down a finder's own axes are those of the slope that it lies on, a module off after some six.
  /// What the paper does on the mean is learned edge by edge, and all edges lie within half a module of that.
  ///
  /// - Parameter first: modules from an anchor within which the finder itself has edges.
  func grownFlat(_ grid: SymbolGrid, from first: Double, isOver: () -> Bool) -> SymbolGrid {
    var result = grid
    let end = anchors.reduce(0.0) {
      max($0, $1.x, $1.y, Double(grid.width) - $1.x, Double(grid.height) - $1.y)
    }
    var reach = first
    while !isOver() {
      let coversAll = reach > end
      result = fitted(result, reach: coversAll ? .infinity : reach, degree: 1, outlier: Self.waveOutlier) ?? result
      if coversAll { break }
      reach *= Self.flatPace
    }
    return result
  }

  /// How many times as far each round of it reaches as the one before: half a module at first.
  private static let flatPace = 1.15
  /// Edges that a wave moves beside the mean are none to be left out.
  private static let waveOutlier = 0.6

  /// The grid with its plane grown from the anchors over the whole symbol.
  ///
  /// One finder tells how the plane is tilted but roughly: far from it the grid is off by many modules, to which each round
  /// comes nearer by what the one before learned.
  func grownInPlane(_ grid: SymbolGrid, isOver: () -> Bool = { false }) -> SymbolGrid {
    var result = grid
    let side = Double(max(grid.width, grid.height))
    var reach = 9.0
    while !isOver() {
      let coversAll = reach > side
      result = broughtInPlane(result, reach: coversAll ? .infinity : reach) ?? result
      if coversAll { break }
      reach *= Self.pace
    }
    return result
  }

  /// How many times as far each round of a plane reaches as the one before: it stays within half a module of the symbol where
  /// the plane so far is off by a quarter of that at the end of its reach.
  private static let pace = 1.25

  private func isWithin(_ reach: Double, _ x: Double, _ y: Double) -> Bool {
    reach == .infinity || anchors.contains { abs($0.x - x) < reach && abs($0.y - y) < reach }
  }

  /// Rows from one that is measured to the next one, of so many; of columns the same.
  private func lineStep(_ all: Int) -> Int { max(1, all / lines) }

  private func measureRows(_ grid: SymbolGrid, _ reach: Double, _ fit: inout some GridEdgeFit) {
    var line = Line(modules: grid.width)
    for y in stride(from: 0, to: grid.height, by: lineStep(grid.height)) {
      let v = Double(y) + 0.5
      guard reach == .infinity || anchors.contains(where: { abs($0.y - v) < reach }) else { continue }
      line.sample(sampler) { grid.place($0, v) }
      let known = grid.bend?.alongRow(v)
      for x in 1..<grid.width {
        guard isWithin(reach, Double(x), v), let step = step(line.values, after: x - 1) else { continue }
        fit.addAcross(Double(x), v, shift: (known?(Double(x)) ?? 0) + step.shift, weight: step.weight)
      }
    }
  }

  private func measureColumns(_ grid: SymbolGrid, _ reach: Double, _ fit: inout some GridEdgeFit) {
    var line = Line(modules: grid.height)
    for x in stride(from: 0, to: grid.width, by: lineStep(grid.width)) {
      let u = Double(x) + 0.5
      guard reach == .infinity || anchors.contains(where: { abs($0.x - u) < reach }) else { continue }
      line.sample(sampler) { grid.place(u, $0) }
      let known = grid.bend?.alongColumn(u)
      for y in 1..<grid.height {
        guard isWithin(reach, u, Double(y)), let step = step(line.values, after: y - 1) else { continue }
        fit.addDown(u, Double(y), shift: (known?(Double(y)) ?? 0) + step.shift, weight: step.weight)
      }
    }
  }

  /// Grey along a row or a column, from the first module's middle to the last one's. Between two middles the
  /// line is straight for all purposes.
  private struct Line {
    let modules: Int
    private(set) var values: [Float]

    init(modules: Int) {
      self.modules = modules
      values = [Float](repeating: 0, count: (modules - 1) * samples + 1)
    }

    mutating func sample(_ sampler: GreySampler, _ place: (Double) -> Point<ImagePixels>) {
      // Light or dark ink: a step is one in either.
      guard let image = sampler.fittingKernels else { return }
      let middles = (0..<modules).map { module in
        let middle = place(Double(module) + 0.5)
        return SIMD2(Float(middle.x * sampler.scale - 0.5), Float(middle.y * sampler.scale - 0.5))
      }
      sampleWay(image, through: middles, into: &values)
    }
  }

  /// The step between a module's middle and the next one's: how far from half way, in modules.
  private func step(_ line: [Float], after module: Int) -> (shift: Double, weight: Double)? {
    let first = module * Self.samples
    let (a, b) = (line[first], line[first + Self.samples])
    let height = abs(b - a)
    // Less than a third of the contrast is no step but unevenness within one colour.
    guard height > 0.35 * contrast else { return nil }
    let middle = (a + b) / 2
    for i in 0..<Self.samples {
      let (p, q) = (line[first + i], line[first + i + 1])
      guard (p < middle) != (q < middle) else { continue }
      let place = (Double(i) + Double((middle - p) / (q - p))) / Double(Self.samples)
      return (place - 0.5, Double(min(height / contrast, 1)))
    }
    return nil
  }
}
