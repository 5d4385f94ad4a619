import Barcodes
import Bits
public import Geometry
import Imaging

/// One kind of what a detection told, to be laid on the picture: the window and the page draw the same.
public enum InspectionLayer: String, CaseIterable, Hashable, Sendable {
  case picture, blackAndWhite, finders, tried, modules, bars, region

  public var title: String {
    switch self {
    case .picture: "Picture"
    case .blackAndWhite: "Black and white"
    case .finders: "Finders"
    case .tried: "Tried"
    case .modules: "Modules"
    case .bars: "Bars"
    case .region: "Region"
    }
  }

  /// What the marks mean, each with the pattern that is drawn.
  public var legend: [(mark: Mark, text: String)] {
    switch self {
    case .picture: [(.thick, "read"), (.dashed, "what the sentence is about")]
    case .blackAndWhite: [(.thin, "the picture as the detector’s threshold has it")]
    case .finders: [(.cross, "a finder pattern"), (.cornered, "one of a light code on dark")]
    case .tried: [(.dashed, "a likely candidate, given up"), (.dotted, "a less likely one")]
    case .modules: [(.disk, "taken for dark"), (.ring, "taken for light"), (.cross, "hardly told apart")]
    case .bars:
      [(.dashed, "a striped region"), (.thin, "a scan line, a tick at each edge"), (.thick, "one that was read")]
    case .region: [(.dotted, "what was searched")]
    }
  }

  /// How a mark is drawn; told apart without color.
  public enum Mark: String, CaseIterable, Hashable, Sendable {
    case thick, thin, dashed, dotted, cross, cornered, disk, ring
  }

  /// A mark on the frame.
  public enum Shape: Hashable, Sendable {
    case outline(Quadrilateral<FramePixels>, Mark)
    case line(Point<FramePixels>, Point<FramePixels>, Mark)
    /// - radius: frame pixels, at least.
    case spot(Point<FramePixels>, radius: Double, Mark)
  }

  /// Marks of a layer at most: more are no longer told apart, and a picture of leaves has thousands.
  static let mostMarks = 400

  /// The layer's marks.
  ///
  /// - Parameter chosen: the candidate whose modules are shown; nil shows those of the first.
  public func shapes(
    _ inspection: Inspection, _ diagnosis: Diagnosis, chosen: Int? = nil
  ) -> [Shape] {
    switch self {
    case .picture:
      inspection.observations.map { .outline($0.corners, .thick) }
        + (diagnosis.suspect.map { [.outline($0, .dashed)] } ?? [])
    case .blackAndWhite: []
    case .finders:
      inspection.patterns.prefix(Self.mostMarks).map {
        .spot($0.center, radius: 1.5 * $0.moduleSize, $0.isInverted ? .cornered : .cross)
      }
    case .tried:
      diagnosis.candidates.filter { $0.observation == nil }.prefix(Self.mostMarks / 4).enumerated().map {
        .outline($1.corners, $0 < Explanation.mostTold ? .dashed : .dotted)
      }
    case .modules: modules(diagnosis, chosen)
    case .bars: bars(inspection)
    case .region: [.outline(inspection.luminance.toFrame(inspection.luminance.bounds).corners, .dotted)]
    }
  }

  private func modules(_ diagnosis: Diagnosis, _ chosen: Int?) -> [Shape] {
    let candidates = diagnosis.candidates
    let own = chosen.flatMap { candidates.indices.contains($0) ? candidates[$0] : nil }
    guard let grid = (own ?? candidates.first { $0.grid != nil })?.grid else { return [] }
    let module = (abs(grid.corners.signedArea) / Double(max(1, grid.centers.count))).squareRoot()
    return grid.centers.indices.prefix(Self.mostMarks * 20).map { index in
      let (column, row) = (index % grid.modules.width, index / grid.modules.width)
      let mark: Mark = grid.confidences[index] < 0.3 ? .cross : grid.modules[column, row] ? .disk : .ring
      return .spot(grid.centers[index], radius: 0.22 * module, mark)
    }
  }

  private func bars(_ inspection: Inspection) -> [Shape] {
    var shapes: [Shape] = inspection.stripes.prefix(Self.mostMarks / 4).map { .outline($0, .dashed) }
    // A line comes again at other sensitivities: those that said something come first.
    let lines = inspection.scans.filter { $0.symbol != nil }.prefix(6) + inspection.scans.prefix(12)
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
