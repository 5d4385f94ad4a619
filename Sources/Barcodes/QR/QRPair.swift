import Foundation
import Geometry

/// Two finders of a symbol whose third is torn, covered, or drowned in glare: the third is looked for, by
/// correlation, at each place where it may be.
struct QRPair {
  /// Two finders at two corners of a square, with the third's place in the axes of `base`.
  private struct Guess {
    let base: QRFinder
    let other: QRFinder
    /// Expected middle of the third, in modules of `base` from its middle.
    let u: Double
    let v: Double
    let span: Double
    /// How badly the two fit each other; 0 is perfect.
    let misfit: Double
    let role: Role

    /// The third where it should be, like `base`.
    var third: QRFinder {
      var result = base
      result.center = base.place(u, v)
      return result
    }

    /// Which one the third is.
    var place: QRTriple.Place {
      switch role {
      case .cornerAndRight: .below
      case .cornerAndBelow: .right
      case .rightAndBelow: .corner
      }
    }
  }

  /// What the two that are there would be.
  private enum Role {
    /// `base` at the corner, `other` right of it.
    case cornerAndRight
    /// `base` at the corner, `other` below it.
    case cornerAndBelow
    /// `base` on the right, `other` below, the corner missing.
    case rightAndBelow
  }

  /// Triples with a third finder where the image supports one, the best-supported first.
  ///
  /// - Parameters:
  ///   - grouped: members of what has all three already, to which nothing unseen is added.
  ///   - sampler: makes a sampler for a finder's modules.
  ///   - isOver: asked for each place of a third one whether to stop there: twelve finders may have 264.
  static func complete(
    _ finders: [QRFinder], members: [Int], grouped: Set<Int>, sampler: (QRFinder) -> GreySampler, isOver: () -> Bool
  ) -> [QRTriple] {
    var found: [(triple: QRTriple, score: Float)] = []
    var unseen: [(triple: QRTriple, misfit: Double)] = []
    for (i, a) in finders.enumerated() {
      for (j, b) in finders.enumerated() where i != j && a.isInverted == b.isInverted {
        for guess in guesses(a, b) {
          if isOver() { return [] }
          let grey = sampler(a)
          if let third = third(guess, grey) {
            found.append((triple(guess, third.finder, [members[i], members[j]]), third.score))
          } else if guess.misfit < mostMisfit, a.residual + b.residual < mostResidual,
            grouped.isDisjoint(with: [members[i], members[j]])
          {
            var triple = triple(guess, guess.third, [members[i], members[j]])
            triple.unseen = guess.place
            unseen.append((triple, guess.misfit))
          }
        }
      }
    }
    return found.sorted { $0.score > $1.score }.map(\.triple)
      + unseen.sorted { $0.misfit < $1.misfit }.prefix(mostUnseen).map(\.triple)
  }

  /// How badly two finders may fit each other for a third to be where they say though nothing shows there.
  private static let mostMisfit = 0.3
  /// The same for how badly both fit a square, in modules.
  private static let mostResidual = 0.3
  /// Pairs that are looked at without a third one, the best first: each may be either side of a symbol.
  private static let mostUnseen = 4

  /// Where the third may be if the two are one symbol's. The pair is asked both ways round, so each way
  /// answers only for `a` in the first role.
  private static func guesses(_ a: QRFinder, _ b: QRFinder) -> [Guess] {
    let way = b.center - a.center
    let growth = a.moduleSize / b.moduleSize
    guard growth < 2, growth > 0.5 else { return [] }
    let (here, there) = (a.modules(way), b.modules(way))
    let (long, short) = (max(abs(here.u), abs(here.v)), min(abs(here.u), abs(here.v)))
    let (longThere, shortThere) = (max(abs(there.u), abs(there.v)), min(abs(there.u), abs(there.v)))
    let span = (long * longThere).squareRoot()
    guard span > 11, span < 180 else { return [] }

    if short < 0.25 * long && shortThere < 0.25 * longThere {
      // Along a side: `a` is the corner and `b` its right or its lower neighbour; `b`'s axes tell how
      // the far side runs, so their mean leads to the third.
      let base = a.turned(towards: way, asU: true)
      let misfit = short / long + shortThere / longThere + 0.5 * abs(log(growth))
      return [
        Guess(base: base, other: b, u: 0, v: span, span: span, misfit: misfit, role: .cornerAndRight),
        Guess(base: base, other: b, u: 0, v: -span, span: span, misfit: misfit, role: .cornerAndBelow),
      ]
    }
    guard short > 0.55 * long, shortThere > 0.55 * longThere else { return [] }
    // Across: with u and v turned so that `b` lies at (-, +), `a` is on the right and `b` below.
    var base = a
    for _ in 0..<4 {
      let at = base.modules(way)
      if at.u < 0 && at.v > 0 { break }
      base = base.turned(1)
    }
    let misfit = 2 - short / long - shortThere / longThere + 0.5 * abs(log(growth))
    return [
      Guess(base: base, other: b, u: base.modules(way).u, v: 0, span: span, misfit: misfit, role: .rightAndBelow)
    ]
  }

  private static func third(_ guess: Guess, _ sampler: GreySampler) -> (finder: QRFinder, score: Float)? {
    let base = guess.base
    let plane = Perspective<Modules, ImagePixels>(
      base.u.x, base.v.x, base.center.x, base.u.y, base.v.y, base.center.y, 0, 0, 1)
    let grid = SymbolGrid(width: 1, height: 1, perspective: plane)
    // Perspective moves the third by up to a fifth of the side; beyond, two finders do not tell enough.
    let radius = min(2 + guess.span / 6, 14)
    let expected = base.place(guess.u, guess.v)
    guard sampler.shows(expected, within: radius * base.moduleSize) else { return nil }
    let search = QRPatternSearch(sampler: sampler, pattern: .finder)
    guard let match = search.locate(grid, at: guess.u, guess.v, radius: radius) else { return nil }
    let center = base.place(guess.u + match.across, guess.v + match.down)
    let hint = QRFinderHint(
      center: center, across: base.moduleSize, down: base.moduleSize, isInverted: base.isInverted)
    if let whole = QRFinderShape.fit(hint, sampler), whole.center.distance(to: center) < 1.5 * base.moduleSize,
      whole.moduleSize < 1.5 * base.moduleSize, base.moduleSize < 1.5 * whole.moduleSize
    {
      return (whole, match.score)
    }
    var assumed = base
    assumed.center = center
    return (assumed, match.score)
  }

  private static func triple(_ guess: Guess, _ third: QRFinder, _ members: [Int]) -> QRTriple {
    let (corner, right, below) =
      switch guess.role {
      case .cornerAndRight: (guess.base, guess.other, third)
      case .cornerAndBelow: (guess.base, third, guess.other)
      case .rightAndBelow: (third, guess.base, guess.other)
      }
    let (toRight, toBelow) = (right.center - corner.center, below.center - corner.center)
    func span(_ way: Vector<ImagePixels>, _ end: QRFinder) -> Double {
      let (here, there) = (corner.modules(way), end.modules(way))
      return (max(abs(here.u), abs(here.v)) * max(abs(there.u), abs(there.v))).squareRoot()
    }
    return QRTriple(
      corner: corner.turned(towards: toRight, asU: true), right: right.turned(towards: toRight, asU: true),
      below: below.turned(towards: toBelow, asU: false), modulesRight: span(toRight, right),
      modulesDown: span(toBelow, below), misfit: 0, members: members)
  }
}
