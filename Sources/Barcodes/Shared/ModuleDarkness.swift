import Imaging

/// How far each module's grey lies on the dark side of its threshold: 1 is as dark as the dark ones around, −1 as light as the
/// light ones, 0 is on the threshold.
///
/// Each is compared with the mean of those around it, then half way between the means of the dark and of the light ones among
/// them, so that a part with few of either has a fair threshold. A lamp beside a symbol, or the edge of a shadow across it,
/// moves means with it, while the extremes around are those of the lighter side alone: of 24 Aztec Codes in a shadow extremes
/// told 66 modules each wrong, means 8.
///
/// - Parameters:
///   - values: greys, row after row: `width * height`.
///   - radius: modules to either side that count as around. Four sees 81: masks, and the bits that are stuffed and
///     randomized, keep both kinds among them, and light is nearly even over them.
func moduleDarkness(_ values: [Float], width: Int, height: Int, radius: Int) -> [Float] {
  let around = Surroundings(width: width, height: height, radius: radius)
  var sums = [Float](repeating: 0, count: values.count)
  boxSums(values, width: width, height: height, radius: radius, into: &sums)
  var darkness = values
  for at in darkness.indices { darkness[at] = sums[at] / around.counts[at] - values[at] }
  var (dark, darkSums, isDark, darkCounts) = (values, values, values, values)
  for _ in 0..<2 {
    for at in darkness.indices {
      isDark[at] = darkness[at] > 0 ? 1 : 0
      dark[at] = isDark[at] * values[at]
    }
    boxSums(dark, width: width, height: height, radius: radius, into: &darkSums)
    boxSums(isDark, width: width, height: height, radius: radius, into: &darkCounts)
    for at in darkness.indices {
      let lightCount = around.counts[at] - darkCounts[at]
      guard darkCounts[at] > 0.5, lightCount > 0.5 else { continue }
      let darkMean = darkSums[at] / darkCounts[at]
      let lightMean = (sums[at] - darkSums[at]) / lightCount
      let half = max((lightMean - darkMean) / 2, 1)
      darkness[at] = ((lightMean + darkMean) / 2 - values[at]) / half
    }
  }
  return darkness
}

/// How many modules the square around each one has within the symbol.
private struct Surroundings {
  let counts: [Float]

  init(width: Int, height: Int, radius: Int) {
    func reach(_ i: Int, _ end: Int) -> Int { min(end, i + radius + 1) - max(0, i - radius) }
    let columns = (0..<width).map { Float(reach($0, width)) }
    var counts: [Float] = []
    counts.reserveCapacity(width * height)
    for y in 0..<height {
      let rows = Float(reach(y, height))
      for x in 0..<width { counts.append(rows * columns[x]) }
    }
    self.counts = counts
  }
}
