import Geometry
import Presentation
import Testing

/// Letters of half an em, lines of one and a half.
private struct FixedWidth: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> {
    Size(Double(text.string.count) * text.pixels / 2, text.pixels * 1.5)
  }
}

private let measuring = FixedWidth()
private let small = Block.space(Size(10, 4))
private let large = Block.space(Size(30, 20))

@Test(arguments: [
  (Block.row([small, large, small], spacing: 5), Size<ScreenPixels>(60, 20)),
  (.column([small, large], spacing: 5), Size(30, 29)),
  (.padded(large, horizontal: 3, vertical: 2), Size(36, 24)),
  (.row([], spacing: 5), Size(0, 0)),
  (.text(Text("abcd", pixels: 10)), Size(20, 15)),
  (.glyph(.check, pixels: 24, color: .white), Size(24, 24)),
])
func aBlockIsAsLargeAsItsParts(block: Block, size: Size<ScreenPixels>) {
  #expect(block.size(measuring) == size)
}

@Test func partsAreCenteredInRowsAndCenteredColumns() {
  let word = Text("ab", pixels: 10)
  let row = Block.row([large, .text(word)], spacing: 5).drawing(at: Point(100, 100), measuring: measuring)
  #expect(row.items == [.text(word, at: Point(135, 102.5))])
  let column = Block.column([large, .text(word)], spacing: 5, alignment: .center)
  #expect(column.drawing(at: Point(100, 100), measuring: measuring).items == [.text(word, at: Point(110, 125))])
}

@Test func aCardIsDrawnBelowWhatItHolds() {
  let look = Look(scale: 2)
  let word = look.body("ab")
  let drawing = Block.card(.text(word), look).drawing(at: Point(0, 0), measuring: measuring)
  #expect(drawing.items.count == 3)
  guard case .shadow = drawing.items[0], case .rectangle(let box, 24, Look.cardColor, _) = drawing.items[1] else {
    Issue.record("\(drawing.items)")
    return
  }
  #expect(box == Rect(x: 0, y: 0, width: 30 + 80, height: 45 + 64))
  #expect(drawing.items[2] == .text(word, at: Point(40, 32)))
}

@Test func aKeyCapIsNeverNarrowerThanHigh() {
  for label in ["i", "C", "Space", "Shift"] {
    let size = Block.keyCap(label, pixels: 14).size(measuring)
    #expect(size.width >= size.height)
  }
}
