import Geometry
import Presentation

/// Draws the controls of a screen, and remembers where each can be pressed.
struct StudioCanvas<Measuring: TextMeasuring, Action> {
  private(set) var drawing = Drawing()
  private(set) var targets: [(rect: Rect<ScreenPixels>, action: Action)] = []
  let palette: StudioPalette
  let look: Look
  let measuring: Measuring
  private let window: Rect<ScreenPixels>

  init(palette: StudioPalette, look: Look, window: Size<ScreenPixels>, measuring: Measuring) {
    (self.palette, self.look, self.measuring) = (palette, look, measuring)
    self.window = Rect(origin: Point(0, 0), size: window)
  }

  func points(_ points: Double) -> Double { look.points(points) }

  mutating func press(_ rect: Rect<ScreenPixels>, _ action: Action) { targets.append((rect, action)) }

  /// Whether all is drawn at the other side, for scripts that run from the right. Sketches and targets know nothing of it:
  /// who takes what the pointer does mirrors its places.
  var isMirrored: Bool { look.words.isRightToLeft }

  /// Leaves out what lies beside the window, as most of a scrolled page does.
  mutating func add(_ item: Drawing.Item) {
    guard item.bounds(measuring)?.intersects(window) ?? true else { return }
    drawing.add(isMirrored ? item.mirrored(in: window.width, measuring) : item)
  }

  mutating func add(_ block: Block, at place: Point<ScreenPixels>) {
    for item in block.drawing(at: Point(place.x.rounded(), place.y.rounded()), measuring: measuring).items { add(item) }
  }

  // MARK: Text

  /// Height of a line of letters so large, in screen pixels.
  func lineHeight(_ pixels: Double) -> Double { measuring.size(of: Text("Ag", pixels: pixels)).height }

  func caption(_ string: String, width: Double? = nil, lines: Int = 1) -> Text {
    Text(string, weight: .medium, pixels: points(13), color: palette.quiet, maxWidth: width, maxLines: lines)
  }

  func body(_ string: String, color: Color? = nil, width: Double? = nil, lines: Int = 1) -> Text {
    Text(string, pixels: points(15), color: color ?? palette.text, maxWidth: width, maxLines: lines)
  }

  func title(_ string: String, width: Double? = nil, lines: Int = 1) -> Text {
    Text(string, weight: .bold, pixels: points(22), color: palette.text, maxWidth: width, maxLines: lines)
  }

  func mono(_ string: String, width: Double? = nil, lines: Int = 1) -> Text {
    Text(string, face: .monospaced, pixels: points(15), color: palette.text, maxWidth: width, maxLines: lines)
  }

  /// A screen's name with a quiet word beside it.
  ///
  /// - Returns: where it ends.
  mutating func heading(
    _ name: String, beside word: String, _ x: Double, _ y: Double, width: Double
  ) -> Double {
    let title = title(name, width: width)
    let size = measuring.size(of: title)
    write(title, x, y)
    let room = width - size.width - points(12)
    guard !word.isEmpty, room >= points(40) else { return x + size.width }
    let caption = caption(word, width: room)
    let at = x + size.width + points(12)
    // On one line of writing, as nearly as boxes tell.
    write(caption, at, y + size.height - measuring.size(of: caption).height - points(4))
    return at + measuring.size(of: caption).width
  }

  /// - Returns: the height that it takes.
  @discardableResult
  mutating func write(_ text: Text, _ x: Double, _ y: Double) -> Double {
    add(.text(text, at: Point(x.rounded(), y.rounded())))
    return measuring.size(of: text).height
  }

  /// A sentence in the middle of a place, under a sign if there is room for both; smaller where there is little.
  mutating func message(_ sentence: String, _ glyph: Glyph? = nil, color: Color, in room: Rect<ScreenPixels>) {
    let width = max(1, min(room.width, points(glyph == nil ? 480 : 360)))
    let sign = points(40)
    for size in [15.0, 13, 11] {
      var text = Text(sentence, pixels: points(size), color: color, alignment: .center, maxWidth: width, maxLines: 12)
      let height = measuring.size(of: text).height
      guard height <= room.height || size == 11 else { continue }
      var blocks = [Block.text(text)]
      if height > room.height {
        let line = measuring.size(of: Text("Ag", pixels: text.pixels)).height
        text.maxLines = max(1, Int(room.height / line))
        blocks = [.text(text)]
      } else if let glyph, height + points(12) + sign <= room.height {
        blocks.insert(.glyph(glyph, pixels: sign, color: color), at: 0)
      }
      let block = Block.column(blocks, spacing: points(12), alignment: .center)
      let box = block.size(measuring)
      add(block, at: Point(room.center.x - box.width / 2, room.center.y - box.height / 2))
      return
    }
  }

  /// A thin bar that says which part of a page can be seen.
  mutating func scrollBar(_ seen: ClosedRange<Double>, _ track: Rect<ScreenPixels>) {
    let bar = Rect<ScreenPixels>(
      Point(track.minX, track.minY + seen.lowerBound * track.height),
      Point(track.maxX, track.minY + seen.upperBound * track.height))
    add(.rectangle(bar, radius: track.width / 2, fill: palette.quiet.opacity(0.6), stroke: nil))
  }

  /// In the middle of a rectangle.
  mutating func write(_ text: Text, in rect: Rect<ScreenPixels>) {
    let size = measuring.size(of: text)
    write(text, rect.center.x - size.width / 2, rect.center.y - size.height / 2)
  }

  // MARK: Controls

  mutating func panel(_ rect: Rect<ScreenPixels>) {
    add(.rectangle(rect, radius: points(12), fill: palette.panel, stroke: Stroke(palette.edge, width: points(1))))
  }

  /// The ground of what takes text or holds choices.
  ///
  /// - Parameter isFaulty: what stands in it does not do.
  mutating func box(_ rect: Rect<ScreenPixels>, isFocused: Bool, isFaulty: Bool = false) {
    let stroke =
      isFaulty
      ? Stroke(palette.warning, width: points(2))
      : isFocused ? Stroke(palette.accent, width: points(2)) : Stroke(palette.edge, width: points(1))
    add(.rectangle(rect, radius: points(8), fill: palette.field, stroke: stroke))
  }

  /// The ground of the row that is chosen among several.
  ///
  /// - Parameter radius: of its corners, in points.
  mutating func chosenRow(_ rect: Rect<ScreenPixels>, radius: Double = 8) {
    add(
      .rectangle(
        rect, radius: points(radius), fill: palette.selection, stroke: Stroke(palette.accent, width: points(1.5))))
  }

  /// How a button looks.
  enum Part {
    case plain
    /// What is usually wanted.
    case main
    /// What cannot be undone.
    case grave
  }

  /// - Parameters:
  ///   - key: what does the same, in small letters below the label.
  ///   - isEnabled: false shows that there is nothing to do it with; then it cannot be pressed.
  mutating func button(
    _ label: String, key: String? = nil, _ rect: Rect<ScreenPixels>, isFocused: Bool, as part: Part = .plain,
    isEnabled: Bool = true, _ action: Action
  ) {
    let (fill, color) =
      switch isEnabled ? part : .plain {
      case .plain: (palette.field, isEnabled ? palette.text : palette.quiet)
      case .main: (palette.accent, palette.onAccent)
      case .grave: (palette.warning, palette.onAccent)
      }
    let edge = Stroke(isFocused ? palette.text : palette.edge, width: points(isFocused ? 2 : 1))
    add(.rectangle(rect, radius: points(8), fill: fill, stroke: edge))
    let room = max(1, rect.width - points(4))
    var text = Text(label, weight: .medium, pixels: points(15), color: color)
    if measuring.size(of: text).width > room {
      text = Text(label, weight: .medium, pixels: points(13), color: color, maxWidth: room)
    }
    if let key {
      let name = Text(look.words.key(key), weight: .medium, pixels: points(11), color: color, maxWidth: room)
      let (above, below) = (measuring.size(of: text), measuring.size(of: name))
      let top = rect.center.y - (above.height + below.height) / 2
      write(text, rect.center.x - above.width / 2, top)
      write(name, rect.center.x - below.width / 2, top + above.height)
    } else {
      write(text, in: rect)
    }
    if isEnabled { press(rect, action) }
  }

  /// Whether choices can stand beside one another, none of them cut.
  func haveRoom(_ labels: [String], in rect: Rect<ScreenPixels>) -> Bool {
    let width = rect.width / Double(max(1, labels.count)) - points(8)
    return labels.allSatisfy { measuring.size(of: Text($0, weight: .bold, pixels: points(14))).width <= width }
  }

  /// Choices beside one another, one of which holds.
  mutating func segments(
    _ labels: [String], chosen: Int, _ rect: Rect<ScreenPixels>, isFocused: Bool, action: (Int) -> Action
  ) {
    box(rect, isFocused: isFocused)
    let width = rect.width / Double(max(1, labels.count))
    for (index, label) in labels.enumerated() {
      let part = Rect<ScreenPixels>(
        x: rect.minX + Double(index) * width, y: rect.minY, width: width, height: rect.height)
      let isChosen = index == chosen
      if isChosen {
        add(.rectangle(part.inset(by: points(4)), radius: points(6), fill: palette.accent, stroke: nil))
      }
      // Never by color alone: what is chosen is bold as well.
      let text = Text(
        label, weight: isChosen ? .bold : .regular, pixels: points(14),
        color: isChosen ? palette.onAccent : palette.text, maxWidth: max(1, part.width - points(4)))
      write(text, in: part)
      press(part, action(index))
    }
  }

  /// A value that opens the menu of all that there are.
  mutating func picker(_ label: String, _ rect: Rect<ScreenPixels>, isFocused: Bool, _ action: Action) {
    box(rect, isFocused: isFocused)
    let side = min(rect.height, rect.width / 3)
    let text = body(label, width: max(1, rect.width - side - points(12)))
    write(text, rect.minX + points(12), rect.center.y - measuring.size(of: text).height / 2)
    let (dx, dy) = (points(5), points(3))
    let center = Point<ScreenPixels>(rect.maxX - side / 2, rect.center.y)
    let corners: [Point<ScreenPixels>] = [
      Point(center.x - dx, center.y - dy), Point(center.x, center.y + dy), Point(center.x + dx, center.y - dy),
    ]
    add(.path(corners, closed: false, stroke: Stroke(palette.quiet, width: points(2))))
    press(rect, action)
  }

  /// How far work has come, 0…1.
  mutating func progressBar(_ share: Double, _ rect: Rect<ScreenPixels>) {
    add(.rectangle(rect, radius: rect.height / 2, fill: palette.edge, stroke: nil))
    let done = Rect<ScreenPixels>(
      x: rect.minX, y: rect.minY, width: max(rect.height, rect.width * min(1, max(0, share))), height: rect.height)
    add(.rectangle(done, radius: rect.height / 2, fill: palette.accent, stroke: nil))
  }

  /// A value with arrows to the one before and the one after.
  mutating func stepper(
    _ label: String, _ rect: Rect<ScreenPixels>, isFocused: Bool, back: Action, forward: Action
  ) {
    box(rect, isFocused: isFocused)
    let side = min(rect.height, rect.width / 3)
    let left = Rect<ScreenPixels>(x: rect.minX, y: rect.minY, width: side, height: side)
    let right = Rect<ScreenPixels>(x: rect.maxX - side, y: rect.minY, width: side, height: side)
    arrow(in: left, towards: -1)
    arrow(in: right, towards: 1)
    let width = max(1, rect.width - 2 * side)
    write(body(label, width: width), in: rect)
    press(left, back)
    press(right, forward)
  }

  private mutating func arrow(in rect: Rect<ScreenPixels>, towards side: Double) {
    let (dx, dy) = (points(3) * side, points(5))
    let center = rect.center
    let corners: [Point<ScreenPixels>] = [
      Point(center.x - dx, center.y - dy), Point(center.x + dx, center.y), Point(center.x - dx, center.y + dy),
    ]
    add(.path(corners, closed: false, stroke: Stroke(palette.quiet, width: points(2))))
  }

  /// Key caps with what they do, in one row that ends at `right`; the first give way where there is no room.
  mutating func hints(_ hints: [(key: String, meaning: String)], left: Double, right: Double, y: Double) {
    var x = right
    for hint in hints.reversed() {
      let meaning = caption(hint.meaning)
      let cap = Block.keyCap(look.words.key(hint.key), pixels: points(12))
      let size = cap.size(measuring)
      guard x - measuring.size(of: meaning).width - points(7) - size.width >= left else { return }
      x -= measuring.size(of: meaning).width
      write(meaning, x, y + (size.height - measuring.size(of: meaning).height) / 2)
      x -= points(7) + size.width
      add(cap, at: Point(x, y))
      x -= points(18)
    }
  }
}
