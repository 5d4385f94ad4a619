import Geometry
import Imaging

/// The two solid sides of a Data Matrix symbol, found where they meet.
struct DataMatrixFinder {
  /// Where the solid sides meet: the symbol's bottom left, unless it is mirrored.
  let corner: Point<ImagePixels>
  /// The far end of the solid side that is the left one, unless the symbol is mirrored.
  let up: Point<ImagePixels>
  /// The far end of the other solid side.
  let right: Point<ImagePixels>
  /// Width of a module along the side to `right`, and along the side to `up`, in pixels.
  var moduleX: Double
  var moduleY: Double
  /// The outlines of the solid sides as they were followed.
  let sides: DataMatrixSides
  /// True where the module was measured along sides that are bent.
  var isBent = false
  /// The corner opposite to the one where the solid sides meet, where they show it.
  var opposite: Point<ImagePixels>?

  /// Pixels along both sides.
  var size: Double { corner.distance(to: up) + corner.distance(to: right) }
  var columnsEstimate: Double { corner.distance(to: right) / moduleX }
  var rowsEstimate: Double { corner.distance(to: up) / moduleY }

  /// The same with the sides' far ends further out, or further in, by some modules.
  func withEnds(up upper: Double, right farther: Double) -> DataMatrixFinder {
    let (toUp, toRight) = (up - corner, right - corner)
    return DataMatrixFinder(
      corner: corner, up: up + toUp * (upper * moduleY / toUp.length),
      right: right + toRight * (farther * moduleX / toRight.length), moduleX: moduleX, moduleY: moduleY, sides: sides)
  }
}

extension DataMatrixFinder {
  /// The solid sides of a symbol that is all that a picture shows.
  init(_ outline: DataMatrixOutline) {
    let corners = outline.corners
    (corner, up, right) = (corners.bottomLeft, corners.topLeft, corners.bottomRight)
    moduleX = corner.distance(to: right) / Double(outline.size.columns)
    moduleY = corner.distance(to: up) / Double(outline.size.rows)
    sides = DataMatrixSides(left: [], bottom: [])
  }
}

/// The outlines of the two solid sides, place by place.
struct DataMatrixSides {
  let left: [Point<ImagePixels>]
  let bottom: [Point<ImagePixels>]

  /// How far the left side lies off the straight line between its corners, at a fraction of the way up.
  func leftBend(at fraction: Double, _ corners: Quadrilateral<ImagePixels>) -> Vector<ImagePixels> {
    Self.bend(left, corners.bottomLeft, corners.topLeft, fraction)
  }

  /// The same for the bottom side, at a fraction of the way to the right.
  func bottomBend(at fraction: Double, _ corners: Quadrilateral<ImagePixels>) -> Vector<ImagePixels> {
    Self.bend(bottom, corners.bottomLeft, corners.bottomRight, fraction)
  }

  private static func bend(
    _ points: [Point<ImagePixels>], _ start: Point<ImagePixels>, _ end: Point<ImagePixels>, _ fraction: Double
  ) -> Vector<ImagePixels> {
    guard 0.02...0.98 ~= fraction, let along = (end - start).normalized else { return Vector(0, 0) }
    let length = start.distance(to: end)
    // The mean of the outline over a tenth of the side.
    let near = points.filter { abs(($0 - start).dot(along) - fraction * length) < 0.05 * length }
    guard near.count >= 3 else { return Vector(0, 0) }
    let across = along.perpendicular
    return across * (near.reduce(0) { $0 + ($1 - start).dot(across) } / Double(near.count))
  }
}

/// Looks for the solid sides. ISO/IEC 16022:2006 §4.2: two sides that meet are solid, the others alternate.
struct DataMatrixFinderSearch {
  let grey: GreyField
  let check: DataMatrixSideCheck
  /// Whether sides may be bent by more than a fraction of a module.
  let followsBends: Bool

  /// The finders of which an edge chain may be a side: at either of its ends the other side may begin.
  ///
  /// - Parameter isOver: asked for each of these ends whether to stop there.
  func finders(along chain: EdgeChain, darkIsRight: Bool, isOver: () -> Bool) -> [DataMatrixFinder] {
    guard let down = (chain.bottom - chain.top).normalized else { return [] }
    // The light side is left of the chain where the dark is to the right.
    let outward: Vector<ImagePixels> = darkIsRight ? Vector(-down.y, down.x) : Vector(down.y, -down.x)
    guard let contrast = contrast(at: [chain.top, chain.middle, chain.bottom], outward) else { return [] }
    let tracer = EdgeTracer(grey: grey, contrast: contrast)
    let (offset, _) = tracer.crossing(chain.middle, outward, reach: 2)
    let start = chain.middle + outward * offset
    // A chain covers most of a side, unless it is torn: what goes on for longer is a rule, or a frame.
    let limit = Int(Self.longest * chain.length)
    let forth = tracer.follow(from: start, down, outward: outward, limit: limit)
    let back = tracer.follow(from: start, -down, outward: outward, limit: limit)
    guard forth.end.distance(to: back.end) >= 7 else { return [] }
    let outline = back.points + forth.points
    var result: [DataMatrixFinder] = []
    for (far, near) in [(back, forth), (forth, back)] {
      for (corner, straightCorner) in zip(near.ends, near.straightEnds) {
        if isOver() { return result }
        // All of the side must look like one, not only where the chain was.
        let ends = zip(far.ends, far.straightEnds).filter { end, straightEnd in
          let isRounded = max(end.distance(to: straightEnd), corner.distance(to: straightCorner)) > Self.leastRounded
          return check.passes(end, start, corner, inward: -outward)
            || (isRounded && check.passes(straightEnd, start, straightCorner, inward: -outward))
            || (followsBends && check.passes(SidePath(from: end, to: corner, along: outline), inward: -outward))
        }.map(\.0)
        guard !ends.isEmpty, let toCorner = (corner - start).normalized else { continue }
        for side in sides(from: corner, toCorner, tracer) where !isOver() {
          for end in ends { result += finders(farEnd: end, corner: corner, outline, side) }
        }
      }
    }
    return result
  }

  /// Pixels by which a rounded corner draws a side's end off its line for the check to be made along the line as well.
  private static let leastRounded = 0.4

  /// How far a side is followed to either end of the chain that showed it, for the chain's length; in steps, of which the
  /// first are of a pixel.
  private static let longest = 4.0

  /// Mean rise over the edge at some places, or nil where it is no print.
  private func contrast(at places: [Point<ImagePixels>], _ outward: Vector<ImagePixels>) -> Double? {
    let rise = places.map { grey($0 + outward * 1.5) - grey($0 - outward * 1.5) }.reduce(0, +) / Double(places.count)
    // Below 12 grey levels noise draws edges of its own.
    return rise >= 12 ? rise : nil
  }

  /// The second sides that begin at a corner, to which the first one came in direction `toCorner`.
  private func sides(
    from corner: Point<ImagePixels>, _ toCorner: Vector<ImagePixels>, _ tracer: EdgeTracer
  ) -> [EdgeTrace] {
    // It may leave to either hand; only on one of them it is dark.
    [toCorner.perpendicular, -toCorner.perpendicular].compactMap { sideways in
      let inside = corner + sideways * 3
      let (offset, rise) = tracer.crossing(inside, toCorner, reach: 3)
      guard rise > 0.35 * tracer.contrast else { return nil }
      let side = tracer.follow(from: inside + toCorner * offset, sideways, outward: toCorner)
      return side.length >= 5 ? side : nil
    }
  }

  /// The finders with one side from `farEnd` to `corner`, where a second solid side begins.
  private func finders(
    farEnd: Point<ImagePixels>, corner: Point<ImagePixels>, _ outline: [Point<ImagePixels>], _ side: EdgeTrace
  ) -> [DataMatrixFinder] {
    let length = corner.distance(to: farEnd)
    // 144 by 8 modules is the longest shape; perspective adds some.
    guard side.length > length / 24, side.length < length * 24, let meeting = meeting(farEnd, corner, side) else {
      return []
    }
    return side.ends.flatMap { end in
      end.distance(to: meeting) >= 5 ? finders(meeting, farEnd, end, outline, side.points) : []
    }
  }

  /// Where the two sides meet when they are drawn out.
  private func meeting(
    _ farEnd: Point<ImagePixels>, _ corner: Point<ImagePixels>, _ side: EdgeTrace
  ) -> Point<ImagePixels>? {
    // The first half of the second side, so that a bent one does not turn the line.
    let near = Array(side.points.prefix(max(4, side.points.count / 2)))
    guard let first = Line(farEnd, corner), let second = Line(fitting: near),
      let meeting = first.intersection(with: second), meeting.distance(to: corner) < 4
    else { return corner }
    return meeting
  }

  /// The finders with these sides: straight between their ends, and as they were followed.
  private func finders(
    _ corner: Point<ImagePixels>, _ a: Point<ImagePixels>, _ b: Point<ImagePixels>,
    _ outlineA: [Point<ImagePixels>], _ outlineB: [Point<ImagePixels>]
  ) -> [DataMatrixFinder] {
    let (toA, toB) = (a - corner, b - corner)
    let turn = toA.cross(toB)
    // Sides that meet at less than 25° are none.
    guard abs(turn) > 0.42 * toA.length * toB.length else { return [] }
    let (up, right) = turn > 0 ? (a, b) : (b, a)
    let sides =
      turn > 0 ? DataMatrixSides(left: outlineA, bottom: outlineB) : DataMatrixSides(left: outlineB, bottom: outlineA)
    var result: [DataMatrixFinder] = []
    if let straight = finder(sides, SidePath([corner, up]), SidePath([corner, right])) { result.append(straight) }
    guard followsBends else { return result }
    let (left, bottom) = (
      SidePath(from: corner, to: up, along: sides.left), SidePath(from: corner, to: right, along: sides.bottom)
    )
    guard max(left.bend, bottom.bend) > Self.leastBend, var bent = finder(sides, left, bottom) else { return result }
    bent.isBent = true
    return result + [bent]
  }

  /// Pixels beside a straight line from which a side counts as bent: noise draws a followed side less far off.
  private static let leastBend = 1.0

  private func finder(_ sides: DataMatrixSides, _ left: SidePath, _ bottom: SidePath) -> DataMatrixFinder? {
    let (toUp, toRight) = (left.end - left.start, bottom.end - bottom.start)
    guard let moduleX = thickness(left, inward: toRight), let moduleY = thickness(bottom, inward: toUp),
      stands(left, inward: toRight, module: moduleX), stands(bottom, inward: toUp, module: moduleY)
    else { return nil }
    return DataMatrixFinder(
      corner: left.start, up: left.end, right: bottom.end, moduleX: moduleX, moduleY: moduleY, sides: sides)
  }

  /// True for a side with ground on the outside, dark along the inside, and at least as long as the shortest
  /// symbol's.
  private func stands(_ side: SidePath, inward: Vector<ImagePixels>, module: Double) -> Bool {
    guard inward.length > 4.5 * module else { return false }
    let count = 24
    var wrong = 0
    for i in 0..<count {
      let distance = (Double(i) + 0.5) / Double(count) * side.length
      guard let direction = across(side, at: distance, inward) else { return false }
      let edge = side.place(at: distance)
      let inside = grey(edge + direction * (0.5 * module))
      let outside = grey(edge - direction * max(1, 0.6 * module))
      let beyond = grey(edge - direction * max(1.5, 0.9 * module))
      if outside - inside < 8 || beyond - inside < 8 { wrong += 1 }
    }
    // A quarter may be torn, or something else may lie close to it.
    return wrong <= count / 4
  }

  /// How thick a solid side is where light modules lie beside it: the lower quartile of the dark depths.
  private func thickness(_ side: SidePath, inward: Vector<ImagePixels>) -> Double? {
    let limit = min(inward.length, max(8, inward.length / 4))
    let count = min(32, max(12, Int(side.length))) - 1
    let quartile = count / 4
    // The least depths so far, ascending, up to the quartile: once there are as many, nothing deeper than the last of
    // them matters.
    var least: [Double] = []
    least.reserveCapacity(quartile + 2)
    var open = 0
    for i in 1...count {
      let distance = Double(i) / Double(count + 1) * side.length
      guard let direction = across(side, at: distance, inward) else { return nil }
      let bound = least.count > quartile ? least[quartile] : limit
      let depth = darkDepth(side.place(at: distance), direction, bound: bound)
      if depth >= limit {
        open += 1
        if open >= count - quartile { return nil }
      }
      guard depth < bound || least.count <= quartile else { continue }
      least.insert(depth, at: least.firstIndex { $0 > depth } ?? least.count)
      if least.count > quartile + 1 { least.removeLast() }
    }
    return least[quartile] < limit ? max(least[quartile], 0.9) : nil
  }

  /// Pixels from an edge to where it is light again, or from `bound` on where it is not before.
  private func darkDepth(
    _ edge: Point<ImagePixels>, _ direction: Vector<ImagePixels>, bound: Double
  ) -> Double {
    let step = direction * 0.5
    let outside = Int(grey(edge - direction * 1.5) / GreyField.Walk.level)
    var walk = grey.walk(from: edge + step, by: step)
    var darkest = outside
    var depth = 0.5
    while depth < bound {
      let value = walk.next()
      if value < darkest { darkest = value }
      if depth > 0.8, 2 * value > darkest + outside, outside - darkest > Self.leastDark { break }
      depth += 0.5
    }
    return depth
  }

  /// Of ink against the ground outside it, in values of a walk: 10 grey levels, below which noise is dark, too.
  private static let leastDark = Int(10 / GreyField.Walk.level)

  /// The way across a symbol at a place of its side: along the other solid side, turned as this one is there.
  private func across(_ side: SidePath, at distance: Double, _ inward: Vector<ImagePixels>) -> Vector<ImagePixels>? {
    guard let here = side.direction(at: distance), let whole = (side.end - side.start).normalized,
      let inward = inward.normalized
    else { return nil }
    let (cosine, sine) = (whole.dot(here), whole.cross(here))
    return Vector(cosine * inward.x - sine * inward.y, sine * inward.x + cosine * inward.y)
  }
}
