import Geometry
import Imaging

/// A side of a symbol, followed from pixel to pixel.
struct EdgeTrace {
  /// Places on the edge, in order, about a pixel apart, later up to four.
  var points: [Point<ImagePixels>]
  /// Where it ended for the first time, if it went on after a gap.
  var firstEnd: Point<ImagePixels>?
  var start: Point<ImagePixels> { points[0] }
  var end: Point<ImagePixels> { points[points.count - 1] }
  var length: Double { start.distance(to: end) }
  /// The places where it may end: before the first gap and after the last.
  var ends: [Point<ImagePixels>] { firstEnd.map { [$0, end] } ?? [end] }
  /// The same on the line of what came before them: at a corner, which blur rounds, the last places lie up to a pixel within.
  var straightEnds: [Point<ImagePixels>] {
    ends.map { end in
      guard let index = points.lastIndex(of: end), index >= Self.rounded + Self.leastStraight else { return end }
      let base = points[index - Self.rounded]
      guard let along = (base - points[max(0, index - Self.straight)]).normalized else { return end }
      return base + along * (end - base).dot(along)
    }
  }

  /// Places at an end that a rounded corner may move, and those before them whose line is drawn out.
  private static let rounded = 3
  private static let leastStraight = 5
  private static let straight = 20
}

/// Follows edges between dark and light at sub-pixel places.
struct EdgeTracer {
  let grey: GreyField
  /// Grey levels across the edge at its start; a place with less than 35 % of it is no edge any more.
  let contrast: Double

  /// How far from `place` along `outward` the grey rises most, at most `reach` pixels either way.
  ///
  /// - Returns: the distance and the rise over 2 pixels.
  func crossing(
    _ place: Point<ImagePixels>, _ outward: Vector<ImagePixels>, reach: Double
  ) -> (offset: Double, rise: Double) {
    let steps = Int(2 * reach)
    let half = outward * 0.5
    let steepest = grey.steepestRise(from: place - half * Double(steps + 2), by: half, count: 2 * steps + 1)
    let level = SteepestRise.level
    var offset = 0.5 * Double(steepest.index - steps)
    if let before = steepest.before, let behind = steepest.behind {
      offset += 0.5 * parabolaPeak(Double(before) * level, Double(steepest.rise) * level, Double(behind) * level)
    }
    return (offset, Double(steepest.rise) * level)
  }

  /// Follows the edge from `start` in `direction`, the light side being `outward`, until it ends, bends away
  /// or leaves the image.
  ///
  /// A gap is crossed where the edge goes on in the same line for at least half of the gap's length; a
  /// gap is at most half as long as what came before it.
  func follow(
    from start: Point<ImagePixels>, _ direction: Vector<ImagePixels>, outward: Vector<ImagePixels>, limit: Int = 4000
  ) -> EdgeTrace {
    var trace = EdgeTrace(points: [start])
    var place = start
    var along = direction
    var normal = outward
    var misses = 0
    /// Points that are certain; those after them follow a gap that is not yet made up for.
    var certain = 1
    var needed = 0
    var firstGap: Int?
    // What goes on for long is straight or gently bent and needs fewer points, but its end is wanted to a pixel.
    var pace = 1.0
    var steady = 0
    for _ in 0..<limit {
      place = place + along * pace
      guard grey.contains(place, margin: 0.5) else { break }
      let (offset, rise) = crossing(place, normal, reach: 2)
      if rise < 0.35 * contrast || abs(offset) > 1.6 {
        steady = 0
        if pace > 1 {
          (place, pace) = (trace.end, 1)
          continue
        }
        misses += 1
        if misses > max(3, certain / 2) { break }
        continue
      }
      if misses > 2 && firstGap == nil { firstGap = certain }
      if misses > 2 { needed = max(needed, trace.points.count + max(3, misses / 2)) }
      misses = 0
      steady += 1
      pace = steady < 48 ? 1 : steady < 96 ? 2 : 4
      place = place + normal * offset
      trace.points.append(place)
      if trace.points.count >= needed { certain = trace.points.count }
      // The direction of the last 24 pixels: gentle curves are followed, noise is not.
      if trace.points.count >= 6 {
        let from = trace.points[max(0, trace.points.count - 24)]
        if let heading = (place - from).normalized, heading.dot(direction) > 0.7 {
          let weight = min(1, Double(trace.points.count) / 24)
          if let blended = (along * (1 - weight) + heading * weight).normalized {
            let turn = normal.cross(along) > 0
            along = blended
            normal = turn ? Vector(along.y, -along.x) : Vector(-along.y, along.x)
          }
        }
      }
    }
    trace.points.removeLast(trace.points.count - certain)
    if let firstGap, firstGap < certain { trace.firstEnd = trace.points[firstGap - 1] }
    return trace
  }
}
