import Scanner
import Testing

@Suite struct TextEditorTests {
  @Test func typingReplacesTheSelection() {
    var editor = TextEditor("hello world", hasLines: true)
    editor.move(.wordLeft, selecting: true)
    #expect(editor.selectedText == "world")
    editor.insert("you")
    #expect(editor.text == "hello you")
    #expect(editor.caret == 9 && editor.selection.isEmpty)
  }

  @Test func deletingTakesWholeCharacters() {
    var editor = TextEditor("a👨‍👩‍👧é", hasLines: true)
    editor.deleteBackward()
    #expect(editor.text == "a👨‍👩‍👧")
    editor.deleteBackward()
    #expect(editor.text == "a")
    editor.deleteForward()
    #expect(editor.text == "a")
    editor.move(.start, selecting: false)
    editor.deleteForward()
    #expect(editor.text.isEmpty)
  }

  @Test func aCombiningMarkJoinsWhatStandsBefore() {
    var editor = TextEditor("e", hasLines: true)
    editor.insert("\u{301}")
    #expect(editor.characters.count == 1 && editor.caret == 1)
    editor.insert("x")
    #expect(editor.text == "e\u{301}x")
  }

  @Test func lineEndsArePlainOrBlanks() {
    var lines = TextEditor(hasLines: true)
    lines.insert("a\r\nb\rc")
    #expect(lines.text == "a\nb\nc")
    lines.move(.lineStart, selecting: false)
    #expect(lines.caret == 4)
    var single = TextEditor(hasLines: false)
    single.insert("a\nb")
    #expect(single.text == "a b")
  }

  @Test func cutAndSelectAll() {
    var editor = TextEditor("abc", hasLines: false)
    editor.selectAll()
    #expect(editor.cut() == "abc")
    #expect(editor.text.isEmpty && editor.caret == 0)
  }

  @Test func anArrowPutsTheSelectionAway() {
    var editor = TextEditor("abcd", hasLines: false)
    editor.move(.to(1), selecting: false)
    editor.move(.to(3), selecting: true)
    editor.move(.left, selecting: false)
    #expect(editor.caret == 1)
  }

  @Test func undoTakesBackAWordAtATimeAndRedoMakesItAgain() {
    var editor = TextEditor(hasLines: true)
    for letter in "one two" { editor.insert(String(letter)) }
    editor.deleteBackward()
    editor.deleteBackward()
    #expect(editor.text == "one t")
    var seen: [String] = []
    for _ in 0..<5 {
      editor.undo()
      seen.append(editor.text)
    }
    #expect(seen == ["one two", "one ", "one", "", ""])
    for _ in 0..<2 { editor.redo() }
    #expect(editor.text == "one ")
    editor.insert("x")
    editor.redo()
    #expect(editor.text == "one x", "what was taken back is gone once something else is typed")
  }

  @Test func undoBringsBackWhatWasTypedOver() {
    var editor = TextEditor("hello world", hasLines: true)
    editor.move(.wordLeft, selecting: true)
    editor.insert("you")
    editor.clear()
    editor.undo()
    #expect(editor.text == "hello you")
    editor.undo()
    #expect(editor.text == "hello world" && editor.selectedText == "world")
  }

  @Test func movingTheCaretBeginsAnotherChange() {
    var editor = TextEditor(hasLines: true)
    editor.insert("a")
    editor.insert("b")
    editor.move(.left, selecting: false)
    editor.insert("c")
    editor.undo()
    #expect(editor.text == "ab" && editor.caret == 1)
  }

  @Test func aHugePasteIsCut() {
    var editor = TextEditor(hasLines: true)
    editor.insert(String(repeating: "x", count: 100_000))
    #expect(editor.characters.count == TextEditor.limit)
  }
}
