extension TurnedLine {
  /// The grey with what is lighter beside a label taken for the label's own light; nil where nothing is.
  ///
  /// From the light around a label to its outermost bar the grey falls in two steps, so that any rule would place that bar's edge
  /// by the first of them: half way to the dark is the label's border.
  ///
  /// - Parameter medianWidth: samples from turn to turn.
  static func levelled(_ grey: [Float], _ turns: [Turn], medianWidth: Double) -> [Float]? {
    let least = Int(leastGround * medianWidth)
    var levelled: [Float]?
    for (number, turn) in turns.enumerated() where turn.isDark {
      for side in [-1, 1] where turns.indices.contains(number + side) {
        let outer = turns[number + side].at
        guard abs(outer - turn.at) > least, let light = lightBetween(turns, grey, from: number, -side) else { continue }
        let dark = grey[turn.at]
        let step = light - dark
        guard step > 0, grey[outer] > dark + leastOuter * step else { continue }
        var at = turn.at
        while at != outer, grey[at] < dark + groundLevels.lowerBound * step { at += side }
        let first = at
        var sum: Float = 0
        while at != outer, grey[at] < dark + groundLevels.upperBound * step {
          sum += grey[at]
          at += side
        }
        guard abs(at - first) >= max(least, 1) else { continue }
        let level = sum / Float(abs(at - first))
        var made = levelled ?? grey
        levelled = nil
        while grey.indices.contains(at), made[at] > level {
          made[at] = level
          at += side
        }
        levelled = made
      }
    }
    return levelled
  }

  /// Widths of the middle element that a quiet zone has at least: three modules.
  private static let leastGround = 2.0
  /// How light a label's light is, where its bars are 0 and the lightest of its spaces 1, and what lies around it at least.
  private static let groundLevels: ClosedRange<Float> = 0.75...1.2
  private static let leastOuter: Float = 1.3
  /// Spaces of which one is wide enough to be as light as the quiet zone.
  private static let spaces = 5

  /// The lightest of the spaces beside a bar.
  ///
  /// - Parameter side: 1 or -1: where they lie.
  /// - Returns: nil where they are too few for a symbol.
  private static func lightBetween(_ turns: [Turn], _ grey: [Float], from number: Int, _ side: Int) -> Float? {
    guard turns.indices.contains(number + side * (2 * spaces - 1)) else { return nil }
    return (0..<spaces).map { grey[turns[number + side * (2 * $0 + 1)].at] }.max()
  }
}
