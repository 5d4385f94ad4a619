import Presentation

// What has the keyboard, and what it steps through.
extension ComposerScreen {
  /// The text under the caret; nil for what is chosen or pressed.
  func editor(of focus: Focus) -> TextEditor? {
    switch focus {
    case .field(let index) where choices(of: index).isEmpty && index < model.fields.count: model.fields[index]
    case .caption: model.caption
    default: nil
    }
  }

  mutating func change(_ focus: Focus, at now: Duration, _ body: (inout TextEditor) -> Void) {
    guard editor(of: focus) != nil else { return }
    if case .field(let index) = focus { model.edit(index, at: now, body) } else { model.editCaption(at: now, body) }
  }

  func choices(of field: Int) -> [String] {
    guard let fields = model.form?.fields, fields.indices.contains(field) else { return [] }
    return fields[field].choices
  }

  var order: [Focus] {
    [.form] + model.fields.indices.map { .field($0) } + [.kind] + (model.kind?.hasLevels == true ? [.level] : [])
      + (modes.isEmpty ? [] : [.mode]) + [.moduleSize, .foreground, .background, .caption]
      + (model.kind?.hasLevels == true ? [.logo] : []) + [.save, .copyPicture, .show, .sheet]
  }

  var modes: [String?] { model.kind?.modes.map(\.name) ?? [] }

  mutating func moveFocus(_ steps: Int) {
    let order = order
    let at = order.firstIndex(of: focus) ?? 0
    focus = order[(at + steps + order.count) % order.count]
    // Whoever comes into a field by the keyboard means to write over it or to go on at its end.
    if editor(of: focus) != nil { change(focus, at: .zero) { $0.move(.end, selecting: false) } }
  }

  /// To the value before or after.
  mutating func step(_ focus: Focus, _ steps: Int, at now: Duration) {
    switch focus {
    case .form, .kind:
      let (titles, at) = values(of: focus)
      choose((at + steps + titles.count) % max(1, titles.count), of: focus, at: now)
    case .field(let index):
      let choices = choices(of: index)
      guard let first = choices.first else { return }
      let value = model.fields[index].text
      model.choose(Self.next(choices, after: value.isEmpty ? first : value, steps), in: index, at: now)
    case .level: model.setLevel(Self.next(ErrorCorrectionLevel.allCases, after: model.recipe.level, steps), at: now)
    case .mode:
      if !modes.isEmpty { model.setMode(Self.next(modes, after: model.recipe.options?.mode, steps), at: now) }
    case .moduleSize: model.setModuleSize(model.recipe.appearance.moduleSize + steps, at: now)
    case .foreground:
      model.setForeground(Self.next(Self.inks, after: model.recipe.appearance.foreground, steps), at: now)
    case .background:
      model.setBackground(Self.next(Self.grounds, after: model.recipe.appearance.background, steps), at: now)
    case .caption, .logo, .save, .copyPicture, .show, .sheet, .path: break
    }
  }

  static func next<Value: Equatable>(_ values: [Value], after value: Value, _ steps: Int) -> Value {
    let at = values.firstIndex(of: value) ?? 0
    return values[(at + steps + values.count) % values.count]
  }
}
