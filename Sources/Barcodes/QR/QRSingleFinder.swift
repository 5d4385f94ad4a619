import Bits
import Geometry

/// Symbols with one finder: its axes give a grid that is right nearby, and what stands beside it tells the rest.
extension SymbolGrid {
  /// The plane of a finder that stands at the symbol's top left.
  init(width: Int, height: Int, from finder: QRFinder) {
    let (u, v) = (finder.u, finder.v)
    let origin = finder.place(-3.5, -3.5)
    self.init(
      width: width, height: height,
      perspective: Perspective(u.x, v.x, origin.x, u.y, v.y, origin.y, 0, 0, 1))
  }

  /// Correlation of modules as they are seen with what they must be: 1 where all agree, about 0 by chance.
  func agreement(with template: BitMatrix, at places: [(x: Int, y: Int)], _ sampler: GreySampler) -> Float {
    var (darkSum, lightSum, squares): (Float, Float, Float) = (0, 0, 0)
    var (darks, lights): (Float, Float) = (0, 0)
    for (x, y) in places {
      let value = sampler.value(place(Double(x) + 0.5, Double(y) + 0.5))
      squares += value * value
      if template[x, y] {
        darkSum += value
        darks += 1
      } else {
        lightSum += value
        lights += 1
      }
    }
    let count = darks + lights
    guard darks > 0, lights > 0 else { return 0 }
    let mean = (darkSum + lightSum) / count
    let spread = squares / count - mean * mean
    // Below a spread of 4 grey levels there is nothing but noise.
    guard spread > 16 else { return 0 }
    return (lightSum / lights - darkSum / darks) * (darks * lights).squareRoot() / count / spread.squareRoot()
  }
}

extension QRFinder {
  /// The same pattern seen from behind: its rows run the other way.
  var mirrored: QRFinder {
    var result = self
    result.u = -u
    return result
  }
}
