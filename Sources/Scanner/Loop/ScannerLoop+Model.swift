import Barcodes
import Capture
import Geometry
import Imaging
import Presentation

// What the screen shows now, and when that changes by itself.
extension ScannerLoop {
  /// How long a change of look takes.
  private static let motion = Duration.milliseconds(150)

  private var motion: Duration { settings.feedback.reducesMotion || desktop.reducesMotion ? .zero : Self.motion }

  func model(_ input: Input) -> OverlayModel {
    var model = OverlayModel(layout: layout)
    model.words = words
    model.layer = layer
    model.phase = state.phase
    model.capture = input.capture
    model.outlined = state.outlined(at: input.now)
    model.selected = state.inView.selected?.key
    if state.phase == .choosing { model.names = names(of: model.outlined) }
    model.window = window.size
    model.listing = view.listing
    // The list's newest entry tells it.
    // So does the inspector's panel, and nothing covers the picture.
    model.card =
      view.listing == nil && inspectorPlace?.panel == nil ? state.result.map { resultCard($0.observation.symbol) } : nil
    model.subject = view.subject
    model.welcomes = view.welcomes && state.phase == .searching && view.listing == nil && view.inspector == nil
    if view.stillGravity != nil, !view.stillHasCode {
      model.stillSearch = view.stillSearches < Self.wholeSearch ? .goesOn : .foundNothing
    }
    model.progress = progress(at: input.now)
    model.question = view.question
    model.fields = fields
    model.showsKeys = view.showsKeys
    model.path = view.path
    model.scroll = view.scroll
    model.isPrivate = settings.history.isPrivate
    model.toast = view.toast?.word
    model.inspector = inspectorModel(input)
    model.camera = view.camera
    model.origin = pictureOrigin
    return model
  }

  /// The kind and the first words, on one line; of a secret the kind alone.
  private func names(of codes: [CodesInView.Code]) -> [CodeKey: CodeName] {
    let names = codes.map { code -> (CodeKey, CodeName) in
      let symbol = code.observation.symbol
      let payload = PayloadDescription(of: symbol, context)
      let words = payload.hasSecrets ? "" : payload.cardRows.first?.value ?? symbol.shownText
      let line = words.prefix(60).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let title = Sentence(verbatim: payload.title)
      let whole = self.words(line.isEmpty ? title : "\(title): \(line)")
      return (code.key, CodeName(whole: whole, brief: line.isEmpty ? whole : line))
    }
    return Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  /// Makes the picture smaller and moves it, in the time of a change of look, where the result's card else covered what
  /// was read.
  mutating func retreatPicture(_ input: Input, _ measuring: some TextMeasuring) {
    // What a person has hold of stays where it is.
    guard !layout.isDragged else { return }
    view.subject = view.retreat.subject(state.result?.observation)
    layout.retreat = .identity
    let place = Overlay.retreat(for: model(input), measuring: measuring)
    if state.result == nil {
      view.retreat.jump(to: place)
    } else {
      view.retreat.aim(at: place, now: input.now, motion: motion)
    }
    layout.retreat = view.retreat.place(at: input.now, motion: motion)
  }

  private func resultCard(_ symbol: DecodedSymbol) -> OverlayModel.ResultCard {
    var card = OverlayModel.ResultCard(
      text: symbol.shownText, symbology: symbol.symbology.title, payload: PayloadDescription(of: symbol, context),
      offersScanAgain: settings.scanning.mode == .once)
    card.showsSecrets = view.showsSecrets
    return card
  }

  private func progress(at now: Duration) -> Double {
    guard let result = state.result else { return 0 }
    return motion == .zero ? 1 : min(1, max(0.01, (now - result.at) / motion))
  }

  var pointerShape: PointerShape {
    if scene.command(at: view.pointer) != nil { return .hand }
    if view.question != nil || view.showsKeys || view.field != nil || view.path != nil { return .arrow }
    if case .unavailable = state.phase { return .arrow }
    switch layout.handle(at: view.pointer - pictureOrigin) {
    case .inside: return .move
    case .topLeft, .bottomRight: return .resizeDown
    case .topRight, .bottomLeft: return .resizeUp
    case nil: return .arrow
    }
  }

  /// The next moment at which time alone changes the picture: an outline hides, a toast goes, a motion goes on.
  func nextTurn(after now: Duration) -> Duration? {
    let isMoving = progress(at: now) > 0 && progress(at: now) < 1 || view.retreat.isMoving(at: now, motion: motion)
    return [
      state.nextChange(after: now), view.toast?.until, isMoving ? now + .milliseconds(16) : nil, nextTelling,
      view.inspector?.latency?.nextChange,
    ]
    .compactMap { $0 }.min()
  }
}
