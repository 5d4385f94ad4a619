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

  /// The grey with what is darker around a label, and lighter than its bars, taken for the label's own light; nil where nothing
  /// is.
  ///
  /// Such ground bounds a label's quiet zone like a bar, where the label ends nearer to its bars than a quiet zone should: white
  /// ones on cardboard.
  ///
  /// - Parameter medianWidth: samples from turn to turn.
  static func lightened(_ grey: [Float], _ turns: [Turn], medianWidth: Double) -> [Float]? {
    let least = Int(leastBoundary * medianWidth)
    var lightened: [Float]?
    for (number, turn) in turns.enumerated() where turn.isDark {
      for side in [-1, 1] where turns.indices.contains(number + 2 * side) {
        let outer = turns.indices.contains(number - side) ? turns[number - side].at : side > 0 ? 0 : grey.count - 1
        let inner = turns[number + side].at
        guard abs(inner - outer) > least, grey[turn.at] > grey[turns[number + 2 * side].at],
          let light = lightBetween(turns, grey, from: number, side)
        else { continue }
        let dark = darkBetween(turns, grey, from: number, side)
        let (level, step) = (grey[turn.at], light - dark)
        guard step > 0, boundaryLevels.contains((level - dark) / step) else { continue }
        // As far as it is of one grey.
        var at = inner
        while at != outer, grey[at] > level + evenness * step { at -= side }
        let first = at
        while at != outer, grey[at] <= level + evenness * step { at -= side }
        guard abs(at - first) > least else { continue }
        var made = lightened ?? grey
        lightened = nil
        at = inner
        while made.indices.contains(at), made[at] > dark + boundaryLevels.lowerBound * step {
          made[at] = max(made[at], light)
          at -= side
        }
        lightened = made
      }
    }
    return lightened
  }

  /// Widths of the middle element that such ground has at least, six modules: more than any bar.
  private static let leastBoundary = 4.0
  /// How light it is, where the label's bars are 0 and its light is 1. Of more a sharpened line makes its own: beside a bar the
  /// label is lighter than elsewhere.
  private static let boundaryLevels: ClosedRange<Float> = 0.4...0.75
  /// By how much it may be lighter than where it is darkest.
  private static let evenness: Float = 0.2

  /// The darkest of the bars beside a bar.
  private static func darkBetween(_ turns: [Turn], _ grey: [Float], from number: Int, _ side: Int) -> Float {
    (1..<spaces).map { grey[turns[number + 2 * side * $0].at] }.min()!
  }

  /// The lightest of the spaces beside a bar.
  ///
  /// - Parameter side: 1 or -1: where they lie.
  /// - Returns: nil where they are too few for a symbol.
  private static func lightBetween(_ turns: [Turn], _ grey: [Float], from number: Int, _ side: Int) -> Float? {
    guard turns.indices.contains(number + side * (2 * spaces - 1)) else { return nil }
    return (0..<spaces).map { grey[turns[number + side * (2 * $0 + 1)].at] }.max()
  }
}
