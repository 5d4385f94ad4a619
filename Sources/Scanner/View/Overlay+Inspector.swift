import Geometry
import Presentation

/// Where the inspector stands: beside the picture, or below it where that leaves the picture more room.
struct InspectorPlace: Hashable, Sendable {
  /// What is left for the picture, from the window's top left.
  let picture: Size<ScreenPixels>
  let panel: Rect<ScreenPixels>

  /// Points that the panel is wide where there is room: some 40 letters.
  private static let width = 360.0
  /// The share of the window that the picture keeps at least.
  private static let leastPicture = 0.55

  /// Points that a side of either has at least.
  private static let leastSide = 60.0

  /// Nil for a window that has no room for both.
  init?(window: Size<ScreenPixels>, scale: Double) {
    guard window.shorterSide >= 2.5 * Self.leastSide else { return nil }
    if window.width > window.height {
      let width = min(Self.width * scale, window.width * (1 - Self.leastPicture)).rounded()
      picture = Size(window.width - width, window.height)
      panel = Rect(x: picture.width, y: 0, width: width, height: window.height)
    } else {
      let height = (window.height * (1 - Self.leastPicture)).rounded()
      picture = Size(window.width, window.height - height)
      panel = Rect(x: 0, y: picture.height, width: window.width, height: height)
    }
  }
}

extension Overlay {
  /// The sentence, the candidates and the figures, beside the picture.
  mutating func drawInspector(_ figures: DebugFigures, in panel: Rect<ScreenPixels>) {
    scene.drawing.add(.rectangle(panel, radius: 0, fill: Self.panelColor, stroke: nil))
    let look = Look(scale: look.scale, in: panel.size)
    let padding = min(look.points(16), panel.size.shorterSide / 12)
    let inner = panel.inset(by: padding)
    guard inner.width > 0, inner.height > 0 else { return }
    var blocks: [Block] = []
    if let sentence = figures.sentence {
      blocks.append(.text(look.body(sentence, maxWidth: inner.width, maxLines: 5)))
    }
    let candidates = figures.candidates
    if !candidates.isEmpty { blocks.append(.text(look.caption("Candidates", maxWidth: inner.width))) }
    blocks += candidates.map { .text(small($0, look, inner.width, lines: 3)) }
    blocks.append(
      .text(look.caption("Layer: \(figures.showsEvidence ? "Evidence" : "Figures")  (D: next)", maxWidth: inner.width)))
    if figures.showsEvidence { blocks += Self.legend.map { .text(small($0, look, inner.width, lines: 2)) } }
    blocks += figures.lines.map { .text(small($0, look, inner.width, lines: 2)) }

    let start = min(model.showsKeys ? 0 : model.scroll, max(0, blocks.count - 1))
    let gap = look.points(5)
    var y = inner.minY
    var shown = 0
    for block in blocks[start...] {
      let height = block.size(measuring).height
      if y + height > inner.maxY { break }
      scene.drawing.add(block.drawing(at: Point(inner.minX, y), measuring: measuring))
      y += height + gap
      shown += 1
    }
    guard !model.showsKeys else { return }
    // How far it can be scrolled: until the last line is in sight.
    var (last, room) = (blocks.count, inner.height)
    while last > 0, case let height = blocks[last - 1].size(measuring).height, height <= room {
      room -= height + gap
      last -= 1
    }
    scene.scrollLimit = last
    scene.scrollPage = max(1, shown - 1)
  }

  /// Opaque: a picture behind text would be read as a part of it.
  private static var panelColor: Color { Color(0x12161C) }

  /// What the evidence layer draws, by pattern and not by color alone.
  private static var legend: [String] {
    [
      "+  a finder pattern, as wide as 3 modules", "▭  a striped region", "┼┼  a scan line, a tick at each edge",
      "╌╌  given up",
    ]
  }

  private func small(_ line: String, _ look: Look, _ width: Double, lines: Int) -> Text {
    Text(line, pixels: look.points(12.5), color: Look.text, maxWidth: width, maxLines: lines)
  }
}
