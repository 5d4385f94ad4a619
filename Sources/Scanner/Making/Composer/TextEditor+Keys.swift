import Presentation

extension TextEditor {
  /// What a key does to a field.
  ///
  /// - Returns: text for the clipboard.
  mutating func take(_ key: Key, _ modifiers: Modifiers, paste: () -> String) -> String? {
    let isSelecting = modifiers.contains(.shift)
    let isControl = modifiers.contains(.control)
    switch key {
    case .left: move(isControl ? .wordLeft : .left, selecting: isSelecting)
    case .right: move(isControl ? .wordRight : .right, selecting: isSelecting)
    case .home: move(isControl ? .start : .lineStart, selecting: isSelecting)
    case .end: move(isControl ? .end : .lineEnd, selecting: isSelecting)
    case .backspace: deleteBackward(word: isControl)
    case .delete: deleteForward(word: isControl)
    case .enter: if hasLines { insert("\n") }
    case .character("a") where isControl: selectAll()
    case .character("c") where isControl: return selection.isEmpty ? nil : selectedText
    case .character("x") where isControl: return selection.isEmpty ? nil : cut()
    case .character("v") where isControl: insert(paste())
    case .character("u") where isControl: clear()
    case .character("z") where isControl: if isSelecting { redo() } else { undo() }
    case .character("y") where isControl: redo()
    default: break
    }
    return nil
  }
}
