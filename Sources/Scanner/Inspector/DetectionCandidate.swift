public import Barcodes
import Bits
public import Geometry
import Imaging
public import Presentation

/// Something in a frame that looks like a code, and how far it came.
public struct DetectionCandidate: Sendable {
  /// How far a candidate came, in the order of its way.
  public enum Reach: String, CaseIterable, Comparable, Hashable, Sendable {
    /// It stands out as codes do.
    case found
    /// Its patterns stand as those of a symbol.
    case grouped
    /// A grid lies on it.
    case grid
    /// Its modules were taken.
    case sampled
    /// They say something.
    case decoded

    public static func < (a: Reach, b: Reach) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  /// The first symbology of the family that took it for one; nil where none did.
  public let symbology: Symbology?
  public let reach: Reach
  /// Its outer corners, or those of what is seen of it.
  public let corners: Quadrilateral<FramePixels>
  /// Frame pixels a module, where it is known.
  public private(set) var moduleSize: Double?
  package let failure: DecodeFailure?
  /// What it says, for one that was read.
  public let observation: Observation?
  /// The grid that was sampled there, the best of several.
  package let grid: SampledGrid?
  /// The line over it with most bars, for a linear one.
  package let line: ScannedLine?
  /// The rows of a stacked one, where its sides tell them.
  public private(set) var stackedRows: StackedRows?
  /// Share of the modules of its finders and timing patterns that are as they should be, 0…1; nil if not known.
  public let agreement: Double?
  /// How likely it is what a person meant: the square pixels it covers, less where little speaks for a code.
  public let weight: Double

  /// In families whose symbols are bars.
  public var isLinear: Bool { line != nil }

  /// What may be codes in a frame: those that were read first, then those that likely are.
  public static func all(in inspection: Inspection) -> [DetectionCandidate] {
    let told = inspection.observations.map { read($0, inspection) }
    var open = rejected(inspection) + followed(inspection) + striped(inspection) + loose(inspection)
    open.removeAll { candidate in told.contains { $0.corners.contains(candidate.corners.center) } }
    open.sort { $0.weight > $1.weight }
    // One place is one candidate, by whoever came furthest.
    var kept: [DetectionCandidate] = []
    for candidate in open
    where !kept.contains(where: {
      $0.corners.contains(candidate.corners.center) || candidate.corners.contains($0.corners.center)
        || shareRows($0, candidate, inspection)
    }) {
      kept.append(candidate)
    }
    var all = told + kept
    for index in all.indices {
      let candidate = all[index]
      if candidate.symbology?.isStacked ?? false {
        all[index].stackedRows = inspection.stackedRows.last { $0.corners.contains(candidate.corners.center) }
      }
      // A scan line's narrowest bars are noise beside the code; greys across it tell its module better.
      if candidate.isLinear, candidate.observation == nil, index < mostMeasured,
        let bars = BarEvidence(candidate.corners, in: inspection.luminance)
      {
        all[index].moduleSize = bars.moduleSize * inspection.luminance.toFrame.scaleX
      }
    }
    return all
  }

  /// Whether two are pieces of one stacked symbol, whose rows were followed over both.
  private static func shareRows(
    _ one: DetectionCandidate, _ other: DetectionCandidate, _ inspection: Inspection
  ) -> Bool {
    guard one.symbology?.isStacked ?? false, other.symbology?.isStacked ?? false else { return false }
    return inspection.stackedRows.contains {
      $0.corners.contains(one.corners.center) && $0.corners.contains(other.corners.center)
    }
  }

  /// Candidates that are looked at closer: more than are told.
  private static let mostMeasured = 8

  // MARK: By what is known of them

  private static func read(_ observation: Observation, _ inspection: Inspection) -> DetectionCandidate {
    let grid = inspection.grids.last { observation.corners.contains($0.corners.center) }
    let line = inspection.scans.first { $0.symbol == observation.symbol }
    return DetectionCandidate(
      symbology: observation.symbol.symbology, reach: .decoded, corners: observation.corners,
      moduleSize: grid.map(moduleSize) ?? line.map(moduleSize), failure: nil, observation: observation, grid: grid,
      line: line, agreement: nil, weight: .infinity)
  }

  /// Rejections that are weighed, the largest of those that came farthest: a picture of leaves has thousands.
  private static let mostWeighed = 200

  private static func rejected(_ inspection: Inspection) -> [DetectionCandidate] {
    let sizes = inspection.rejections.map { inspection.visibleArea($0.corners) * $0.failure.trust }
    let largest = inspection.rejections.indices.sorted { sizes[$0] > sizes[$1] }.prefix(mostWeighed)
    return largest.map { index in
      let rejection = inspection.rejections[index]
      let grids = inspection.grids.filter {
        rejection.corners.contains($0.corners.center) && $0.modules.width > 1
      }
      let judged = grids.map { (grid: $0, agreement: $0.agreement(with: rejection.symbology)) }
      let best = judged.max { ($0.agreement ?? 0) < ($1.agreement ?? 0) }
      let patterns = inspection.patterns.filter { pattern in
        pattern.symbology == rejection.symbology
          && rejection.corners.points.contains { $0.distance(to: pattern.center) < 2 * pattern.moduleSize }
      }
      let corners = best?.grid.corners ?? rejection.corners
      let sizes = patterns.map(\.moduleSize).sorted()
      // Chance has half of the modules right.
      let isSmall = (best?.grid.modules.width ?? 99) < 14
      let trust = best?.agreement.map { max(0.02, 2 * ($0 - 0.5)) * (isSmall ? 0.2 : 1) } ?? rejection.failure.trust
      return DetectionCandidate(
        symbology: rejection.symbology, reach: rejection.failure.reach, corners: corners,
        moduleSize: best.map { moduleSize($0.grid) } ?? (sizes.isEmpty ? nil : sizes[sizes.count / 2]),
        failure: rejection.failure, observation: nil, grid: best?.grid, line: nil, agreement: best?.agreement,
        weight: inspection.visibleArea(corners) * trust * rejection.failure.trust)
    }
  }

  /// Stacked symbols whose sides tell their rows, but of whose codewords too few were read to try more.
  private static func followed(_ inspection: Inspection) -> [DetectionCandidate] {
    inspection.stackedRows.map { rows in
      // Rows have the height that is drawn, but all have the same modules across.
      let across = Double(17 * (rows.columns + 4) + 1)
      let width =
        (rows.corners.topLeft.distance(to: rows.corners.topRight)
          + rows.corners.bottomLeft.distance(to: rows.corners.bottomRight)) / 2
      return DetectionCandidate(
        symbology: rows.symbology, reach: .grid, corners: rows.corners,
        moduleSize: rows.symbology == .pdf417 ? width / across : nil, failure: nil, observation: nil, grid: nil,
        line: nil,
        agreement: nil, weight: inspection.visibleArea(rows.corners) * 0.5)
    }
  }

  private static func striped(_ inspection: Inspection) -> [DetectionCandidate] {
    let promising = StripeEvidence.all(stripes: inspection.stripes, scans: inspection.scans).filter(\.isPromising)
    // A text and a lawn have dozens of them, a label one or two.
    let share = 1 / Double(max(1, promising.count))
    return promising.map { region in
      DetectionCandidate(
        symbology: nil, reach: .grouped, corners: region.corners, moduleSize: region.bestLine.map(moduleSize),
        failure: nil, observation: nil, grid: nil, line: region.bestLine, agreement: nil,
        weight: inspection.visibleArea(region.corners) * share * 0.5)
    }
  }

  /// Patterns that no symbol was made of.
  private static func loose(_ inspection: Inspection) -> [DetectionCandidate] {
    let free = inspection.patterns.prefix(200)
    return free.map { pattern in
      let side = 7 * pattern.moduleSize
      let corners = Rect<FramePixels>(center: pattern.center, size: Size(side, side)).corners
      return DetectionCandidate(
        symbology: pattern.symbology, reach: .found, corners: corners, moduleSize: pattern.moduleSize, failure: nil,
        observation: nil, grid: nil, line: nil, agreement: nil, weight: inspection.visibleArea(corners) * 0.01)
    }
  }

  private static func moduleSize(_ grid: SampledGrid) -> Double {
    (abs(grid.corners.signedArea) / Double(max(1, grid.modules.width * grid.modules.height))).squareRoot()
  }

  private static func moduleSize(_ line: ScannedLine) -> Double { StripeEvidence.narrowest(line) }
}

extension DecodeFailure {
  /// How far it came before.
  var reach: DetectionCandidate.Reach {
    switch stage {
    case .luminance, .threshold, .finders: .found
    case .grouping, .grid: .grouped
    case .sampling: .grid
    case .decoding: .sampled
    }
  }

  /// How likely a candidate that came so far is a code: most of those that fail early are chance.
  var trust: Double {
    switch stage {
    case .decoding: 1
    case .sampling: 0.5
    default: 0.1
    }
  }
}

extension Inspection {
  /// Square pixels, about as many as lie in the picture.
  func visibleArea(_ corners: Quadrilateral<FramePixels>) -> Double {
    let bounds = corners.bounds
    guard let inside = bounds.intersection(luminance.toFrame(luminance.bounds)), bounds.width > 0, bounds.height > 0
    else { return 0 }
    return abs(corners.signedArea) * (inside.width / bounds.width) * (inside.height / bounds.height)
  }
}

extension SampledGrid {
  /// Share of the modules of the family's fixed patterns that are as they should be; nil for a family without.
  func agreement(with symbology: Symbology) -> Double? {
    var (right, count) = (0, 0)
    func expect(_ isDark: Bool, _ x: Int, _ y: Int) {
      count += 1
      if modules[x, y] == isDark { right += 1 }
    }
    let (width, height) = (modules.width, modules.height)
    switch symbology {
    case .qr where width == height && width >= 21:
      for (left, top) in [(0, 0), (width - 7, 0), (0, height - 7)] {
        for y in 0..<7 {
          for x in 0..<7 { expect(max(abs(x - 3), abs(y - 3)) != 2, left + x, top + y) }
        }
      }
      for i in 8..<width - 8 {
        // Timing is what chance and a bent grid miss: it counts for more than its few modules.
        for _ in 0..<3 {
          expect(i % 2 == 0, i, 6)
          expect(i % 2 == 0, 6, i)
        }
      }
    case .dataMatrix where width >= 8 && height >= 8:
      for y in 0..<height {
        expect(true, 0, y)
        expect(y % 2 == 1, width - 1, y)
      }
      for x in 0..<width {
        expect(true, x, height - 1)
        expect(x % 2 == 0, x, 0)
      }
    case .aztec where width == height && width >= 15 && width % 2 == 1:
      // The rings that compact symbols have as well (ISO/IEC 24778:2008, 5.3).
      let middle = width / 2
      for y in -4...4 {
        for x in -4...4 { expect(max(abs(x), abs(y)) % 2 == 0, middle + x, middle + y) }
      }
    default: return nil
    }
    return count > 0 ? Double(right) / Double(count) : nil
  }
}

extension DetectionCandidate {
  /// How far it came, for people who do not know a detector's stages.
  public var reachWords: Sentence {
    switch reach {
    case .found: "found by a pattern"
    case .grouped: isLinear ? "scanned" : "patterns grouped"
    case .grid: "a grid laid on it"
    case .sampled: "its modules taken"
    case .decoded: "decoded"
    }
  }

  /// What it was given up by, as a sentence without its end; nil for one that was not.
  public var failureWords: Sentence? { failure?.sentence }
}
