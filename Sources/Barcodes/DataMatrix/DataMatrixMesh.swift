import Geometry
import Imaging

/// The grid of a symbol that does not lie flat, between its four sides as they were followed: each row and each
/// column goes over from the shape of one side into that of the side opposite (Coons).
struct DataMatrixMesh {
  private let top: SidePath
  private let bottom: SidePath
  private let left: SidePath
  private let right: SidePath
  private let topTrack: DataMatrixSideTrack
  private let rightTrack: DataMatrixSideTrack
  /// Pixels along the alternating sides to where they meet.
  private let topLength: Double
  private let rightLength: Double
  private let sampler: GreySampler

  init?(_ finder: DataMatrixFinder, _ grey: GreyField, _ sampler: GreySampler) {
    bottom = SidePath(from: finder.corner, to: finder.right, along: finder.sides.bottom)
    left = SidePath(from: finder.corner, to: finder.up, along: finder.sides.left)
    guard let upward = (finder.up - finder.corner).normalized,
      let rightward = (finder.right - finder.corner).normalized,
      let top = DataMatrixSideTrack(
        grey, from: finder.up, opposite: bottom, outward: upward, depth: finder.moduleY, module: finder.moduleX),
      let right = DataMatrixSideTrack(
        grey, from: finder.right, opposite: left, outward: rightward, depth: finder.moduleX, module: finder.moduleY),
      let meeting = top.outline.crossing(with: right.outline)
    else { return nil }
    (topTrack, rightTrack) = (top, right)
    (self.top, self.right) = (top.outline, right.outline)
    (topLength, rightLength) = (meeting.own, meeting.other)
    guard topLength > 0.5 * bottom.length, rightLength > 0.5 * left.length else { return nil }
    self.sampler = sampler
  }

  /// The grids of the sizes that the alternating sides show best, those first.
  func grids(_ shapes: [DataMatrixSize], most: Int) -> [DataMatrixGrid] {
    let columns = tracks(Set(shapes.map(\.columns)), near: topTrack.count, topTrack.middle, topLength)
    let rows = tracks(Set(shapes.map(\.rows)), near: rightTrack.count, rightTrack.middle, rightLength)
    var ranked: [(size: DataMatrixSize, across: DataMatrixTimingTrack, upward: DataMatrixTimingTrack)] = []
    for size in shapes {
      guard let across = columns[size.columns], let upward = rows[size.rows] else { continue }
      ranked.append((size, across, upward))
    }
    return ranked.sorted { $0.across.likeness + $0.upward.likeness > $1.across.likeness + $1.upward.likeness }
      .prefix(most).compactMap { grid($0, $1, $2) }
  }

  /// How well the modules of an alternating side must show: those of another number of modules reach 0.4.
  private static let leastLikeness = 0.4

  /// Where the borders between a side's modules are, for every number of modules that it may have. Both sides begin
  /// with a dark module beside a solid side.
  private func tracks(
    _ numbers: Set<Int>, near count: Int, _ path: SidePath, _ length: Double
  ) -> [Int: DataMatrixTimingTrack] {
    var result: [Int: DataMatrixTimingTrack] = [:]
    for modules in numbers where abs(modules - count) <= max(4, modules / 5) {
      let levels = DataMatrixTiming(sampler: sampler).levels(modules) { path.place(at: $0 / Double(modules) * length) }
      guard !levels.isEmpty,
        let track = DataMatrixTimingTrack(
          levels, modules: modules, samples: DataMatrixTiming.samples, margin: DataMatrixTiming.samples,
          isFirstDark: true),
        track.likeness > Self.leastLikeness
      else { continue }
      result[modules] = track
    }
    return result
  }

  /// The mesh of one size, as a perspective view and a bend.
  ///
  /// - Parameters:
  ///   - across: the borders between columns.
  ///   - upward: those between rows, from the bottom up.
  private func grid(
    _ size: DataMatrixSize, _ across: DataMatrixTimingTrack, _ upward: DataMatrixTimingTrack
  ) -> DataMatrixGrid? {
    /// Parts of a side at which the borders between its modules are.
    func parts(_ track: DataMatrixTimingTrack, _ modules: Int) -> [Double] {
      track.borders.map { (Double($0) / Double(DataMatrixTiming.samples) - 1) / Double(modules) }
    }
    let (columns, rows) = (parts(across, size.columns), parts(upward, size.rows))
    let patch = Patch(self, end: (columns[size.columns], rows[size.rows]))
    guard patch.corners.isConvex, let map = DataMatrixGrid.mapping(size, patch.corners), let back = map.inverse else {
      return nil
    }
    var fit = GridBendFit(width: size.columns, height: size.rows)
    for j in 0...Self.steps {
      let row = size.rows * j / Self.steps
      for i in 0...Self.steps {
        let column = size.columns * i / Self.steps
        let seen = back(patch.place(columns[column], rows[size.rows - row]))
        fit.addAcross(Double(column), Double(row), shift: seen.x - Double(column), weight: 1)
        fit.addDown(Double(column), Double(row), shift: seen.y - Double(row), weight: 1)
      }
    }
    guard let bend = fit.fit(degree: Self.degree, stiffness: 0.02) else { return nil }
    return DataMatrixGrid(size, SymbolGrid(width: size.columns, height: size.rows, perspective: map, bend: bend))
  }

  /// Places of the mesh, along each side, to which the polynomial is fitted.
  private static let steps = 8
  /// Of the polynomial: a side that bends to and fro asks for the third, one side of a mesh times another for more.
  private static let degree = 5

  /// The surface between four sides (Coons 1967): the mean of what each pair of opposite sides spans, put right at the
  /// corners, which both pairs count.
  private struct Patch {
    private let mesh: DataMatrixMesh
    let corners: Quadrilateral<ImagePixels>

    /// - Parameter end: parts of the alternating sides at which they end.
    init(_ mesh: DataMatrixMesh, end: (top: Double, right: Double)) {
      self.mesh = mesh
      corners = Quadrilateral(
        mesh.top.start, mesh.top.place(at: end.top * mesh.topLength), mesh.bottom.end, mesh.bottom.start)
    }

    /// The place at parts of the way to the right and of the way up.
    func place(_ u: Double, _ v: Double) -> Point<ImagePixels> {
      let origin = mesh.bottom.start
      let vertical =
        (mesh.top.place(at: u * mesh.topLength) - origin) * v
        + (mesh.bottom.place(at: u * mesh.bottom.length) - origin) * (1 - v)
      let horizontal =
        (mesh.right.place(at: v * mesh.rightLength) - origin) * u
        + (mesh.left.place(at: v * mesh.left.length) - origin) * (1 - u)
      let twice =
        (corners.topLeft - origin) * (v * (1 - u)) + (corners.topRight - origin) * (v * u)
        + (corners.bottomRight - origin) * ((1 - v) * u)
      return origin + vertical + horizontal - twice
    }
  }
}
