public import Geometry
public import Presentation

/// The composer in the window: turns what a person does into changes of the model, and the model into a drawing.
public struct ComposerScreen {
  /// What the window's owner should do.
  public enum Effect: Hashable, Sendable {
    case close
    case openHistory
    case copy(String)
    /// The desktop's dialog is to ask for the path that is asked for.
    case choosePath(PathPrompt.Purpose, suggestion: String)
    /// The code is to have the whole screen, or no longer.
    case fillScreen(Bool)
  }

  public internal(set) var model: ComposerModel
  public var palette: StudioPalette
  let words: Words
  var focus = Focus.field(0)
  var menu: Menu?
  var isShowing = false
  var dragged: Focus?
  var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  var editorRects: [Focus: Rect<ScreenPixels>] = [:]
  var page = ScrolledPage()
  /// What has the keyboard is to be seen: a person goes on with it.
  var isRevealing = true
  var window = Size<ScreenPixels>(0, 0)
  /// The key that opened a question also types its blank, which is not for it.
  var swallowsText = false

  /// What has the keyboard, in the order of Tab.
  enum Focus: Hashable {
    case form, kind
    case field(Int)
    case level, mode, moduleSize, foreground, background, caption, logo, save, copyPicture, show, sheet
    /// Of the question for a path, which has it alone.
    case path
  }

  /// The values of a choice, one of which is picked.
  struct Menu: Hashable {
    let focus: Focus
    let titles: [String]
    var chosen: Int
    /// The lines that were in view when it was drawn.
    var rows = 1
  }

  enum Action: Hashable {
    case focus(Focus)
    case step(Focus, Int)
    case openMenu(Focus)
    case pick(Int)
    case closeMenu
    case choice(field: Int, String)
    case level(Int)
    case mode(Int)
    case foreground(CodeColor)
    case background(CodeColor)
    case save, copyPicture, show, history, close
    case logo, removeLogo, sheet, cancelSheet
    case savedForm(PathPrompt.Form)
    case labels(LabelSheet)
    case answerPath, browse, cancelPath
    case nothing
  }

  /// Dark inks that all stand out on white, and light grounds.
  static let inks: [CodeColor] = [0x000000, 0x1B3A6B, 0x7A1F2B, 0x14532D, 0x4C1D95, 0x7C2D12].map(CodeColor.init(hex:))
  static let grounds: [CodeColor] =
    [0xFFFFFF, 0xFFF7E0, 0xE8F1FF, 0xE9F8EE, 0xFDEBF0].map(CodeColor.init(hex:)) + [.transparent]

  public init(_ model: ComposerModel, palette: StudioPalette) {
    self.model = model
    self.palette = palette
    words = model.words
  }

  public mutating func setPrivacy(_ privacy: HistoryPrivacy) { model.setPrivacy(privacy) }

  /// A path out of the desktop's dialog.
  public mutating func setPath(_ path: String, at now: Duration) { model.setPath(path, at: now) }

  /// Why the desktop's dialog gave none.
  public mutating func tellPrompt(_ trouble: String) { model.tellPrompt(trouble) }

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
    let look = Look(scale: scale, in: window, words: words)
    if window != self.window { (self.window, isRevealing) = (window, true) }
    for event in events {
      effects += take(
        words.isRightToLeft ? event.mirrored(in: window.width) : event, at: now, look, paste, measuring)
    }
    if isShowing != wasShowing { effects.append(.fillScreen(isShowing)) }
    model.turn(at: now)
    var drawn = sketch(at: now, look, measuring).drawn()
    let before = page
    page.resize(height: drawn.pageHeight, window: window.height)
    if isRevealing, let focused = drawn.focused { page.reveal(focused) }
    isRevealing = false
    if page != before { drawn = sketch(at: now, look, measuring).drawn() }
    (targets, editorRects) = (drawn.targets, drawn.editors)
    menu?.rows = drawn.menuRows
    return (drawn.drawing, effects)
  }

  func sketch<Measuring: TextMeasuring>(
    at now: Duration, _ look: Look, _ measuring: Measuring
  ) -> ComposerSketch<Measuring> {
    ComposerSketch(
      model: model, focus: model.prompt == nil ? focus : .path, menu: menu, isShowing: isShowing,
      isSlow: model.isSlow(at: now), window: window, page: page,
      canvas: StudioCanvas(palette: palette, look: look, window: window, measuring: measuring))
  }
}

// MARK: - What a person does

extension ComposerScreen {
  mutating func take(
    _ event: ScreenEvent, at now: Duration, _ look: Look, _ paste: () -> String, _ measuring: some TextMeasuring
  ) -> [Effect] {
    switch event {
    case .closed: return [.close]
    case .key(let key, let modifiers, _):
      isRevealing = true
      let wasAsking = model.prompt != nil || menu != nil
      defer { swallowsText = key == .space && !wasAsking && (model.prompt != nil || menu != nil) }
      if isShowing {
        if key == .escape || key == .enter || key == .space || key == .function(5) { isShowing = false }
        return []
      }
      if model.prompt != nil { return answerPrompt(key, modifiers, at: now, paste) }
      if menu != nil { return moveInMenu(key, at: now) }
      return command(key, modifiers, at: now) ?? edit(key, modifiers, at: now, look, paste, measuring)
    case .text(let typed):
      isRevealing = true
      guard !isShowing, !swallowsText else { return [] }
      if model.prompt != nil {
        model.editPath { $0.insert(typed) }
      } else if menu != nil {
        findInMenu(typed)
      } else {
        change(focus, at: now) { $0.insert(typed) }
      }
      return []
    case .pointer(let phase, let point): return follow(phase, point, at: now, look, measuring)
    case .wheel(let steps):
      if isShowing || model.prompt != nil { return [] }
      if menu != nil {
        step(menuBy: steps > 0 ? -1 : 1)
      } else {
        page.scroll(by: -steps * look.points(60))
      }
      return []
    case .dropped(let path):
      // Values for labels, or a picture for the middle: nothing else can be meant.
      if path.lowercased().hasSuffix(".csv") {
        model.askForTable()
        model.editPath { $0 = TextEditor(path, hasLines: false) }
      } else {
        model.setLogo(path, at: now)
      }
      return []
    case .resized, .exposed, .woken: return []
    }
  }

  /// Keys that mean the same wherever the keyboard is; nil leaves the key to the field.
  mutating func command(_ key: Key, _ modifiers: Modifiers, at now: Duration) -> [Effect]? {
    switch (key, modifiers.contains(.control)) {
    case (.escape, _):
      guard model.sheet == nil else {
        model.cancelSheet()
        return []
      }
      return [.close]
    case (.tab, _): moveFocus(modifiers.contains(.shift) ? -1 : 1)
    case (.function(5), _), (.enter, true): show()
    case (.character("s"), true): model.askToSave()
    case (.character("h"), true): return [.openHistory]
    case (.character("c"), true) where modifiers.contains(.shift): model.copyPicture()
    case (.character("l"), true): step(.level, 1, at: now)
    default: return nil
    }
    return []
  }

  mutating func answerPrompt(
    _ key: Key, _ modifiers: Modifiers, at now: Duration, _ paste: () -> String
  ) -> [Effect] {
    switch key {
    case .enter: return perform(.answerPath, at: now)
    case .escape: return perform(.cancelPath, at: now)
    case .character("o") where modifiers.contains(.control): return perform(.browse, at: now)
    case .tab:
      guard let prompt = model.prompt else { return [] }
      let steps = modifiers.contains(.shift) ? -1 : 1
      switch prompt.purpose {
      case .save: model.setSavedForm(Self.next(PathPrompt.Form.allCases, after: prompt.form ?? .pdf, steps))
      case .sheet: model.setSheet(Self.next(LabelSheet.common, after: prompt.sheet, steps))
      case .logo: break
      }
    default:
      var copied: String?
      model.editPath { copied = $0.take(key, modifiers, paste: paste) }
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  mutating func edit(
    _ key: Key, _ modifiers: Modifiers, at now: Duration, _ look: Look, _ paste: () -> String,
    _ measuring: some TextMeasuring
  ) -> [Effect] {
    guard let editor = editor(of: focus) else {
      let forward: Key = words.isRightToLeft ? .left : .right
      switch key {
      case forward: step(focus, 1, at: now)
      case .left, .right: step(focus, -1, at: now)
      case .up: step(focus, hasMenu(focus) ? -1 : 1, at: now)
      case .down: step(focus, hasMenu(focus) ? 1 : -1, at: now)
      case .delete, .backspace: if focus == .logo { model.setLogo(nil, at: now) }
      case .enter, .space: return press(focus, at: now)
      default: break
      }
      return []
    }
    if key == .enter, !editor.hasLines {
      moveFocus(1)
      return []
    }
    if key == .up || key == .down, let rect = editorRects[focus] {
      let step = key == .up ? -1 : 1
      if editor.hasLines {
        let view = TextFieldView(editor, in: rect, look: look, isSingle: false, measuring)
        let place = view.placeBeside(caret: step, measuring)
        change(focus, at: now) { $0.move(.to(place), selecting: modifiers.contains(.shift)) }
      } else {
        moveFocus(step)
      }
      return []
    }
    var copied: String?
    change(focus, at: now) { copied = $0.take(key, modifiers, paste: paste) }
    return copied.map { [.copy($0)] } ?? []
  }

  mutating func perform(_ action: Action, at now: Duration) -> [Effect] {
    switch action {
    case .focus(let wanted): focus = wanted
    case .step(let wanted, let steps):
      focus = wanted
      step(wanted, steps, at: now)
    case .openMenu(let wanted): openMenu(wanted)
    case .pick(let index): pick(index, at: now)
    case .closeMenu: menu = nil
    case .choice(let field, let value):
      focus = .field(field)
      model.choose(value, in: field, at: now)
    case .level(let index):
      focus = .level
      model.setLevel(ErrorCorrectionLevel.allCases[index], at: now)
    case .mode(let index):
      focus = .mode
      model.setMode(modes[index], at: now)
    case .foreground(let color):
      focus = .foreground
      model.setForeground(color, at: now)
    case .background(let color):
      focus = .background
      model.setBackground(color, at: now)
    case .save: model.askToSave()
    case .copyPicture: model.copyPicture()
    case .show: show()
    case .history: return [.openHistory]
    case .close: return [.close]
    case .logo: model.askForLogo()
    case .removeLogo: model.setLogo(nil, at: now)
    case .sheet: model.askForTable()
    case .cancelSheet: model.cancelSheet()
    case .savedForm(let form): model.setSavedForm(form)
    case .labels(let sheet): model.setSheet(sheet)
    case .answerPath: model.answerPrompt(at: now)
    case .cancelPath: model.cancelPrompt()
    case .browse:
      if let prompt = model.prompt { return [.choosePath(prompt.purpose, suggestion: prompt.path.text)] }
    case .nothing: break
    }
    return []
  }

  mutating func press(_ focus: Focus, at now: Duration) -> [Effect] {
    switch focus {
    case .save: return perform(.save, at: now)
    case .copyPicture: return perform(.copyPicture, at: now)
    case .show: return perform(.show, at: now)
    case .logo: return perform(.logo, at: now)
    case .sheet: return perform(.sheet, at: now)
    case .form, .kind: openMenu(focus)
    case .field, .level, .mode, .moduleSize, .foreground, .background, .caption, .path: step(focus, 1, at: now)
    }
    return []
  }

  mutating func show() {
    guard model.current != nil else { return }
    isShowing = true
    model.remember()
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
