import Barcodes
import Bits
import Geometry
import Presentation

/// What a family's symbols have besides data, laid on a candidate by its corners: borders, rings, rows, and patterns for
/// alignment.
enum SymbolStructure {
  typealias Shape = InspectionLayer.Shape

  /// Borders, rings and rows.
  static func shapes(_ candidate: DetectionCandidate) -> [Shape] {
    guard let symbology = candidate.symbology else { return [] }
    switch symbology {
    case .dataMatrix: return dataMatrix(candidate)
    case .aztec: return aztec(candidate)
    case .pdf417, .microPDF417: return stacked(candidate)
    case .qr: return qr(candidate)
    default: return []
    }
  }

  /// Patterns of QR that a grid is bent by: where the corners foresee them, and where the grid has them.
  static func alignment(_ candidate: DetectionCandidate) -> [Shape] {
    guard candidate.symbology == .qr, let grid = candidate.grid, let version = QRVersion(side: grid.modules.width),
      let flat = Perspective(squareTo: grid.corners)
    else { return [] }
    let (side, last) = (version.side, version.alignmentCenters.last)
    let module = (abs(grid.corners.signedArea)).squareRoot() / Double(side)
    var shapes: [Shape] = []
    for y in version.alignmentCenters {
      for x in version.alignmentCenters
      where !((x == 6 && (y == 6 || y == last)) || (y == 6 && x == last)) {
        let foreseen = flat(Point<Unit>((Double(x) + 0.5) / Double(side), (Double(y) + 0.5) / Double(side)))
        let found = grid.centers[y * side + x]
        shapes.append(.spot(foreseen, radius: 2.5 * module, .ring))
        shapes.append(.spot(found, radius: 1.5 * module, .cross))
        let bend = foreseen.distance(to: found) / module
        if bend > 0.3, shapes.count < 2 * InspectionLayer.mostLabels {
          shapes.append(.label(found + Vector(3 * module, 0), "\(Explanation.decimal(bend)) modules"))
        }
      }
    }
    return shapes
  }

  private static func lines(
    _ candidate: DetectionCandidate, _ parts: [(Double, Double, Double, Double, InspectionLayer.Mark)]
  ) -> [Shape] {
    guard let place = Perspective<Unit, FramePixels>(squareTo: candidate.corners) else { return [] }
    return parts.map { .line(place(Point($0.0, $0.1)), place(Point($0.2, $0.3)), $0.4) }
  }

  /// Three squares of seven modules, and the rows that count.
  private static func qr(_ candidate: DetectionCandidate) -> [Shape] {
    guard let side = candidate.grid.map({ Double($0.modules.width) }),
      let place = Perspective<Unit, FramePixels>(squareTo: candidate.corners)
    else { return [] }
    let size = 7 / side
    let squares = [(0.0, 0.0), (1 - size, 0), (0, 1 - size)].map { x, y -> Shape in
      .outline(place(Rect<Unit>(x: x, y: y, width: size, height: size).corners), .thick)
    }
    let line = 6.5 / side
    return squares + lines(candidate, [(size, line, 1 - size, line, .dashed), (line, size, line, 1 - size, .dashed)])
  }

  /// Left and lower side dark, the others in turn (ISO/IEC 16022:2006, 4.1).
  private static func dataMatrix(_ candidate: DetectionCandidate) -> [Shape] {
    lines(
      candidate,
      [(0, 0, 0, 1, .thick), (0, 1, 1, 1, .thick), (0, 0, 1, 0, .dashed), (1, 0, 1, 1, .dashed)])
  }

  /// Rings about the middle: 9 modules for compact symbols, 13 for others (ISO/IEC 24778:2008, 5.3).
  private static func aztec(_ candidate: DetectionCandidate) -> [Shape] {
    guard let side = candidate.grid.map({ Double($0.modules.width) }),
      let place = Perspective<Unit, FramePixels>(squareTo: candidate.corners)
    else { return [] }
    // Compact symbols have up to 27 modules a side, others have 19 or more: both have rings up to the smaller's.
    let rings: [Double] = side <= 15 || side == 23 || side == 27 ? [1, 5, 9] : [1, 5, 9, 13]
    return rings.map { ring in
      let size = ring / side
      return .outline(
        place(Rect<Unit>(center: Point(0.5, 0.5), size: Size(size, size)).corners), ring == rings.last ? .thick : .thin)
    }
  }

  /// Rows with their clusters 0, 3 and 6 in turn (ISO/IEC 15438:2015, 5.3), and each indicator that a line could read at
  /// the side; of one that is not read as far as its sides tell.
  private static func stacked(_ candidate: DetectionCandidate) -> [Shape] {
    guard let told = candidate.stackedRows, told.rows > 0,
      let place = Perspective<Unit, FramePixels>(squareTo: told.corners)
    else { return [.outline(candidate.corners, .dashed)] }
    let rows = Double(told.rows)
    var shapes: [Shape] = (0...told.rows).map { row in
      .line(place(Point(0, Double(row) / rows)), place(Point(1, Double(row) / rows)), .thin)
    }
    if told.symbology == .pdf417 {
      // 17 modules of start pattern, of each row indicator and of each codeword, 18 of the stop pattern.
      let modules = Double(17 * (told.columns + 3) + 18)
      shapes += [17, 34, modules - 35, modules - 18].map { edge in
        .line(place(Point(edge / modules, 0)), place(Point(edge / modules, 1)), .dashed)
      }
    }
    let height = (told.corners.topLeft.distance(to: told.corners.bottomLeft)) / rows
    shapes += told.indicators.prefix(InspectionLayer.mostMarks).map { .spot($0.place, radius: 0.3 * height, .ring) }
    let labeled = min(told.rows, InspectionLayer.mostLabels)
    for index in 0..<labeled {
      let row = index * told.rows / labeled
      shapes.append(
        .label(
          place(Point(1, (Double(row) + 0.5) / rows)), "row \(row + 1), cluster \((told.firstCluster + 3 * row) % 9)"))
    }
    return shapes
  }
}
