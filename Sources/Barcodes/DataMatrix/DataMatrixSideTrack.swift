import Geometry
import Imaging

/// An alternating side that need not be straight, followed from the end of a solid side on.
///
/// It is looked for in the shape of the solid side opposite, turned about its own beginning, and from there by what a
/// row of the symbol shows that no other does: it changes within every two modules, and beside it is ground.
struct DataMatrixSideTrack {
  /// The outline of the side, drawn out beyond its end.
  let outline: SidePath
  /// Half a module within the outline: through the middles of the modules.
  let middle: SidePath
  /// Modules counted along the side; they may miss by some.
  let count: Int

  /// - Parameters:
  ///   - start: the far end of the solid side from which it goes off.
  ///   - opposite: the solid side opposite, from the corner on.
  ///   - outward: away from that one.
  ///   - depth: pixels a module across the side.
  init?(
    _ grey: GreyField, from start: Point<ImagePixels>, opposite: SidePath, outward: Vector<ImagePixels>, depth: Double,
    module: Double
  ) {
    let length = opposite.length
    guard length > 6 else { return nil }
    let shape = { (t: Double) in opposite.place(at: t * length) - opposite.start }
    let inner = start - outward * (depth / 2)
    guard let shift = Self.shift(grey, inner, shape, outward, length: length, module: module) else { return nil }
    // How many modules there are tells how far apart to look.
    let straight = SidePath(
      stride(from: 0, through: 1.0001, by: 1 / 32).map { inner + shape($0) + outward * (shift * $0) })
    let first = DataMatrixBorders.count(grey, straight, margin: module)
    count = first
    let width = first >= 8 && first <= 144 ? length / Double(first) : module
    guard
      let offsets = Self.offsets(
        grey, { start + shape($0) + outward * (shift * $0) }, outward, length: length, width: width, depth: depth)
    else { return nil }
    let step = width / Self.perModule / length
    let along = offsets.indices.map { index -> Point<ImagePixels> in
      let t = Double(index) * step
      return start + shape(t) + outward * (shift * t + offsets[index])
    }
    guard along.count >= 2 else { return nil }
    outline = SidePath(along)
    middle = SidePath(along.map { $0 - outward * (depth / 2) })
  }

  /// Places a module at which the side is looked at, along it and across it.
  private static let perModule = 3.0
  private static let perDepth = 4.0
  /// Modules beside where the opposite side's shape has it in which the side is looked for.
  private static let reach = 2.0
  /// Part of the side's length by which it is drawn out beyond its end.
  private static let beyond = 0.12
  /// What a step across by a quarter of a module costs, of the contrast at one place.
  private static let stiffness = 0.35

  /// How far the end lies outward from where the opposite side's shape has it: of the lines that change most the
  /// outermost, as data change only half as often.
  private static func shift(
    _ grey: GreyField, _ start: Point<ImagePixels>, _ shape: (Double) -> Vector<ImagePixels>,
    _ outward: Vector<ImagePixels>, length: Double, module: Double
  ) -> Double? {
    let count = max(16, min(400, Int(length / module * 3)))
    let limit = 0.3 * length
    let step = max(0.5, min(module / 3, length / 40))
    let places = (0...count).map { start + shape(Double($0) / Double(count)) }
    var variations: [(shift: Double, variation: Double)] = []
    var shift = -limit
    while shift <= limit {
      var variation = 0.0
      var previous = grey(places[0])
      for index in 1...count {
        let value = grey(places[index] + outward * (shift * Double(index) / Double(count)))
        variation += abs(value - previous)
        previous = value
      }
      variations.append((shift, variation))
      shift += step
    }
    guard let most = variations.map(\.variation).max(), most > 0,
      let outermost = variations.lastIndex(where: { $0.variation > 0.86 * most })
    else { return nil }
    var inner = outermost
    while inner > 0 && variations[inner - 1].variation > 0.86 * most { inner -= 1 }
    return (variations[inner].shift + variations[outermost].shift) / 2
  }

  /// Pixels outward at which the side's outline is, place by place along it: the likeliest of all ways that do not
  /// jump.
  private static func offsets(
    _ grey: GreyField, _ place: (Double) -> Point<ImagePixels>, _ outward: Vector<ImagePixels>, length: Double,
    width: Double, depth: Double
  ) -> [Double]? {
    let count = Int((1 + beyond) * length / (width / perModule)) + 1
    let inner = Int(perDepth * (reach + 1))
    let rows = 2 * inner + 1
    guard count >= 16, count < 2000 else { return nil }
    var values = [Double](repeating: 0, count: count * rows)
    for index in 0..<count {
      let base = place(Double(index) * width / perModule / length)
      for row in 0..<rows {
        values[index * rows + row] = grey(base + outward * (Double(row - inner) * depth / perDepth))
      }
    }
    // The lowest and the highest of a module to either side.
    let near = Int(perModule)
    var lows = values
    var highs = values
    for index in 0..<count {
      for other in max(0, index - near)...min(count - 1, index + near) {
        for row in 0..<rows {
          lows[index * rows + row] = min(lows[index * rows + row], values[other * rows + row])
          highs[index * rows + row] = max(highs[index * rows + row], values[other * rows + row])
        }
      }
    }
    let (half, ground) = (Int(perDepth / 2), Int(perDepth * 0.75))
    let limit = Int(perDepth * reach)
    let states = 2 * limit + 1
    func evidence(_ index: Int, _ state: Int) -> Double {
      let row = inner + state - limit
      let (within, outside) = (index * rows + row - half, index * rows + row + ground)
      // The side changes, and outside there is nothing darker than its lightest place.
      return highs[within] - lows[within] - max(0, highs[within] - lows[outside])
    }
    var contrast = 0.0
    for index in 0..<count { contrast += highs[index * rows + inner] - lows[index * rows + inner] }
    let cost = stiffness * max(8, contrast / Double(count))
    var best = (0..<states).map { abs($0 - limit) <= Int(perDepth) ? evidence(0, $0) : -.infinity }
    var origins: [[Int8]] = []
    for index in 1..<count {
      var next = [Double](repeating: -.infinity, count: states)
      var origin = [Int8](repeating: 0, count: states)
      for state in 0..<states {
        for move in -1...1 where 0..<states ~= state - move {
          let value = best[state - move] - (move == 0 ? 0 : cost)
          if value > next[state] { (next[state], origin[state]) = (value, Int8(move)) }
        }
        next[state] += evidence(index, state)
      }
      best = next
      origins.append(origin)
    }
    guard var state = best.indices.max(by: { best[$0] < best[$1] }) else { return nil }
    var way = [state]
    for origin in origins.reversed() {
      state -= Int(origin[state])
      way.append(state)
    }
    way.reverse()
    // Steps of a quarter of a module are none of the side's: means of three modules.
    let smooth = Int(1.5 * perModule)
    return way.indices.map { index in
      let part = way[max(0, index - smooth)...min(way.count - 1, index + smooth)]
      return (Double(part.reduce(0, +)) / Double(part.count) - Double(limit)) * depth / perDepth
    }
  }
}
