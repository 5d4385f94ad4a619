import Foundation
package import Imaging

/// A straight way that a picture, or what it shows, went at an even pace while it was taken: each grey value is the
/// mean along it.
package struct MotionBlur {
  /// Whether the way goes rather down than across: its steps are rows then, else columns.
  package let isSteep: Bool
  /// Pixels aside for each step, -1 to 1.
  package let slope: Double
  /// Steps that the way is long.
  package let length: Double
}

// MARK: - Measuring

extension MotionBlur {
  /// Steps that can be told: shorter ways leave modules as they are, longer ones are measured in a smaller copy.
  private static let lengths = 4...24
  /// Correlation of differences at the way's length: -0.5 for a way over few, sharp edges; as they crowd, the chance
  /// that others lie there makes it less.
  private static let leastEvidence: Float = -0.15
  /// Mean square of differences, over two rows, below which there is nothing but rounding.
  private static let leastPower: Float = 0.25
  /// Lines along the way that a part is measured by, about.
  private static let lines = 80

  /// The blur of a part of a picture, or nil where none can be told.
  ///
  /// Along the way an edge becomes a ramp, and what is a step before it at its begin is one against it at its end: the
  /// differences along the way are opposite to themselves at its length.
  ///
  /// - Parameter direction: of the way, in radians from the x axis.
  /// - Complexity: O(lines × their pixels × lengths).
  package init?(_ image: LuminanceImage, _ part: PixelPart, direction: Double) {
    let (c, s) = (cos(direction), sin(direction))
    isSteep = abs(s) > abs(c)
    slope = isSteep ? c / s : s / c
    let correlations = Self.correlations(image, part, isSteep: isSteep, slope: slope)
    guard let best = Self.lengths.min(by: { correlations[$0] < correlations[$1] }), best < Self.lengths.upperBound,
      best > Self.lengths.lowerBound, correlations[best] < Self.leastEvidence
    else { return nil }
    let (before, at, after) = (correlations[best - 1], correlations[best], correlations[best + 1])
    length = Double(best) + Double(parabolaPeak(-before, -at, -after))
  }

  /// Correlation of the differences along a way with those some steps on, from no step on.
  private static func correlations(
    _ image: LuminanceImage, _ part: PixelPart, isSteep: Bool, slope: Double
  ) -> [Float] {
    let reach = lengths.upperBound
    // As if steps were columns: what is said of columns and rows holds of rows and columns for a steep way.
    let (columns, rows) = isSteep ? (part.height, part.width) : (part.width, part.height)
    let (firstColumn, firstRow) = isSteep ? (part.top, part.left) : (part.left, part.top)
    let (allColumns, allRows) = isSteep ? (image.height, image.width) : (image.width, image.height)
    var sums = [Float](repeating: 0, count: reach + 1)
    var line = [Float](repeating: 0, count: columns)
    // Each line enters the part at its border, so that all lines together meet each pixel once.
    let drift = Int((abs(slope) * Double(columns)).rounded(.up))
    let lineStep = max(2, rows / lines)
    for start in stride(from: slope > 0 ? -drift : 0, to: slope > 0 ? rows : rows + drift, by: lineStep) {
      // The columns in which the line and the two rows behind it lie in the part and in the image.
      let first = Double(firstRow + start)
      let (low, high) = (Double(max(firstRow, 0)), Double(min(firstRow + rows, allRows) - 2))
      func isInside(_ column: Int) -> Bool { (low..<max(low, high)).contains(first + slope * Double(column)) }
      let inside = Self.columns(from: (low - first) / slope, to: (high - first) / slope, isInside(0))
        .clamped(to: 0..<max(0, min(columns, allColumns - firstColumn)))
      var (begin, end) = (inside.lowerBound, inside.upperBound)
      while begin < end, !isInside(begin) { begin += 1 }
      while begin < end, !isInside(end - 1) { end -= 1 }
      var count = end - begin
      guard count > reach + 2 else { continue }
      // Two rows wide, which halves the noise's power.
      image.readRowPairs(
        from: first, slope: slope, columns: begin..<end, origin: firstColumn, isSteep: isSteep, into: &line)
      count -= 2
      for i in 0..<count { line[i] = line[i + 2] - line[i] }
      addLagProducts(line, count: count, to: &sums)
    }
    guard sums[0] > Float(part.width * part.height / lineStep) * leastPower else { return sums.map { _ in 0 } }
    return sums.map { $0 / sums[0] }
  }

  /// The columns between two places where a line meets the borders, and one more at either end; all, or none, where it meets
  /// none.
  private static func columns(from first: Double, to second: Double, _ isInside: Bool) -> Range<Int> {
    guard first.isFinite, second.isFinite else { return 0..<(isInside ? Int.max : 0) }
    func whole(_ column: Double) -> Int { Int(min(max(column, 0), 0x1p31)) }
    let begin = whole(min(first, second) - 1)
    return begin..<max(begin, whole(max(first, second) + 2))
  }
}

// MARK: - Undoing

extension MotionBlur {
  /// Share of the largest weight below which a tap does nothing that is seen beside the noise.
  private static let leastTap = 0.02

  /// Wiener's filter for this way: its inverse where the picture has more than noise.
  package var inverse: DirectedFilter {
    let reach = Int((4 * length).rounded(.up)) + 2
    let weights = InverseFilter().weights(reach: reach) { frequency in
      let phase = Double.pi * length * frequency
      return phase == 0 ? 1 : sin(phase) / phase
    }
    let least = Self.leastTap * (weights.max() ?? 0)
    var taps: [DirectedFilter.Tap] = []
    for step in -reach...reach where abs(weights[abs(step)]) > least {
      let aside = slope * Double(step)
      let whole = Int(aside.rounded(.down))
      let part = aside - Double(whole)
      for (offset, share) in [(whole, 1 - part), (whole + 1, part)] where share > 0.01 {
        taps.append(
          DirectedFilter.Tap(
            dx: isSteep ? offset : step, dy: isSteep ? step : offset,
            weight: Float(weights[abs(step)] * share)))
      }
    }
    // What was left out must not change the light.
    let sum = taps.reduce(0) { $0 + $1.weight }
    return DirectedFilter(
      taps: taps.map { DirectedFilter.Tap(dx: $0.dx, dy: $0.dy, weight: $0.weight / sum) })
  }
}
