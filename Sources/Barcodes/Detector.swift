public import Geometry
public import Imaging

/// Finds and reads codes in frames. Keeps its buffers from call to call, so one detector serves one thread.
///
/// ```swift
/// let detector = Detector(DetectionOptions(symbologies: [.qr]))
/// for observation in detector.detect(in: frame) { print(observation.symbol.text ?? "") }
/// ```
public final class Detector {
  /// What is looked for, and how far. May be changed between two frames.
  public var options: DetectionOptions

  private let meter: WorkMeter
  private var search: FrameSearch
  private var scheduler = Scheduler()
  private var focus = FocusedSearch()
  private var steadying = SteadiedSearch()
  private var levelling = LevelledSearch()
  /// Made at the first frame that asks for one of their symbologies, in the catalog's order.
  private var readers: [(family: any SymbolReader.Type, reader: (any SymbolReader)?)]
  private var need = BufferNeed()

  /// - Parameters:
  ///   - options: what is looked for, and how far.
  ///   - now: the time since any fixed moment; a budget is measured on it.
  public convenience init(_ options: DetectionOptions, now: @escaping () -> Duration = Detector.monotonicTime()) {
    self.init(options, meter: WorkMeter(clock: now))
  }

  package init(_ options: DetectionOptions, meter: WorkMeter) {
    self.options = options
    self.meter = meter
    self.search = FrameSearch(meter: meter)
    self.readers = Catalog.readers.map { ($0, nil) }
  }

  /// A clock that counts from this call.
  public static func monotonicTime() -> () -> Duration {
    let start = ContinuousClock.now
    return { ContinuousClock.now - start }
  }

  /// The codes in a frame, each once.
  ///
  /// - Parameters:
  ///   - frame: a picture, or the next frame of a camera.
  ///   - region: where to look; nil is everywhere. Codes that reach over its border are read as far as the region
  ///     shows them: the caller adds the margin that it wants.
  ///   - trace: told of each stage, and what it found; it cannot change a result. Nil costs nothing.
  /// - Complexity: O(pixels of the region); see `DetectionOptions.effort` for the worst case.
  public func detect(
    in frame: Frame, region: Rect<FramePixels>? = nil, trace: (any DetectionTrace)? = nil
  ) -> [Observation] {
    guard let area = PixelArea(of: region, in: frame) else { return [] }
    if !options.followsFrames, need.isOutgrown(by: area.count) { makeBuffersAnew() }
    guard search.begin(frame, area, options: options, trace: trace) else { return [] }
    let readers = wantedReaders()
    let families = readers.map { type(of: $0) }
    let restored = focus.seeds(families, search) + steadying.seeds(families) + levelling.seeds(families)
    scheduler.run(readers.flatMap { $0.seeds(search) } + restored, search)
    for reader in readers { reader.finish(search) }
    return search.finish()
  }

  /// Forgets what earlier frames showed: for a caller who turns to another camera or another scene.
  public func reset() {
    scheduler.reset()
    search.reset()
    for (_, reader) in readers { reader?.reset() }
  }

  /// Lets everything go that is kept from picture to picture, of which none is told in a result.
  private func makeBuffersAnew() {
    search = FrameSearch(meter: meter)
    focus = FocusedSearch()
    steadying = SteadiedSearch()
    levelling = LevelledSearch()
    for index in readers.indices { readers[index].reader = nil }
  }

  private func wantedReaders() -> [any SymbolReader] {
    readers.indices.compactMap { index in
      let family = readers[index].family
      guard !family.symbologies.isDisjoint(with: options.symbologies) else { return nil }
      let reader = readers[index].reader ?? family.init()
      readers[index].reader = reader
      return reader
    }
  }
}
