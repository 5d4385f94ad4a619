import Geometry
import Imaging

/// Brings a grid to its alternating sides: these tell where each column and each row is, for symbols that were
/// drawn unevenly or lie on a cylinder. ISO/IEC 16022:2006 §7.1.
struct DataMatrixTiming {
  let sampler: GreySampler

  /// Samples a module along a side: a border's place is interpolated between them.
  private static let samples = 8

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
  /// modules; nil unless the side changes color once a module.
  private func borders(
    _ modules: Int, isFirstDark: Bool, _ place: (Double) -> Point<ImagePixels>
  ) -> [(number: Int, place: Double)]? {
    // From a module outside to a module outside: what does not lie flat begins beside where it was thought to.
    let changes = changes(modules, place)
    if changes.count == modules {
      return changes.enumerated().map { ($0.offset + (isFirstDark ? 0 : 1), $0.element) }
    }
    // Something else may lie close to the ends.
    let inner = changes.filter { 0.5...Double(modules) - 0.5 ~= $0 }
    return inner.count == modules - 1 ? inner.enumerated().map { ($0.offset + 1, $0.element) } : nil
  }

  private func changes(_ modules: Int, _ place: (Double) -> Point<ImagePixels>) -> [Double] {
    let count = (modules + 2) * Self.samples
    let values = (0...count).map { sampler.value(place(Double($0) / Double(Self.samples) - 1)) }
    // Between the extremes of two modules to either side, as light is not even along a side.
    let reach = 2 * Self.samples
    var result: [Double] = []
    var wasDark: Bool?
    var previous: Float = 0
    for i in 0...count {
      let near = values[max(0, i - reach)...min(count, i + reach)]
      guard let low = near.min(), let high = near.max(), high - low > 8 else { return [] }
      let level = values[i] - (low + high) / 2
      if let dark = wasDark, dark != (level < 0) {
        let part = Double(previous / (previous - level))
        result.append((Double(i - 1) + part) / Double(Self.samples) - 1)
      }
      (wasDark, previous) = (level < 0, level)
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
