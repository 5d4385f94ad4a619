/// Text under a caret: what a text field does with keys, apart from where it is drawn.
public struct TextEditor: Hashable, Sendable {
  /// The text's characters, as a person counts them: an emoji of several scalars is one.
  public private(set) var characters: [Character]
  /// Before the character of this number; at most as many as there are.
  public private(set) var caret: Int
  /// The other end of the selection; the caret where nothing is selected.
  public private(set) var anchor: Int
  /// Whether Enter begins a line; else line ends that are pasted become blanks.
  public let hasLines: Bool
  private var history = EditHistory()

  /// More than the largest symbol holds (7,089 digits), so that a paste by mistake cannot stop the window.
  public static let limit = 8192

  public init(_ text: String = "", hasLines: Bool) {
    characters = Array(text.prefix(Self.limit))
    caret = characters.count
    anchor = caret
    self.hasLines = hasLines
  }

  public var text: String { String(characters) }
  public var selection: Range<Int> { min(caret, anchor)..<max(caret, anchor) }
  public var selectedText: String { String(characters[selection]) }

  public enum Movement: Hashable, Sendable {
    case left, right, wordLeft, wordRight, lineStart, lineEnd, start, end
    /// To a place that only who draws it knows: a line up or down, or a click.
    case to(Int)
  }

  /// Puts text in place of the selection.
  public mutating func insert(_ text: String) {
    let isWord = text.count == 1 && text.first.map(Self.isWord) == true
    history.note(isWord ? .typing : .other, characters, selection)
    let plain = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    let kept = hasLines ? plain : plain.replacing("\n", with: " ")
    let room = Self.limit - characters.count + selection.count
    // Combining marks may join the character before them: what is typed is counted together with it.
    let new = Array(kept.prefix(room))
    let begin = selection.lowerBound
    characters.replaceSubrange(selection, with: new)
    let after = characters[(begin + new.count)...].count
    characters = Array(String(characters))
    caret = max(0, characters.count - after)
    anchor = caret
  }

  public mutating func deleteBackward(word: Bool = false) {
    history.note(word ? .other : .deleting, characters, selection)
    if selection.isEmpty { place(word ? .wordLeft : .left, selecting: true) }
    removeSelection()
  }

  public mutating func deleteForward(word: Bool = false) {
    history.note(word ? .other : .deleting, characters, selection)
    if selection.isEmpty { place(word ? .wordRight : .right, selecting: true) }
    removeSelection()
  }

  public mutating func clear() {
    history.note(.other, characters, selection)
    selectAll()
    removeSelection()
  }

  public mutating func selectAll() { (anchor, caret) = (0, characters.count) }

  /// Takes the selection out.
  public mutating func cut() -> String {
    history.note(.other, characters, selection)
    defer { removeSelection() }
    return selectedText
  }

  public mutating func move(_ movement: Movement, selecting: Bool) {
    history.endRun()
    place(movement, selecting: selecting)
  }

  private mutating func place(_ movement: Movement, selecting: Bool) {
    let isCollapsing = !selecting && !selection.isEmpty
    switch movement {
    // The first arrow puts a selection away at its own end.
    case .left: caret = isCollapsing ? selection.lowerBound : max(0, caret - 1)
    case .right: caret = isCollapsing ? selection.upperBound : min(characters.count, caret + 1)
    case .wordLeft: caret = wordStart(before: caret)
    case .wordRight: caret = wordEnd(after: caret)
    case .lineStart: caret = (characters[..<caret].lastIndex(of: "\n") ?? -1) + 1
    case .lineEnd: caret = characters[caret...].firstIndex(of: "\n") ?? characters.count
    case .start: caret = 0
    case .end: caret = characters.count
    case .to(let place): caret = min(max(0, place), characters.count)
    }
    if !selecting { anchor = caret }
  }

  /// Takes back the last change: a word that was typed, what was pasted, what was deleted.
  public mutating func undo() { restore(history.undo(characters, selection)) }

  /// Makes again what was taken back last.
  public mutating func redo() { restore(history.redo(characters, selection)) }

  private mutating func restore(_ state: EditHistory.State?) {
    guard let state else { return }
    characters = state.characters
    (anchor, caret) = (state.selection.lowerBound, state.selection.upperBound)
  }

  private mutating func removeSelection() {
    guard !selection.isEmpty else { return }
    let begin = selection.lowerBound
    characters.removeSubrange(selection)
    (caret, anchor) = (begin, begin)
  }

  private func wordStart(before place: Int) -> Int {
    var at = place
    while at > 0, !Self.isWord(characters[at - 1]) { at -= 1 }
    while at > 0, Self.isWord(characters[at - 1]) { at -= 1 }
    return at
  }

  private func wordEnd(after place: Int) -> Int {
    var at = place
    while at < characters.count, !Self.isWord(characters[at]) { at += 1 }
    while at < characters.count, Self.isWord(characters[at]) { at += 1 }
    return at
  }

  private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
