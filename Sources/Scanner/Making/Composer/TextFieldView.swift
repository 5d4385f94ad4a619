import Geometry
import Presentation

/// Where the characters of a text field stand: lines that fit its width, and the part of them that fits its height.
struct TextFieldView {
  private let editor: TextEditor
  /// The box inside its padding.
  private let inner: Rect<ScreenPixels>
  private let lines: [Range<Int>]
  /// What is seen of the lines.
  private let rows: [Row]
  private let pixels: Double
  /// Drawn on a canvas that is mirrored, on which lines begin at the right.
  private let isMirrored: Bool

  /// A line in its place. Letters of another script, whose font is taller, make their line taller.
  private struct Row {
    let line: Int
    let y: Double
    let height: Double
  }

  private static let padding = (x: 10.0, y: 8.0)

  init(
    _ editor: TextEditor, in rect: Rect<ScreenPixels>, look: Look, isSingle: Bool, _ measuring: some TextMeasuring
  ) {
    self.editor = editor
    isMirrored = look.words.isRightToLeft
    pixels = look.points(16)
    let (dx, dy) = (look.points(Self.padding.x), look.points(Self.padding.y))
    inner = Rect(
      x: rect.minX + dx, y: rect.minY + dy, width: max(1, rect.width - 2 * dx), height: max(1, rect.height - 2 * dy))
    let lines =
      isSingle
      ? [Self.window(editor, inner.width, pixels, measuring)]
      : Self.broken(editor.characters, inner.width, pixels, measuring)
    let (height, pixels) = (Self.size("Ag", pixels, measuring).height, pixels)
    let heights = lines.map { line in
      let text = String(editor.characters[line])
      return text.utf8.allSatisfy { $0 < 0x80 } ? height : max(height, Self.size(text, pixels, measuring).height)
    }
    self.lines = lines
    if isSingle {
      rows = [Row(line: 0, y: rect.minY + (rect.height - heights[0]) / 2, height: heights[0])]
    } else {
      rows = Self.visible(heights, around: Self.line(of: editor.caret, in: lines), in: inner)
    }
  }

  /// The lines that fit, the caret's always among them: its half of the field above it, unless the text ends before.
  private static func visible(_ heights: [Double], around line: Int, in inner: Rect<ScreenPixels>) -> [Row] {
    func first(endingWith last: Int, within room: Double) -> Int {
      var (begin, used) = (last, heights[last])
      while begin > 0, used + heights[begin - 1] <= room {
        begin -= 1
        used += heights[begin]
      }
      return begin
    }
    let begin = min(
      first(endingWith: line, within: inner.height / 2 + heights[line]),
      first(endingWith: heights.count - 1, within: inner.height), line)
    var rows: [Row] = []
    var y = inner.minY
    for index in begin..<heights.count where index == begin || y + heights[index] <= inner.maxY {
      guard rows.last.map({ $0.line == index - 1 }) ?? true else { break }
      rows.append(Row(line: index, y: y, height: heights[index]))
      y += heights[index]
    }
    return rows
  }

  // MARK: Breaking

  /// Lines by paragraph, broken where the width ends: at the last blank if there is one.
  private static func broken(
    _ characters: [Character], _ width: Double, _ pixels: Double, _ measuring: some TextMeasuring
  ) -> [Range<Int>] {
    // Monospaced letters have one width; others are measured once each.
    var widths: [Character: Double] = [:]
    func advance(_ character: Character) -> Double {
      if let known = widths[character] { return known }
      let measured = size(String(character), pixels, measuring).width
      widths[character] = measured
      return measured
    }
    var lines: [Range<Int>] = []
    var (begin, x, blank) = (0, 0.0, Int?.none)
    for (index, character) in characters.enumerated() {
      if character == "\n" {
        lines.append(begin..<index)
        (begin, x, blank) = (index + 1, 0, nil)
        continue
      }
      let step = advance(character)
      if x + step > width, index > begin {
        let end = blank.map { $0 + 1 } ?? index
        lines.append(begin..<end)
        x = characters[end..<index].reduce(0) { $0 + advance($1) }
        (begin, blank) = (end, nil)
      }
      if character == " " { blank = index }
      x += step
    }
    lines.append(begin..<characters.count)
    return lines
  }

  /// Of a field with one line: the part that ends with the caret, or begins with the text.
  private static func window(
    _ editor: TextEditor, _ width: Double, _ pixels: Double, _ measuring: some TextMeasuring
  ) -> Range<Int> {
    func fits(_ range: Range<Int>) -> Bool {
      size(String(editor.characters[range]), pixels, measuring).width <= width
    }
    var begin = 0
    while begin < editor.caret, !fits(begin..<editor.caret) { begin += max(1, (editor.caret - begin) / 8) }
    begin = min(begin, editor.caret)
    var end = editor.caret
    while end < editor.characters.count, end - begin < 400, fits(begin..<end + 1) { end += 1 }
    return begin..<end
  }

  private static func line(of place: Int, in lines: [Range<Int>]) -> Int {
    lines.lastIndex { $0.lowerBound <= place } ?? 0
  }

  private static func size(_ string: String, _ pixels: Double, _ measuring: some TextMeasuring) -> Size<ScreenPixels> {
    measuring.size(of: Text(string, face: .monospaced, pixels: pixels))
  }

  // MARK: Places

  /// Before which character a click stands.
  func place(at point: Point<ScreenPixels>, _ measuring: some TextMeasuring) -> Int {
    let row = rows.last { $0.y <= point.y } ?? rows.first
    return place(inLine: row?.line ?? 0, atX: point.x - inner.minX, measuring)
  }

  /// The place a line above or below the caret.
  func placeBeside(caret lineStep: Int, _ measuring: some TextMeasuring) -> Int {
    let line = Self.line(of: editor.caret, in: lines)
    let wanted = line + lineStep
    guard lines.indices.contains(wanted) else { return wanted < 0 ? 0 : editor.characters.count }
    return place(inLine: wanted, atX: x(of: editor.caret, inLine: line, measuring), measuring)
  }

  private func place(inLine line: Int, atX x: Double, _ measuring: some TextMeasuring) -> Int {
    let carets = carets(inLine: line, measuring)
    // The nearest one: where directions are mixed they do not ascend.
    let nearest = carets.indices.reversed().min { abs(carets[$0] - x) < abs(carets[$1] - x) } ?? 0
    return lines[line].lowerBound + nearest
  }

  private func x(of place: Int, inLine line: Int, _ measuring: some TextMeasuring) -> Double {
    let range = lines[line]
    let carets = carets(inLine: line, measuring)
    return carets[min(min(max(place, range.lowerBound), range.upperBound) - range.lowerBound, carets.count - 1)]
  }

  /// Before each of a line's characters, and behind the last one.
  private func carets(inLine line: Int, _ measuring: some TextMeasuring) -> [Double] {
    let text = Text(String(editor.characters[lines[line]]), face: .monospaced, pixels: pixels)
    let carets = text.string.isEmpty ? [0] : measuring.carets(in: text)
    guard isMirrored else { return carets }
    let width = text.string.isEmpty ? 0 : measuring.size(of: text).width
    return carets.map { width - $0 }
  }

  /// Where selected characters stand: of mixed directions in several places of the line.
  private func parts(
    of selected: Range<Int>, inLine line: Int, _ measuring: some TextMeasuring
  ) -> [ClosedRange<Double>] {
    let carets = carets(inLine: line, measuring)
    let begin = lines[line].lowerBound
    let letters = selected.filter { $0 + 1 - begin < carets.count }.map { place in
      let (one, other) = (carets[place - begin], carets[place + 1 - begin])
      return min(one, other)...max(one, other)
    }
    return letters.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { parts, letter in
      if let last = parts.last, letter.lowerBound - last.upperBound < 1 {
        parts[parts.count - 1] = last.lowerBound...max(last.upperBound, letter.upperBound)
      } else {
        parts.append(letter)
      }
    }
  }

  // MARK: Drawing

  func draw<Action>(
    into canvas: inout StudioCanvas<some TextMeasuring, Action>, isFocused: Bool, placeholder: String
  ) {
    let measuring = canvas.measuring
    if editor.characters.isEmpty {
      // Beside the caret, on the line that typing will have.
      let beside = canvas.points(4)
      let row = rows[0]
      var text = Text(
        placeholder, pixels: pixels, color: canvas.palette.quiet, maxWidth: max(1, inner.width - beside))
      var y = row.y + (row.height - measuring.size(of: text).height) / 2
      if editor.hasLines {
        text.maxLines = max(1, Int(inner.height / row.height))
        y = min(y, row.y)
      }
      canvas.write(text, inner.minX + beside, y)
    }
    for row in rows {
      let range = lines[row.line]
      let selected = editor.selection.clamped(to: range)
      if isFocused, !selected.isEmpty {
        for part in parts(of: selected, inLine: row.line, measuring) {
          canvas.add(
            .rectangle(
              Rect(
                x: inner.minX + part.lowerBound, y: row.y, width: part.upperBound - part.lowerBound,
                height: row.height), radius: 0, fill: canvas.palette.selection, stroke: nil))
        }
      }
      if !range.isEmpty {
        canvas.write(
          Text(
            String(editor.characters[range]), face: .monospaced, pixels: pixels, color: canvas.palette.text),
          inner.minX, row.y)
      }
      if isFocused, Self.line(of: editor.caret, in: lines) == row.line {
        let at = x(of: editor.caret, inLine: row.line, measuring)
        canvas.add(
          .rectangle(
            Rect(x: inner.minX + at, y: row.y, width: canvas.points(2), height: row.height), radius: 0,
            fill: canvas.palette.accent, stroke: nil))
      }
    }
  }
}
