package import Geometry
package import Imaging

/// Which of the two is the symbol's ink.
package enum Polarity: Int, CaseIterable, Sendable {
  case darkOnLight
  /// The images are inverted, so that a reader always looks for dark ink on a light ground.
  case lightOnDark
}

/// One frame being searched: what is computed once for all readers, the time that is left, and what was
/// read so far. It lives as long as its detector; all images stay in the memory of the frames before.
package final class FrameSearch {
  /// What to look for.
  package private(set) var options = DetectionOptions(symbologies: [])
  /// Told of each stage, if anyone watches.
  package private(set) var trace: (any DetectionTrace)?
  /// What the readers see; set by the detector between its passes.
  package var polarity = Polarity.darkOnLight
  /// What was read in this frame, in the order in which it was found.
  package private(set) var observations: [Observation] = []

  private let now: () -> Duration
  /// When the reader at work began, and when it is to end.
  private var begun = Duration.zero
  private var deadline = Duration.zero
  /// When the frame's search began, and when its budget ends.
  private var frameBegun = Duration.zero
  private var end = Duration.zero
  /// Whether an earlier reader has read something.
  private var isContent = false
  /// For each polarity the pyramid: as it was taken, then each at half the size of the one before.
  private var pyramids = [Pyramid(), Pyramid()]

  package init(now: @escaping () -> Duration) { self.now = now }

  /// Takes the grey of a frame and forgets the frame before.
  ///
  /// - Returns: false where the region lies outside the frame.
  package func begin(
    _ frame: Frame, region: Rect<FramePixels>?, options: DetectionOptions, trace: (any DetectionTrace)?
  ) -> Bool {
    self.options = options
    self.trace = trace
    polarity = .darkOnLight
    observations.removeAll(keepingCapacity: true)
    frameBegun = now()
    end = frameBegun + options.budget
    beginReader()
    for polarity in Polarity.allCases { pyramids[polarity.rawValue].clear() }
    trace?.didBegin(.luminance)
    guard pyramids[0].begin(frame, region: region) else { return false }
    trace?.didExtract(pyramids[0].levels[0].image)
    return true
  }

  /// Takes a picture that was made of a part of another search's, such as one whose blur was undone, in what time that
  /// one has left, and with what it read. Its trace stays with it.
  package func begin(_ image: LuminanceImage, within search: FrameSearch) {
    options = search.options
    trace = nil
    polarity = search.polarity
    observations = search.observations
    (begun, frameBegun) = (now(), search.frameBegun)
    (end, deadline) = (search.deadline, search.deadline)
    isContent = search.isContent
    for polarity in Polarity.allCases { pyramids[polarity.rawValue].clear() }
    pyramids[0].begin(image)
  }

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
  package var levels: Int { pyramids[0].count }

  /// The grey image; at level 1 at half size, at level 2 at a quarter…
  ///
  /// - Precondition: the level is in `0..<levels`.
  package func image(_ level: Int = 0) -> LuminanceImage {
    prepare(level)
    return pyramids[polarity.rawValue].levels[level].image
  }

  /// The thresholds of a level, by neighbourhoods of 40 pixels of that level.
  package func thresholds(_ level: Int = 0) -> ThresholdGrid {
    prepare(level)
    pyramids[polarity.rawValue].measure(level)
    return pyramids[polarity.rawValue].levels[level].thresholds
  }

  /// The same for print that hardly stands out: made anew at each call, a tenth of the price of the first.
  package func faintThresholds(_ level: Int = 0) -> ThresholdGrid {
    prepare(level)
    pyramids[polarity.rawValue].measureFaint(level)
    return pyramids[polarity.rawValue].levels[level].faintThresholds
  }

  /// A level as dark (1) and light (0).
  package func binary(_ level: Int = 0) -> BinaryImage {
    prepare(level)
    pyramids[polarity.rawValue].binarize(level)
    return pyramids[polarity.rawValue].levels[level].binary
  }

  private func prepare(_ level: Int) {
    if polarity == .lightOnDark { pyramids[1].begin(inverting: pyramids[0].levels[0].image) }
    pyramids[polarity.rawValue].shrink(to: level)
  }
}

// MARK: - Time

extension FrameSearch {
  /// Gives the next reader all that is left of the frame's time. Once another one has read something, what a frame is
  /// about is known most likely: the next one takes a plain look for what lies beside it.
  package func beginReader() {
    begun = now()
    isContent = !observations.isEmpty
    deadline = isContent ? min(end, begun + max(options.budget * Self.plainLook, begun - frameBegun)) : end
  }

  /// The share of the budget that a reader may spend at least where another one has read something: of a camera's 25 ms
  /// five, in which it looks through a frame of 1280×720 that holds nothing for it.
  private static let plainLook = 0.2

  /// True once the reader's time is spent: no further strategy should begin.
  package var isOutOfTime: Bool { now() >= deadline }

  /// The moment at which a part of the time that is left now will be spent: for a stage that others come after.
  package func moment(spending part: Double) -> Duration {
    let time = now()
    return time + max(.zero, deadline - time) * part
  }

  package func isPast(_ moment: Duration) -> Bool { now() >= moment }

  /// Leaves the reader no more time than it spent so far; the readers after it have what is left of the frame's.
  package func limitToTwice() {
    let time = now()
    deadline = min(deadline, time + (time - begun))
  }

  /// Leaves no more time than a share of the budget.
  package func limit(toShare share: Double) { deadline = min(deadline, now() + options.budget * share) }

  /// True where the caller gives time to look again at what showed no evidence at the first look: a
  /// picture from a file, not a camera's frame, in which no earlier reader found anything. From 100 ms on, as no camera
  /// waits that long.
  package var isThorough: Bool { options.budget >= .milliseconds(100) && !isContent }

  /// Whether any of these was asked for.
  package func wants(_ symbologies: Set<Symbology>) -> Bool { !symbologies.isDisjoint(with: options.symbologies) }
}

// MARK: - Results

extension FrameSearch {
  /// Adds what was read. The same message at the same place is one symbol, whoever finds it again.
  ///
  /// - Parameters:
  ///   - corners: the outer corners in pixels of `image(0)`, clockwise from the symbol's own top left.
  ///   - inverted: for readers that find both polarities; the others leave it out.
  package func report(
    _ symbol: DecodedSymbol, at corners: Quadrilateral<ImagePixels>, mirrored: Bool = false, inverted: Bool? = nil
  ) {
    guard !symbol.isEmpty, options.symbologies.contains(symbol.symbology) else { return }
    let observation = Observation(
      symbol: symbol, corners: pyramids[0].levels[0].image.toFrame(corners), isMirrored: mirrored,
      isInverted: inverted ?? (polarity == .lightOnDark))
    add(observation)
  }

  private func add(_ observation: Observation) {
    let isKnown = observations.contains { other in
      other.symbol.symbology == observation.symbol.symbology && other.symbol.bytes == observation.symbol.bytes
        && (other.corners.contains(observation.corners.center) || observation.corners.contains(other.corners.center))
    }
    guard !isKnown else { return }
    observations.append(observation)
    trace?.didRead(observation)
  }

  /// Adds what was read in a picture that was made of this one and is not known yet.
  package func adopt(_ other: FrameSearch) {
    for observation in other.observations { add(observation) }
  }

  /// A search with the same clock.
  package func another() -> FrameSearch { FrameSearch(now: now) }

  /// True for a place, in pixels of `image(0)`, that lies within a symbol read already.
  package func isClaimed(_ place: Point<ImagePixels>) -> Bool {
    guard !observations.isEmpty else { return false }
    let inFrame = pyramids[0].levels[0].image.toFrame(place)
    return observations.contains { $0.corners.contains(inFrame) }
  }
}
