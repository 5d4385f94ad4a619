public import Geometry
public import Presentation

/// All settings in the window: searched, changed one by one, and put back to their defaults.
public struct SettingsScreen {
  public enum Effect: Hashable, Sendable {
    case close
    /// A person changed one.
    case keep(Settings)
    case copy(String)
  }

  enum Action: Hashable {
    case row(Int)
    case step(Int, Int)
    /// One of a row's choices.
    case pick(Int, Int)
    case edit(Int)
    case reset(Int)
    case close
  }

  public private(set) var settings: Settings
  public private(set) var search = TextEditor(hasLines: false)
  /// Among those that the search finds, while there are any.
  public private(set) var chosen = 0
  /// The chosen one's value, while it is typed.
  public private(set) var draft: TextEditor?
  /// Why what was typed is no value.
  public private(set) var trouble: String?
  /// In which language it is said.
  let words: Words
  private var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  private var rowsInView = 6

  private let desktop: DesktopAppearance

  /// - Parameter desktop: counts where the settings say nothing.
  public init(_ settings: Settings, words: Words = .english, desktop: DesktopAppearance = DesktopAppearance()) {
    self.settings = settings
    self.desktop = desktop
    self.words = words
  }

  /// As the settings themselves have it, so that a change is seen at once.
  private var palette: StudioPalette { desktop.palette(settings) }

  /// What the search finds: each of its words in the key, the help or the value.
  public var found: [Setting] {
    let words = search.text.lowercased().split(whereSeparator: \.isWhitespace)
    return SettingsTable.all.filter { setting in
      let text = "\(setting.key) \(setting.help) \(self.words(setting.help)) \(setting.text(in: settings) ?? "")"
        .lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  /// One turn.
  public mutating func turn(
    events: [ScreenEvent], window: Size<ScreenPixels>, scale: Double, paste: () -> String,
    measuring: some TextMeasuring
  ) -> (drawing: Drawing, effects: [Effect]) {
    var effects: [Effect] = []
    for event in events { effects += take(words.isRightToLeft ? event.mirrored(in: window.width) : event, paste) }
    chosen = min(chosen, max(0, found.count - 1))
    var sketch = SettingsSketch(
      screen: self, window: window,
      canvas: StudioCanvas(
        palette: palette, look: Look(scale: scale, in: window, words: words), window: window, measuring: measuring))
    sketch.draw()
    (targets, rowsInView) = (sketch.canvas.targets, sketch.rowsInView)
    return (sketch.canvas.drawing, effects)
  }

  private mutating func take(_ event: ScreenEvent, _ paste: () -> String) -> [Effect] {
    switch event {
    case .closed: return [.close]
    case .key(let key, let modifiers, _):
      return draft == nil ? command(key, modifiers, paste) : typeValue(key, modifiers, paste)
    case .text(let typed):
      if draft != nil { draft?.insert(typed) } else { search(for: { $0.insert(typed) }) }
      return []
    case .wheel(let steps):
      choose(chosen - (steps > 0 ? 1 : steps < 0 ? -1 : 0))
      return []
    case .pointer(.pressed, let point):
      guard let action = targets.last(where: { $0.rect.contains(point) })?.action else { return [] }
      return perform(action)
    case .pointer, .resized, .exposed, .dropped, .woken: return []
    }
  }

  private mutating func command(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    let isControl = modifiers.contains(.control)
    switch key {
    case .escape:
      guard search.characters.isEmpty else {
        search(for: { $0.clear() })
        return []
      }
      return [.close]
    case .up: choose(chosen - 1)
    case .down: choose(chosen + 1)
    case .tab: choose(chosen + (modifiers.contains(.shift) ? -1 : 1))
    case .pageUp: choose(chosen - rowsInView)
    case .pageDown: choose(chosen + rowsInView)
    case .left: return perform(.step(chosen, words.isRightToLeft ? 1 : -1))
    case .right: return perform(.step(chosen, words.isRightToLeft ? -1 : 1))
    case .enter:
      let isTyped = found.indices.contains(chosen) && found[chosen].choices == nil
      return perform(isTyped ? .edit(chosen) : .step(chosen, 1))
    case .delete where isControl || search.characters.isEmpty: return perform(.reset(chosen))
    default:
      var copied: String?
      search(for: { copied = $0.take(key, modifiers, paste: paste) })
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func typeValue(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    switch key {
    case .enter:
      guard let text = draft?.text.trimmed, found.indices.contains(chosen) else { return [] }
      // Nothing typed is nothing set.
      if text.isEmpty { return perform(.reset(chosen)) }
      do throws(SettingFailure) {
        try found[chosen].set(text, in: &settings)
        (draft, trouble) = (nil, nil)
        return [.keep(settings)]
      } catch {
        trouble = words(error.sentence)
        return []
      }
    case .escape: (draft, trouble) = (nil, nil)
    default:
      let copied = draft?.take(key, modifiers, paste: paste)
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .close: return [.close]
    case .row(let row): choose(row)
    case .edit(let row):
      choose(row)
      guard found.indices.contains(row) else { return [] }
      var editor = TextEditor(found[row].text(in: settings) ?? "", hasLines: false)
      editor.selectAll()
      draft = editor
    case .step(let row, let steps):
      choose(row)
      guard found.indices.contains(row), let choices = found[row].choices else { return [] }
      // Of what was not set, the first step forward is the first choice.
      let place = choices.firstIndex { $0 == found[row].text(in: settings) } ?? (steps > 0 ? -1 : 0)
      let next = choices[((place + steps) % choices.count + choices.count) % choices.count]
      return change(found[row], to: next)
    case .pick(let row, let place):
      choose(row)
      guard found.indices.contains(row), let choices = found[row].choices, choices.indices.contains(place),
        choices[place] != found[row].text(in: settings)
      else { return [] }
      return change(found[row], to: choices[place])
    case .reset(let row):
      choose(row)
      guard found.indices.contains(row) else { return [] }
      found[row].copy(from: Settings(), to: &settings)
      return [.keep(settings)]
    }
    return []
  }

  private mutating func change(_ setting: Setting, to text: String) -> [Effect] {
    do throws(SettingFailure) { try setting.set(text, in: &settings) } catch {
      trouble = words(error.sentence)
      return []
    }
    return [.keep(settings)]
  }

  private mutating func choose(_ row: Int) {
    let wanted = min(max(0, row), max(0, found.count - 1))
    // What was typed for another one and not kept is left.
    if wanted != chosen || draft != nil { (draft, trouble) = (nil, nil) }
    chosen = wanted
  }

  private mutating func search(for edit: (inout TextEditor) -> Void) {
    let before = search.characters
    edit(&search)
    if search.characters != before { chosen = 0 }
  }
}
