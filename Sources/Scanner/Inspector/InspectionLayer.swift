public import Geometry
public import Presentation

/// One kind of what a detection told, to be laid on the picture: the window and the page draw the same.
public enum InspectionLayer: String, CaseIterable, Hashable, Sendable {
  case picture, grey, blackAndWhite, runs, finders, tried, alignment, grid, modules, structure, bars, region, all

  public var title: Sentence {
    switch self {
    case .picture: "Picture"
    case .grey: "Grey"
    case .blackAndWhite: "Black and white"
    case .runs: "Runs"
    case .finders: "Finders"
    case .tried: "Tried"
    case .alignment: "Alignment"
    case .grid: "Grid"
    case .modules: "Modules"
    case .structure: "Structure"
    case .bars: "Bars"
    case .region: "Region"
    case .all: "All"
    }
  }

  /// What the marks mean, each with the pattern that is drawn; nil where there is nothing but the ground.
  public var legend: [(mark: Mark?, text: Sentence)] {
    switch self {
    case .picture: [(.thick, "read"), (.dashed, "what the sentence is about")]
    case .grey: [(nil, "brightness alone, as the detector takes it from the picture, or mends it to look again")]
    case .blackAndWhite: [(nil, "what a threshold takes for dark and for light")]
    case .runs: [(.cross, "lengths of 1 : 1 : 3 : 1 : 1 in a row, as QR’s finders have them")]
    case .finders:
      [(.cross, "a pattern within a code that was tried"), (.cornered, "one that belongs to none")]
    case .tried:
      [(.thick, "read"), (.dashed, "a likely candidate, given up"), (.dotted, "a less likely one")]
    case .alignment: [(.ring, "where a flat symbol has its pattern"), (.cross, "where the grid has it")]
    case .grid: [(.thin, "the rows and columns as they were taken, bent with the paper")]
    case .modules:
      [
        (.disk, "taken for dark"), (.ring, "taken for light"), (.cross, "hardly told apart"),
        (.cornered, "changed by error correction"),
      ]
    case .structure:
      [
        (.thick, "a finder’s border or ring"), (.dashed, "a border of bars in turn"),
        (.thin, "a row of a stacked code"), (.ring, "an indicator that tells the row"),
      ]
    case .bars:
      [(.dashed, "a striped region"), (.thin, "a scan line, a tick at each edge"), (.thick, "one that was read")]
    case .region: [(.thick, "the viewfinder"), (.dotted, "what was searched: the viewfinder with its margin")]
    case .all: [(nil, "the marks of all layers at once; each alone says what its own mean")]
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
    /// A figure beside a place; of digits and a few words, never what a code says.
    case label(Point<FramePixels>, Sentence)
  }

  public func next(_ step: Int = 1) -> InspectionLayer {
    let all = Self.allCases
    let place = (all.firstIndex(of: self) ?? 0) + step
    return all[(place % all.count + all.count) % all.count]
  }
}
