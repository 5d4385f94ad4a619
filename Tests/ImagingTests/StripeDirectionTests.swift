import Imaging
import Testing

@Test("Stripes' directions against sums over nine blocks", arguments: [(96, 64), (104, 72), (40, 24), (12, 20)])
func stripeDirections(width: Int, height: Int) {
  let image = LuminanceImage(width: width, height: height, pixels: texture(width: width, height: height, seed: 61))
  var tensor = StripeTensor()
  tensor.measure(image)
  var (cosines, sines): ([Float], [Float]) = ([], [])
  tensor.judge(leastEnergy: 160, leastCoherence: 0.2, cosines: &cosines, sines: &sines)
  for row in 0..<tensor.rows {
    for column in 0..<tensor.columns {
      var (whole, x, y): (Float, Float, Float) = (0, 0, 0)
      for v in row - 1...row + 1 {
        for u in column - 1...column + 1 where 0..<tensor.columns ~= u {
          let at = min(max(v, 0), tensor.rows - 1) * tensor.columns + u
          whole += tensor.energy[at]
          x += tensor.cosine[at]
          y += tensor.sine[at]
        }
      }
      let (at, length) = (row * tensor.columns + column, (x * x + y * y).squareRoot())
      // What is as near to the limit as sums in another order differ says nothing.
      guard abs(length - 0.2 * whole) > 0.01 * whole else { continue }
      let isStriped = tensor.energy[at] >= 160 && length > 0.2 * whole
      #expect(abs(cosines[at] - (isStriped ? x / length : 0)) < 1e-3)
      #expect(abs(sines[at] - (isStriped ? y / length : 0)) < 1e-3)
    }
  }
}
