import Barcodes
import Foundation
import Geometry
import Imaging
import Presentation

// What the inspector's pages are made of.
extension Overlay {
  struct Chip {
    let title: Sentence
    let isOn: Bool
    let command: ScannerCommand

    init(_ title: Sentence, isOn: Bool, _ command: ScannerCommand) {
      (self.title, self.isOn, self.command) = (title, isOn, command)
    }
  }

  func text(
    _ said: Sentence, _ width: Double, lines: Int, size: Double = 12.5, color: Color = Look.text
  ) -> PanelPart {
    block(.text(Text(words(said), pixels: look.points(size), color: color, maxWidth: width, maxLines: lines)))
  }

  func block(_ block: Block, _ command: ScannerCommand? = nil) -> PanelPart {
    let size = block.size(measuring)
    return PanelPart(height: size.height) { overlay, place in
      overlay.scene.drawing.add(block.drawing(at: place, measuring: overlay.measuring))
      if let command { overlay.scene.targets.append(.init(rect: Rect(origin: place, size: size), command: command)) }
    }
  }

  /// What is read or why nothing is, as large as it matters.
  func sentence(_ inspector: InspectorModel, _ width: Double) -> PanelPart {
    let diagnosis = inspector.insight?.diagnosis
    let isRead = diagnosis.map { $0.cause == nil } ?? false
    return text(
      inspector.requested.map(Diagnosis.notRead) ?? diagnosis?.sentence ?? "searching…", width, lines: 6,
      size: 15.5, color: isRead ? Look.accent : Look.text)
  }

  func caption(_ said: Sentence, hint: String?, _ width: Double) -> PanelPart {
    let cap = hint.map { Block.keyCap(words.key($0), pixels: look.points(11)) }
    let room = max(1, width - (cap.map { $0.size(measuring).width + look.points(6) } ?? 0))
    let text = Block.text(look.caption(words(said), maxWidth: room))
    var part = block(cap.map { .row([text, $0], spacing: look.points(6)) } ?? text)
    part.isHeading = true
    return part
  }

  func hinted(_ key: String, _ said: Sentence, _ command: ScannerCommand?, _ width: Double) -> PanelPart {
    let cap = Block.keyCap(words.key(key), pixels: look.points(11))
    let room = max(1, width - cap.size(measuring).width - look.points(8))
    let text = Text(words(said), pixels: look.points(12.5), color: Look.text, maxWidth: room, maxLines: 2)
    return block(.row([cap, .text(text)], spacing: look.points(8)), command)
  }

  /// In rows as wide as there is room for; the one that is on is light, with dark letters.
  func chips(_ chips: [Chip], width: Double) -> PanelPart {
    let (look, measuring) = (look, measuring)
    let (paddingX, paddingY, gap) = (look.points(7), look.points(3.5), look.points(5))
    var (boxes, x, y, rowHeight): ([(Rect<ScreenPixels>, Text, Chip)], Double, Double, Double) = ([], 0, 0, 0)
    for chip in chips {
      let text = Text(
        words(chip.title), weight: chip.isOn ? .bold : .medium, pixels: look.points(12),
        color: chip.isOn ? Color(0x0D1015) : Look.text, maxWidth: max(1, width - 2 * paddingX))
      let size = measuring.size(of: text)
      let box = Size<ScreenPixels>(size.width + 2 * paddingX, size.height + 2 * paddingY)
      if x > 0, x + box.width > width { (x, y, rowHeight) = (0, y + rowHeight + gap, 0) }
      boxes.append((Rect(origin: Point(x, y), size: box), text, chip))
      (x, rowHeight) = (x + box.width + gap, max(rowHeight, box.height))
    }
    return PanelPart(height: y + rowHeight) { overlay, place in
      for (box, text, chip) in boxes {
        let rect = box.moved(by: Vector(place.x, place.y))
        overlay.scene.drawing.add(
          .rectangle(rect, radius: look.points(6), fill: chip.isOn ? .white : Self.chipColor, stroke: nil))
        overlay.scene.drawing.add(.text(text, at: rect.origin + Vector(paddingX, paddingY)))
        overlay.scene.targets.append(.init(rect: rect, command: chip.command))
      }
    }
  }

  func pressable(_ said: Sentence, isOn: Bool, _ command: ScannerCommand, _ width: Double) -> PanelPart {
    let text = Text(
      (isOn ? "› " : "  ") + words(said), weight: isOn ? .bold : .regular, pixels: look.points(13), color: Look.text,
      maxWidth: width, maxLines: 2)
    return block(.text(text), command)
  }

  /// A mark as the layer draws it, and what it means.
  func legend(_ mark: InspectionLayer.Mark?, _ said: Sentence, _ width: Double) -> PanelPart {
    let sign = mark == nil ? 0 : look.points(30)
    let text = Text(
      words(said), pixels: look.points(12.5), color: Look.quiet, maxWidth: max(1, width - sign), maxLines: 2)
    let size = measuring.size(of: text)
    let height = max(size.height, look.points(15))
    return PanelPart(height: height) { overlay, place in
      let middle = Point<ScreenPixels>(place.x + sign / 2 - overlay.look.points(3), place.y + height / 2)
      switch mark {
      case .thick?, .thin?, .dashed?, .dotted?:
        let half = overlay.look.points(11)
        overlay.drawLine([middle - Vector(half, 0), middle + Vector(half, 0)], closed: false, mark!)
      case .cross?, .cornered?, .disk?, .ring?: overlay.drawSpot(middle, radius: overlay.look.points(5), mark!)
      case nil: break
      }
      overlay.scene.drawing.add(.text(text, at: Point(place.x + sign, place.y + (height - size.height) / 2)))
    }
  }

  func candidate(
    _ candidate: DetectionCandidate, _ index: Int, isChosen: Bool, _ inspector: InspectorModel, _ width: Double
  ) -> PanelPart {
    var lines = [Explanation.words(candidate)]
    if inspector.quality.indices.contains(index) { lines += inspector.quality[index]?.lines ?? [] }
    let cap = Block.keyCap("\(index + 1)", pixels: look.points(11))
    let room = max(1, width - cap.size(measuring).width - look.points(8))
    let texts = lines.map { line in
      Block.text(
        Text(
          words(line), weight: isChosen ? .bold : .regular, pixels: look.points(12.5), color: Look.text, maxWidth: room,
          maxLines: 4))
    }
    return block(
      .row([cap, .column(texts, spacing: look.points(2))], spacing: look.points(8)),
      .inspect(.candidate(isChosen ? 0 : index + 1)))
  }

  /// Pixels enlarged with the middle one marked, and what they are.
  func loupe(_ loupe: Loupe, _ width: Double) -> [PanelPart] {
    let (columns, rows) = Loupe.size
    let look = look
    let scale = max(1, min(look.points(11), width / Double(columns)))
    let bitmap = Self.bitmap(loupe.greys, width: columns, height: rows)
    let picture = PanelPart(height: scale * Double(rows)) { overlay, place in
      let box = Rect<ScreenPixels>(
        x: place.x, y: place.y, width: scale * Double(columns), height: scale * Double(rows))
      overlay.scene.drawing.add(.bitmap(bitmap, in: box, smooth: false))
      let middle = Rect<ScreenPixels>(
        x: place.x + scale * Double(columns / 2), y: place.y + scale * Double(rows / 2), width: scale, height: scale)
      overlay.scene.drawing.add(
        .rectangle(middle.inset(by: -look.points(2)), radius: 0, fill: nil, stroke: Stroke(.black, width: 1)))
      overlay.scene.drawing.add(
        .rectangle(
          middle.inset(by: -look.points(1)), radius: 0, fill: nil, stroke: Stroke(Look.warning, width: look.points(1.5))
        ))
    }
    return [caption("Loupe", hint: "Z", width), picture] + loupe.lines.map { text($0, width, lines: 2) }
  }

  static func bitmap(_ greys: [UInt8], width: Int, height: Int) -> Bitmap {
    Bitmap(width: width, height: height, pixels: greys.flatMap { [$0, $0, $0, 255] })
  }

  /// The greys along the best scan line, its edges, and its bars and spaces in modules.
  func strip(_ inspector: InspectorModel, _ width: Double) -> [PanelPart]? {
    guard let inspection = inspector.insight?.inspection else { return nil }
    let part = inspector.state.chosen.flatMap { place in
      inspector.insight?.diagnosis.flatMap { $0.candidates.indices.contains(place) ? $0.candidates[place] : nil }
    }
    guard let strip = ScanStrip(inspection, within: part?.corners) else { return nil }
    let (look, height, isMirrored) = (look, look.points(34), words.isRightToLeft)
    let bitmap = Self.bitmap(strip.greys, width: strip.greys.count, height: 1)
    let picture = PanelPart(height: height) { overlay, place in
      let high = look.points(26)
      overlay.scene.drawing.add(
        .bitmap(bitmap, in: Rect(x: place.x, y: place.y, width: width, height: high), smooth: true))
      // The picture keeps its direction where all else is mirrored.
      for edge in isMirrored ? strip.edges.map({ 1 - $0 }) : strip.edges {
        overlay.scene.drawing.add(
          .rectangle(
            Rect(x: place.x + edge * (width - 1), y: place.y + high, width: 1, height: look.points(8)), radius: 0,
            fill: Look.accent, stroke: nil))
      }
    }
    return [caption("Along one line", hint: nil, width), picture] + strip.lines.map { text($0, width, lines: 4) }
  }
}

extension SymbolFamily {
  /// As people call it.
  var title: Sentence {
    switch self {
    case .qr: "QR"
    case .linear: "Bars"
    case .stacked: "PDF417"
    case .aztec: "Aztec"
    case .dataMatrix: "Data Matrix"
    }
  }
}

extension DetectionStage {
  /// What is done in it.
  var title: Sentence {
    switch self {
    case .luminance: "luminance"
    case .threshold: "threshold"
    case .finders: "finders"
    case .grouping: "grouping"
    case .grid: "grid"
    case .sampling: "sampling"
    case .decoding: "decoding"
    }
  }
}
