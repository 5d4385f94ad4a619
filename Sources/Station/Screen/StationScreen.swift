public import Geometry
public import Presentation

/// Draws what a station shows. Sizes are shares of the window's shorter side, and not of points: a station's screen is looked at
/// from where the person stands, however large it is.
public struct StationScreen {
  public let window: Size<ScreenPixels>
  /// Physical pixels per point.
  public let scale: Double
  /// Above the prompt.
  public var picture: Bitmap?
  /// What the cameras see, in place of it; none where that is not to be shown.
  public var pictures: [StationPicture]

  public init(
    window: Size<ScreenPixels>, scale: Double, picture: Bitmap? = nil, pictures: [StationPicture] = []
  ) {
    self.window = window
    self.scale = scale
    self.picture = picture
    self.pictures = pictures
  }

  private var all: Rect<ScreenPixels> { Rect(origin: Point(0, 0), size: window) }
  private var unit: Double { window.shorterSide }

  /// What a finger hits, in points: 17 mm at 96 to the inch, on which most touch screens count.
  public static let leastButton = 64.0

  public func scene(of state: StationState, at now: Duration, measuring: some TextMeasuring) -> StationScene {
    switch state.face(at: now) {
    case .idle: idle(state, measuring)
    case .verdict(let verdict, let left): show(verdict, left, measuring)
    case .keypad(let entry): keypad(entry, now, measuring)
    }
  }

  // MARK: Faces

  private static let night = Color(0x10151C)

  private func idle(_ state: StationState, _ measuring: some TextMeasuring) -> StationScene {
    var scene = StationScene()
    scene.drawing.add(.rectangle(all, radius: 0, fill: Self.night, stroke: nil))
    var column = Column(width: window.width * 0.86)
    var room = all
    if let trouble = state.trouble {
      column.add(.glyph(.warning, unit * 0.3, Look.warning))
      column.add(text("Not ready", 0.1, .bold, Look.warning))
      column.add(text(trouble, 0.045, .regular, Look.text, lines: 4))
    } else if !pictures.isEmpty {
      let margin = unit * 0.04
      let height = all.height * (window.width > window.height ? 0.68 : 0.76)
      scene.pictures = StationPicture.places(
        of: pictures,
        in: Rect(x: margin, y: margin, width: all.width - 2 * margin, height: height - margin), gap: unit * 0.03)
      room = Rect(x: 0, y: height, width: all.width, height: all.height - height)
      column.add(text(state.settings.prompt, 0.07, .bold, Look.text, lines: 2))
    } else {
      column.add(picture.map { .picture($0, unit * 0.4) } ?? .frame(unit * 0.34))
      column.add(text(state.settings.prompt, 0.08, .bold, Look.text, lines: 3))
    }
    if state.trouble == nil, let warning = state.warning {
      column.add(text(warning, 0.035, .regular, Look.warning, lines: 2))
    }
    if let profile = state.profile { column.add(text(profile, 0.045, .medium, Look.quiet)) }
    column.draw(in: room, gap: unit * (pictures.isEmpty ? 0.05 : 0.02), measuring, into: &scene.drawing)
    if state.settings.pin != nil { addLock(to: &scene, Look.quiet) }
    return scene
  }

  private func show(
    _ verdict: StationVerdict, _ left: StationState.Countdown, _ measuring: some TextMeasuring
  ) -> StationScene {
    let field = VerdictField(kind: verdict.kind, window: all)
    var scene = StationScene()
    scene.drawing = field.drawing()
    let inner = all.inset(by: field.edge * 1.2)
    let columns = Self.factors.lazy.map { column(verdict, left, field, inner.width * 0.96, $0, measuring) }
    let fitting = columns.first { $0.height(measuring) <= inner.height }
    (fitting ?? column(verdict, left, field, inner.width * 0.96, Self.leastFactor, measuring))
      .draw(in: inner, gap: unit * 0.03, measuring, into: &scene.drawing)
    return scene
  }

  /// How much smaller all but the title is drawn where several lines would not fit into a low window.
  private static let factors = [1, 0.9, 0.8, 0.7, 0.6]
  private static let leastFactor = 0.5

  private func column(
    _ verdict: StationVerdict, _ left: StationState.Countdown, _ field: VerdictField, _ width: Double,
    _ factor: Double, _ measuring: some TextMeasuring
  ) -> Column {
    var column = Column(width: width)
    column.add(.sign(field, unit * 0.28 * factor))
    column.add(text(verdict.title, 0.13, .bold, field.ink, lines: 2, within: width, measuring))
    if let words = verdict.words { column.add(text(words, 0.06 * factor, .medium, field.ink, lines: 3)) }
    if let payload = verdict.text {
      column.add(text(payload, 0.045 * factor, .regular, field.ink, lines: 2, face: .monospaced))
    }
    column.add(.countdown(left, unit * 0.03 * factor, field.ink))
    return column
  }

  private func addLock(to scene: inout StationScene, _ color: Color) {
    let side = max(Self.leastButton * scale, unit * 0.09)
    let box = Rect<ScreenPixels>(x: all.maxX - side, y: all.maxY - side, width: side, height: side)
    scene.targets.append(.init(rect: box, button: .lock))
    scene.drawing.add(
      Block.glyph(.lock, pixels: side * 0.4, color: color).drawing(
        at: Point(box.minX + side * 0.3, box.minY + side * 0.3), measuring: NoLetters()))
  }

  // MARK: The keypad

  private func keypad(_ entry: PINEntry, _ now: Duration, _ measuring: some TextMeasuring) -> StationScene {
    var scene = StationScene()
    scene.drawing.add(.rectangle(all, radius: 0, fill: Self.night, stroke: nil))
    // Beside the keys where the window is wide, above them where it is high.
    let isWide = window.width > window.height
    let margin = unit * 0.04
    let room = all.inset(by: margin)
    let pad =
      isWide
      ? Rect<ScreenPixels>(x: room.center.x, y: room.minY, width: room.width / 2, height: room.height)
      : Rect<ScreenPixels>(
        x: room.minX, y: room.minY + room.height * 0.3, width: room.width, height: room.height * 0.7)
    let words =
      isWide
      ? Rect<ScreenPixels>(x: room.minX, y: room.minY, width: room.width / 2 - margin, height: room.height)
      : Rect<ScreenPixels>(x: room.minX, y: room.minY, width: room.width, height: room.height * 0.3 - margin)

    var column = Column(width: words.width)
    column.add(text("PIN", 0.08, .bold, Look.text))
    column.add(
      text(entry.digits.isEmpty ? "–" : String(repeating: "•", count: entry.digits.count), 0.1, .bold, Look.accent))
    column.add(text(Self.hint(entry, now), 0.045, .regular, Look.quiet, lines: 2))
    column.draw(in: words, gap: unit * 0.02, measuring, into: &scene.drawing)

    let rows: [[(label: String, button: StationScene.Button)]] =
      stride(from: 1, to: 10, by: 3).map { first in
        (first..<first + 3).map { ("\($0)", .digit(Character("\($0)"))) }
      } + [[("←", .removeLast), ("0", .digit("0")), ("OK", .submit)], [("Cancel", .cancel)]]
    let gap = unit * 0.015
    let height = max(Self.leastButton * scale, (pad.height - 4 * gap) / 5)
    let width = max(Self.leastButton * scale, (pad.width - 2 * gap) / 3)
    for (row, buttons) in rows.enumerated() {
      for (place, item) in buttons.enumerated() {
        let span = Double(4 - buttons.count)
        let box = Rect<ScreenPixels>(
          x: pad.minX + Double(place) * (width + gap), y: pad.minY + Double(row) * (height + gap),
          width: width * span + gap * (span - 1), height: height)
        key(item.label, box, isMain: item.button == .submit, measuring, into: &scene.drawing)
        scene.targets.append(.init(rect: box, button: item.button))
      }
    }
    return scene
  }

  private static func hint(_ entry: PINEntry, _ now: Duration) -> String {
    if let wait = entry.blocked(at: now) {
      return "Wrong. Wait \(Int((wait / .seconds(1)).rounded(.up))) seconds."
    }
    return entry.wasWrong ? "Wrong. Try again." : "Leave the station"
  }

  private func key(
    _ label: String, _ box: Rect<ScreenPixels>, isMain: Bool, _ measuring: some TextMeasuring,
    into drawing: inout Drawing
  ) {
    let color = isMain ? Color(0x1E6B4B) : Color(0x2B323C)
    drawing.add(
      .rectangle(box, radius: unit * 0.02, fill: color, stroke: Stroke(Color(0x7C8796), width: max(1, unit * 0.003))))
    let text = Text(label, weight: .bold, pixels: min(box.height * 0.42, unit * 0.07), color: .white)
    let size = measuring.size(of: text)
    drawing.add(.text(text, at: Point(box.center.x - size.width / 2, box.center.y - size.height / 2)))
  }

  // MARK: Letters

  private func text(
    _ string: String, _ share: Double, _ weight: Text.Weight, _ color: Color, lines: Int = 1,
    face: Text.Face = .sans
  ) -> Column.Part {
    .text(
      Text(string, face: face, weight: weight, pixels: unit * share, color: color, alignment: .center, maxLines: lines))
  }

  /// Smaller where a line of it would not fit, down to half.
  private func text(
    _ string: String, _ share: Double, _ weight: Text.Weight, _ color: Color, lines: Int, within width: Double,
    _ measuring: some TextMeasuring
  ) -> Column.Part {
    var share = share
    let longest = string.split { $0 == " " }.map { String($0) }.max { $0.count < $1.count } ?? string
    let whole = measuring.size(of: Text(longest, weight: weight, pixels: unit * share, color: color)).width
    if whole > width { share = max(share / 2, share * width / whole) }
    return text(string, share, weight, color, lines: lines)
  }
}

/// Measures nothing: signs are drawn with lines alone.
private struct NoLetters: TextMeasuring {
  func size(of text: Text) -> Size<ScreenPixels> { Size(0.0, 0.0) }
}
