import Geometry
import Imaging

/// Finds the patterns by which PDF417 and MicroPDF417 begin, in one pass over an image's rows and one over its
/// columns, dark on light and light on dark.
struct StackedPatternScan {
  /// What to look for.
  struct Criteria {
    /// PDF417's start and stop patterns.
    var guards = true
    /// MicroPDF417's left sides.
    var sides = true
    /// In pixels.
    var leastModule: Float = 0.8
    /// Rows from one scan line to the next.
    var rowStep = 2
    /// Columns from one scan line to the next.
    var columnStep = 2
    /// How many of the lines that cross a pattern must show it.
    var share = 0.0
  }

  struct Findings {
    var guards: [PDF417Guard] = []
    var sides: [PDF417Guard] = []
  }

  private var edges = RowEdges()
  private var turned = TurnedPicture()
  private var hits: [ScanHit] = []

  /// - Parameter isOver: asked every few lines whether to stop there, with what was found by then.
  /// - Complexity: O(scan lines × their length).
  mutating func find(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, _ criteria: Criteria, isOver: () -> Bool
  ) -> Findings {
    var findings = Findings()
    scan(image, thresholds, step: criteria.rowStep, pitch: 1, criteria, into: &findings, isOver) { Point($0, $1) }
    // Columns are scanned as the rows of a turned picture.
    let pitch = criteria.columnStep
    turned.take(image, every: pitch)
    scan(turned.image, turned.thresholds, step: 1, pitch: pitch, criteria, into: &findings, isOver) { x, y in
      Point((y - 0.5) * Double(pitch) + 0.5, x)
    }
    return findings
  }

  /// - Parameters:
  ///   - step: rows of the image from one scan line to the next.
  ///   - pitch: pixels of the picture that is read from one row of the image to the next.
  ///   - place: where a pixel of the image lies in the picture that is read.
  private mutating func scan(
    _ image: LuminanceImage, _ thresholds: ThresholdGrid, step: Int, pitch: Int, _ criteria: Criteria,
    into findings: inout Findings, _ isOver: () -> Bool, place: (Double, Double) -> Point<ImagePixels>
  ) {
    // A pattern may be hidden for some lines.
    let patience = max(6 * step, 12 / pitch)
    var guards = ScanHitGroups(patience: patience, pitch: pitch)
    var sides = ScanHitGroups(patience: patience, pitch: pitch)
    var guardMatch = PDF417GuardMatch(leastModule: criteria.leastModule)
    var sideMatch = MicroPDF417SideMatch(leastModule: criteria.leastModule)
    let linesAtOnce = WorkMeter.linesAtOnce(width: image.width)
    for (line, y) in stride(from: step / 2, to: image.height, by: step).enumerated() {
      if line % linesAtOnce == linesAtOnce - 1 && isOver() { break }
      edges.scan(image, thresholds, row: y)
      if criteria.guards {
        hits.removeAll(keepingCapacity: true)
        guardMatch.collect(edges, row: y, width: Int32(image.width), into: &hits)
        guards.add(hits, line: y)
      }
      if criteria.sides {
        hits.removeAll(keepingCapacity: true)
        sideMatch.collect(edges, row: y, into: &hits)
        sides.add(hits, line: y)
      }
    }
    let origin = place(0, 0)
    let rightward = (place(1, 0) - origin).normalized ?? Vector(1, 0)
    func summed(_ group: [ScanHit]) -> PDF417Guard {
      PDF417Guard(
        isStart: group[0].pattern != .stop, isInverted: group[0].isInverted,
        places: group.map { place(Double($0.place), Double($0.line) + 0.5) },
        farPlaces: group.map { place(Double($0.far), Double($0.line) + 0.5) },
        rightward: group[0].isForward ? rightward : -rightward,
        modules: group.map { Double($0.module) }, isConfirmed: Self.isConfirmed(group),
        countsOn: ScanHitGroups.countOn(group))
    }
    findings.guards += guards.finish(share: criteria.share, step: step).map(summed)
    // Of a slanted symbol's lines some leave a row before its first codeword ends.
    findings.sides += sides.finish(share: criteria.share / 2, step: step).map(summed)
  }

  /// Whether what lies beside a pattern confirms it: two lines at least, and some of the others.
  private static func isConfirmed(_ group: [ScanHit]) -> Bool {
    if case .address = group[0].pattern {
      let count = group.count(where: \.goesOn)
      return count >= 2 && 4 * count >= group.count
    }
    var agreement = RowIndicatorAgreement()
    for hit in group { if let indicator = hit.indicator { agreement.add(indicator) } }
    return agreement.agreeing >= 1 && 8 * agreement.count >= group.count
  }
}
