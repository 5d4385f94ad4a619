/// Labels that are darker than what lies around them.
extension ThresholdGrid {
  /// Whether print shows on paper of one grey that is a good deal darker than something beside it, as much of it as of a small
  /// label.
  ///
  /// Of 72 drawn labels it is told of all, of 43 photographs without codes in 19.
  package var showsDarkLabels: Bool {
    let isPrint = thresholds.indices.map { isPrintBesideBright($0 % columns, $0 / columns) }
    var count = 0
    for row in 0..<rows {
      for column in 0..<columns where isPrint[row * columns + column] {
        let light = Int(extremes.lightest[row * columns + column])
        let alike = around(column, row, 1).count {
          isPrint[$0] && abs(Int(extremes.lightest[$0]) - light) * Self.paperSpread <= light
        }
        if alike >= Self.leastAlike { count += 1 }
        if count >= Self.leastLabel { return true }
      }
    }
    return false
  }

  /// A part of the paper's light, of which blocks of one label differ by no more; noise and shading do that.
  private static let paperSpread = 10
  /// Blocks of the nine about one that lie on the same paper: of texture few have so many.
  private static let leastAlike = 5
  /// Such blocks of a label of 32 pixels.
  private static let leastLabel = 6
  /// How a label's light compares with what lies around it where that leads thresholds astray.
  private static let labelRatio = (label: 3, brighter: 4)

  private func isPrintBesideBright(_ column: Int, _ row: Int) -> Bool {
    let light = Int(extremes.lightest[row * columns + column])
    guard light - Int(extremes.darkest[row * columns + column]) >= Self.plainContrast else { return false }
    return around(column, row, 2).contains {
      Int(extremes.lightest[$0]) * Self.labelRatio.label >= light * Self.labelRatio.brighter
    }
  }

  /// The blocks about one, itself included.
  private func around(_ column: Int, _ row: Int, _ radius: Int) -> [Int] {
    (max(row - radius, 0)...min(row + radius, rows - 1)).flatMap { y in
      (max(column - radius, 0)...min(column + radius, columns - 1)).map { x in y * columns + x }
    }
  }
}
