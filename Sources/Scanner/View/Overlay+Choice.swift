import Geometry
import Presentation

// Several codes, of which one is to be chosen: numbers on the picture, and what it is about at the foot.
extension Overlay {
  /// The number of each code and what it is called, where there is room beside the cards.
  mutating func drawNumbers() {
    guard let layer = model.layer, model.phase == .choosing else { return }
    let codes = model.outlined.map { code in
      CodeTags.Code(
        number: code.number, middle: layer.transformed(code.observation).corners.center, name: model.names[code.key],
        isSelected: code.key == model.selected)
    }
    let tags = CodeTags(of: codes, in: all, beside: cards, look: look, measuring: measuring).tags
    for tag in tags where tag.center != tag.anchor { drawLeader(tag) }
    for tag in tags { drawTag(tag) }

    // A card lies on codes, and a number on the code that it stands on.
    var targets: [Scene.Target] = []
    for code in model.outlined {
      targets.append(Scene.Target(rect: layer.transformed(code.observation).bounds, command: .choose(code.number)))
    }
    for tag in tags {
      targets.append(Scene.Target(rect: tag.box, command: .choose(tag.number)))
      if let name = tag.name { targets.append(Scene.Target(rect: name.rect, command: .choose(tag.number))) }
    }
    scene.targets.insert(contentsOf: targets, at: 0)
  }

  /// From a number that stands aside to its code.
  private mutating func drawLeader(_ tag: CodeTags.Tag) {
    let line = [tag.center, tag.anchor]
    scene.drawing.add(.path(line, closed: false, stroke: Stroke(Look.shadow, width: look.points(4))))
    let color = tag.isSelected ? Look.accent : Color.white
    scene.drawing.add(.path(line, closed: false, stroke: Stroke(color, width: look.points(1.5))))
    scene.drawing.add(.disk(center: tag.anchor, radius: look.points(3), fill: color))
  }

  private mutating func drawTag(_ tag: CodeTags.Tag) {
    if let name = tag.name {
      scene.drawing.add(.rectangle(name.rect, radius: name.rect.height / 2, fill: Look.cardColor, stroke: nil))
      let size = measuring.size(of: name.text)
      let corner = Rect(center: name.rect.center, size: size).origin
      scene.drawing.add(.text(name.text, at: corner))
    }
    // The ground's edge takes a ninth of the radius, and three digits have to lie within the rest.
    let inner = 8 * tag.radius / 9
    var text = Text(
      String(tag.number), weight: .bold, pixels: tag.radius, color: tag.isSelected ? Color(0x0D1015) : .white)
    let wide = measuring.size(of: text).width
    if wide > 1.7 * inner { text.pixels *= 1.7 * inner / wide }
    scene.drawing.add(.disk(center: tag.center, radius: tag.radius, fill: Look.cardColor))
    scene.drawing.add(.disk(center: tag.center, radius: inner, fill: tag.isSelected ? Look.accent : Color(0x2B323C)))
    scene.drawing.add(.text(text, at: Rect(center: tag.center, size: measuring.size(of: text)).origin))
  }

  /// How many there are, what the chosen one is called, which has no room beside its number perhaps, and the keys.
  mutating func drawChoice() {
    let count = model.outlined.count
    let sentence = words(one: "One code: accept it?", others: "{count} codes: which one?", count: count)
    let last = model.outlined.map(\.number).max() ?? 9
    let numbers = count > 1 ? "1–\(min(9, last))" : "Tab"
    let hints =
      (count > 1 ? [Hint(numbers, "Choose", .chooseNext)] : []) + [Hint("Enter", "Accept", .proceed)]
    let selected = model.outlined.first { $0.key == model.selected }
    let isNarrow = room.width < look.points(620)
    let card = fitted(in: room.size) { overlay in
      let (look, width) = (overlay.look, min(overlay.cardTextWidth, overlay.look.points(300)))
      var lines: [Block] = [.text(look.body(sentence, maxWidth: width, maxLines: 2))]
      if let selected, let name = model.names[selected.key] {
        let number = look.caption("\(selected.number)")
        let rest = width - measuring.size(of: number).width - look.points(8)
        lines.append(
          .row([.text(number), .text(look.caption(name.whole, maxWidth: max(1, rest)))], spacing: look.points(8)))
      }
      return FloatingCard(
        content: .column(lines, spacing: look.points(4)), hints: hints, ground: isNarrow ? .card : .pill, look: look,
        width: isNarrow ? width : .infinity)
    }
    let room = room
    add(card) { Point(room.center.x - $0.width / 2, room.maxY - $0.height) }
  }
}
