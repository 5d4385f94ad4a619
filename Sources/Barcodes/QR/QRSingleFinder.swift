import Bits
import Geometry

/// Symbols with one finder: its axes give a grid that is right nearby, and what stands beside it tells the rest.
extension SymbolGrid {
  /// The plane of a finder that stands at the symbol's top left.
  ///
  /// - Parameter middle: the finder's, in modules from the grid's own top left, along both axes.
  init(width: Int, height: Int, from finder: QRFinder, middle: Double = 3.5) {
    let (u, v, center) = (finder.u, finder.v, finder.center)
    let (g, h) = finder.recession
    let depth = 1 - middle * (g + h)
    self.init(
      width: width, height: height,
      perspective: Perspective(
        u.x + g * center.x, v.x + h * center.x, depth * center.x - middle * (u.x + v.x),
        u.y + g * center.y, v.y + h * center.y, depth * center.y - middle * (u.y + v.y),
        g, h, depth))
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
    result.recession.u = -recession.u
    return result
  }

  /// The same pattern as it is seen aslant, near enough for its far modules to be smaller: its axes alone are a module off at
  /// ten modules' distance where each module is a hundredth farther away than the one before.
  ///
  /// - Returns: nil where its edges do not tell, or tell that it is seen from the front.
  func seenAslant(_ sampler: GreySampler) -> QRFinder? {
    guard isAmidLight(sampler) else { return nil }
    // With the light around it, so that the edges of its outer ring are among those that are measured.
    let modules = 9
    let middle = Double(modules) / 2
    let registration = GridRegistration(
      sampler: sampler, anchors: [Point(middle, middle)], contrast: max(light - dark, 8))
    var grid = SymbolGrid(width: modules, height: modules, from: self, middle: middle)
    // The second round measures edges where the first one has brought them.
    for _ in 0..<2 {
      guard let brought = registration.broughtInPlane(grid), QRGridFit.isPlausible(brought) else { return nil }
      grid = brought
    }
    let p = grid.perspective
    let depth = p.g * middle + p.h * middle + p.i
    guard depth != 0 else { return nil }
    var result = self
    result.center = grid.place(middle, middle)
    result.u = Vector(p.a - p.g * result.center.x, p.d - p.g * result.center.y) / depth
    result.v = Vector(p.b - p.h * result.center.x, p.e - p.h * result.center.y) / depth
    result.recession = (p.g / depth, p.h / depth)
    let slant = max(abs(result.recession.u), abs(result.recession.v))
    return Self.slants ~= slant ? result : nil
  }

  /// Whether there is light on all sides of it: separators and quiet zone, of whose twelve places dirt may hide two.
  private func isAmidLight(_ sampler: GreySampler) -> Bool {
    let threshold = (dark + light) / 2
    return Self.besides.count { sampler.value(place($0.u, $0.v)) > threshold } >= Self.besides.count - 2
  }

  /// Half a module outside of each side.
  private static let besides: [(u: Double, v: Double)] = [-2.5, 0, 2.5].flatMap {
    [(4, $0), (-4, $0), ($0, 4), ($0, -4)]
  }

  /// Recession of finders that are seen aslant. Below, a symbol of 17 modules is read by its axes alone; a finder whose middle is
  /// twice as near as its edge shows no edges.
  private static let slants = 0.004...0.14
}
