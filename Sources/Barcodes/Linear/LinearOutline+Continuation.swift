import Geometry
import Imaging

/// Two outlines that are pieces of one symbol, with glare between them.
extension LinearOutline {
  /// How far the ends of two pieces may lie beside a straight line, as a share of the symbol's length: some modules, as glare
  /// takes some of the outermost bar of a few lines.
  private static let leastStraight = 0.03
  /// The share of the lines between two pieces that must show what glare leaves. Between two labels that say the same hardly
  /// any line does.
  private static let leastLit = 0.7
  /// Parts of a line that are compared by themselves: a streak across the bars leaves one of them.
  private static let parts = 4
  /// Correlation of a part from which it shows the symbol's bars: text has as much by chance in one line of six.
  private static let leastPart: Float = 0.7
  /// Share of the swings of the bars that it must still have: noise on plain paper has less.
  private static let leastSwing: Float = 0.2
  /// Share of the contrast by which glare is lighter than the paper beside the bars.
  private static let leastLight: Float = 0.1

  /// True where two outlines of symbols that say the same lie in one line, one above the other, and what lies between them is
  /// glare, through which bars show or which is lighter than the paper.
  func isContinued(_ one: Quadrilateral<ImagePixels>, by other: Quadrilateral<ImagePixels>) -> Bool {
    let forward = one.topRight - one.topLeft
    guard let down = forward.normalized?.perpendicular, forward.dot(other.topRight - other.topLeft) > 0 else {
      return false
    }
    let (upper, lower) = (other.center - one.center).dot(down) > 0 ? (one, other) : (other, one)
    let (left, right) = (lower.topLeft - upper.bottomLeft, lower.topRight - upper.bottomRight)
    let gap = (left.dot(down) + right.dot(down)) / 2
    let heights = [upper, lower].map { ($0.bottomLeft - $0.topLeft).length }
    guard gap > 0, gap < heights[0] + heights[1], isStraight(upper.leftSide + lower.leftSide, forward.length),
      isStraight(upper.rightSide + lower.rightSide, forward.length)
    else { return false }
    // The bars in the middle of either piece, where glare is furthest.
    let references = [upper, lower].map {
      grey(from: $0.topLeft.midpoint(to: $0.bottomLeft), to: $0.topRight.midpoint(to: $0.bottomRight))
    }
    let steps = max(2, Int(gap))
    let lit = (1..<steps).count { step in
      let share = Double(step) / Double(steps)
      let line = grey(from: upper.bottomLeft + left * share, to: upper.bottomRight + right * share)
      return references.contains { isLit(line, beside: $0) }
    }
    return Double(lit) >= Self.leastLit * Double(steps - 1)
  }

  private func isStraight(_ points: [Point<ImagePixels>], _ length: Double) -> Bool {
    guard let first = points.first, let last = points.last, let axis = (last - first).normalized else { return false }
    return points.allSatisfy { abs(($0 - first).cross(axis)) < Self.leastStraight * length }
  }

  /// True for a line that is lighter than paper, or a part of which still shows a symbol's bars.
  private func isLit(_ line: [Float], beside bars: [Float]) -> Bool {
    guard line.count == bars.count else { return false }
    let sorted = bars.sorted()
    let (dark, light) = (sorted[sorted.count / 5], sorted[sorted.count * 4 / 5])
    if line.reduce(0, +) / Float(line.count) > light + Self.leastLight * (light - dark) { return true }
    return (0..<Self.parts).contains { part in
      let range = part * line.count / Self.parts..<(part + 1) * line.count / Self.parts
      let sums = PairProducts(centered: Array(bars[range]), Array(line[range]))
      return sums.correlation >= Self.leastPart && sums.strength >= Self.leastSwing
    }
  }

  /// The outline of both.
  static func joined(
    _ one: Quadrilateral<ImagePixels>, _ other: Quadrilateral<ImagePixels>
  ) -> Quadrilateral<ImagePixels> {
    let down = (one.topRight - one.topLeft).perpendicular
    let (upper, lower) = (other.center - one.center).dot(down) > 0 ? (one, other) : (other, one)
    return Quadrilateral(upper.topLeft, upper.topRight, lower.bottomRight, lower.bottomLeft)
  }
}

extension Quadrilateral {
  fileprivate var leftSide: [Point<Space>] { [topLeft, bottomLeft] }
  fileprivate var rightSide: [Point<Space>] { [topRight, bottomRight] }
}
