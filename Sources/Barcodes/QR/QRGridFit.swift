import Foundation
import Geometry

/// From three finders to the grid of their symbol: its version by the timing patterns, its perspective by
/// the finders' own squares and the alignment patterns.
struct QRGridFit {
  let triple: QRTriple
  let sampler: GreySampler

  /// Difference of light and dark in grey levels, the mean of the three finders.
  var contrast: Float {
    let (a, b, c) = (triple.corner, triple.right, triple.below)
    return max((a.light - a.dark + b.light - b.dark + c.light - c.dark) / 3, 8)
  }

  /// The version nearest to what the distances between the finders say.
  private var middle: Int { max(1, min(40, Int(((triple.span - 10) / 4).rounded()))) }

  /// Modules of a side of that version.
  var middleSide: Int { 17 + 4 * middle }

  /// A version that may be the symbol's, with the grid that the squares tell for it, and how well its timing patterns
  /// alternate there.
  typealias Judged = (version: Int, grid: SymbolGrid, timing: Float)

  /// The version that the symbol states.
  func stated() -> Judged? {
    guard let version = statedVersion(near: middle), let grid = grid(side: 17 + 4 * version) else { return nil }
    // Over more than 45 modules the flat grid drifts, and the timing patterns tell less than the statement.
    return (version, grid, max(timing(grid), 0.75))
  }

  /// Versions that the distances between the finders allow, by how well the timing patterns alternate.
  ///
  /// - Parameter stated: one that is left out.
  /// - Complexity: O(modules of a side) for each of at most eleven.
  func versions(besides stated: Int?) -> [Judged] {
    // Finders are measured to about 5 %: half a version at version 8, two at version 40.
    let reach = 1 + middle / 8
    var judged: [Judged] = []
    for version in max(1, middle - reach)...min(40, middle + reach) where version != stated {
      guard var grid = grid(side: 17 + 4 * version) else { continue }
      var alternation = timing(grid)
      if isSmall, let flat = flatGrid(side: 17 + 4 * version) { alternation = max(alternation, timing(flat)) }
      // On bent paper the timing patterns do not run straight from one finder to the next; how they leave these, tells where.
      if alternation < Self.straightTiming, version == middle, isMeasuredWell {
        let bent = bentToSquares(grid)
        let along = timing(bent)
        if along > alternation { (grid, alternation) = (bent, along) }
      }
      judged.append((version, grid, alternation))
    }
    return judged.sorted { $0.timing > $1.timing }
  }

  /// Whether both distances between the finders are those of one version: bent paper changes them by a hundredth, and of three
  /// patterns that have nothing to do with each other one set in thirty is such.
  var isMeasuredWell: Bool {
    let modules = Double(10 + 4 * middle)
    return triple.unseen == nil && abs(triple.modulesRight - modules) < Self.measuring * modules
      && abs(triple.modulesDown - modules) < Self.measuring * modules
  }

  private static let measuring = 0.02
  /// Alternation from which timing patterns run straight.
  private static let straightTiming: Float = 0.75

  /// Whether modules are too small for the finders' squares to tell a perspective.
  private var isSmall: Bool { triple.corner.moduleSize < 2.5 }

  /// The version that the symbol states beside one of its finders, read along that finder's own axes: from
  /// version 7 on, where a module is a small part of the side and distances tell least.
  private func statedVersion(near middle: Int) -> Int? {
    guard middle >= 6 else { return nil }
    let (right, below) = (triple.right, triple.below)
    var copies = (0, 0)
    for bit in 0..<18 {
      // As `QRVersionInfo.places` has them, seen from the finders' middles.
      let (along, across) = (Double(-5 - bit % 3), Double(2 - bit / 3))
      let isDarkRight = sampler.value(right.place(along, across)) < (right.dark + right.light) / 2
      let isDarkBelow = sampler.value(below.place(across, along)) < (below.dark + below.light) / 2
      copies = (copies.0 << 1 | (isDarkRight ? 1 : 0), copies.1 << 1 | (isDarkBelow ? 1 : 0))
    }
    let allowed = max(7, middle * 3 / 4 - 1)...max(7, min(40, middle * 4 / 3 + 1))
    // The code's words differ in 8 bits, so that 3 wrong ones can be told; but of all words of 18 bits one in 265
    // is that near to a given one, so that a single copy must be nearer to be believed.
    return allowed.first { number in
      let word = QRVersionInfo.word(QRVersion(number))
      let (a, b) = ((word ^ copies.0).nonzeroBitCount, (word ^ copies.1).nonzeroBitCount)
      return min(a, b) <= 1 || max(a, b) <= 3
    }
  }

  /// The grid of a symbol with so many modules a side that the three squares tell, or nil where they
  /// cannot be one symbol's.
  func grid(side: Int) -> SymbolGrid? {
    guard let perspective = Perspective(fitting: Self.points(triple, side)) else { return nil }
    let grid = SymbolGrid(width: side, height: side, perspective: perspective)
    return Self.isPlausible(grid) ? grid : nil
  }

  /// The grid that the finders' middles alone tell, seen from straight above: of modules of a pixel or two the
  /// middles are known to a tenth of one, the squares' corners to half of one, which is a module and more at the
  /// far corner.
  func flatGrid(side: Int) -> SymbolGrid? {
    let far = Double(side) - 3.5
    let (a, b, c) = (triple.corner.center, triple.right.center, triple.below.center)
    let u = (b - a) / (far - 3.5)
    let v = (c - a) / (far - 3.5)
    let origin = a - u * 3.5 - v * 3.5
    let plane = Perspective<Modules, ImagePixels>(u.x, v.x, origin.x, u.y, v.y, origin.y, 0, 0, 1)
    let grid = SymbolGrid(width: side, height: side, perspective: plane)
    return Self.isPlausible(grid) ? grid : nil
  }

  /// The grid brought to the alignment patterns that can be found, near ones first: each is looked for where
  /// the ones found before it say.
  ///
  /// - Returns: also where finders and patterns are, in modules: anchors for a bend.
  func aligned(_ grid: SymbolGrid) -> (grid: SymbolGrid, anchors: [Point<Modules>]) {
    var anchors = Self.finders(of: triple, grid.width)
    let finders = anchors.count
    var shifts = [Vector<Modules>](repeating: Vector(0, 0), count: finders)
    var found: [GridPoint] = []
    let alignment = QRPatternSearch(sampler: sampler)
    let places = Self.alignmentPlaces(grid.width)
    // With one pattern the fourth corner is extrapolated. With many, each is at most 28 modules from one that is
    // known.
    let radius = places.count == 1 ? Self.farRadius(grid) : 3
    for place in places {
      let nearest = anchors.indices.min { Self.distance(anchors[$0], place) < Self.distance(anchors[$1], place) }!
      let expected = place + shifts[nearest]
      guard let match = alignment.locate(grid, at: expected.x, expected.y, radius: radius) else { continue }
      let shift = shifts[nearest] + Vector(match.across, match.down)
      anchors.append(place)
      shifts.append(shift)
      let seen = place + shift
      // Of many each is one of many.
      found.append(
        GridPoint(modules: place, image: grid.place(seen.x, seen.y), weight: places.count == 1 ? Self.farWeight : 4))
    }
    let points = Self.points(triple, grid.width) + found
    guard !found.isEmpty, let perspective = Perspective(fitting: points) else { return (grid, anchors) }
    let refit = SymbolGrid(width: grid.width, height: grid.height, perspective: perspective)
    guard Self.isPlausible(refit) else { return (grid, Array(anchors.prefix(finders))) }
    return (found.count > 1 ? Self.bent(refit, to: points.filter { $0.weight > 1 }) : refit, anchors)
  }

  /// The grid brought to the alignment pattern at the corner without a finder, where the finders' squares tell least.
  ///
  /// - Returns: nil for version 1, which has none, and where it is not found.
  func alignedAtFarCorner(_ grid: SymbolGrid) -> SymbolGrid? {
    guard let last = QRVersion(side: grid.width)?.alignmentCenters.last else { return nil }
    let place = Point<Modules>(Double(last) + 0.5, Double(last) + 0.5)
    guard
      let match = QRPatternSearch(sampler: sampler).locate(grid, at: place.x, place.y, radius: Self.farRadius(grid))
    else { return nil }
    let seen = grid.place(place.x + match.across, place.y + match.down)
    let point = GridPoint(modules: place, image: seen, weight: Self.farWeight)
    guard let perspective = Perspective(fitting: Self.points(triple, grid.width) + [point]) else { return nil }
    let refit = SymbolGrid(width: grid.width, height: grid.height, perspective: perspective)
    return Self.isPlausible(refit) ? refit : nil
  }

  /// Modules around its expected place within which the pattern at the far corner is looked for by itself: a degree
  /// of error in a finder's axes is a module in 57.
  static func farRadius(_ grid: SymbolGrid) -> Double { min(3 + Double(grid.width) / 24, 6) }
  /// A single pattern stands against all three squares together.
  private static let farWeight = 12.0

  /// The grid bent to points that no perspective brings together: paper that is not flat, or a lens.
  private static func bent(_ grid: SymbolGrid, to points: [GridPoint]) -> SymbolGrid {
    guard let back = grid.perspective.inverse else { return grid }
    var fit = GridBendFit(width: grid.width, height: grid.height)
    var worst = 0.0
    for point in points {
      let shift = back(point.image) - point.modules
      worst = max(worst, shift.length)
      fit.addAcross(point.modules.x, point.modules.y, shift: shift.x, weight: 1)
      fit.addDown(point.modules.x, point.modules.y, shift: shift.y, weight: 1)
    }
    // A quarter module is as near as patterns are measured, and as modules need.
    guard worst > 0.25, let bend = fit.fit(degree: points.count >= 16 ? 3 : 2, stiffness: 0.05) else { return grid }
    var result = grid
    result.bend = bend
    return result
  }

  /// Middles of the alignment patterns, nearest to a finder first.
  static func alignmentPlaces(_ side: Int) -> [Point<Modules>] {
    guard let centers = QRVersion(side: side)?.alignmentCenters, let last = centers.last else { return [] }
    let far = Double(last) + 0.5
    let finders = [Point<Modules>(6.5, 6.5), Point(far, 6.5), Point(6.5, far)]
    return centers.flatMap { row in centers.map { Point<Modules>(Double($0) + 0.5, Double(row) + 0.5) } }
      .filter { place in !finders.contains(place) }
      .sorted { a, b in
        finders.map { distance($0, a) }.min()! < finders.map { distance($0, b) }.min()!
      }
  }

  private static func distance(_ a: Point<Modules>, _ b: Point<Modules>) -> Double { (b - a).squaredLength }

  /// How well row 6 and column 6 alternate between the finders: the correlation with dark and light in
  /// turn, 1 at best, about 0 by chance.
  func timing(_ grid: SymbolGrid) -> Float {
    let last = grid.width - 9
    var (row, column): ([Float], [Float]) = ([], [])
    for i in 8...last {
      let t = Double(i) + 0.5
      row.append(sampler.value(grid.place(t, 6.5)))
      column.append(sampler.value(grid.place(6.5, t)))
    }
    return (Self.alternation(row) + Self.alternation(column)) / 2
  }

  private static func alternation(_ values: [Float]) -> Float {
    // Against its two neighbours, so that uneven light does not count.
    var (sum, size): (Float, Float) = (0, 0)
    for i in 1..<(values.count - 1) {
      let difference = (values[i - 1] + values[i + 1]) / 2 - values[i]
      sum += i & 1 == 0 ? difference : -difference
      size += abs(difference)
    }
    return size > 0 ? sum / size : 0
  }

  /// Each finder gives its middle and its four corners; the middle, being the mean of all edges, is the
  /// surest.
  static func points(_ triple: QRTriple, _ side: Int) -> [GridPoint] {
    var points: [GridPoint] = []
    for (finder, center) in seen(triple, side) {
      points.append(GridPoint(modules: center, image: finder.center, weight: 4))
      for (u, v) in [(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)] {
        points.append(
          GridPoint(modules: Point(center.x + u, center.y + v), image: finder.place(u, v), weight: 1))
      }
    }
    return points
  }

  /// Where the finders that were seen are, in modules.
  static func finders(of triple: QRTriple, _ side: Int) -> [Point<Modules>] { seen(triple, side).map(\.center) }

  /// The finders that were seen, and where they are in modules.
  private static func seen(_ triple: QRTriple, _ side: Int) -> [(finder: QRFinder, center: Point<Modules>)] {
    let far = Double(side) - 3.5
    let all: [(place: QRTriple.Place, finder: QRFinder, center: Point<Modules>)] = [
      (.corner, triple.corner, Point(3.5, 3.5)), (.right, triple.right, Point(far, 3.5)),
      (.below, triple.below, Point(3.5, far)),
    ]
    return all.filter { $0.place != triple.unseen }.map { ($0.finder, $0.center) }
  }

  /// How many times farther off the farthest corner may be than the nearest one: it is 3.6 times for a symbol whose modules
  /// are five times as long at one end as at the other.
  private static let farthest = 4.5

  /// A grid in front of the camera, not folded over, whose modules have 0.8 pixels a side or more.
  static func isPlausible(_ grid: SymbolGrid) -> Bool {
    let corners = grid.perspective(
      Rect<Modules>(x: 0, y: 0, width: Double(grid.width), height: Double(grid.height)).corners)
    guard corners.isConvex, corners.points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return false }
    let p = grid.perspective
    let (w, h) = (Double(grid.width), Double(grid.height))
    let depths = [p.i, p.g * w + p.i, p.h * h + p.i, p.g * w + p.h * h + p.i]
    guard depths.allSatisfy({ $0 > 0 }) || depths.allSatisfy({ $0 < 0 }) else { return false }
    let (near, deep) = (depths.map(abs).min()!, depths.map(abs).max()!)
    return deep < farthest * near && abs(corners.signedArea) > 0.64 * w * h
  }
}
