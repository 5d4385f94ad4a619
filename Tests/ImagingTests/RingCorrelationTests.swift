import Imaging
import Testing

@Test(
  "Correlation with concentric squares against the samples one by one",
  arguments: [[true, false, true], [true, true, false, true, false]])
func ringCorrelation(rings: [Bool]) {
  let (side, stride, steps, reach) = (27, 33, 2, rings.count - 1)
  let patch = texture(width: stride, height: side, seed: 53).map { Float($0) }
  var correlation = RingCorrelation(rings: rings, steps: steps)
  var scores: [Float] = []
  correlation.correlate(patch, stride: stride, side: side, into: &scores)
  let places = side - 2 * reach * steps
  for y in 0..<places {
    for x in 0..<places {
      var (dark, light): ([Double], [Double]) = ([], [])
      for v in -reach...reach {
        for u in -reach...reach {
          let value = Double(patch[(y + (reach + v) * steps) * stride + x + (reach + u) * steps])
          if rings[max(abs(u), abs(v))] { dark.append(value) } else { light.append(value) }
        }
      }
      let all = dark + light
      let mean = all.reduce(0, +) / Double(all.count)
      let spread = all.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(all.count)
      let difference = light.reduce(0, +) / Double(light.count) - dark.reduce(0, +) / Double(dark.count)
      let shares = (Double(dark.count) * Double(light.count)).squareRoot() / Double(all.count)
      let expected = spread > 16 ? difference * shares / spread.squareRoot() : 0
      #expect(abs(Double(scores[y * places + x]) - expected) < 1e-3)
    }
  }
}

@Test func evenGreyIsLikeNothing() {
  var correlation = RingCorrelation(rings: [true, false, true], steps: 2)
  var scores: [Float] = []
  correlation.correlate([Float](repeating: 130, count: 15 * 15), stride: 15, side: 15, into: &scores)
  #expect(scores.prefix(49).allSatisfy { $0 == 0 })
}
