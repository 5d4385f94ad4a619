import Foundation
package import Imaging

/// Wiener's filter along one line: undoes a blur where the picture has more than noise.
struct InverseFilter {
  /// Noise that is not worth amplifying, as a share of the picture's power: a reading camera has 1 % of white, squared
  /// and over the power of modules, 0.002; what compression and a blur that is not quite as supposed leave is several
  /// times that.
  var noise = 0.01
  /// Standard deviation of the spot that a point may stay, in pixels.
  var spot = 0.6

  /// The weights at 0, 1, 2… pixels, which are those at −1, −2… too.
  ///
  /// - Parameter response: what the blur leaves of a frequency, in cycles a pixel: 1 of none, at most ½ are asked for.
  func weights(reach: Int, response: (Double) -> Double) -> [Double] {
    // Dense enough that the weights do not come round again.
    let count = 4 * reach
    let gains = (0...count).map { index in
      let frequency = 0.5 * Double(index) / Double(count)
      let blur = response(frequency)
      let rest = exp(-2 * (Double.pi * frequency * spot) * (Double.pi * frequency * spot))
      return rest * blur / (blur * blur + noise)
    }
    return (0...reach).map { step in
      var sum = gains[0] / 2
      for index in 1...count {
        let weight = index == count ? 0.5 : 1
        sum += weight * gains[index] * cos(Double.pi * Double(step) * Double(index) / Double(count))
      }
      return sum / Double(count)
    }
  }
}

extension LuminanceImage {
  /// This picture as it would be if it had been in focus.
  ///
  /// - Parameter deviation: of the spot that a point became, in pixels.
  package func focused(deviation: Double) -> LuminanceImage {
    let reach = Int((3 * deviation).rounded(.up)) + 1
    let weights = InverseFilter(noise: 0.02, spot: 0.5).weights(reach: reach) { frequency in
      exp(-2 * (Double.pi * frequency * deviation) * (Double.pi * frequency * deviation))
    }
    // What was left out must not change the light.
    let sum = 2 * weights.reduce(0, +) - weights[0]
    let pixels = filterEvenly(self, weights: weights.map { Float($0 / sum) })
    return LuminanceImage(width: width, height: height, pixels: pixels, toFrame: toFrame)
  }
}
