import Foundation
import Geometry
import Imaging
import Presentation

/// What the greys along a line over bars tell of their ends and their middle.
struct BarEvidence {
  /// Widths of bars and spaces in turn, in modules, beginning and ending with a bar.
  let widths: [Double]
  /// Pixels.
  let moduleSize: Double
  /// Across the bars, radians clockwise from the x axis.
  let direction: Double
  /// How much a line at a third of the bars' height is like one at two thirds: a correlation, 1 at best.
  let likeness: Double
  /// The picture ends within or right behind the bars, so that more of them may lie beyond.
  let endsAtBorder: Bool

  /// Nil where the region has next to no bars.
  init?(_ region: Quadrilateral<FramePixels>, in image: LuminanceImage) {
    let toImage = image.toFrame.inverse
    func across(_ height: Double) -> (Point<ImagePixels>, Point<ImagePixels>) {
      (
        toImage(region.topLeft.interpolated(to: region.bottomLeft, height)),
        toImage(region.topRight.interpolated(to: region.bottomRight, height))
      )
    }
    let (start, end) = across(0.5)
    guard let along = (end - start).normalized else { return nil }
    direction = atan2(along.y, along.x)
    // Past both ends by a tenth, where a quiet zone should be.
    let reach = 0.1 * start.distance(to: end)
    let (first, last) = (start - along * reach, end + along * reach)
    let greys = image.greys(from: first, to: last)
    guard greys.count > 40 else { return nil }
    let (third, other) = (across(0.33), across(0.67))
    likeness = Self.correlation(
      image.greys(from: third.0, to: third.1), image.greys(from: other.0, to: other.1))
    let sorted = greys.map { Float($0) }
    let (low, high) = (Double(PixelArea.quantile(sorted, 0.05)), Double(PixelArea.quantile(sorted, 0.95)))
    let (middle, doubt) = ((low + high) / 2, 0.1 * (high - low))
    var (pixels, isDark, length) = ([Double](), false, 0.0)
    for grey in greys {
      if abs(grey - middle) > doubt, (grey < middle) != isDark {
        pixels.append(length)
        (isDark, length) = (grey < middle, 0)
      }
      length += 0.5
    }
    // The first is the margin before the bars; the one at hand is a margin if it is light.
    let margins: [(line: Point<ImagePixels>, pixels: Double)] = [
      (first, pixels.first ?? 0), (last, isDark ? 0 : length),
    ]
    if isDark { pixels.append(length) }
    pixels = Array(pixels.dropFirst())
    guard pixels.count >= 12 else { return nil }
    let module = max(0.5, Double(PixelArea.quantile(pixels.map { Float($0) }, 0.2)))
    moduleSize = module
    widths = pixels.map { $0 / module }
    endsAtBorder = margins.contains { !image.bounds.contains($0.line) && $0.pixels < Self.widestElement * module }
  }

  /// Modules: 4, and what blur and the threshold add to it.
  private static let widestElement = 5.5

  /// The highest over some shifts of either: a region is turned by a few degrees to its bars.
  private static func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let count = min(a.count, b.count)
    guard count > 40 else { return 0 }
    var best = 0.0
    for shift in stride(from: -24, through: 24, by: 1) {
      let (from, to) = (max(0, shift), min(count, count + shift))
      let n = Double(to - from)
      guard n > 30 else { continue }
      var (sa, sb, saa, sbb, sab) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for i in from..<to {
        let (x, y) = (a[i], b[i - shift])
        (sa, sb, saa, sbb, sab) = (sa + x, sb + y, saa + x * x, sbb + y * y, sab + x * y)
      }
      let spread = ((saa - sa * sa / n) * (sbb - sb * sb / n)).squareRoot()
      if spread > 0 { best = max(best, (sab - sa * sb / n) / spread) }
    }
    return best
  }

  /// Modules between something wide beside the bars and the bars, and where in the picture, for each end that has no
  /// more; the widest element at any symbol's end has 4 modules.
  var narrowQuietZones: [(place: Sentence, modules: Double)] {
    let ends = [(order: widths, outward: direction + .pi), (widths.reversed(), direction)]
    let narrow = ends.compactMap { order, outward -> (outward: Double, modules: Double)? in
      guard order.count > 20, let index = [0, 2].first(where: { order[$0] > Self.widestElement && order[$0 + 1] < 5 })
      else {
        return nil
      }
      return (outward, order[index + 1])
    }
    // As people read: left before right, top before bottom.
    return narrow.sorted { cos($0.outward) + sin($0.outward) < cos($1.outward) + sin($1.outward) }
      .map { (Self.place($0.outward), $0.modules) }
  }

  /// Where in the picture an end lies from which the way out has this direction, radians clockwise from the x axis.
  private static func place(_ outward: Double) -> Sentence {
    let (x, y) = (cos(outward), sin(outward))
    return abs(x) >= abs(y) ? (x < 0 ? "on the left" : "on the right") : (y < 0 ? "at the top" : "at the bottom")
  }

  /// The widest bar or space within, in modules.
  var widest: Double { widths.dropFirst(3).dropLast(3).max() ?? 0 }
}
