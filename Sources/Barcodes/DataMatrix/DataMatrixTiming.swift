import Geometry
import Imaging

/// Brings a grid to its alternating sides: these tell where each column and each row is, for symbols that were
/// drawn unevenly or lie on a cylinder. ISO/IEC 16022:2006 §7.1.
struct DataMatrixTiming {
  let sampler: GreySampler

  /// Samples a module along a side: a border's place is interpolated between them.
  private static let samples = 8

  /// The grid with its columns and rows where the sides show them, if these change color once a module, and then
  /// where the edges between all modules are.
  func brought(_ grid: DataMatrixGrid) -> DataMatrixGrid {
    let size = grid.size
    guard let map = DataMatrixGrid.mapping(size, grid.corners) else { return grid }
    var result = SymbolGrid(
      width: size.columns, height: size.rows, perspective: map, bend: bend(size) { map($0) })
    guard let contrast = contrast(result, size) else { return grid }
    let registration = GridRegistration(sampler: sampler, anchors: [], contrast: contrast)
    for degree in result.bend == nil ? [2, 3, 4] : [3, 4] {
      result = registration.fitted(result, reach: .infinity, degree: degree) ?? result
    }
    return grid.with(result)
  }

  private func bend(_ size: DataMatrixSize, _ place: (Point<Modules>) -> Point<ImagePixels>) -> GridBend? {
    let (width, height) = (Double(size.columns), Double(size.rows))
    // Half a module inside the outline; the solid sides are left and below, so both begin dark, or end so.
    guard let columns = borders(size.columns, { place(Point($0, 0.5)) }),
      let rows = borders(size.rows, { place(Point(width - 0.5, $0)) })
    else { return nil }
    // All rows have their columns above each other, and all columns their rows.
    var fit = GridBendFit(width: size.columns, height: size.rows)
    for part in 0...6 {
      for (column, place) in columns.enumerated() {
        let x = Double(column + 1)
        fit.addAcross(x, height * Double(part) / 6, shift: place - x, weight: 1)
      }
      for (row, place) in rows.enumerated() {
        let y = Double(row + 1)
        fit.addDown(width * Double(part) / 6, y, shift: place - y, weight: 1)
      }
    }
    return fit.fit(degree: 4, stiffness: 0.02)
  }

  /// Where a side changes color between its first module and its last, in modules.
  private func borders(_ modules: Int, _ place: (Double) -> Point<ImagePixels>) -> [Double]? {
    let count = modules * Self.samples
    let values = (0...count).map { sampler.value(place(Double($0) / Double(Self.samples))) }
    // Between the extremes of two modules to either side, as light is not even along a side.
    let reach = 2 * Self.samples
    var result: [Double] = []
    var wasDark: Bool?
    var previous: Float = 0
    for i in Self.samples / 2...(count - Self.samples / 2) {
      let near = values[max(0, i - reach)...min(count, i + reach)]
      guard let low = near.min(), let high = near.max(), high - low > 8 else { return nil }
      let level = values[i] - (low + high) / 2
      if let dark = wasDark, dark != (level < 0) {
        let part = Double(previous / (previous - level))
        result.append((Double(i - 1) + part) / Double(Self.samples))
      }
      (wasDark, previous) = (level < 0, level)
    }
    return result.count == modules - 1 ? result : nil
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
