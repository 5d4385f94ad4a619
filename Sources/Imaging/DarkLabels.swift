/// Labels that are darker than what lies around them.
extension ThresholdGrid {
  /// Whether print shows on paper of one grey that is a good deal darker than something beside it, as much of it as of a small
  /// label.
  ///
  /// Of 72 drawn labels it is told of all, of 43 photographs without codes in 19.
  package var showsDarkLabels: Bool {
    let isPrint = printBesideBright
    var count = 0
    for row in 0..<rows {
      for column in 0..<columns where isPrint[row * columns + column] {
        let light = Int(extremes.lightest[row * columns + column])
        var alike = 0
        for y in max(row - 1, 0)...min(row + 1, rows - 1) {
          for x in max(column - 1, 0)...min(column + 1, columns - 1) where isPrint[y * columns + x] {
            let other = Int(extremes.lightest[y * columns + x])
            if abs(other - light) * Self.paperSpread <= light { alike += 1 }
          }
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

  /// Of each block whether print shows on ground a good deal darker than the lightest within two blocks.
  private var printBesideBright: [Bool] {
    var across = [UInt8](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        for x in max(column - 2, 0)...min(column + 2, columns - 1) {
          across[row * columns + column] = max(across[row * columns + column], extremes.lightest[row * columns + x])
        }
      }
    }
    var isPrint = [Bool](repeating: false, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let block = row * columns + column
        let light = Int(extremes.lightest[block])
        guard light - Int(extremes.darkest[block]) >= Self.plainContrast else { continue }
        for y in max(row - 2, 0)...min(row + 2, rows - 1)
        where Int(across[y * columns + column]) * Self.labelRatio.label >= light * Self.labelRatio.brighter {
          isPrint[block] = true
        }
      }
    }
    return isPrint
  }
}
