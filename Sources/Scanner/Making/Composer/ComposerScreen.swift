public import Geometry
public import Presentation

/// The composer in the window: turns what a person does into changes of the model, and the model into a drawing.
public struct ComposerScreen {
  /// What the window's owner should do.
  public enum Effect: Hashable, Sendable {
    case close
    case openHistory
    case copy(String)
    /// The code is to have the whole screen, or no longer.
    case fillScreen(Bool)
  }

  public private(set) var model: ComposerModel
  public var palette: StudioPalette
  private var focus = Focus.field(0)
  private var isShowing = false
  private var draggedField: Int?
  private var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  private var fieldRects: [Rect<ScreenPixels>] = []
  private var page = ScrolledPage()
  /// What has the keyboard is to be seen: a person goes on with it.
  private var isRevealing = true
  private var window = Size<ScreenPixels>(0, 0)

  /// What has the keyboard, in the order of Tab.
  enum Focus: Hashable {
    case form, kind
    case field(Int)
    case level, moduleSize, foreground, background, save, copyPicture, show
  }

  enum Action: Hashable {
    case focus(Focus)
    case step(Focus, Int)
    case level(Int)
    case foreground(CodeColor)
    case background(CodeColor)
    case save, copyPicture, show, history, close
  }

  /// Dark inks that all stand out on white, and light grounds.
  static let inks: [CodeColor] = [0x000000, 0x1B3A6B, 0x7A1F2B, 0x14532D, 0x4C1D95, 0x7C2D12].map(CodeColor.init(hex:))
  static let grounds: [CodeColor] =
    [0xFFFFFF, 0xFFF7E0, 0xE8F1FF, 0xE9F8EE, 0xFDEBF0].map(CodeColor.init(hex:)) + [.transparent]

  public init(_ model: ComposerModel, palette: StudioPalette) {
    self.model = model
    self.palette = palette
  }

  public mutating func setPrivacy(_ privacy: HistoryPrivacy) { model.setPrivacy(privacy) }

  /// When the next turn is due although nothing happens.
  public var nextTurn: Duration? { model.nextTurn }

  /// One turn.
  ///
  /// - Parameter paste: the clipboard's text, asked for when it is needed.
  public mutating func turn(
    events: [ScreenEvent], at now: Duration, window: Size<ScreenPixels>, scale: Double, paste: () -> String,
    measuring: some TextMeasuring
  ) -> (drawing: Drawing, effects: [Effect]) {
    var effects: [Effect] = []
    let wasShowing = isShowing
    let look = Look(scale: scale, in: window)
    if window != self.window { (self.window, isRevealing) = (window, true) }
    for event in events { effects += take(event, at: now, look, paste, measuring) }
    if isShowing != wasShowing { effects.append(.fillScreen(isShowing)) }
    model.turn(at: now)
    var drawn = sketch(at: now, look, measuring).drawn()
    let before = page
    page.resize(height: drawn.pageHeight, window: window.height)
    if isRevealing, let focused = drawn.focused { page.reveal(focused) }
    isRevealing = false
    if page != before { drawn = sketch(at: now, look, measuring).drawn() }
    (targets, fieldRects) = (drawn.targets, drawn.fields)
    return (drawn.drawing, effects)
  }

  private func sketch<Measuring: TextMeasuring>(
    at now: Duration, _ look: Look, _ measuring: Measuring
  ) -> ComposerSketch<Measuring> {
    ComposerSketch(
      model: model, focus: focus, isShowing: isShowing, isSlow: model.isSlow(at: now), window: window, page: page,
      canvas: StudioCanvas(palette: palette, look: look, window: window, measuring: measuring))
  }
}

// MARK: - What a person does

extension ComposerScreen {
  private mutating func take(
    _ event: ScreenEvent, at now: Duration, _ look: Look, _ paste: () -> String, _ measuring: some TextMeasuring
  ) -> [Effect] {
    switch event {
    case .closed: return [.close]
    case .key(let key, let modifiers, _):
      isRevealing = true
      if isShowing {
        if key == .escape || key == .enter || key == .space || key == .function(5) { isShowing = false }
        return []
      }
      return command(key, modifiers, at: now) ?? edit(key, modifiers, at: now, look, paste, measuring)
    case .text(let typed):
      isRevealing = true
      guard !isShowing, case .field(let index) = focus else { return [] }
      model.edit(index, at: now) { $0.insert(typed) }
      return []
    case .pointer(let phase, let point): return follow(phase, point, at: now, look, measuring)
    case .wheel(let steps):
      if !isShowing { page.scroll(by: -steps * look.points(60)) }
      return []
    case .resized, .exposed, .dropped, .woken: return []
    }
  }

  /// Keys that mean the same wherever the keyboard is; nil leaves the key to the field.
  private mutating func command(_ key: Key, _ modifiers: Modifiers, at now: Duration) -> [Effect]? {
    switch (key, modifiers.contains(.control)) {
    case (.escape, _): return [.close]
    case (.tab, _): moveFocus(modifiers.contains(.shift) ? -1 : 1)
    case (.function(5), _), (.enter, true): show()
    case (.character("s"), true): model.save()
    case (.character("h"), true): return [.openHistory]
    case (.character("c"), true) where modifiers.contains(.shift): model.copyPicture()
    case (.character("l"), true): step(.level, 1, at: now)
    default: return nil
    }
    return []
  }

  private mutating func edit(
    _ key: Key, _ modifiers: Modifiers, at now: Duration, _ look: Look, _ paste: () -> String,
    _ measuring: some TextMeasuring
  ) -> [Effect] {
    guard case .field(let index) = focus else {
      switch key {
      case .left, .down: step(focus, -1, at: now)
      case .right, .up: step(focus, 1, at: now)
      case .enter, .space: press(focus, at: now)
      default: break
      }
      return []
    }
    let isSingle = model.form != nil
    if key == .enter, isSingle {
      moveFocus(1)
      return []
    }
    if key == .up || key == .down, index < fieldRects.count {
      let step = key == .up ? -1 : 1
      if isSingle {
        moveFocus(step)
      } else {
        let view = TextFieldView(
          model.fields[index], in: fieldRects[index], look: look, isSingle: false, measuring)
        let place = view.placeBeside(caret: step, measuring)
        model.edit(index, at: now) { $0.move(.to(place), selecting: modifiers.contains(.shift)) }
      }
      return []
    }
    var copied: String?
    model.edit(index, at: now) { copied = $0.take(key, modifiers, paste: paste) }
    return copied.map { [.copy($0)] } ?? []
  }

  private mutating func follow(
    _ phase: PointerPhase, _ point: Point<ScreenPixels>, at now: Duration, _ look: Look,
    _ measuring: some TextMeasuring
  ) -> [Effect] {
    switch phase {
    case .released:
      draggedField = nil
      return []
    case .moved:
      if let draggedField { putCaret(draggedField, point, selecting: true, at: now, look, measuring) }
      return []
    case .pressed:
      if isShowing {
        isShowing = false
        return []
      }
      guard let action = targets.last(where: { $0.rect.contains(point) })?.action else { return [] }
      if case .focus(.field(let index)) = action {
        focus = .field(index)
        draggedField = index
        putCaret(index, point, selecting: false, at: now, look, measuring)
        return []
      }
      return perform(action, at: now)
    }
  }

  private mutating func putCaret(
    _ index: Int, _ point: Point<ScreenPixels>, selecting: Bool, at now: Duration, _ look: Look,
    _ measuring: some TextMeasuring
  ) {
    guard index < fieldRects.count, index < model.fields.count else { return }
    let view = TextFieldView(
      model.fields[index], in: fieldRects[index], look: look, isSingle: model.form != nil, measuring)
    let place = view.place(at: point, measuring)
    model.edit(index, at: now) { $0.move(.to(place), selecting: selecting) }
  }

  private mutating func perform(_ action: Action, at now: Duration) -> [Effect] {
    switch action {
    case .focus(let wanted): focus = wanted
    case .step(let wanted, let steps):
      focus = wanted
      step(wanted, steps, at: now)
    case .level(let index):
      focus = .level
      model.setLevel(ErrorCorrectionLevel.allCases[index], at: now)
    case .foreground(let color):
      focus = .foreground
      model.setForeground(color, at: now)
    case .background(let color):
      focus = .background
      model.setBackground(color, at: now)
    case .save: model.save()
    case .copyPicture: model.copyPicture()
    case .show: show()
    case .history: return [.openHistory]
    case .close: return [.close]
    }
    return []
  }

  private mutating func press(_ focus: Focus, at now: Duration) {
    switch focus {
    case .save: model.save()
    case .copyPicture: model.copyPicture()
    case .show: show()
    case .form, .kind, .field, .level, .moduleSize, .foreground, .background: step(focus, 1, at: now)
    }
  }

  private mutating func show() {
    guard model.current != nil else { return }
    isShowing = true
    model.remember()
  }

  private var order: [Focus] {
    [.form] + model.fields.indices.map { .field($0) } + [.kind] + (model.kind?.hasLevels == true ? [.level] : [])
      + [.moduleSize, .foreground, .background, .save, .copyPicture, .show]
  }

  private mutating func moveFocus(_ steps: Int) {
    let order = order
    let at = order.firstIndex(of: focus) ?? 0
    focus = order[(at + steps + order.count) % order.count]
    // Whoever comes into a field by the keyboard means to write over it or to go on at its end.
    if case .field(let index) = focus { model.edit(index, at: .zero) { $0.move(.end, selecting: false) } }
  }

  /// To the value before or after.
  private mutating func step(_ focus: Focus, _ steps: Int, at now: Duration) {
    switch focus {
    case .form:
      let forms: [PayloadForm?] = [nil] + PayloadForm.all
      let at = forms.firstIndex { $0?.name == model.form?.name } ?? 0
      model.setForm(forms[(at + steps + forms.count) % forms.count], at: now)
    case .kind: model.setSymbology(Self.next(model.kinds.map(\.name), after: model.recipe.symbology, steps), at: now)
    case .level: model.setLevel(Self.next(ErrorCorrectionLevel.allCases, after: model.recipe.level, steps), at: now)
    case .moduleSize: model.setModuleSize(model.recipe.appearance.moduleSize + steps, at: now)
    case .foreground:
      model.setForeground(Self.next(Self.inks, after: model.recipe.appearance.foreground, steps), at: now)
    case .background:
      model.setBackground(Self.next(Self.grounds, after: model.recipe.appearance.background, steps), at: now)
    case .field, .save, .copyPicture, .show: break
    }
  }

  private static func next<Value: Equatable>(_ values: [Value], after value: Value, _ steps: Int) -> Value {
    let at = values.firstIndex(of: value) ?? 0
    return values[(at + steps + values.count) % values.count]
  }
}

extension CodeColor {
  init(hex: UInt32) {
    self.init(red: UInt8(hex >> 16 & 255), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }

  var color: Color {
    Color(
      red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255, alpha: Double(alpha) / 255)
  }
}
