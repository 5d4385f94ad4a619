import Geometry
import Imaging

/// How a grid is brought to the edges between a symbol's modules, from the bull's-eye outward.
extension AztecGrid {
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

  /// The whole symbol on paper that goes up and down, as it lies on the mean.
  ///
  /// What the sides of a bull's-eye show of perspective there is the paper's bend between them, by which a grid is many modules
  /// off where the symbol ends: it is left out.
  func grownFlat(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid? {
    guard let mode else { return nil }
    return grownFlat(side: mode.size.side, sampler, isOver: isOver)
  }

  /// The same bent by polynomials of one more degree; nil where that tells nothing more.
  func bentFurther(_ sampler: GreySampler) -> AztecGrid? {
    guard let registered, let contrast = contrast(sampler) else { return nil }
    let degree = (registered.bend?.degree ?? 1) + 1
    guard degree <= Self.mostWaving else { return nil }
    var result = self
    result.registered = registration(sampler, side: registered.width, contrast)
      .fitted(registered, reach: .infinity, degree: degree)
    return result.registered == nil ? nil : result
  }

  private func grownFlat(side: Int, _ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid? {
    guard let flat = flat(side: side), let contrast = contrast(sampler) else { return nil }
    var result = self
    result.registered = registration(sampler, side: side, contrast).grownFlat(flat, from: Self.ringsEnd, isOver: isOver)
    return result
  }

  /// The core without perspective, brought to the edges of its rings and of the ring around them; nil where it shows none.
  func broughtToRing(_ sampler: GreySampler, isOver: () -> Bool) -> AztecGrid? {
    let side = isCompact ? 11 : 15
    guard let flat = grownFlat(side: side, sampler, isOver: isOver), let grid = flat.registered else { return nil }
    var result = AztecGrid(
      square(side: side).corners.map { grid.place($0.x, $0.y) }, reach: reach, isCompact: isCompact)
    let bent = flat.bentFurther(sampler) ?? flat
    result.registered = (bent.bentFurther(sampler) ?? bent).registered
    return result
  }

  /// Modules from the middle within which the edges are those of the rings.
  private static let ringsEnd = 4.2

  /// The degree that follows three waves over a symbol.
  private static let mostWaving = 6

  /// The square of `corners` in a symbol of so many modules.
  private func square(side: Int) -> Rect<Modules> {
    let half = Double(side) / 2
    return Rect(Point(half - reach, half - reach), Point(half + reach, half + reach))
  }

  /// A symbol of so many modules around the parallelogram that is nearest to `corners`.
  private func flat(side: Int) -> SymbolGrid? {
    let across = (corners.topRight - corners.topLeft + (corners.bottomRight - corners.bottomLeft)) / 4
    let down = (corners.bottomLeft - corners.topLeft + (corners.bottomRight - corners.topRight)) / 4
    let middle = corners.topLeft.midpoint(to: corners.bottomRight)
      .midpoint(to: corners.topRight.midpoint(to: corners.bottomLeft))
    let flat = Quadrilateral(
      middle - across - down, middle + across - down, middle + across + down, middle - across + down)
    return Perspective(from: square(side: side).corners, to: flat)
      .map { SymbolGrid(width: side, height: side, perspective: $0) }
  }

  private func registration(_ sampler: GreySampler, side: Int, _ contrast: Float) -> GridRegistration {
    let half = Double(side) / 2
    return GridRegistration(sampler: sampler, anchors: [Point(half, half)], contrast: contrast)
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
    let side = mode.size.side
    guard let view = Perspective(from: square(side: side).corners, to: corners) else { return nil }
    return (registration(sampler, side: side, contrast), SymbolGrid(width: side, height: side, perspective: view))
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
}
