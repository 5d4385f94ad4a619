import Geometry
import Imaging

/// Brings a grid to its alternating sides: these tell where each column and each row is, for symbols that were
/// drawn unevenly or lie on a cylinder. ISO/IEC 16022:2006 §7.1.
struct DataMatrixTiming {
  let sampler: GreySampler

  /// Samples a module along a side: a border's place is interpolated between them.
  static let samples = 8

  /// What a grid is brought to the edges between its modules from.
  enum Start: CaseIterable {
    /// Its columns and rows where the alternating sides show them, near where the grid has these sides.
    case sides
    /// The same near where the sides were followed to, as a perspective fitted to what does not lie flat may miss
    /// the corners.
    case roughSides
    /// Where it is.
    case grid
  }

  /// The grid with the edges between its modules where they are seen; nil where it does not show where to begin.
  func brought(_ grid: DataMatrixGrid, from start: Start) -> DataMatrixGrid? {
    let size = grid.size
    guard let map = DataMatrixGrid.mapping(size, start == .roughSides ? grid.rough : grid.corners) else { return nil }
    var result = SymbolGrid(width: size.columns, height: size.rows, perspective: map)
    if start != .grid {
      guard let bend = bend(size, { map($0) }) else { return nil }
      result.bend = bend
    }
    guard let contrast = contrast(result, size) else { return nil }
    let registration = GridRegistration(sampler: sampler, anchors: [], contrast: contrast)
    for degree in start == .grid ? [2, 3, 4] : [3, 4] {
      result = registration.fitted(result, reach: .infinity, degree: degree) ?? result
    }
    return grid.with(result)
  }

  /// A grid whose modules are near where they should be, brought to the edges between them.
  ///
  /// - Parameter degrees: of the polynomials fitted one after another.
  func brought(_ grid: DataMatrixGrid, degrees: [Int]) -> DataMatrixGrid? {
    guard var result = grid.registered, let contrast = contrast(result, grid.size) else { return nil }
    let registration = GridRegistration(sampler: sampler, anchors: [], contrast: contrast)
    for degree in degrees { result = registration.fitted(result, reach: .infinity, degree: degree) ?? result }
    return grid.with(result)
  }

  private func bend(_ size: DataMatrixSize, _ place: (Point<Modules>) -> Point<ImagePixels>) -> GridBend? {
    let (width, height) = (Double(size.columns), Double(size.rows))
    // Half a module inside the outline. The top side's first module is dark and its last one light, the right
    // side's first one light and its last one dark.
    guard let columns = borders(size.columns, isFirstDark: true, { place(Point($0, 0.5)) }),
      let rows = borders(size.rows, isFirstDark: false, { place(Point(width - 0.5, $0)) })
    else { return nil }
    // All rows have their columns above each other, and all columns their rows.
    var fit = GridBendFit(width: size.columns, height: size.rows)
    for part in 0...6 {
      for column in columns {
        let x = Double(column.number)
        fit.addAcross(x, height * Double(part) / 6, shift: column.place - x, weight: 1)
      }
      for row in rows {
        let y = Double(row.number)
        fit.addDown(width * Double(part) / 6, y, shift: row.place - y, weight: 1)
      }
    }
    return fit.fit(degree: 4, stiffness: 0.02)
  }

  /// The borders between a side's modules, by their numbers from the outline's on, and where they are seen, in
  /// modules; nil where the side does not show its modules.
  private func borders(
    _ modules: Int, isFirstDark: Bool, _ place: (Double) -> Point<ImagePixels>
  ) -> [(number: Int, place: Double)]? {
    let levels = levels(modules, place)
    guard !levels.isEmpty else { return nil }
    // From a module outside to a module outside: what does not lie flat begins beside where it was thought to.
    let changes = changes(levels)
    if changes.count == modules {
      return changes.enumerated().map { ($0.offset + (isFirstDark ? 0 : 1), $0.element) }
    }
    // Something else may lie close to the ends.
    let inner = changes.filter { 0.5...Double(modules) - 0.5 ~= $0 }
    if inner.count == modules - 1 { return inner.enumerated().map { ($0.offset + 1, $0.element) } }
    guard
      let track = DataMatrixTimingTrack(
        levels, modules: modules, samples: Self.samples, margin: Self.samples, isFirstDark: isFirstDark),
      track.likeness > Self.leastLikeness
    else { return nil }
    return track.borders.enumerated().map { ($0.offset, Double($0.element) / Double(Self.samples) - 1) }
  }

  /// How well the modules of a side must show that is not seen to change color once a module.
  private static let leastLikeness = 0.3

  /// Grey along a side, from a module before it to a module after it, between the extremes of two modules to either
  /// side, as light is not even along it: −1 for the darkest, 1 for the lightest. Empty where there is nothing.
  func levels(_ modules: Int, _ place: (Double) -> Point<ImagePixels>) -> [Float] {
    let count = (modules + 2) * Self.samples
    let values = (0...count).map { sampler.value(place(Double($0) / Double(Self.samples) - 1)) }
    let reach = 2 * Self.samples
    var result: [Float] = []
    result.reserveCapacity(values.count)
    for i in 0...count {
      let near = values[max(0, i - reach)...min(count, i + reach)]
      guard let low = near.min(), let high = near.max(), high - low > 8 else { return [] }
      result.append((2 * values[i] - low - high) / (high - low))
    }
    return result
  }

  /// Where the color changes, in modules.
  private func changes(_ levels: [Float]) -> [Double] {
    var result: [Double] = []
    for i in 1..<levels.count where (levels[i] < 0) != (levels[i - 1] < 0) {
      let part = Double(levels[i - 1] / (levels[i - 1] - levels[i]))
      result.append((Double(i - 1) + part) / Double(Self.samples) - 1)
    }
    return result
  }

  /// Mean difference between what is known to be light and what is known to be dark, in grey levels.
  private func contrast(_ grid: SymbolGrid, _ size: DataMatrixSize) -> Float? {
    var (dark, darkCount, light, lightCount): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for y in 0..<size.rows {
      for x in 0..<size.columns where size.isFinder(x: x, y: y) {
        let value = sampler.value(grid.place(Double(x) + 0.5, Double(y) + 0.5))
        if size.isDarkFinder(x: x, y: y) {
          (dark, darkCount) = (dark + value, darkCount + 1)
        } else {
          (light, lightCount) = (light + value, lightCount + 1)
        }
      }
    }
    let difference = light / max(1, lightCount) - dark / max(1, darkCount)
    return difference > 8 ? difference : nil
  }
}
