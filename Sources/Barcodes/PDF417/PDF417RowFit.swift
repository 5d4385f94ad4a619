/// Which row each line runs in, from the row indicators that lines could read.
struct PDF417RowFit {
  /// Rows for each fraction of the height; negative where the symbol is mirrored.
  let slope: Double
  private let samples: [(v: Double, rest: Double)]

  /// - Parameter sightings: heights as fractions of the side, and the rows read there.
  init?(_ sightings: [(v: Double, row: Int)]) {
    guard sightings.count >= 3 else { return nil }
    var slopes: [Double] = []
    // Some sixty of them make nearly two thousand pairs.
    let step = 1 + sightings.count / 60
    for i in stride(from: 0, to: sightings.count, by: step) {
      for j in stride(from: i + 1, to: sightings.count, by: step) {
        let run = sightings[j].v - sightings[i].v
        if abs(run) > 0.2 { slopes.append(Double(sightings[j].row - sightings[i].row) / run) }
      }
    }
    guard !slopes.isEmpty else { return nil }
    // The median of the slopes between all pairs (Theil and Sen): outliers do not turn it.
    slopes.sort()
    let slope = slopes[slopes.count / 2]
    guard abs(slope) >= 1.5 else { return nil }
    let rests = sightings.map { (v: $0.v, rest: Double($0.row) + 0.5 - slope * $0.v) }
    let sorted = rests.map(\.rest).sorted()
    let middle = sorted[sorted.count / 2]
    samples = rests.filter { abs($0.rest - middle) < max(1.5, 0.06 * abs(slope)) }
    self.slope = slope
    guard samples.count >= 3, samples.count * 3 >= sightings.count else { return nil }
  }

  /// The height in rows at a fraction: the mean of the sightings near it.
  func height(at v: Double) -> Double {
    var window = 1.5 / max(1, abs(slope))
    while true {
      let near = samples.filter { abs($0.v - v) <= window }.map(\.rest)
      if near.count >= 5 || window > 1 {
        let rest = near.isEmpty ? 0 : near.reduce(0, +) / Double(near.count)
        return slope * v + rest
      }
      window *= 2
    }
  }

  /// The fraction at which a height in rows is.
  func fraction(of height: Double) -> Double {
    let guess = (height - self.height(at: 0.5)) / slope + 0.5
    return guess + (height - self.height(at: guess)) / slope
  }
}
