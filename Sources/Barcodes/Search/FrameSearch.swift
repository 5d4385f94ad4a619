package import Geometry
package import Imaging

/// One frame being searched: what is known of it, what may still be done, and what was read so far. It lives as long as
/// its detector.
package final class FrameSearch {
  /// What to look for.
  package private(set) var options = DetectionOptions(symbologies: [])
  /// Told of each stage, if anyone watches.
  package private(set) var trace: (any DetectionTrace)?
  /// What was read in this frame, in the order in which it was found.
  package private(set) var observations: [Observation] = [] {
    didSet { claims = observations.map(\.corners) }
  }
  /// Where that lies, by itself: it is asked of thousands of places.
  private var claims: [Quadrilateral<FramePixels>] = []
  let meter: WorkMeter
  /// Whether a symbol was read that is all that the picture shows.
  private var isAllRead = false
  /// The rung of the work at hand.
  private(set) var rung = SearchRung.plain
  /// How many were read before it.
  private var readBefore = 0
  /// Whether striped regions show bars that go on over their height, as a linear symbol's do and a stack's rows do not; nil until
  /// they were asked.
  var showsTallBars: Bool?

  private let evidence = Evidence()
  private(set) var turns = FrameTurns()
  /// Searches of pictures that were brought into focus: first those of this frame's copies, then some that may be taken again.
  private var focusedSearches: [FrameSearch] = []
  private var focusedHere: [FocusedCopy] = []
  private var steadiedCopies = SteadiedCopies()
  /// The search of a levelled picture, which may be taken again, and this frame's: nil until it was asked for.
  private var levelledSearch: FrameSearch?
  private var levelledHere: FrameSearch??

  init(meter: WorkMeter) { self.meter = meter }

  /// Takes the grey of a frame and forgets the frame before.
  ///
  /// - Returns: false where nothing of the area is left to be searched.
  package func begin(
    _ frame: Frame, _ area: PixelArea, options: DetectionOptions, trace: (any DetectionTrace)?
  ) -> Bool {
    self.options = options
    self.trace = trace
    rung = .plain
    observations.removeAll(keepingCapacity: true)
    isAllRead = false
    showsTallBars = nil
    focusedHere.removeAll(keepingCapacity: true)
    steadiedCopies.clear()
    levelledHere = nil
    turns.begin(pixels: area.count, follows: options.followsFrames)
    meter.begin(pixels: area.count, effort: options.effort, ceiling: options.budget)
    trace?.didBegin(.luminance)
    guard evidence.begin(frame, area, isHalved: turns.isHalved) else { return false }
    trace?.didExtract(evidence.original)
    return true
  }

  /// Takes a picture that was made of a part of another search's, such as one whose blur was undone, with what that one
  /// read. Its trace stays with it, and its meter counts for both.
  func begin(_ image: LuminanceImage, within search: FrameSearch) {
    options = search.options
    trace = nil
    rung = search.rung
    observations = search.observations
    isAllRead = false
    showsTallBars = nil
    evidence.begin(image)
    search.trace?.didRestore(image)
  }

  /// Takes up a piece of another search's work, which counts as that one's.
  func takeUp(_ work: SearchWork) { rung = work.rung }

  /// What was read here, which is then forgotten: other families that search the same picture are not to take it as settled.
  func takeObservations() -> [Observation] {
    defer {
      observations.removeAll(keepingCapacity: true)
      isAllRead = false
    }
    return observations
  }

  /// Forgets whose turn it was.
  package func reset() { turns.reset() }

  /// A search that is counted with this one.
  func another() -> FrameSearch { FrameSearch(meter: meter) }

  /// What was read, and the end of this frame's search.
  package func finish() -> [Observation] {
    trace?.didFinish()
    trace = nil
    return observations
  }
}

// MARK: - What is computed once a frame

extension FrameSearch {
  /// Levels of the pyramid that this frame has: the coarsest is at least 32 pixels wide and high.
  package var levels: Int { evidence.levels }

  /// The grey image; at level 1 at half size, at level 2 at a quarter…
  ///
  /// - Precondition: the level is in `0..<levels`.
  package func image(_ level: Int = 0) -> LuminanceImage { evidence.image(level) }

  /// The thresholds of a level, by neighbourhoods of 40 pixels of that level.
  package func thresholds(_ level: Int = 0) -> ThresholdGrid { evidence.thresholds(level) }

  /// The same for print that hardly stands out: made anew at each call, a tenth of the price of the first.
  package func faintThresholds(_ level: Int = 0) -> ThresholdGrid { evidence.faintThresholds(level) }

  /// A level as dark (1) and light (0).
  package func binary(_ level: Int = 0) -> BinaryImage { evidence.binary(level) }

  /// Striped regions, the largest first.
  func stripes() -> [StripeRegion] { evidence.stripes() }

  /// Striped regions of bars that are too large for those.
  func largeStripes() -> [StripeRegion] { evidence.largeStripes() }

  /// Those that show between the other pairs of rows.
  func largeStripesOfOddRows() -> [StripeRegion] { evidence.largeStripesOfOddRows() }

  /// What the picture shows on even ground, or nil where nothing stands out.
  func content() -> PictureContent? { evidence.content() }

  /// Whether something at a level is out of focus.
  func isOutOfFocus(_ level: Int) -> Bool { evidence.isOutOfFocus(level) }

  /// Whether what stands out has two levels of grey, as print whose blur was undone.
  func showsTwoLevels() -> Bool { evidence.showsTwoLevels() }

  /// A copy as it would be if it had been in focus, as a search that is counted with this one.
  func focused(_ copy: FocusedCopy) -> FrameSearch {
    if let known = focusedHere.firstIndex(of: copy) { return focusedSearches[known] }
    if focusedHere.count == focusedSearches.count { focusedSearches.append(another()) }
    let focused = focusedSearches[focusedHere.count]
    focusedHere.append(copy)
    focused.begin(image(copy.level).focused(deviation: copy.deviation), within: self)
    return focused
  }

  /// Parts of a level that seem to have moved while the picture was taken.
  ///
  /// - Precondition: there is a level after this one.
  func motionSuspects(level: Int) -> [MotionSearch.Suspect] { steadiedCopies.suspects(self, level: level) }

  /// Such a part with its motion undone, as a search that is counted with this one; nil where none is told, or what becomes of it
  /// shows no print.
  ///
  /// - Parameter turn: is added to the direction in which it seems to have moved, in radians.
  func steadied(_ suspect: MotionSearch.Suspect, turned turn: Double = 0) -> FrameSearch? {
    steadiedCopies.steadied(self, suspect, turned: turn)
  }

  /// The frame, or a smaller copy, with paper of any grey as light, as a search that is counted with this one; nil where no print
  /// shows beside something lighter.
  func levelled() -> FrameSearch? {
    if let levelledHere { return levelledHere }
    levelledHere = .some(nil)
    guard let level = (0..<levels).first(where: { image($0).pixels.count <= Self.levelledPixels }),
      thresholds(level).showsDarkLabels
    else { return nil }
    let levelled = levelledSearch ?? another()
    levelledSearch = levelled
    levelledHere = .some(levelled)
    levelled.begin(image(level).levelled, within: self)
    return levelled
  }

  /// Pixels of such a copy: what has a quiet zone of a module or two beside bright ground shows as long as modules are small, and
  /// they are in a smaller copy, too.
  private static let levelledPixels = 1_000_000

  /// The frame as it would be in even light, or nil where its light is even.
  func evened() -> SearchScene? { evidence.evened() }

  /// The frame with faint print as strong as plain print is, or nil where there is none.
  func strengthened() -> SearchScene? { evidence.strengthened() }

  /// The frame enlarged, or nil for one that is not small.
  func enlarged() -> SearchScene? { evidence.enlarged() }
}

// MARK: - What may be done

extension FrameSearch {
  /// Begins a piece of work.
  ///
  /// - Returns: false where nothing is left for it.
  func begin(_ work: SearchWork) -> Bool {
    if work.rung > .plain, rung == .plain { meter.limit(clarity: evidence.clarityOfPrint()) }
    guard meter.begin(work) else { return false }
    rung = work.rung
    readBefore = observations.count
    trace?.didBegin(work)
    return true
  }

  /// Ends it.
  func end(_ work: SearchWork) {
    let hasRead = observations.count > readBefore
    meter.end(work, hasRead: hasRead)
    if hasRead { turns.didRead(SearchPolicy[work].family) }
    trace?.didEnd(work, steps: meter.steps)
  }

  /// Keeps a family looking in the next frame, as this one showed a symbol that it could not tell.
  func awaitNextFrame(_ family: SymbolFamily) { turns.didNotTell(family) }

  /// Counts a step of the work at hand.
  ///
  /// - Returns: true where the work must end here.
  package func isOver() -> Bool { meter.isOver() }

  /// Gives the work at hand as much again, to read what it has found, whatever the finding took.
  package func allowMore() { meter.allow() }

  /// Whether the work at hand must end, after a step that said so.
  var isEnded: Bool { meter.isEnded }

  /// Whether work is still worth doing: not where a symbol was read already; and once anything was read, beyond what is
  /// plain only where something speaks for another one. Nothing is left where a symbol is all that the picture shows.
  func wants(_ work: Work) -> Bool {
    guard !isAllRead else { return false }
    guard !observations.isEmpty else { return true }
    return (work.kind.rung == .plain || work.isEvident) && (work.places.isEmpty || !work.places.allSatisfy(isClaimed))
  }

  /// Whether any of these was asked for.
  package func wants(_ symbologies: Set<Symbology>) -> Bool { !symbologies.isDisjoint(with: options.symbologies) }
}

// MARK: - Results

extension FrameSearch {
  /// Adds what was read. The same message at the same place is one symbol, whoever finds it again.
  ///
  /// - Parameter corners: the outer corners in pixels of `image(0)`, clockwise from the symbol's own top left.
  package func report(
    _ symbol: DecodedSymbol, at corners: Quadrilateral<ImagePixels>, mirrored: Bool = false, inverted: Bool
  ) {
    guard !symbol.isEmpty, options.symbologies.contains(symbol.symbology) else { return }
    add(
      Observation(
        symbol: symbol, corners: evidence.original.toFrame(corners), isMirrored: mirrored, isInverted: inverted))
  }

  /// Gives what was read of a symbol the outline of more of it.
  ///
  /// - Parameter outline: the new outline for the old one of a symbol that says the same; nil where they are two.
  /// - Returns: whether there is such a symbol.
  func extend(
    _ symbol: DecodedSymbol, inverted: Bool, _ outline: (Quadrilateral<FramePixels>) -> Quadrilateral<FramePixels>?
  ) -> Bool {
    for (place, known) in observations.enumerated()
    where known.symbol.symbology == symbol.symbology && known.symbol.bytes == symbol.bytes
      && known.isInverted == inverted
    {
      guard let corners = outline(known.corners) else { continue }
      observations[place] = Observation(
        symbol: known.symbol, corners: corners, isMirrored: known.isMirrored, isInverted: inverted)
      return true
    }
    return false
  }

  /// Adds what was read, here or in a picture that was made of this one.
  func add(_ observation: Observation) {
    let isKnown = observations.contains { other in
      other.symbol.symbology == observation.symbol.symbology && other.symbol.bytes == observation.symbol.bytes
        && (other.corners.contains(observation.corners.center) || observation.corners.contains(other.corners.center))
    }
    guard !isKnown else { return }
    observations.append(observation)
    meter.allow()
    isAllRead = isAllRead || isAllShown(by: observation)
    trace?.didRead(observation)
  }

  /// Whether a symbol reaches as far as the picture's content does.
  private func isAllShown(by observation: Observation) -> Bool {
    guard let bounds = evidence.content()?.bounds else { return false }
    // Within that of its border nothing else can be: corners are known to a part of a module, and sides have ten and more.
    let margin = min(min(bounds.width, bounds.height) / 25, 16)
    return evidence.original.toFrame(bounds.inset(by: margin).corners).points.allSatisfy(observation.corners.contains)
  }

  /// Adds what was read in a picture that was made of this one and is not known yet.
  func adopt(_ other: FrameSearch) {
    for observation in other.observations { add(observation) }
  }

  /// True for a place, in pixels of `image(0)`, that lies within a symbol read already.
  package func isClaimed(_ place: Point<ImagePixels>) -> Bool {
    guard !claims.isEmpty else { return false }
    let inFrame = evidence.original.toFrame(place)
    return claims.contains { $0.contains(inFrame) }
  }
}
