import Barcodes
import Foundation
import Geometry
import Presentation

/// From what is measured where a code may be to sentences: one row a cause, and of those that hold the most severe one
/// is told. The limits are those beyond which rendered codes are no longer read (`FaultScene`, `bench causes`).
enum CauseTable {
  /// A cause, or nil where it does not hold.
  typealias Row = @Sendable (CauseEvidence) -> Cause?

  static let rows: [Row] = [
    nothing, dark, lowContrast, noise, screenPattern, glare, outOfFocus, motion, smallModules, cutOff, tilted, bent,
    quietZone, covered, formatDamaged, damaged, noGrid, noTiming, softEdges, unknownKind,
  ]

  /// The most severe that holds.
  static func cause(_ evidence: CauseEvidence) -> Cause {
    rows.compactMap { $0(evidence) }.max { $0.severity < $1.severity }
      ?? Cause(.nothing, severity: 0, "nothing here looks like a code: bring one into the viewfinder")
  }

  // MARK: Light

  private static func nothing(_ evidence: CauseEvidence) -> Cause? {
    // Grain alone is all that stands out of an even ground.
    let isGrain = evidence.measures.contrast < min(40, 6 * evidence.picture.noise)
    guard isGrain || evidence.candidate == nil && evidence.patch == nil, evidence.picture.high >= leastWhite else {
      return nil
    }
    return Cause(
      .nothing, severity: isGrain ? 10 : 1,
      """
      nothing in the picture stands out as codes do (grey levels \(Int(evidence.picture.low)) to \
      \(Int(evidence.picture.high))): bring one into the viewfinder
      """)
  }

  /// Grey that paper reaches where there is light enough.
  private static let leastWhite = 40.0

  private static func dark(_ evidence: CauseEvidence) -> Cause? {
    guard evidence.picture.high < leastWhite else { return nil }
    return Cause(
      .dark, severity: 100 / max(1, evidence.picture.high),
      "too dark: the lightest places have \(Int(evidence.picture.high)) of 255 grey levels: add light or expose longer")
  }

  private static func lowContrast(_ evidence: CauseEvidence) -> Cause? {
    let contrast = evidence.measures.contrast
    guard evidence.patch != nil || evidence.candidate != nil, contrast < 40 else { return nil }
    return Cause(
      .lowContrast, severity: 40 / max(1, contrast),
      """
      low contrast: dark and light are \(Int(contrast)) of 255 grey levels apart: light it from the side, or print \
      it darker
      """)
  }

  private static func noise(_ evidence: CauseEvidence) -> Cause? {
    let ratio = evidence.picture.noise / max(1, evidence.measures.contrast)
    guard evidence.patch != nil || evidence.candidate != nil, ratio > 0.1,
      evidence.picture.repetition < leastRepetition
    else { return nil }
    return Cause(
      .noise, severity: ratio / 0.12,
      """
      noise of \(Int(evidence.picture.noise)) grey levels beside a contrast of \(Int(evidence.measures.contrast)): \
      add light
      """)
  }

  /// A screen's lines come again after a few pixels, noise does not.
  private static let leastRepetition = 0.4

  private static func screenPattern(_ evidence: CauseEvidence) -> Cause? {
    let ratio = evidence.picture.noise / max(1, evidence.measures.contrast)
    guard evidence.patch != nil || evidence.candidate != nil, ratio > 0.1,
      evidence.picture.repetition >= leastRepetition
    else { return nil }
    return Cause(
      .screenPattern, severity: ratio / 0.08,
      """
      a pattern of lines, \(Int(evidence.picture.noise)) grey levels strong, lies over everything, as of a screen: \
      change the distance or turn the camera a little
      """)
  }

  private static func glare(_ evidence: CauseEvidence) -> Cause? {
    if evidence.veiled > 0.06 {
      return Cause(
        .glare, severity: 1 + evidence.veiled / 0.1,
        """
        a reflection lightens \(Int(100 * evidence.veiled)) % of it until dark is as light as paper: tilt the label or move \
        the lamp
        """)
    }
    // Out of focus the paper between modules is never as light as a margin is, which then looks like glare.
    guard evidence.candidate != nil || evidence.patch != nil, evidence.measures.glare > leastGlare,
      !(evidence.focusSeverity > 1 && evidence.measures.blur > leastBlur)
    else { return nil }
    let share = max(1, Int(100 * evidence.measures.glare))
    return Cause(
      .glare, severity: 1 + evidence.measures.glare / 0.05,
      "glare covers \(share) % of it: tilt the label or move the lamp")
  }

  /// Share of what stands out and its surroundings: two finders of the smallest QR Code are a tenth of it, their middle alone a
  /// hundredth.
  private static let leastGlare = 0.008

  // MARK: Lens and hand

  private static func outOfFocus(_ evidence: CauseEvidence) -> Cause? {
    let blur = evidence.measures.blur
    guard evidence.candidate != nil || evidence.patch != nil, blur > leastBlur, evidence.focusSeverity > 1,
      !evidence.isNoisy, !evidence.isLost
    else { return nil }
    // What blur leaves of runs is as wide as the blur, whatever the modules were.
    let spread = decimal(2.5 * blur)
    let modules = evidence.isModuleKnown ? evidence.moduleSize.map(decimal) : nil
    return Cause(
      .outOfFocus, severity: evidence.focusSeverity,
      modules.map { modules in
        """
        out of focus: edges are spread over \(spread) px, modules have \(modules): focus, or hold it farther away
        """
      } ?? "out of focus: edges are spread over \(spread) px: focus, or hold it farther away")
  }

  /// Pixels: print that is in focus is measured at up to one, and a module of two pixels is lost at 1.2.
  private static let leastBlur = 1.2

  private static func motion(_ evidence: CauseEvidence) -> Cause? {
    let measures = evidence.measures
    // Of faint bars the few steep places along them are noise.
    guard evidence.candidate != nil || evidence.patch != nil, measures.contrast >= 40, !evidence.isNoisy,
      measures.smear > 2 * measures.blur + (evidence.isLinear ? 1.2 : 1.5),
      evidence.isLinear || measures.isotropy < 0.5 || measures.smear > 3.5 * measures.blur + 1.5
    else { return nil }
    return Cause(
      .motion, severity: 1.5 * measures.smear / (2 * measures.blur + 1.5),
      """
      moved \(Int(measures.smear.rounded())) px \(direction(measures.smearDirection)) while the picture was taken: \
      hold still or add light
      """)
  }

  private static func direction(_ angle: Double) -> Sentence {
    switch angle * 180 / .pi {
    case 22.5..<67.5, 112.5..<157.5: "aslant"
    case 67.5..<112.5: "up or down"
    default: "sideways"
    }
  }

  private static func smallModules(_ evidence: CauseEvidence) -> Cause? {
    guard let module = evidence.moduleSize, evidence.isModuleKnown || !evidence.isNoisy else { return nil }
    // Of runs whose shortest are lost between pixels no more than twice a module is left.
    let isDoubted =
      !evidence.isModuleKnown && !evidence.isLinear && evidence.measures.blur < leastBlur
      && module < (evidence.isSmall ? 2.7 : leastModuleOfRuns)
    guard module < 1.6 && evidence.measures.blur < 2 || isDoubted || evidence.isLost else { return nil }
    return Cause(
      .smallModules, severity: module < 1.6 ? 1.6 / max(0.3, module) * 1.2 : evidence.isLost ? 1.3 : 0.4,
      """
      too small, with modules of \(decimal(evidence.isLost ? min(module, evidence.meanRun / 1.85) : module)) px where 2 are needed: move \
      closer or raise the resolution
      """)
  }

  /// Pixels a module as runs tell it, below which they tell no more than that it is small.
  private static let leastModuleOfRuns = 2.2

  // MARK: Paper and place

  private static func cutOff(_ evidence: CauseEvidence) -> Cause? {
    guard evidence.isCutOff else { return nil }
    return Cause(
      .cutOff, severity: 1.8, "it reaches the border of the picture: move so that all of it and its margin are in view")
  }

  private static func tilted(_ evidence: CauseEvidence) -> Cause? {
    guard !evidence.isLinear, !evidence.isOblong, let patch = evidence.patch else { return nil }
    let c = patch.corners
    let (top, bottom) = (c.topLeft.distance(to: c.topRight), c.bottomLeft.distance(to: c.bottomRight))
    let (left, right) = (c.topLeft.distance(to: c.bottomLeft), c.topRight.distance(to: c.bottomRight))
    guard min(top, bottom, left, right) > 0 else { return nil }
    // The sides along the axis keep their length, the others and all modules between them are shortened.
    let isUpright = left + right > top + bottom
    let (long, short) = isUpright ? ((left, right), (top, bottom)) : ((top, bottom), (left, right))
    let aspect = (short.0 + short.1) / (long.0 + long.1)
    let shortened = isUpright ? evidence.paper.acrossOverDown : 1 / evidence.paper.acrossOverDown
    let keystone = max(long.0 / long.1, long.1 / long.0)
    let isDrawnOut = evidence.measures.smear > 2 * evidence.measures.blur + 1.5
    guard aspect < 0.5, !isDrawnOut,
      shortened < 0.62 || keystone > 1.15 + 2 * Double(CodePatch.block) / (long.0 + long.1)
    else {
      return nil
    }
    let degrees = acos(aspect) * 180 / .pi
    return Cause(
      .tilted, severity: degrees / 25,
      "tilted by about \(Int(degrees))°: hold the camera straight before it")
  }

  private static func bent(_ evidence: CauseEvidence) -> Cause? {
    if let candidate = evidence.candidate, candidate.symbology == .qr, let agreement = candidate.agreement,
      candidate.reach >= .grid, agreement < leastAgreement, evidence.focusSeverity < 1
    {
      return Cause(
        .bent, severity: 0.9,
        """
        the paper bends: a flat grid misses \(Int(100 * (1 - agreement))) % of the finder and timing modules: flatten it \
        or turn it
        """)
    }
    // QR Code's own patterns tell it better: what lies between its modules may be damage.
    if let steadiness = evidence.steadiness, steadiness < leastSteadiness, evidence.candidate?.symbology != .qr,
      evidence.focusSeverity < 0.35, evidence.measures.glare < leastGlare,
      case .errorCorrection = evidence.candidate?.failure, evidence.candidate?.agreement ?? 0 >= leastAgreement
    {
      return Cause(
        .bent, severity: 0.9,
        "the paper bends: \(Int(100 * (1 - steadiness))) % of a flat grid’s places lie between modules: flatten it or turn it"
      )
    }
    let ends = evidence.paper.endsOverMiddle
    guard evidence.isSharp, !evidence.isLinear else { return nil }
    if ends < 0.85, !(evidence.candidate?.symbology?.isStacked ?? false) {
      return Cause(
        .bent, severity: 1 + (0.85 - ends) * 10,
        """
        the paper bends: modules at both ends are \(Int(100 * (1 - ends))) % narrower than in the middle: flatten it or \
        turn it
        """)
    }
    if (0.6...2.5).contains(evidence.paper.waviness) {
      return Cause(
        .bent, severity: min(2.3, evidence.paper.waviness / 0.6),
        """
        the paper is crumpled: its sides are up to \(decimal(evidence.paper.waviness)) modules off a straight line: \
        flatten it
        """)
    }
    return nil
  }

  /// Share of a grid's places that lie within modules, where it lies on its symbol.
  private static let leastSteadiness = 0.86

  private static var leastAgreement: Double { CauseEvidence.leastAgreement }

  private static func quietZone(_ evidence: CauseEvidence) -> Cause? {
    guard let zones = evidence.edges?.narrowQuietZones, !zones.isEmpty, (evidence.moduleSize ?? 0) > 1.6 else {
      return nil
    }
    let (places, modules) = (zones.map(\.place), zones.map { Sentence("\(decimal($0.modules))") })
    return Cause(
      .quietZone, severity: 2,
      """
      no quiet zone \(both(places)): \(both(modules)) modules where 7 to 10 are asked for: uncover it or print it with a \
      margin
      """)
  }

  /// One, or two of them.
  private static func both(_ said: [Sentence]) -> Sentence {
    said.count == 2 ? "\(said[0]) and \(said[1])" : said[0]
  }

  // MARK: Print

  private static func covered(_ evidence: CauseEvidence) -> Cause? {
    if let edges = evidence.edges {
      guard edges.widest > 6, evidence.focusSeverity < 1, edges.moduleSize > 1.6 else { return nil }
      return Cause(
        .covered, severity: 1.2,
        "partly covered: a bar or space is \(Int(edges.widest)) modules wide, where the widest have 4: uncover it")
    }
    guard (1...2).contains(evidence.finders), !evidence.hasThreeFinders, evidence.moduleSize ?? 2 >= 2,
      evidence.measures.isotropy > 0.5,
      (evidence.candidate?.reach ?? .found) <= .grid
    else { return nil }
    return Cause(
      .covered, severity: 0.9,
      evidence.finders == 2
        ? "2 of 3 finder patterns: the third is covered, crumpled, worn or out of view: uncover and flatten it"
        : "1 of 3 finder patterns: the others are covered, crumpled, worn or out of view: uncover and flatten it")
  }

  private static func formatDamaged(_ evidence: CauseEvidence) -> Cause? {
    if let grid = evidence.candidate?.grid, evidence.candidate?.symbology == .qr, let distance = grid.formatDistance,
      distance > 3, (evidence.candidate?.agreement ?? 0) >= leastAgreement
    {
      return Cause(
        .formatDamaged, severity: 0.75,
        "the format information beside its finders is damaged, \(distance) bits from any valid one: uncover or reprint it"
      )
    }
    return switch evidence.candidate?.failure {
    case .formatInformation(let distance):
      Cause(
        .formatDamaged, severity: 0.8,
        "the format information beside its finders is damaged, \(distance) bits from any valid one: uncover or reprint it"
      )
    case .versionInformation(let distance):
      Cause(
        .formatDamaged, severity: 0.8,
        "the version information is damaged, \(distance) bits from any valid one: uncover or reprint it")
    default: nil
    }
  }

  private static func damaged(_ evidence: CauseEvidence) -> Cause? {
    guard let candidate = evidence.candidate else { return nil }
    switch candidate.failure {
    case .errorCorrection(_, let capacity):
      return Cause(
        .damaged, severity: 0.7,
        """
        damaged: more of it is wrong than its error correction can repair, \(capacity) codewords a block: clean, flatten \
        or reprint it
        """)
    case .checksum: return Cause(.damaged, severity: 0.7, "damaged: its check character does not fit what was read")
    // Of chance every second module is right, and of those who look a reader keeps the best.
    case .finderPattern(let percent) where percent > 12: return nil
    case .finderPattern(let percent):
      return Cause(
        .damaged, severity: 0.6, "damaged: \(percent) % of its finder pattern’s modules are wrong: clean or reprint it")
    case .dataStructure, .unknownECI, .emptyMessage:
      let reason = candidate.failure?.sentence ?? "it says nothing"
      return Cause(.damaged, severity: 0.6, "its print is whole, but \(reason)")
    case nil:
      guard let rows = candidate.stackedRows, rows.unreadCodewords > 0 else { return nil }
      return Cause(
        .damaged, severity: 0.5,
        """
        damaged: \(rows.unreadCodewords) of \(rows.rows * rows.columns) codewords cannot be told, and with those that are \
        wrong that is more than can be repaired: clean, flatten or reprint it
        """)
    case .finders, .dimension, .formatInformation, .versionInformation, .outOfView: return nil
    }
  }

  /// Three finders, and nothing that fits between them.
  private static func noGrid(_ evidence: CauseEvidence) -> Cause? {
    guard evidence.hasThreeFinders, let module = evidence.moduleSize else { return nil }
    if module < leastModuleOfGrid {
      return Cause(
        .smallModules, severity: 0.6,
        """
        3 finder patterns at \(decimal(module)) px a module, too few for the grid between them: move closer or raise the \
        resolution
        """)
    }
    return Cause(
      .bent, severity: 0.6,
      """
      3 finder patterns at \(decimal(module)) px a module, but no grid fits between them: the paper is bent, crumpled or \
      worn: flatten it or reprint it
      """)
  }

  /// Pixels a module, from which a grid is found by the finders alone: below it their sizes are known to a tenth at
  /// best, and a side of 25 modules to two and a half.
  private static let leastModuleOfGrid = 3.5

  /// Three finders, but of a code that only looks like one of QR's: some makers have their own.
  private static func noTiming(_ evidence: CauseEvidence) -> Cause? {
    guard let timing = evidence.timing, timing < leastTiming else { return nil }
    return Cause(
      .unknownKind, severity: 1,
      """
      3 finder patterns as a QR Code has them, but no timing patterns between them: it is of another kind, which is not \
      read
      """)
  }

  /// Of modules that are chance half are in turn; of nine, which are the fewest but for version 1, seven and more are one time
  /// in eleven, and then no more is told than before.
  private static let leastTiming = 0.75

  /// What stands out has no finders, and nothing in it is sharp: the likeliest is that they are blurred away.
  private static func softEdges(_ evidence: CauseEvidence) -> Cause? {
    guard evidence.candidate == nil, evidence.patch != nil, evidence.edges == nil, evidence.measures.blur > 1 else {
      return nil
    }
    return Cause(
      .outOfFocus, severity: 0.25,
      """
      no finders, and edges are spread over \(decimal(2.5 * evidence.measures.blur)) px: if it is a code, focus, hold still \
      or move closer
      """)
  }

  private static func unknownKind(_ evidence: CauseEvidence) -> Cause? {
    guard evidence.candidate != nil || evidence.patch != nil else { return nil }
    if let edges = evidence.edges {
      return Cause(
        .unknownKind, severity: 0.3,
        """
        \(edges.widths.count) bars and spaces of \(decimal(edges.moduleSize)) px, sharp, but of no kind that is read, or \
        damaged
        """)
    }
    return Cause(
      .unknownKind, severity: 0.2,
      """
      something with the contrast of a code, but without the finder patterns of any kind that is read: uncover them if it \
      has some
      """)
  }

  private static func decimal(_ value: Double) -> Figure { Explanation.decimal(value) }
}
