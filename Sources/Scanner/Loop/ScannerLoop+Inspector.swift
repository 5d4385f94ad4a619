import Barcodes
import Capture
import Geometry
public import Imaging
import Presentation

// The inspector beside the picture: what its keys and tabs do, and what it shows.
extension ScannerLoop {
  /// Frame pixels that an arrow moves the loupe by.
  private static let loupeStep = 1.0

  /// A frame to be searched another way, on another thread; what comes of it goes into `Input.outcome`.
  public struct Trial: Sendable {
    public let frame: Frame
    public let change: WhatIf
    public let present: WhatIf.Present
  }

  /// Opens the inspector, as its key does.
  public mutating func openInspector() {
    guard view.inspector == nil else { return }
    view.inspector = InspectorState()
    view.inspector?.peer = peer
  }

  /// Tells the inspector what another program reads in the picture; nil while that is not known.
  public mutating func tell(_ peer: PeerReading?) {
    self.peer = peer
    view.inspector?.peer = peer
  }

  /// Where the inspector stands; nil while it is closed, and while the list has its place.
  var inspectorPlace: InspectorPlace? {
    guard let inspector = view.inspector, view.listing == nil, frame != nil else { return nil }
    if case .unavailable = state.phase { return nil }
    return InspectorPlace(
      window: window.size, scale: window.scale, side: inspector.side, isMirrored: words.isRightToLeft)
  }

  /// Whether the pointer is over the inspector's panel, which the wheel scrolls then.
  var isPointerOnPanel: Bool { inspectorPlace?.panel?.contains(view.pointer) ?? false }

  /// The picture's corner in the window.
  var pictureOrigin: Vector<ScreenPixels> {
    let picture = inspectorPlace?.picture ?? pictureBesideList
    return picture.map { Vector($0.minX, $0.minY) } ?? Vector(0, 0)
  }

  /// What the detector told of the frame that is shown.
  var insight: DetectionInsight? {
    guard let report, let frame, report.sequence == frame.sequence else { return nil }
    return report.insight
  }

  // MARK: In

  mutating func obey(_ command: InspectorCommand, at now: Duration) -> [LoopEffect] {
    if command == .toggle {
      if view.inspector == nil { openInspector() } else { view.inspector = nil }
      view.scroll = 0
      return []
    }
    guard var inspector = view.inspector else { return [] }
    defer { if view.inspector != nil { view.inspector = inspector } }
    var effects: [LoopEffect] = []
    if command != .bundle { inspector.asksForBundle = false }
    switch command {
    case .toggle: break
    case .show(let layer): (inspector.layer, inspector.page) = (layer, .why)
    case .nextLayer: (inspector.layer, inspector.page) = (inspector.layer.next(), .why)
    case .previousLayer: (inspector.layer, inspector.page) = (inspector.layer.next(-1), .why)
    case .nextLevel:
      inspector.level = (inspector.level + 1) % max(1, insight?.inspection?.levels(inspector.layer) ?? 1)
    case .candidate(let number):
      let count = min(Explanation.mostTold, insight?.diagnosis?.candidates.count ?? 0)
      inspector.chosen = 1...max(1, count) ~= number && count > 0 && inspector.chosen != number - 1 ? number - 1 : nil
    case .page(let page): turn(&inspector, to: page, at: now, into: &effects)
    case .nextPage:
      let pages = InspectorState.Page.allCases
      let place = (pages.firstIndex(of: inspector.page) ?? 0) + 1
      turn(&inspector, to: pages[place % pages.count], at: now, into: &effects)
    case .side:
      let sides = InspectorState.Side.allCases
      inspector.side = sides[((sides.firstIndex(of: inspector.side) ?? 0) + 1) % sides.count]
      if inspector.side == .away { toast("Put away: I brings it back", at: now) }
    case .loupe:
      inspector.steersLoupe.toggle()
      inspector.place = inspector.steersLoupe ? inspector.place ?? frame.map { $0.bounds.center } : nil
      if inspector.steersLoupe { inspector.page = .why }
    case .freeze: perform(state.phase == .paused ? .resume : .pause, at: now, into: &effects)
    case .step(let step):
      if state.phase != .paused { perform(.pause, at: now, into: &effects) }
      if let sequence = frame?.sequence, let place = inspector.ring.place(of: sequence) {
        let next = min(max(0, place + step), inspector.ring.entries.count - 1)
        show(inspector.ring.entries[next])
      } else if let last = inspector.ring.entries.last {
        show(last)
      }
      inspector.page = .frames
    case .frame(let sequence):
      if state.phase != .paused { perform(.pause, at: now, into: &effects) }
      if let place = inspector.ring.place(of: sequence) { show(inspector.ring.entries[place]) }
    case .keep:
      inspector.kept = frame.flatMap { inspector.ring.place(of: $0.sequence) }.map { inspector.ring.entries[$0] }
      inspector.page = .frames
    case .row(let row): inspector.row = row
    case .nextRow(let step):
      let rows = WhatIfRow.allCases
      let place = (rows.firstIndex(of: inspector.row) ?? 0) + step
      inspector.row = rows[(place % rows.count + rows.count) % rows.count]
    case .change(let step): inspector.whatIf = inspector.row.changed(inspector.whatIf, by: step)
    case .command: effects += copyCommand(inspector, at: now)
    case .bundle:
      if inspector.asksForBundle { effects.append(.saveBundle) }
      inspector.asksForBundle.toggle()
    case .savePicture: effects.append(.savePicture)
    case .saveVideo:
      if inspector.ring.entries.isEmpty {
        toast("No frames are kept yet", at: now)
      } else {
        effects.append(.saveVideo)
      }
    case .latency:
      if inspector.latency?.isRunning == true {
        inspector.latency?.stop()
      } else {
        if state.phase == .paused { perform(.resume, at: now, into: &effects) }
        inspector.latency = LatencyTest(at: now)
      }
      inspector.page = .times
    }
    return effects
  }

  private mutating func turn(
    _ inspector: inout InspectorState, to page: InspectorState.Page, at now: Duration, into effects: inout [LoopEffect]
  ) {
    inspector.page = page
    view.scroll = 0
    // Changes are tried on one frame, beside what that one gives as it is.
    if page == .whatIf, state.phase != .paused { perform(.pause, at: now, into: &effects) }
  }

  private mutating func show(_ entry: FrameRing.Entry) {
    guard frame?.sequence != entry.frame.sequence else { return }
    frame = entry.frame
    report = nil
  }

  /// What arrows mean in the open inspector; nil where they move the viewfinder.
  func arrows(x: Double, y: Double) -> InspectorCommand? {
    guard let inspector = view.inspector, inspector.page == .whatIf, !inspector.steersLoupe else { return nil }
    return y != 0 ? .nextRow(y > 0 ? 1 : -1) : .change(x > 0 ? 1 : -1)
  }

  /// Moves the loupe where arrows steer it.
  ///
  /// - Returns: whether they do.
  mutating func moveLoupe(x: Double, y: Double, isFar: Bool) -> Bool {
    guard view.inspector?.steersLoupe == true, let frame, let place = view.inspector?.place else { return false }
    let step = isFar ? 10 * Self.loupeStep : Self.loupeStep
    view.inspector?.place = Point(
      min(max(0, place.x + x * step), frame.size.width - 1), min(max(0, place.y + y * step), frame.size.height - 1))
    return true
  }

  /// The loupe follows the pointer over the picture, unless arrows steer it.
  mutating func hover(at point: Point<ScreenPixels>) {
    guard view.inspector != nil, view.inspector?.steersLoupe == false, let layer, let frame else { return }
    let place = layer.toScreen.inverse(point - pictureOrigin)
    view.inspector?.place = frame.bounds.contains(place) ? place : nil
  }

  // MARK: Out

  /// The frames of the ring, the oldest first.
  public var keptFrames: [Frame] { view.inspector?.ring.entries.map(\.frame) ?? [] }

  /// What reproduces the search of the frame that is shown; nil while there is none.
  public var bugBundle: BugBundle? {
    guard let frame, let present else { return nil }
    let told = report?.sequence == frame.sequence ? report : nil
    return BugBundle(
      frame: frame, symbologies: present.symbologies, region: present.region, rule: settings.regionRule,
      live: told?.observations)
  }

  private var present: WhatIf.Present? {
    rectOfInterest.map {
      WhatIf.Present(symbologies: settings.symbologies.symbologies(among: Catalog.available), region: $0)
    }
  }

  private mutating func copyCommand(_ inspector: InspectorState, at now: Duration) -> [LoopEffect] {
    guard let path = sourcePath else {
      toast("A camera’s frame has no name: save it first, with S", at: now)
      return []
    }
    guard let present else { return [] }
    let words = ["viewfinder", "explain", path] + inspector.whatIf.flags(present)
    let copied = ClipboardText(words.map(ShellWord.quoted).joined(separator: " "))
    toast("Command copied", at: now)
    return [.copy(copied.text)]
  }

  /// A trial that is due: each change of a frame once.
  mutating func takeTrial() -> Trial? {
    guard let inspector = view.inspector, inspector.page == .whatIf, inspector.whatIf != WhatIf(),
      state.phase == .paused, let frame, let present
    else { return nil }
    let requested = TrialKey(sequence: frame.sequence, change: inspector.whatIf, present: present)
    guard requested != triedLast else { return nil }
    triedLast = requested
    view.inspector?.outcome = nil
    return Trial(frame: frame, change: inspector.whatIf, present: present)
  }

  /// How often is it asked whether more would be read: a probe takes up to ten times as long as a frame.
  private static let probeInterval = Duration.seconds(1)
  /// How long its answer is believed, since the picture moves on.
  private static let answerTime = Duration.seconds(3)

  /// A probe that is due, of a frame in which nothing was read.
  mutating func takeProbe(at now: Duration) -> WhatIf.Probe? {
    guard let inspector = view.inspector, inspectorPlace != nil, let frame, let present,
      insight?.diagnosis?.cause != nil, inspector.probed.map({ now - $0 >= Self.probeInterval }) ?? true,
      present.symbologies != Catalog.available || present.region != .full
    else { return nil }
    view.inspector?.probed = now
    return WhatIf.Probe(frame: frame, present: present)
  }

  /// Why nothing is read, if that lies in what was asked for and is so still.
  func requested(at now: Duration) -> Cause? {
    guard let answer = view.inspector?.answer, now - answer.at < Self.answerTime, answer.told.present == present,
      insight?.diagnosis?.cause != nil
    else { return nil }
    return answer.told.cause
  }

  struct TrialKey: Hashable {
    let sequence: Int
    let change: WhatIf
    let present: WhatIf.Present
  }

  mutating func take(_ outcome: WhatIf.Outcome) {
    // One of a frame or a requested that is no more.
    guard outcome.sequence == frame?.sequence, outcome.change == view.inspector?.whatIf else { return }
    view.inspector?.outcome = outcome
  }
}
