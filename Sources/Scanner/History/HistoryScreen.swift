public import Foundation
public import Geometry
public import Presentation

/// The history in the window: a search, a list, and what can be done with the chosen entry.
public struct HistoryScreen {
  public enum Effect: Hashable, Sendable {
    case close
    /// Into the composer, with everything that it was made with.
    case compose(CodeRecipe)
    case copy(String)
    /// A person has confirmed it.
    case act(PayloadAction)
  }

  public private(set) var model: HistoryModel
  public var palette: StudioPalette
  private let timeText: @Sendable (Date) -> String
  private let isPrivate: Bool
  private let context: PayloadContext
  private let picture: @Sendable ([UInt8]) -> Bitmap?
  private var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  private var rowsInView = 8

  enum Action: Hashable {
    case filter(HistoryModel.Filter)
    case row(Int)
    case restore, pin, label, delete, clear, act, yes, no
    case copy(String)
  }

  /// - Parameters:
  ///   - isPrivate: whether nothing new is stored for now.
  ///   - picture: reads an entry's PNG.
  ///   - timeText: a time as the user reads it, in one short piece.
  public init(
    _ model: HistoryModel, palette: StudioPalette, isPrivate: Bool = false, context: PayloadContext = .plain,
    picture: @escaping @Sendable ([UInt8]) -> Bitmap? = { _ in nil },
    timeText: @escaping @Sendable (Date) -> String
  ) {
    self.model = model
    self.palette = palette
    self.isPrivate = isPrivate
    self.context = context
    self.picture = picture
    self.timeText = timeText
  }

  /// A word on what was done with an entry, for the foot of the list.
  public mutating func tell(_ text: String, isFailure: Bool) { model.tell(text, isFailure: isFailure) }

  /// One turn.
  public mutating func turn(
    events: [ScreenEvent], window: Size<ScreenPixels>, scale: Double, paste: () -> String,
    measuring: some TextMeasuring
  ) -> (drawing: Drawing, effects: [Effect]) {
    var effects: [Effect] = []
    let words = model.words
    for event in events { effects += take(words.isRightToLeft ? event.mirrored(in: window.width) : event, paste) }
    model.turn()
    var sketch = HistorySketch(
      model: model, window: window, isPrivate: isPrivate, context: context, picture: picture, timeText: timeText,
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
      if model.question != nil {
        if key == .enter { return perform(.yes) }
        if key == .escape { return perform(.no) }
        return []
      }
      if model.label != nil { return nameEntry(key, modifiers, paste) }
      return command(key, modifiers, paste)
    case .text(let typed):
      guard model.question == nil else { return [] }
      if model.label != nil { model.editLabel { $0.insert(typed) } } else { model.editSearch { $0.insert(typed) } }
      return []
    case .wheel(let steps):
      model.choose(model.chosen - Int(steps.rounded(.awayFromZero)))
      return []
    case .pointer(.pressed, let point):
      guard let action = targets.last(where: { $0.rect.contains(point) })?.action else { return [] }
      return perform(action)
    case .pointer, .resized, .exposed, .dropped, .woken: return []
    }
  }

  private mutating func nameEntry(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    switch key {
    case .enter: model.endLabel(keeps: true)
    case .escape: model.endLabel(keeps: false)
    default:
      var copied: String?
      model.editLabel { copied = $0.take(key, modifiers, paste: paste) }
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func command(_ key: Key, _ modifiers: Modifiers, _ paste: () -> String) -> [Effect] {
    let isControl = modifiers.contains(.control)
    switch key {
    case .escape: return [.close]
    case .up: model.choose(model.chosen - 1)
    case .down: model.choose(model.chosen + 1)
    case .pageUp: model.choose(model.chosen - rowsInView)
    case .pageDown: model.choose(model.chosen + rowsInView)
    case .tab: stepFilter(modifiers.contains(.shift) ? -1 : 1)
    case .enter: return perform(.restore)
    case .delete where isControl && modifiers.contains(.shift): model.askToClear()
    case .delete where isControl || model.search.characters.isEmpty: model.deleteChosen()
    case .character("z") where isControl && model.deleted != nil: model.undoDelete()
    case .character("o") where isControl: model.askToAct(context)
    case .character("p") where isControl: model.togglePin()
    case .character("l") where isControl: model.beginLabel()
    case .character("c") where isControl && model.search.selection.isEmpty:
      return model.chosenEntry?.content.text.map { [.copy($0)] } ?? []
    default:
      var copied: String?
      model.editSearch { copied = $0.take(key, modifiers, paste: paste) }
      return copied.map { [.copy($0)] } ?? []
    }
    return []
  }

  private mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .filter(let filter): model.setFilter(filter)
    case .row(let index):
      // The second press on an entry opens it.
      if index == model.chosen { return perform(.restore) }
      model.choose(index)
    case .restore: return (model.chosenEntry?.content.again).map { [.compose($0)] } ?? []
    case .act: model.askToAct(context)
    case .copy(let text): return [.copy(text)]
    case .pin: model.togglePin()
    case .label: model.beginLabel()
    case .delete: model.deleteChosen()
    case .clear: model.askToClear()
    case .yes: return model.answer(true).map { [.act($0)] } ?? []
    case .no: model.answer(false)
    }
    return []
  }

  private mutating func stepFilter(_ steps: Int) {
    let all = HistoryModel.Filter.allCases
    let at = all.firstIndex(of: model.filter) ?? 0
    model.setFilter(all[(at + steps + all.count) % all.count])
  }
}
