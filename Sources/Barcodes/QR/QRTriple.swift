import Foundation
import Geometry

/// Three finders that may be one symbol's: the one at its corner and the two at the ends of its sides, each
/// turned so that u runs along the symbol's rows and v down its columns.
struct QRTriple {
  /// At the symbol's top left.
  let corner: QRFinder
  /// At its top right, as seen unmirrored.
  let right: QRFinder
  /// At its bottom left.
  let below: QRFinder
  /// Modules from the corner's center to `right`'s and to `below`'s: 4 × version + 10 if all is well.
  let modulesRight: Double
  let modulesDown: Double
  /// How badly they fit each other; 0 is perfect.
  let misfit: Double
  /// Which finders, by their place in the list that was grouped.
  let members: [Int]
  /// Which of the three is taken to be where the two others say, though nothing shows there.
  var unseen: Place?
  /// Whether its finders' axes are turned from one to the next, as circles do not tell them.
  var isRound = false

  /// One of the three.
  enum Place { case corner, right, below }

  /// Modules between finder centers, the mean of both sides.
  var span: Double { (modulesRight + modulesDown) / 2 }

  /// What triples are tried by, the least first. Of equally good ones the smaller: a larger one may reach over to the next symbol
  /// of a crowd. And one whose sides are a version's: those between neighbours' finders are not, and as good else.
  var order: Double {
    misfit + 0.002 * span + 0.03 * (Self.distanceFromVersion(modulesRight) + Self.distanceFromVersion(modulesDown))
  }

  /// Modules by which a side differs from the nearest one that a version has, 4 × version + 10: up to 2.
  private static func distanceFromVersion(_ side: Double) -> Double {
    abs((side - 10) - 4 * max(1, ((side - 10) / 4).rounded()))
  }
}

extension QRTriple {
  /// Distance between finder centers in modules: version 1 has 14, version 40 has 170, and a bent or
  /// badly measured one is a quarter off.
  static let spans = 10.0...215.0
  /// How many times longer a module may be at one end of a side than at the other: 2.5 is a symbol's at 30° from as near as its own
  /// diagonal; of 240 drawn ones seen from nearer and nearer 154 are read with that bound, 200 with 5.
  static let largestGrowth = 5.0
  /// How many times as long as the other side, in modules, one may seem.
  static let sideRatios = 0.66...1.5
  /// Neighbours kept on each of a finder's four sides: a symbol's own partner is among the nearest, as
  /// symbols do not overlap; more only cost time in crowds.
  private static let neighbours = 3

  /// Another finder in the direction of one of a finder's axes.
  private struct Link {
    let other: Int
    /// 0 along u, 1 along v, 2 against u, 3 against v.
    let side: Int
    let span: Double
    let misfit: Double
  }

  /// Triples among the finders, the best-fitting first.
  ///
  /// A finder's partners lie on its own axes, whatever the perspective, as lines stay lines; and their
  /// distance in modules is d / √(s₁s₂) for module lengths s₁, s₂ at the two ends, exactly so for a
  /// projective map of a line. So each finder looks along its four sides only.
  ///
  /// - Parameters:
  ///   - members: what each finder is in the list that triples name their own by.
  ///   - isOver: asked for each finder whether to stop there, as in tiles thousands are one another's partners.
  /// - Complexity: O(n²) in finders with a small constant; triples are at most 4 · neighbours² for each.
  static func group(_ finders: [QRFinder], members: [Int], isOver: () -> Bool) -> [QRTriple] {
    var triples: [QRTriple] = []
    for (index, finder) in finders.enumerated() {
      if isOver() { break }
      let links = Self.links(of: index, finder, among: finders)
      for first in links {
        for second in links where (second.side + 3) % 4 == first.side {
          // `second` lies a quarter clockwise of `first`, as the symbol's left side does of its top.
          let ratio = first.span / second.span
          guard sideRatios.contains(ratio) else { continue }
          let (right, below) = (finders[first.other], finders[second.other])
          triples.append(
            QRTriple(
              corner: finder.turned(first.side),
              right: right.turned(towards: right.center - finder.center, asU: true),
              below: below.turned(towards: below.center - finder.center, asU: false),
              modulesRight: first.span, modulesDown: second.span,
              misfit: first.misfit + second.misfit + 2 * abs(log(ratio)),
              members: [members[index], members[first.other], members[second.other]]))
        }
      }
    }
    return triples.sorted { $0.order < $1.order }
  }

  private static func links(of index: Int, _ finder: QRFinder, among finders: [QRFinder]) -> [Link] {
    var sides: [[Link]] = [[], [], [], []]
    for (other, candidate) in finders.enumerated() where other != index {
      guard candidate.isInverted == finder.isInverted else { continue }
      let way = candidate.center - finder.center
      let here = finder.modules(way)
      let there = candidate.modules(way)
      let long = max(abs(here.u), abs(here.v))
      let short = min(abs(here.u), abs(here.v))
      let longThere = max(abs(there.u), abs(there.v))
      let shortThere = min(abs(there.u), abs(there.v))
      let span = (long * longThere).squareRoot()
      // 0.35 is 19°: small patterns tell their direction to some degrees, bent paper turns it by more.
      guard spans.contains(span), short < 0.35 * long, shortThere < 0.35 * longThere else { continue }
      let growth = long / longThere
      guard growth < largestGrowth, growth * largestGrowth > 1 else { continue }
      let side = abs(here.u) > abs(here.v) ? (here.u > 0 ? 0 : 2) : (here.v > 0 ? 1 : 3)
      sides[side].append(
        Link(
          other: other, side: side, span: span,
          misfit: short / long + shortThere / longThere + 0.5 * abs(log(growth))))
    }
    return sides.flatMap { side in
      side.sorted { $0.misfit + 0.004 * $0.span < $1.misfit + 0.004 * $1.span }.prefix(neighbours)
    }
  }
}

extension QRFinder {
  /// The same pattern with its axes turned clockwise by so many quarters.
  func turned(_ quarters: Int) -> QRFinder {
    var result = self
    for _ in 0..<quarters {
      (result.u, result.v) = (result.v, -result.u)
      result.recession = (result.recession.v, -result.recession.u)
    }
    return result
  }

  /// The same pattern with the axis nearest to a direction as its u (or v) axis.
  func turned(towards direction: Vector<ImagePixels>, asU: Bool) -> QRFinder {
    let along = modules(direction)
    let side = abs(along.u) > abs(along.v) ? (along.u > 0 ? 0 : 2) : (along.v > 0 ? 1 : 3)
    return turned(asU ? side : (side + 3) % 4)
  }
}
