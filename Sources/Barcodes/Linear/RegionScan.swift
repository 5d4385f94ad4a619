import Geometry
import Imaging

/// Scans one striped region by lines, in passes: first lines as they are, then, where these say nothing and evidence speaks
/// for a symbol, at other sensitivities, sharpened, and compared with rendered digits.
///
/// Lines are taken in an order that spreads over the region from the first ones on, and no more than it takes until all
/// say the same.
struct RegionScan {
  let search: FrameSearch
  let image: LuminanceImage
  let decoders: [any LinearDecoder]
  /// Where lines are laid.
  private(set) var region: StripeRegion
  /// What speaks for bars: the same, but where lines do not cross them squarely.
  private(set) var stripes: StripeRegion
  private var isAligned = false
  /// True where lines cross bars at a slant: the picture has no room for others, or the symbol is seen aslant.
  let isSlanted: Bool
  /// Whether many lines are asked, by all rules.
  let isFine: Bool
  /// Distances of the lines from the region's middle, along the bars.
  var offsets: [Double]
  /// The lines by number, in the order in which they are asked.
  let order: [Int]
  /// Where lines are laid, as such distances.
  let heights: ClosedRange<Double>
  /// Pixels from line to line.
  let spacing: Double
  /// Parallels on either side that make a line's mean.
  let reach: Int
  /// Pixels beyond the region at either end of a line.
  let margin: Double
  /// Pixels beyond the region in which it is asked for bars.
  let probeMargin: Double
  private(set) var lines: [LinePass.Manner.Grey: [Int: ScanLine]] = [:]
  /// The lines' edges: both polarities have the same.
  private var turned: [Turning: [Int: TurnedLine]] = [:]
  /// How the last pass took the lines apart.
  var manner = LinePass.Manner(sensitivity: 0)
  /// How passes did so that were made.
  var asked: Set<LinePass.Manner> = []
  /// What is known of the stripes, once it was asked.
  var knownEvidence: StripeEvidence?
  var knownBars: Bool?
  /// The outlines of what the last pass found, by the lines that said so.
  var outlines: [(lines: [LinearOutline.Extent], corners: Quadrilateral<ImagePixels>)] = []

  /// What edges say that only just fit: an EAN that should be compared with rendered digits.
  var doubtful: [LinearVotes.Tally] = []
  /// What of it rendered digits say too, though not surely.
  var likely: [LinearVotes.Tally] = []
  /// The bytes of what edges said and rendered digits did not, or other lines with digits that ink exchanges: at another
  /// sensitivity the same blur says the same again, with edges that are placed less well.
  var refuted: Set<[UInt8]> = []
  /// How the first pass took lines apart that said anything: a quarter of those that it takes for it to be believed.
  var telling: LinePass.Manner?
  /// Whether lines of any pass said anything.
  var saysAnything: Bool { telling != nil }
  /// Of what few lines of a pass agreed on whether their grey left no doubt of it.
  struct Proven {
    let bytes: [UInt8]
    let isSure: Bool
  }
  /// The same of the pass at hand, once it was asked.
  var proven: Proven?
  /// Whether any line has as many bars as a symbol; known after the plain pass.
  var hasBars = false
  /// Whether lines without bars are no reason to give up: not in a region that does not stand out.
  var expectsBars = true

  /// Elements of the shortest part that says anything, half of a stacked symbol.
  static let leastElements = 21
  /// How much of a turn makes a bar: the first sees what is clear, the others what is blurred, dirty, or nearly gone.
  static let plainSensitivity: Float = 0.2
  private static let faintSensitivity: Float = 0.1
  private static let levelledSensitivity: Float = 0.06
  private static let closeSensitivities: [Float] = [faintSensitivity, levelledSensitivity]
  private static let sharpSensitivity: Float = 0.15
  /// Lines that must say something for the others to be asked: of a plain pass, where nothing speaks for a symbol, of faint
  /// print, and of light on dark, which is rare.
  private static let plainPatience = 3
  private static let finePatience = 8
  /// The same where bars go on: of 13 regions that many lines read as they are, twelve said something by the eleventh.
  private static let barsPatience = 16
  private static let invertedPatience = 5
  /// Parallels on either side of a sharpened line: more would blur bars that lean by three degrees.
  private static let mostReach = 4
  /// The same of a mean: over eight pixels bars that lean by a third of a degree move by a twentieth of one.
  private static let mostMeanReach = 8
  /// Pixels beyond a region in which the symbol's outermost bars may stand: it ends at whole blocks of 8.
  private static let blockMargin = 8.0

  /// Lines over a striped region, spread over its height. Its own extent is that of whole blocks, so lines go up to its
  /// border.
  ///
  /// - Parameters:
  ///   - skewed: the same region with the lines that are to be taken, where they are not square to the stripes.
  ///   - isFine: whether many lines are asked, by all rules.
  ///   - isToBorder: whether lines go on to the picture's border.
  init(
    _ search: FrameSearch, decoders: [any LinearDecoder], region: StripeRegion, skewed: StripeRegion? = nil,
    isFine: Bool = false, isToBorder: Bool = false
  ) {
    let count = min(isFine ? 31 : 15, max(3, Int((skewed ?? region).halfHeight * 2)))
    // Quiet zones, and bars that are not in the region: up to five eighths of its length on either side.
    let beyond = 24 + (isFine ? 1.25 : 0.6) * region.halfLength
    let margin = isToBorder ? max(beyond, region.wayToBorder(search.image().bounds) - region.halfLength) : beyond
    self.init(
      search, decoders: decoders, region: region, slanted: skewed ?? region.slanted(in: search.image().bounds),
      count: count, margin: margin, isFine: isFine, probeMargin: isToBorder ? margin : Self.blockMargin)
  }

  /// Lines over the whole image.
  init(_ search: FrameSearch, decoders: [any LinearDecoder], sweep region: StripeRegion) {
    // Every third row; of an image of few rows each.
    let height = 2 * region.halfHeight
    let count = max(min(8, Int(height)), min(200, Int(height / 3)))
    self.init(
      search, decoders: decoders, region: region, slanted: nil, count: count, margin: 0, isFine: true, probeMargin: 0)
  }

  private init(
    _ search: FrameSearch, decoders: [any LinearDecoder], region: StripeRegion, slanted: StripeRegion?, count: Int,
    margin: Double, isFine: Bool, probeMargin: Double
  ) {
    self.search = search
    self.decoders = decoders
    self.margin = margin
    self.probeMargin = probeMargin
    self.isFine = isFine
    image = search.image()
    stripes = region
    isSlanted = slanted != nil
    let region = slanted ?? region
    self.region = region
    let span = margin > 0 ? region.visibleOffsets(in: image.bounds) : -region.halfHeight...region.halfHeight
    heights = span
    let spacing = (span.upperBound - span.lowerBound) / Double(count)
    self.spacing = spacing
    offsets = (0..<count).map { span.lowerBound + (Double($0) + 0.5) * spacing }
    order = Self.spread(count)
    // A mean over three rows halves the noise; more would blur bars that lean against the line.
    reach = spacing >= 2 && !isSlanted ? 1 : 0
  }

  /// The numbers below `count`, each as far as can be from those before it: the middle, the quarters, the eighths…
  static func spread(_ count: Int) -> [Int] {
    var order: [Int] = []
    var seen = [Bool](repeating: false, count: count)
    var parts = 2
    while order.count < count {
      for part in stride(from: 1, to: parts, by: 2) {
        let number = min(count - 1, part * count / parts)
        if !seen[number] {
          seen[number] = true
          order.append(number)
        }
      }
      parts *= 2
    }
    return order
  }

  // MARK: - Passes

  /// Turns the region so that its lines cross the bars squarely.
  mutating func align() {
    guard margin > 0, !isAligned else { return }
    isAligned = true
    stripes = stripes.aligned(in: image)
    if !isSlanted { region = stripes }
  }

  /// Reads what is plain to see.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readPlainly() -> Bool { readAsItIs() || readOtherwise() }

  /// Reads what few lines said by many.
  ///
  /// - Parameter manner: how these were taken apart.
  /// - Returns: true if there was anything to report.
  mutating func readTold(_ manner: LinePass.Manner) -> Bool {
    // Lines as they are come first anyway, and many are so near each other that a mean over the way to the next ones is none.
    guard manner.grey != .mean, manner.sensitivity != Self.plainSensitivity || manner.isInverted else { return false }
    var manner = manner
    manner.patience = manner.isInverted ? Self.invertedPatience : Self.finePatience
    return read(manner)
  }

  /// Reads what lines say as they are.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readAsItIs() -> Bool {
    align()
    // Without a region a symbol may be on any line.
    let patience =
      !isFine
      ? Self.plainPatience
      : margin == 0 ? nil : expectsBars && evidence.mayBeSymbol ? Self.barsPatience : Self.finePatience
    return read(.init(sensitivity: Self.plainSensitivity, patience: patience))
  }

  /// Reads what a little dirt or blur hides from lines as they are, and light on dark.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readOtherwise() -> Bool {
    guard expectsBars || saysAnything else { return false }
    // Dirt and gaps of the print, which hit a line and not the next one, hardly show in a mean over some; few lines tell it,
    // and more read none of 370 regions.
    if !isFine, meanReach > reach, hasBars, doubtful.isEmpty, !search.isOver(), evidence.isUneven,
      read(.init(sensitivity: Self.plainSensitivity, grey: .mean, patience: Self.plainPatience))
    {
      return true
    }
    // A few lines tell whether what is blurred a little says more at half of the sensitivity.
    if margin > 0, hasBars, doubtful.isEmpty, !search.isOver(), evidence.mayBeSymbol,
      read(.init(sensitivity: Self.faintSensitivity, patience: isFine ? Self.finePatience : Self.plainPatience))
    {
      return true
    }
    if hasBars, doubtful.isEmpty, !search.isOver(), readLevelled() { return true }
    if readLightlySharpened() { return true }
    return doubtful.isEmpty && search.options.triesInverted && !search.isOver()
      && read(
        .init(
          sensitivity: Self.plainSensitivity, isInverted: true,
          patience: isFine ? Self.invertedPatience : Self.plainPatience))
  }

  /// Reads what blur has nearly levelled, where bars go on.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readLevelled() -> Bool {
    margin > 0 && evidence.goesOn
      && read(.init(sensitivity: Self.levelledSensitivity, patience: isFine ? Self.finePatience : Self.plainPatience))
  }

  /// Reads what is left once a little blur is undone, where that may have taken narrow bars.
  ///
  /// - Returns: true if there was anything to report.
  mutating func readLightlySharpened() -> Bool {
    guard margin > 0, hasBars, doubtful.isEmpty, !search.isOver(), evidence.goesOn else { return false }
    return read(
      .init(
        sensitivity: Self.sharpSensitivity, grey: .sharpened(reach: ScanLine.sharpeningReaches[0]),
        patience: isFine ? Self.finePatience : Self.plainPatience))
  }

  /// Reads what is faint, blurred or dirty: all that is possible, step by step.
  mutating func readClosely() -> Bool { readFaintly() || readSharpened() || readByComparison() }

  /// Reads at other sensitivities what is faint, or dirty.
  mutating func readFaintly() -> Bool {
    // Without a region there are too many lines, and too little says that there is anything.
    let sensitivities = margin > 0 ? Self.closeSensitivities[...] : Self.closeSensitivities.prefix(1)
    for sensitivity in sensitivities where doubtful.isEmpty && !search.isOver() {
      if read(.init(sensitivity: sensitivity, patience: Self.finePatience)) { return true }
    }
    return doubtful.isEmpty && margin > 0 && search.options.triesInverted && !search.isOver()
      && read(.init(sensitivity: Self.faintSensitivity, isInverted: true, patience: Self.invertedPatience))
  }

  /// Reads what blur has nearly levelled, with some of the blur undone.
  mutating func readSharpened() -> Bool {
    guard margin > 0 else { return false }
    for reach in ScanLine.sharpeningReaches where doubtful.isEmpty && !search.isOver() {
      let manner = LinePass.Manner(
        sensitivity: Self.sharpSensitivity, grey: .sharpened(reach: reach), patience: Self.finePatience)
      if read(manner) { return true }
    }
    return false
  }

  /// True where comparison with rendered digits may say more than edges: of 133 regions 25 were read so, and each of them stands
  /// out, as every second other one does.
  var mayCompare: Bool {
    mutating get { margin > 0 && (evidence.mayBeEAN && expectsBars || !doubtful.isEmpty) }
  }

  /// Reads an EAN or UPC whose bars run into each other, or whose edges say nothing sure, by comparing it with rendered
  /// digits.
  mutating func readByComparison() -> Bool {
    guard mayCompare else { return false }
    manner = LinePass.Manner(sensitivity: Self.faintSensitivity)
    if compare(order.map { line($0) }, doubtful) { return true }
    // What there was no time to compare is not believed, and what is likely only where many lines say so.
    let many = likely.filter { tally in
      tally.lines >= tally.needed + 2 && tally.votes.contains { !$0.reading.isDoubtful }
    }
    return !search.isOver() && report(many.map { ($0, $0.symbol) }, false)
  }

  // MARK: - Lines

  private struct Turning: Hashable {
    let grey: LinePass.Manner.Grey
    let sensitivity: Float
  }

  /// A line as the pass at hand takes it apart; it is to be kept when it has been asked, with the edges that were made.
  mutating func turnedLine(_ number: Int) -> TurnedLine {
    let turning = Turning(grey: manner.grey, sensitivity: manner.sensitivity)
    return turned[turning, default: [:]].removeValue(forKey: number)
      ?? TurnedLine(line(number), sensitivity: manner.sensitivity)
  }

  mutating func keep(_ line: TurnedLine, _ number: Int) {
    turned[Turning(grey: manner.grey, sensitivity: manner.sensitivity), default: [:]][number] = line
  }

  /// Parallels on either side of a line that is the mean over the way to the next ones: none where lines cross bars at a
  /// slant, and no more than bars stay upright for that lean by what aligning leaves, a third of a degree.
  private var meanReach: Int { isSlanted || margin == 0 ? 0 : min(Self.mostMeanReach, Int(spacing)) }

  mutating func line(_ number: Int) -> ScanLine {
    if let line = lines[manner.grey]?[number] { return line }
    let line: ScanLine
    switch manner.grey {
    case .asItIs:
      line = image.scanLine(region, offset: offsets[number], margin: margin, reach: reach)
    case .mean:
      line = image.scanLine(region, offset: offsets[number], margin: margin, reach: meanReach)
    case .sharpened(let sharpening):
      // A mean over half of the way to its neighbors.
      let reach = isSlanted ? reach : max(reach, min(Self.mostReach, Int(spacing / 2)))
      line = image.scanLine(region, offset: offsets[number], margin: margin, reach: reach).sharpened(reach: sharpening)
    }
    lines[manner.grey, default: [:]][number] = line
    return line
  }

  /// Asks a line at a distance from the region's middle that has none yet.
  mutating func read(at offset: Double, _ pass: inout LinePass, _ rules: [ScanLine.EdgeRule]) {
    offsets.append(offset)
    var line = TurnedLine(line(offsets.count - 1), sensitivity: manner.sensitivity)
    pass.read(&line, offsets.count - 1, rules: rules)
  }
}
