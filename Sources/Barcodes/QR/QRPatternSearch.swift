import Foundation
import Geometry
import Imaging

/// Finds concentric squares where a grid expects them, by correlation: alignment patterns (ISO/IEC 18004:2024
/// §5.3.6), and finders too damaged for the row scan.
struct QRPatternSearch {
  /// A pattern as rings of modules around its middle.
  struct Pattern {
    /// Rings from the middle outward; true is dark.
    let rings: [Bool]
    /// Correlation that chance all but never reaches over so many places, and damaged patterns still do.
    let leastScore: Float

    /// 5×5 modules: dark, with a light ring around a dark middle. A blurred true one reaches 0.7.
    static let alignment = Pattern(rings: [true, false, true], leastScore: 0.6)
    /// 7×7 modules, and the light separator around them; 81 samples tell at a lower correlation.
    static let finder = Pattern(rings: [true, true, false, true, false], leastScore: 0.4)
  }

  /// Where one was seen, from where it was expected, in modules.
  struct Match {
    let across: Double
    let down: Double
    /// Correlation with the pattern, 1 for a perfect one.
    let score: Float
  }

  /// Places tried a module: half modules still meet the middle of every pattern's ring.
  private static let steps = 2
  /// Modules within which most patterns of flat symbols lie from where their neighbours say: a fifth of the price.
  private static let near = 1.0
  /// Correlation that nothing but the pattern itself has.
  private static let plainScore: Float = 0.85
  let sampler: GreySampler
  var pattern = Pattern.alignment

  /// Modules from the middle to the outermost ring.
  private var reach: Int { pattern.rings.count - 1 }

  /// The best match within `radius` modules of an expected middle, or a plain one near to it.
  ///
  /// - Complexity: O(radius²).
  func locate(_ grid: SymbolGrid, at x: Double, _ y: Double, radius: Double) -> Match? {
    if radius > Self.near, let plain = search(grid, at: x, y, radius: Self.near), plain.score >= Self.plainScore {
      return plain
    }
    return search(grid, at: x, y, radius: radius)
  }

  private func search(_ grid: SymbolGrid, at x: Double, _ y: Double, radius: Double) -> Match? {
    guard let image = sampler.fittingKernels else { return nil }
    let offsets = Int(radius * Double(Self.steps))
    let side = 2 * (offsets + reach * Self.steps) + 1
    // Eight samples on the way from one place to the next: over four modules a row is straight for all purposes.
    let ways = (side + 6) / 8
    let stride = 8 * ways + 1
    var patch: [Float] = []
    patch.reserveCapacity(stride * side)
    var line = [Float](repeating: 0, count: stride)
    let origin = -Double(offsets + reach * Self.steps) / Double(Self.steps)
    for j in 0..<side {
      let places = (0...ways).map { way in
        let place = grid.place(
          x + origin + 8 * Double(way) / Double(Self.steps), y + origin + Double(j) / Double(Self.steps))
        return SIMD2(Float(place.x * sampler.scale - 0.5), Float(place.y * sampler.scale - 0.5))
      }
      sampleWay(image, through: places, into: &line)
      patch += line
    }
    var correlation = RingCorrelation(rings: pattern.rings, steps: Self.steps)
    var scores: [Float] = []
    correlation.correlate(patch, stride: stride, side: side, into: &scores)
    // Of what is light on dark all is the other way round.
    if sampler.mask != 0 { for at in scores.indices { scores[at] = -scores[at] } }
    var best: (score: Float, i: Int, j: Int)?
    for j in 0...(2 * offsets) {
      for i in 0...(2 * offsets) {
        let score = scores[j * (2 * offsets + 1) + i]
        // Of two alike the nearer: 0.02 a module is what noise changes a score by.
        let (di, dj) = (Double(i - offsets) / Double(Self.steps), Double(j - offsets) / Double(Self.steps))
        let judged = score - 0.02 * Float((di * di + dj * dj).squareRoot())
        if judged > best?.score ?? -1 { best = (judged, i, j) }
      }
    }
    guard let best else { return nil }
    let at = best.j * (2 * offsets + 1) + best.i
    guard scores[at] >= pattern.leastScore else { return nil }
    func peak(_ before: Int, _ after: Int, _ isInside: Bool) -> Double {
      isInside ? Double(parabolaPeak(scores[before], scores[at], scores[after])) : 0
    }
    let row = 2 * offsets + 1
    let fineX = peak(at - 1, at + 1, best.i > 0 && best.i < 2 * offsets)
    let fineY = peak(at - row, at + row, best.j > 0 && best.j < 2 * offsets)
    return Match(
      across: (Double(best.i - offsets) + fineX) / Double(Self.steps),
      down: (Double(best.j - offsets) + fineY) / Double(Self.steps), score: scores[at])
  }
}
