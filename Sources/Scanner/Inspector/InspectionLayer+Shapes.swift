import Barcodes
import Bits
import Geometry
import Imaging
import Presentation

extension InspectionLayer {
  /// Marks of a layer at most: more are no longer told apart, and a picture of leaves has thousands.
  static let mostMarks = 400
  /// Figures beside marks at most: more cover what they tell of.
  static let mostLabels = 12

  /// The layer's marks.
  ///
  /// - Parameter chosen: the candidate that alone is shown, by its place in the diagnosis; nil shows all.
  public func shapes(_ inspection: Inspection, _ diagnosis: Diagnosis, chosen: Int? = nil) -> [Shape] {
    let own = chosen.flatMap { diagnosis.candidates.indices.contains($0) ? diagnosis.candidates[$0] : nil }
    let candidates = own.map { [$0] } ?? diagnosis.candidates
    switch self {
    case .grey, .blackAndWhite: return []
    case .picture:
      guard own == nil else { return candidates.map { .outline($0.corners, $0.reach == .decoded ? .thick : .dashed) } }
      return inspection.observations.map { .outline($0.corners, .thick) }
        + (diagnosis.suspect.map { [.outline($0, .dashed)] } ?? [])
    case .runs:
      let runs = RunCandidate.all(in: inspection, within: own?.corners.bounds)
      return runs.prefix(Self.mostMarks).map { .spot($0.center, radius: max(2, 0.5 * $0.moduleSize), .cross) }
    case .finders: return finders(inspection, within: own?.corners.bounds)
    case .tried:
      let open = candidates.filter { $0.observation == nil }.prefix(Self.mostMarks / 4).enumerated()
      return candidates.filter { $0.observation != nil }.map { .outline($0.corners, .thick) }
        + open.map { .outline($1.corners, $0 < Explanation.mostTold ? .dashed : .dotted) }
    case .alignment: return Self.gridded(diagnosis, chosen: chosen).map(SymbolStructure.alignment) ?? []
    case .grid: return Self.gridded(diagnosis, chosen: chosen)?.grid.map(grid) ?? []
    case .modules: return Self.gridded(diagnosis, chosen: chosen).map(modules) ?? []
    case .structure: return candidates.prefix(4).flatMap(SymbolStructure.shapes)
    case .bars: return bars(inspection, within: own?.corners.bounds)
    case .region:
      let searched = inspection.luminance.toFrame(inspection.luminance.bounds)
      return [.outline(searched.corners, .dotted), .label(searched.corners.topLeft, Self.words(searched))]
    case .all: return Self.allCases.filter { $0 != .all }.flatMap { $0.shapes(inspection, diagnosis, chosen: chosen) }
    }
  }

  /// The candidate whose grid is drawn: the chosen one, or the likeliest that has one.
  static func gridded(_ diagnosis: Diagnosis, chosen: Int?) -> DetectionCandidate? {
    let own = chosen.flatMap { diagnosis.candidates.indices.contains($0) ? diagnosis.candidates[$0] : nil }
    return (own.map { [$0] } ?? diagnosis.candidates).first { $0.grid != nil }
  }

  /// A part of the frame in its pixels: place and size.
  static func words(_ rect: Rect<FramePixels>) -> Sentence {
    "\(Int(rect.minX)), \(Int(rect.minY)): \(Int(rect.width)) × \(Int(rect.height))"
  }

  private func finders(_ inspection: Inspection, within part: Rect<FramePixels>?) -> [Shape] {
    let taken = inspection.observations.map(\.corners) + inspection.rejections.prefix(100).map(\.corners)
    // One place is told once, however often it was found.
    var places: [FoundPattern] = []
    for pattern in inspection.patterns where part?.contains(pattern.center) ?? true {
      if places.count >= Self.mostMarks { break }
      let reach = 2 * pattern.moduleSize
      if !places.contains(where: { $0.center.distance(to: pattern.center) < reach }) { places.append(pattern) }
    }
    let marks = places.map { pattern -> Shape in
      let bounds = Rect(center: pattern.center, size: Size(7 * pattern.moduleSize, 7 * pattern.moduleSize))
      let isUsed = taken.contains { $0.bounds.intersects(bounds) }
      return .spot(pattern.center, radius: 1.5 * pattern.moduleSize, isUsed ? .cross : .cornered)
    }
    let labels = places.prefix(Self.mostLabels).map { pattern -> Shape in
      let side = 3.5 * pattern.moduleSize
      return .label(pattern.center + Vector(side, -side), "\(Explanation.decimal(pattern.moduleSize)) px")
    }
    return marks + labels
  }

  private func grid(_ grid: SampledGrid) -> [Shape] {
    let (width, height) = (grid.modules.width, grid.modules.height)
    guard width > 1, height > 1, grid.centers.count == width * height else { return [] }
    // Each line through at most as many places as there is room for marks.
    let step = max(1, (width * height * 2) / (Self.mostMarks * 10))
    var shapes: [Shape] = []
    func join(_ from: Int, _ to: Int) { shapes.append(.line(grid.centers[from], grid.centers[to], .thin)) }
    for row in stride(from: 0, to: height, by: step) {
      for column in 1..<width { join(row * width + column - 1, row * width + column) }
    }
    for column in stride(from: 0, to: width, by: step) {
      for row in 1..<height { join((row - 1) * width + column, row * width + column) }
    }
    return shapes
  }

  private func modules(_ candidate: DetectionCandidate) -> [Shape] {
    guard let grid = candidate.grid else { return [] }
    let module = (abs(grid.corners.signedArea) / Double(max(1, grid.centers.count))).squareRoot()
    let changed = CorrectedModules(candidate)?.changed ?? []
    return grid.centers.indices.prefix(Self.mostMarks * 20).flatMap { index -> [Shape] in
      let (column, row) = (index % grid.modules.width, index / grid.modules.width)
      let mark: Mark = grid.confidences[index] < 0.3 ? .cross : grid.modules[column, row] ? .disk : .ring
      let spot = Shape.spot(grid.centers[index], radius: 0.22 * module, mark)
      return changed.contains(index) ? [spot, .spot(grid.centers[index], radius: 0.45 * module, .cornered)] : [spot]
    }
  }

  private func bars(_ inspection: Inspection, within part: Rect<FramePixels>?) -> [Shape] {
    let regions = inspection.stripes.filter { part?.intersects($0.bounds) ?? true }
    var shapes: [Shape] = regions.prefix(Self.mostMarks / 4).map { .outline($0, .dashed) }
    // A line comes again at other sensitivities: those that said something come first.
    let own = inspection.scans.filter { part?.contains($0.start.midpoint(to: $0.end)) ?? true }
    let lines = own.filter { $0.symbol != nil }.prefix(6) + own.prefix(12)
    for scan in lines {
      let mark: Mark = scan.symbol == nil ? .thin : .thick
      shapes.append(.line(scan.start, scan.end, mark))
      guard let along = (scan.end - scan.start).normalized else { continue }
      let half = along.perpendicular * 3
      for edge in scan.edges.prefix(Self.mostMarks) { shapes.append(.line(edge - half, edge + half, .thin)) }
    }
    return shapes
  }
}
