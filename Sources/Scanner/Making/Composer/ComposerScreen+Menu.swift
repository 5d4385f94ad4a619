import Presentation

// The menus for what a code says and as which kind.
extension ComposerScreen {
  func hasMenu(_ focus: Focus) -> Bool { focus == .form || focus == .kind }

  /// What a menu offers, and which of it holds.
  func values(of focus: Focus) -> (titles: [String], chosen: Int) {
    guard focus == .form else {
      return (model.kinds.map(\.title), model.kinds.firstIndex { $0.name == model.recipe.symbology } ?? 0)
    }
    let forms: [PayloadForm?] = [nil] + PayloadForm.all
    return (
      forms.map { words($0?.title ?? "Text") }, forms.firstIndex { $0?.name == model.form?.name } ?? 0
    )
  }

  mutating func choose(_ index: Int, of focus: Focus, at now: Duration) {
    if focus == .form {
      model.setForm(index == 0 ? nil : PayloadForm.all[index - 1], at: now)
    } else {
      model.setSymbology(model.kinds[index].name, at: now)
    }
  }

  mutating func openMenu(_ focus: Focus) {
    self.focus = focus
    let (titles, chosen) = values(of: focus)
    menu = Menu(focus: focus, titles: titles, chosen: chosen)
  }

  mutating func pick(_ index: Int, at now: Duration) {
    guard let menu else { return }
    self.menu = nil
    if menu.titles.indices.contains(index) { choose(index, of: menu.focus, at: now) }
  }

  mutating func step(menuBy steps: Int) {
    guard let menu else { return }
    self.menu?.chosen = min(max(0, menu.chosen + steps), menu.titles.count - 1)
  }

  mutating func moveInMenu(_ key: Key, at now: Duration) -> [Effect] {
    guard let menu else { return [] }
    switch key {
    case .up: step(menuBy: -1)
    case .down: step(menuBy: 1)
    case .pageUp: step(menuBy: -menu.rows)
    case .pageDown: step(menuBy: menu.rows)
    case .home: step(menuBy: -menu.titles.count)
    case .end: step(menuBy: menu.titles.count)
    case .enter, .space: pick(menu.chosen, at: now)
    case .escape, .tab: self.menu = nil
    default: break
    }
    return []
  }

  /// To the next value that begins with what is typed.
  mutating func findInMenu(_ typed: String) {
    guard let menu, let letter = typed.lowercased().first else { return }
    let rest = (1...menu.titles.count).map { (menu.chosen + $0) % menu.titles.count }
    if let found = rest.first(where: { menu.titles[$0].lowercased().first == letter }) { self.menu?.chosen = found }
  }
}
