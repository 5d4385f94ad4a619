import Geometry
import Imaging

extension DataMatrixGrid {
  /// The grids that a finder's borders suggest, not yet fitted, those that show best first.
  static func suggested(
    by borders: DataMatrixBorders, _ finder: DataMatrixFinder, in grey: GreyField
  ) -> [DataMatrixGrid] {
    let rough = Quadrilateral(finder.up, borders.opposite, finder.right, finder.corner)
    guard rough.isConvex else { return [] }
    return sizes(finder, borders)
      .compactMap { DataMatrixGrid($0, near: rough, in: grey) }
      .sorted { $0.score > $1.score }
  }

  /// The sizes that the counted modules suggest, at most five; for a mirrored symbol rows and columns change
  /// places, which makes no difference to its borders.
  private static func sizes(_ finder: DataMatrixFinder, _ borders: DataMatrixBorders)
    -> [DataMatrixSize]
  {
    func misfit(_ modules: Int, _ counted: Int, _ estimate: Double) -> Double {
      // How thick a side is misleads by more than a count does; of eight modules by less than of a hundred.
      min(abs(Double(modules - counted)), abs(Double(modules) - estimate) + min(1.5, Double(modules) / 8))
        / Double(modules)
    }
    var candidates: [(size: DataMatrixSize, misfit: Double)] = []
    for size in DataMatrixSize.shapes {
      let inColumns = misfit(size.columns, borders.columns, finder.columnsEstimate)
      let inRows = misfit(size.rows, borders.rows, finder.rowsEstimate)
      if inColumns + inRows < 0.4 { candidates.append((size, inColumns + inRows)) }
    }
    return candidates.sorted { $0.misfit < $1.misfit }.prefix(5).map(\.size)
  }
}
