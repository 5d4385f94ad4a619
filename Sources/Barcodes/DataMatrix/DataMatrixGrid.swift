import Bits
import Geometry
import Imaging

/// A Data Matrix symbol's grid in an image, fitted to the modules whose color is known.
struct DataMatrixGrid {
  let size: DataMatrixSize
  private(set) var corners: Quadrilateral<ImagePixels>
  /// The corners that the fit began with.
  let rough: Quadrilateral<ImagePixels>
  /// True for a grid that is where its borders are, and neither fitted nor brought to its modules' edges.
  var isRough: Bool { corners == rough && registered == nil && bend == nil }
  /// How well the finder modules show, from −1 to 1.
  private(set) var score: Double
  private let border: DataMatrixBorder
  /// What the perspective leaves over, where it was looked for.
  private var bend: DataMatrixBend?
  /// The grid as its modules' edges have it, where it was brought to them.
  private(set) var registered: SymbolGrid?

  /// A grid at rough corners, or nil where nothing shows there.
  init?(_ size: DataMatrixSize, near corners: Quadrilateral<ImagePixels>, in grey: GreyField) {
    self.size = size
    self.corners = corners
    rough = corners
    border = DataMatrixBorder(size)
    guard let first = Self.score(border, .all, size, corners, grey), first > Self.leastRoughScore else { return nil }
    score = first
  }

  /// The grid with its corners where its modules show best, or nil where they do not show well.
  ///
  /// - Parameter isPlain: whether its alternating sides must show, too: one that is stained or wavy comes later.
  func fitted(in grey: GreyField, isPlain: Bool = false) -> DataMatrixGrid? {
    var result = self
    // Each corner is moved by less and less as long as the known modules show better. In modules.
    let width =
      corners.topLeft.distance(to: corners.topRight)
      + corners.bottomLeft.distance(to: corners.bottomRight)
    let module = max(0.5, width / 2 / Double(size.columns))
    // Steps by which no corner shows better from where it is now.
    var inVain: [Double] = []
    for ((step, part), least) in zip(Self.steps, Self.least) {
      if !inVain.contains(step) {
        guard let score = Self.score(border, part, size, result.corners, grey) else { return nil }
        result.score = score
        // Moves since the last one that helped: once each was in vain, all are.
        var failed = 0
        for number in 0..<Self.rounds * Self.moves.count where failed < Self.moves.count {
          let move = Self.moves[number % Self.moves.count]
          let isBetter = result.move(move.corner, along: move.axis * (step * module), part, in: grey)
          failed = isBetter ? 0 : failed + 1
          if isBetter { inVain = [] }
        }
        if failed == Self.moves.count { inVain.append(step) }
      }
      guard result.score > least.score else { return nil }
      if isPlain, result.alternation(part, in: grey) <= least.alternation { return nil }
    }
    return result
  }

  /// How far its alternating sides show, as `DataMatrixBorder.alternation` has it.
  private func alternation(_ part: DataMatrixBorder.Part, in grey: GreyField) -> Double {
    Self.mapping(size, corners).flatMap { border.alternation(part, $0, grey) } ?? 0
  }

  /// Each corner, clockwise from the upper left one, along each axis.
  private static let moves = (0..<4).flatMap { corner in
    [(corner: corner, axis: Vector<ImagePixels>(1, 0)), (corner: corner, axis: Vector<ImagePixels>(0, 1))]
  }
  /// How often all of them are tried at most.
  private static let rounds = 3

  /// Moves a corner by a way or its opposite to where the border shows better.
  ///
  /// - Returns: false where it shows best.
  private mutating func move(
    _ corner: Int, along axis: Vector<ImagePixels>, _ part: DataMatrixBorder.Part, in grey: GreyField
  ) -> Bool {
    // What is better on one side is not on the other one.
    for way in [axis, -axis] {
      let moved = corners.moved(corner: corner, by: way)
      guard let better = Self.score(border, part, size, moved, grey), better > score + 1e-6 else { continue }
      (corners, score) = (moved, better)
      return true
    }
    return false
  }

  /// The correlation of a border with what it should be that a grid must have at rough corners. Of 945 grids that ended above
  /// 0.75, five began below 0.28.
  private static let leastRoughScore = 0.25
  /// The same after each step of the fit, and how far the alternating sides must show. Of 2,900 grids that ended below 0.65, two
  /// thirds were left out by their score at the step of 0.7 modules, nine tenths at the next; of 420 that were read the worst ended
  /// at 0.76. Of 294 that were read the worst showed an alternation of 0.33, 0.38, 0.38, 0.48 and 0.48; of 17,000 others 44 in a
  /// hundred had less than 0.3 after the first step.
  private static let least: [(score: Double, alternation: Double)] = [
    (0.4, 0.25), (0.5, 0.3), (0.6, 0.3), (0.65, 0.4), (0.65, 0.4),
  ]

  /// Modules by which corners are moved. Rows of many modules show as well two modules on: begun with 0.7, the right size of
  /// 8 by 64 and 8 by 144 modules ended at 0.71 and 0.83, and the pictures of `datamatrix-4` took 41 ms instead of 25.
  private static let steps: [(Double, DataMatrixBorder.Part)] = [
    (0.35, .some), (0.7, .some), (0.35, .some), (0.18, .all), (0.09, .all),
  ]

  private static func score(
    _ border: DataMatrixBorder, _ part: DataMatrixBorder.Part, _ size: DataMatrixSize,
    _ corners: Quadrilateral<ImagePixels>, _ grey: GreyField
  ) -> Double? {
    mapping(size, corners).flatMap { border.score(part, $0, grey) }
  }

  static func mapping(
    _ size: DataMatrixSize, _ corners: Quadrilateral<ImagePixels>
  ) -> Perspective<Modules, ImagePixels>? {
    let own = Rect<Modules>(x: 0, y: 0, width: Double(size.columns), height: Double(size.rows))
      .corners
    return Perspective(from: own, to: corners)
  }

  /// A grid whose corners are known.
  init(_ size: DataMatrixSize, at corners: Quadrilateral<ImagePixels>) {
    self.size = size
    border = DataMatrixBorder(size)
    (self.corners, rough) = (corners, corners)
    score = 0
  }

  /// A grid whose modules' places are known.
  init(_ size: DataMatrixSize, _ grid: SymbolGrid) {
    self.size = size
    border = DataMatrixBorder(size)
    (corners, rough) = (grid.corners, grid.corners)
    score = 0
    registered = grid
  }

  /// The same symbol with the modules where another grid has them.
  func with(_ grid: SymbolGrid) -> DataMatrixGrid {
    var result = self
    result.registered = grid
    result.corners = grid.corners
    return result
  }

  /// The grey of each module's center, row after row.
  func sample(_ grey: GreyField) -> ModuleGreys {
    let map = Self.mapping(size, corners)
    var values: [Double] = []
    var centers: [Point<ImagePixels>] = []
    values.reserveCapacity(size.rows * size.columns)
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let place = Point<Modules>(Double(x) + 0.5, Double(y) + 0.5)
        var center = map?(place) ?? corners.center
        if let bend { center = center + bend.shift(at: place) }
        if let registered { center = registered.place(place.x, place.y) }
        centers.append(center)
        values.append(grey(center))
      }
    }
    return ModuleGreys(width: size.columns, height: size.rows, values: values, centers: centers)
  }

  /// Part of the finder modules that have the wrong color.
  func finderErrors(_ modules: BitMatrix) -> Double {
    var (wrong, all) = (0, 0)
    for y in 0..<size.rows {
      for x in 0..<size.columns where size.isFinder(x: x, y: y) {
        all += 1
        if modules[x, y] != size.isDarkFinder(x: x, y: y) { wrong += 1 }
      }
    }
    return Double(wrong) / Double(all)
  }

  /// The same grid bent until its finder modules show best: for curved and unevenly printed symbols.
  func bent(in grey: GreyField, along sides: DataMatrixSides) -> DataMatrixGrid {
    guard let map = Self.mapping(size, corners),
      let across = (corners.topRight - corners.topLeft + (corners.bottomRight - corners.bottomLeft))
        .normalized,
      let down = (corners.bottomLeft - corners.topLeft + (corners.bottomRight - corners.topRight))
        .normalized
    else { return self }
    var bend = DataMatrixBend(size)
    let nodes = bend.nodes.filter { !bend.isCenter($0) }
    // The solid sides show at once how they are bent; what is opposite is bent like them for a beginning.
    for node in nodes {
      let (u, v) = bend.fraction(of: node)
      bend.move(node, by: sides.leftBend(at: 1 - v, corners) + sides.bottomBend(at: u, corners))
    }
    let known = border.modules
    let places = known.map { (flat: map($0.place), element: bend.element(at: $0.place)) }
    var centers = places.map { $0.flat + bend.shift(at: $0.element) }
    /// How far light is from dark where each of these modules goes a part of a way.
    func contrast(_ indices: [Int], _ way: Vector<ImagePixels>, _ parts: [Double]) -> Double {
      var (darkSum, lightSum, darkCount, lightCount) = (0.0, 0.0, 0.0, 0.0)
      for (index, part) in zip(indices, parts) {
        let value = grey(centers[index] + way * part)
        if known[index].isDark {
          darkSum += value
          darkCount += 1
        } else {
          lightSum += value
          lightCount += 1
        }
      }
      return lightSum / max(1, lightCount) - darkSum / max(1, darkCount)
    }
    let near = nodes.map { node in known.indices.filter { bend.reaches(node, known[$0].place) } }
    /// What moves with each node, and the parts of its way that the modules near it go.
    func moves(isAcross: Bool) -> [(companions: [DataMatrixBend.Node], parts: [Double])] {
      zip(nodes, near).map { node, indices in
        let companions = bend.companions(of: node, across: isAcross)
        return (companions, indices.map { bend.part(of: companions, at: places[$0].element) })
      }
    }
    let (movesAcross, movesDown) = (moves(isAcross: true), moves(isAcross: false))
    let width =
      corners.topLeft.distance(to: corners.topRight)
      + corners.bottomLeft.distance(to: corners.bottomRight)
    let module = max(0.5, width / 2 / Double(size.columns))
    for step in [1, 0.5, 0.25, 0.12] {
      for _ in 0..<2 {
        for (number, indices) in near.enumerated() where indices.count >= 6 {
          var best = contrast(indices, Vector(0, 0), movesAcross[number].parts)
          for (direction, move) in [
            (across, movesAcross[number]), (-across, movesAcross[number]), (down, movesDown[number]),
            (-down, movesDown[number]),
          ] where !move.companions.isEmpty {
            let way = direction * (step * module)
            let moved = contrast(indices, way, move.parts)
            guard moved > best + 0.01 else { continue }
            best = moved
            for companion in move.companions { bend.move(companion, by: way) }
            centers = places.map { $0.flat + bend.shift(at: $0.element) }
          }
        }
      }
    }
    var result = self
    result.bend = bend
    return result
  }
}

extension Quadrilateral<ImagePixels> {
  /// - Parameter corner: clockwise from the upper left one.
  fileprivate func moved(corner: Int, by way: Vector<ImagePixels>) -> Self {
    func place(_ number: Int, _ point: Point<ImagePixels>) -> Point<ImagePixels> {
      number == corner ? point + way : point
    }
    return Self(place(0, topLeft), place(1, topRight), place(2, bottomRight), place(3, bottomLeft))
  }
}
