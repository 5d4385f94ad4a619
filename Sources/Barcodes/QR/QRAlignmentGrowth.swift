import Geometry

/// Symbols with many alignment patterns on strongly bent paper: each pattern found tells where the next ones are.
extension QRGridFit {
  /// Patterns, finders apart, from which a bend can be grown over them: version 7 has 6.
  private static let leastPatterns = 6
  /// Modules around the place where a pattern is expected. The bend foretells the next one, 16 to 28 modules
  /// away, to a tenth of that.
  private static let radius = 3.0
  /// Modules from the bend beyond which a pattern was something else.
  private static let tolerance = 0.75

  /// Where something of the symbol was seen, as a shift of the flat grid in modules.
  private struct Sighting {
    let place: Point<Modules>
    let shift: Vector<Modules>
    let weight: Double
  }

  /// The grid bent to the finders' own squares, which tell how the paper leaves them, then to the alignment
  /// patterns from the finders inward, the bend fitted anew with each.
  ///
  /// - Parameters:
  ///   - flat: the grid that the finders alone tell.
  ///   - isOver: asked for each pattern whether to stop there.
  /// - Returns: also where finders and patterns are, in modules; nil for a symbol of few patterns, and where it was
  ///   stopped.
  /// - Complexity: O(patterns²).
  func grown(_ flat: SymbolGrid, isOver: () -> Bool) -> (grid: SymbolGrid, anchors: [Point<Modules>])? {
    let places = Self.alignmentPlaces(flat.width)
    guard places.count >= Self.leastPatterns else { return nil }
    let search = QRPatternSearch(sampler: sampler)
    let squares = squares(of: flat)
    var found: [Sighting] = []
    var grid = Self.bent(flat, to: squares)
    for place in places {
      if isOver() { return nil }
      guard let match = search.locate(grid, at: place.x, place.y, radius: Self.radius) else { continue }
      found.append(Self.sighting(place, match, grid))
      grid = Self.bent(flat, to: squares + found)
    }
    // What the others speak against is looked for once more, nearby.
    found = places.compactMap { place in
      guard let match = search.locate(grid, at: place.x, place.y, radius: Self.tolerance + 0.25),
        max(abs(match.across), abs(match.down)) < Self.tolerance
      else { return nil }
      return Self.sighting(place, match, grid)
    }
    guard found.count * 2 >= places.count else { return nil }
    return (Self.bent(flat, to: squares + found), Self.finders(of: triple, flat.width) + found.map(\.place))
  }

  /// The grid bent to the finders' own squares alone.
  func bentToSquares(_ flat: SymbolGrid) -> SymbolGrid { Self.bent(flat, to: squares(of: flat)) }

  /// A grid that is bent to the finders' squares bent to the alignment pattern at the corner without a finder, too, where there
  /// is one.
  ///
  /// - Returns: also where finders and the pattern are, in modules.
  func bentToPatterns(_ grid: SymbolGrid) -> (grid: SymbolGrid, anchors: [Point<Modules>]) {
    let finders = Self.finders(of: triple, grid.width)
    guard let place = Self.alignmentPlaces(grid.width).last,
      let match = QRPatternSearch(sampler: sampler).locate(grid, at: place.x, place.y, radius: Self.farRadius(grid))
    else { return (grid, finders) }
    var flat = grid
    flat.bend = nil
    let sightings = squares(of: flat) + [Self.sighting(place, match, grid)]
    return (Self.bent(flat, to: sightings), finders + [place])
  }

  /// Where the finders' middles and corners were seen.
  private func squares(of flat: SymbolGrid) -> [Sighting] {
    guard let back = flat.perspective.inverse else { return [] }
    return Self.points(triple, flat.width).map { point in
      Sighting(place: point.modules, shift: back(point.image) - point.modules, weight: point.weight)
    }
  }

  private static func sighting(_ place: Point<Modules>, _ match: QRPatternSearch.Match, _ grid: SymbolGrid) -> Sighting
  {
    let (x, y) = (place.x + match.across, place.y + match.down)
    return Sighting(place: place, shift: (grid.bend?.moved(x, y) ?? Point(x, y)) - place, weight: 4)
  }

  private static func bent(_ flat: SymbolGrid, to sightings: [Sighting]) -> SymbolGrid {
    var fit = GridBendFit(width: flat.width, height: flat.height)
    for sighting in sightings {
      fit.addAcross(sighting.place.x, sighting.place.y, shift: sighting.shift.x, weight: sighting.weight)
      fit.addDown(sighting.place.x, sighting.place.y, shift: sighting.shift.y, weight: sighting.weight)
    }
    // The squares are 15 of the points, which tell the ten terms of the third degree; the fifteen of the fourth want as many
    // patterns beside them.
    let patterns = sightings.count - 15
    var result = flat
    result.bend = fit.fit(degree: patterns >= 15 ? 4 : 3, stiffness: 0.02, outlier: 0.5)
    return result
  }
}
