import Geometry
import Imaging

/// The two alternating sides of a symbol whose solid sides are known: where they run, and how many modules
/// they count.
struct DataMatrixBorders {
  /// The corner opposite to the one where the solid sides meet.
  let opposite: Point<ImagePixels>
  /// Modules counted along the sides; they may miss by some.
  let columns: Int
  let rows: Int

  /// How far the corner opposite to the solid sides' own may be from where they would meet again on a sheet seen from afar, in
  /// lengths of a side.
  enum Reach: Double {
    /// The foreshortening of a symbol seen at 45° from near.
    case plain = 0.3
    /// Of one seen from as near as its own diagonal: its modules are three times as long at one end as at the other. There more
    /// lies that alternates, too.
    case near = 0.5
  }

  init?(_ finder: DataMatrixFinder, in grey: GreyField, reach: Reach) {
    let toUp = finder.up - finder.corner
    let toRight = finder.right - finder.corner
    guard let upward = toUp.normalized, let rightward = toRight.normalized else { return nil }
    // Half a module inside the outline run the middles of the alternating sides.
    let topStart = finder.up - upward * (finder.moduleY / 2)
    let rightStart = finder.right - rightward * (finder.moduleX / 2)
    let end = finder.opposite ?? finder.corner + toUp + toRight
    guard let toLeft = (finder.up - end).normalized, let toBottom = (finder.right - end).normalized else { return nil }
    let guess = end + toLeft * (finder.moduleX / 2) + toBottom * (finder.moduleY / 2)
    guard
      let top = Self.side(grey, from: topStart, near: guess, sweep: upward, module: finder.moduleX, reach),
      let right = Self.side(grey, from: rightStart, near: guess, sweep: rightward, module: finder.moduleY, reach),
      let topLine = Line(topStart, top), let rightLine = Line(rightStart, right),
      let meeting = topLine.intersection(with: rightLine)
    else { return nil }
    // The opposite corner's own module reaches half a module further on both sides.
    guard let alongTop = (meeting - topStart).normalized, let alongRight = (meeting - rightStart).normalized else {
      return nil
    }
    opposite = meeting + alongTop * (finder.moduleX / 2) + alongRight * (finder.moduleY / 2)
    guard opposite.distance(to: finder.corner) > 6, grey.contains(opposite, margin: -2 - finder.moduleX) else {
      return nil
    }
    columns = Self.count(grey, topStart - alongTop * finder.moduleX, meeting + alongTop * finder.moduleX)
    rows = Self.count(grey, rightStart - alongRight * finder.moduleY, meeting + alongRight * finder.moduleY)
  }

  /// The far end of the side that alternates most: of all lines from `start` the one along which the
  /// grey goes up and down most is the alternating side, as data alternate only half as often.
  private static func side(
    _ grey: GreyField, from start: Point<ImagePixels>, near end: Point<ImagePixels>,
    sweep: Vector<ImagePixels>, module: Double, _ reach: Reach
  ) -> Point<ImagePixels>? {
    let length = start.distance(to: end)
    let count = max(16, min(600, Int(length / module * 3)))
    let limit = reach.rawValue * length
    let step = max(0.4, min(module / 3, length / 40))
    let shifts = Array(stride(from: -limit, through: limit, by: step))
    func variation(_ index: Int) -> (shift: Double, variation: Double) {
      (shifts[index], grey.variation(start, end + sweep * shifts[index], count: count))
    }
    // A module is three steps: what alternates shows in every other line already, and those between are taken beside.
    var variations = shifts.indices.map { $0.isMultiple(of: 2) ? variation($0) : (shift: shifts[$0], variation: 0) }
    let rough = variations.map(\.variation).max() ?? 0
    for index in stride(from: 1, to: shifts.count, by: 2) {
      let beside = max(variations[index - 1].variation, index + 1 < shifts.count ? variations[index + 1].variation : 0)
      if beside > Self.near * rough { variations[index] = variation(index) }
    }
    guard let most = variations.map(\.variation).max(), most > 0 else { return nil }
    // The outermost line that comes near to the maximum, then the middle of the band around it.
    guard let outermost = variations.lastIndex(where: { $0.variation > 0.86 * most }) else { return nil }
    var inner = outermost
    while inner > 0 && variations[inner - 1].variation > 0.86 * most { inner -= 1 }
    return end + sweep * ((variations[inner].shift + variations[outermost].shift) / 2)
  }

  /// The share of the most alternation from which the lines between are taken, too.
  private static let near = 0.75

  /// Modules between two places just outside the two ends of an alternating side.
  private static func count(_ grey: GreyField, _ start: Point<ImagePixels>, _ end: Point<ImagePixels>) -> Int {
    modules(grey.profile(start, end, count: max(8, Int(start.distance(to: end) * 4))))
  }

  /// The same along a path, and so many pixels before and after it.
  static func count(_ grey: GreyField, _ path: SidePath, margin: Double) -> Int {
    let count = max(8, Int((path.length + 2 * margin) * 4))
    return modules(
      (0...count).map { grey(path.place(at: (path.length + 2 * margin) * Double($0) / Double(count) - margin)) })
  }

  private static func modules(_ values: [Double]) -> Int {
    // A swing counts where it is at least a third of the whole range: a peak hold on both sides.
    let range = (values.max() ?? 0) - (values.min() ?? 0)
    var runs = 0
    var extreme = values[0]
    var isFalling = true
    for value in values {
      if isFalling {
        if value < extreme { extreme = value }
        if value > extreme + range / 3.5 {
          if runs > 0 || extreme < values[0] - range / 3.5 { runs += 1 }
          (isFalling, extreme) = (false, value)
        }
      } else {
        if value > extreme { extreme = value }
        if value < extreme - range / 3.5 {
          (isFalling, extreme) = (true, value)
        }
      }
    }
    // Each dark run is a module, and a light one follows it.
    return 2 * runs
  }
}
