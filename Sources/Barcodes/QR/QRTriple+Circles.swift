import Foundation
import Geometry

/// Finders whose rings are drawn as circles: which way they are turned only the way from one to the next tells.
extension QRTriple {
  /// Others that one is looked at with, the nearest: a symbol's own are among them, as symbols do not overlap.
  private static let nearest = 6
  /// Cosine of the angle at a corner, as its own circles have it: 0.35 is 20° from square.
  private static let mostAslant = 0.35

  /// Another finder as one with circles sees it.
  private struct Partner {
    let other: Int
    /// Towards it, of length 1, in the plane of the finder's own circles.
    let direction: Vector<Modules>
    let span: Double
    /// By how much the modules of one are longer than those of the other, the logarithm of it.
    let growth: Double
  }

  /// Triples among the finders with circles, the best-fitting first.
  ///
  /// - Parameters:
  ///   - members: what each finder is in the list that triples name their own by.
  ///   - isOver: asked for each finder whether to stop there.
  static func groupRound(_ finders: [QRFinder], members: [Int], isOver: () -> Bool) -> [QRTriple] {
    var triples: [QRTriple] = []
    for (index, finder) in finders.enumerated() {
      if isOver() { break }
      guard let circles = finder.circles else { continue }
      let partners = partners(of: index, finder, circles, among: finders)
      for first in partners {
        for second in partners where first.direction.cross(second.direction) > 0 {
          let (cosine, ratio) = (first.direction.dot(second.direction), first.span / second.span)
          guard abs(cosine) < mostAslant, sideRatios.contains(ratio) else { continue }
          let (right, below) = (finders[first.other], finders[second.other])
          var corner = finder
          (corner.u, corner.v) = (circles.module(along: first.direction), circles.module(along: second.direction))
          var triple = QRTriple(
            corner: corner, right: right.round(towards: right.center - finder.center, asU: true),
            below: below.round(towards: below.center - finder.center, asU: false), modulesRight: first.span,
            modulesDown: second.span,
            misfit: abs(cosine) + (abs(first.growth) + abs(second.growth)) / 2 + 2 * abs(log(ratio)),
            members: [members[index], members[first.other], members[second.other]])
          triple.isRound = true
          triples.append(triple)
        }
      }
    }
    return triples.sorted { $0.order < $1.order }
  }

  private static func partners(
    of index: Int, _ finder: QRFinder, _ circles: QRFinder.Circles, among finders: [QRFinder]
  ) -> [Partner] {
    let all = finders.enumerated().compactMap { other, candidate -> Partner? in
      guard other != index, candidate.isInverted == finder.isInverted, let there = candidate.circles else { return nil }
      let way = candidate.center - finder.center
      let (here, back) = (circles.modules(way), there.modules(way).length)
      let span = (here.length * back).squareRoot()
      let growth = log(here.length / back)
      guard let direction = here.normalized, spans.contains(span), abs(growth) < log(largestGrowth) else { return nil }
      return Partner(other: other, direction: direction, span: span, growth: growth)
    }
    return Array(all.sorted { $0.span < $1.span }.prefix(nearest))
  }
}

extension QRFinder {
  /// The same pattern with its axes turned so that u (or v) goes in a direction, which its circles do not tell.
  fileprivate func round(towards direction: Vector<ImagePixels>, asU: Bool) -> QRFinder {
    guard let circles, let along = circles.modules(direction).normalized else { return self }
    var result = self
    result.u = circles.module(along: asU ? along : -along.perpendicular)
    result.v = circles.module(along: asU ? along.perpendicular : along)
    return result
  }
}
