public import Barcodes
import Geometry
import Presentation

// What a key or a press does.
extension ScannerLoop {
  /// Points that an arrow key moves or grows by: 20 presses cross an eighth of a full-HD screen.
  private static let arrowStep = 12.0
  /// What a zoom key multiplies by: three presses double.
  private static let zoomStep = 1.26
  private static let zoomLimit = 8.0
  private static let toastTime = Duration.milliseconds(1500)
  /// Longer than anything takes that tells its end: a bundle of a large photograph takes 20 s on a busy machine.
  private static let mostWork = Duration.seconds(600)

  mutating func obey(_ command: ScannerCommand, at now: Duration) -> [LoopEffect] {
    if let effects = obeyAtCamera(command, at: now) ?? obeyAmongFields(command, at: now) ?? obeyInList(command, at: now)
    {
      return effects
    }
    var effects: [LoopEffect] = []
    switch command {
    case .proceed:
      if let action = view.question?.action {
        view.question = nil
        return [effect(of: action, opens: false)]
      }
      if view.showsKeys {
        view.showsKeys = false
      } else if view.welcomes, state.phase == .searching {
        effects += endWelcome()
      } else {
        perform(.proceed, at: now, into: &effects)
      }
    case .choose(let number): perform(.choose(number), at: now, into: &effects)
    case .chooseNext: perform(.chooseNext, at: now, into: &effects)
    case .choosePrevious: perform(.choosePrevious, at: now, into: &effects)
    case .pause: perform(state.phase == .paused ? .resume : .pause, at: now, into: &effects)
    case .back: goBack(at: now, into: &effects)

    case .copy:
      guard let text = shownObservation?.symbol.shownText else {
        toast("Nothing to copy yet", at: now)
        return []
      }
      let copied = ClipboardText(text)
      toast(copied.notice, at: now)
      effects.append(.copy(copied.text))
    case .open:
      if let action = view.question?.action {
        // Asked already: what is saved can be opened as well.
        guard case .save = action else { return [] }
        view.question = nil
        return [effect(of: action, opens: true)]
      }
      guard let payload = shownPayload else { return [] }
      if payload.action == nil { toast("Nothing to open here", at: now) } else { view.question = payload }
    case .fields:
      view.field = state.result == nil ? nil : 0
      view.scroll = 0
    case .copyField: break
    case .list: openList(at: now, into: &effects)
    case .saveList, .removeEntry, .undo: toast("Open the list first, with L", at: now)
    case .reveal: view.showsSecrets.toggle()

    case .mirror:
      settings.preview.isMirrored.toggle()
      toast(settings.preview.isMirrored ? "Mirrored" : "Not mirrored", at: now)
      effects.append(.keep(settings))
    case .gravity where view.stillGravity != nil:
      view.stillGravity = view.stillGravity?.next
      toast(view.stillGravity?.word ?? "", at: now)
    case .gravity:
      settings.preview.gravity = settings.preview.gravity.next
      toast(settings.preview.gravity.word, at: now)
      effects.append(.keep(settings))
    case .moveViewfinder(let x, let y):
      if moveLoupe(x: x, y: y, isFar: false) { return [] }
      if let command = arrows(x: x, y: y) { return obey(command, at: now) }
      let step = Self.arrowStep * layout.scale
      wantedRegion = nil
      layout.move(by: Vector(x * step, y * step))
      effects += keepViewfinder()
    case .growViewfinder(let width, let height):
      if moveLoupe(x: width, y: height, isFar: true) { return [] }
      let step = 2 * Self.arrowStep * layout.scale
      wantedRegion = nil
      layout.grow(width: width * step, height: height * step)
      effects += keepViewfinder()
    case .resetViewfinder:
      wantedRegion = view.stillGravity == nil ? nil : .full
      layout.reset()
      view.zoom = 1
      effects += keepViewfinder()
    case .zoomIn: zoom(by: Self.zoomStep)
    case .zoomOut: zoom(by: 1 / Self.zoomStep)

    case .demo: effects.append(.startDemo)
    case .inspect(let command):
      // On the screen of a camera that is not there, the same key offers the demo.
      if case .unavailable = state.phase { return [.startDemo] }
      return obey(command, at: now)
    case .camera: break
    case .nextCamera:
      closeControls()
      effects.append(.nextCamera)
    case .paste: effects.append(.paste)
    case .openFile: effects.append(.openFile)
    case .screenshot: effects.append(.screenshot)
    case .step(let count): effects.append(.step(count))
    case .fullScreen: effects.append(.toggleFullScreen)
    case .generator: effects.append(.showGenerator)
    case .history: effects.append(.showHistory)
    case .settings: effects.append(.showSettings)
    case .mode where view.listing != nil: toast("The list takes each code on and on", at: now)
    case .mode:
      settings.scanning.mode = settings.scanning.mode.next
      toast(settings.scanning.mode.word, at: now)
      perform(.modeChanged(settings.scanning.mode), at: now, into: &effects)
      effects.append(.keep(settings))
    case .privacy:
      settings.history.isPrivate.toggle()
      toast(settings.history.isPrivate ? "Private: nothing is stored" : "Results are stored again", at: now)
      effects.append(.keep(settings))
    case .keys:
      view.showsKeys.toggle()
      view.scroll = 0
    // Where nothing is to be scrolled, the keys go through a folder.
    case .scroll(let pages) where view.stillGravity != nil && scene.scrollLimit == 0 && !view.showsKeys:
      effects.append(.step(pages))
    case .scroll(let pages): view.scroll = max(0, min(view.scroll + pages * scene.scrollPage, scene.scrollLimit))
    case .quit: effects.append(.quit)
    }
    return effects
  }

  /// What lies on top goes first.
  private mutating func goBack(at now: Duration, into effects: inout [LoopEffect]) {
    if view.question != nil {
      view.question = nil
    } else if view.showsKeys {
      view.showsKeys = false
    } else if isTimingLatency {
      view.inspector?.latency?.stop()
    } else if view.inspector?.asksForBundle == true {
      view.inspector?.asksForBundle = false
    } else if view.welcomes, state.phase == .searching {
      effects += endWelcome()
    } else {
      perform(.dismiss, at: now, into: &effects)
    }
  }

  private mutating func zoom(by factor: Double) { view.zoom = min(Self.zoomLimit, max(1, view.zoom * factor)) }

  private func effect(of action: PayloadAction, opens: Bool) -> LoopEffect {
    switch action {
    case .open(let address, _): .open(address: address)
    case .save(let file): .save(file, opens: opens)
    case .join(let network): .join(network)
    }
  }

  /// Takes settings that a person changed on another screen.
  public mutating func apply(_ changed: Settings, at now: Duration) {
    if changed.preview.viewfinder != settings.preview.viewfinder, view.stillGravity == nil {
      layout.reset(to: changed.preview.viewfinder)
    }
    settings = changed
    var policy = changed.scanning
    if view.listing != nil { policy.mode = .continuous }
    state.adopt(policy)
  }

  mutating func toast(_ word: String, at now: Duration) { view.toast = (word, now + Self.toastTime) }

  /// Shows what came of an effect: a word where it worked, a sentence where it did not, for longer.
  ///
  /// - Parameter goesOn: whether it is still at work, and will tell what came of it: then the word stays until that.
  public mutating func tell(_ sentence: String, isTrouble: Bool, goesOn: Bool = false, at now: Duration) {
    view.toast = (sentence, now + (goesOn ? Self.mostWork : Self.toastTime * (isTrouble ? 4 : 1)))
  }

  mutating func keepViewfinder() -> [LoopEffect] {
    // What is selected of one still means nothing for the next one.
    guard view.stillGravity == nil else { return [] }
    guard settings.preview.viewfinder != layout.placement else { return [] }
    settings.preview.viewfinder = layout.placement
    return [.keep(settings)]
  }

  var shownPayload: PayloadDescription? { shownObservation.map { PayloadDescription(of: $0.symbol, context) } }

  /// The result on the card, else the code that Enter would accept.
  var shownObservation: Observation? {
    state.result?.observation ?? (state.phase == .choosing ? state.inView.selected?.observation : nil)
  }
}

extension DecodedSymbol {
  /// The message as text; bytes that are none are spelled out.
  public var shownText: String { text ?? HarmlessText.escaped(bytes) }
}

extension ScanMode {
  var next: ScanMode {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  var word: String {
    switch self {
    case .once: "Once: Space scans again"
    case .oncePerCode: "Each code once"
    case .continuous: "On and on"
    }
  }
}

extension VideoGravity {
  var next: VideoGravity {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }

  var word: String {
    switch self {
    case .resizeAspectFill: "Picture fills the window"
    case .resizeAspect: "Whole picture"
    case .resize: "Stretched picture"
    }
  }
}
