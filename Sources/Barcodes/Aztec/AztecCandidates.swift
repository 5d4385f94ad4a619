import Geometry
import Imaging

/// Places where scan rows cross what may be a bull's-eye: runs of equal length to both sides of a run that
/// is as long, or three times as long where the row misses the middle.
struct AztecCandidates {
  struct Candidate {
    let place: Point<ImagePixels>
    /// Pixels a module along the row.
    let module: Double
    let isInverted: Bool
  }

  private var edges = RowEdges()

  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, both: Bool
  ) -> [Candidate] {
    var result: [Candidate] = []
    for y in stride(from: step / 2, to: image.height, by: step) {
      edges.scan(image, thresholds, row: y)
      guard edges.count >= 8 else { continue }
      collect(row: y, both: both, into: &result)
    }
    return result
  }

  private func collect(row y: Int, both: Bool, into result: inout [Candidate]) {
    let positions = edges.positions
    let count = edges.count
    // Run i lies between edges i and i + 1 and is dark for even i.
    var i = 2
    while i + 4 <= count {
      let a = positions[i - 1] - positions[i - 2]
      let b = positions[i] - positions[i - 1]
      let c = positions[i + 1] - positions[i]
      let d = positions[i + 2] - positions[i + 1]
      guard i + 3 < count else { break }
      let e = positions[i + 3] - positions[i + 2]
      // Two pairs of a dark and a light ring: as wide as each other, whatever the print has gained or lost.
      let sum = a + b + d + e
      let balanced = 4 * abs(a + b - d - e) <= sum + 8
      let alike = 3 * abs(a - e) <= sum / 2 + 6 && 3 * abs(b - d) <= sum / 2 + 6
      if balanced && alike && 8 * min(a, b, d, e) + 4 >= sum {
        let isDark = i & 1 == 0
        if 8 * c <= 4 * sum && 8 * c + 8 >= sum {
          if both || isDark { append(y, i, sum, isDark, &result) }
        } else if 8 * c >= 4 * sum && 8 * c <= 8 * sum + 8 {
          // A light run of three modules is the ring around the middle.
          if both || !isDark { append(y, i, sum, !isDark, &result) }
        }
      }
      i += 1
    }
  }

  private func append(_ y: Int, _ i: Int, _ sum: Int32, _ isDark: Bool, _ result: inout [Candidate]) {
    let middle = Double(edges.positions[i] + edges.positions[i + 1]) / 2
    result.append(
      Candidate(place: Point(middle, Double(y) + 0.5), module: Double(sum) / 4, isInverted: !isDark))
  }
}
