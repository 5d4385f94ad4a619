import Barcodes
import Geometry
import Imaging
import Presentation

// The inspector's panel beside the picture: tabs, the sentence, and what the chosen page tells.
extension Overlay {
  /// A part of the panel, one below the other.
  struct PanelPart {
    let height: Double
    /// It says what the next one is, and does not stand without it.
    var isHeading = false
    let draw: (inout Overlay, Point<ScreenPixels>) -> Void
  }

  mutating func drawInspector(_ inspector: InspectorModel, in panel: Rect<ScreenPixels>) {
    scene.drawing.add(.rectangle(panel, radius: 0, fill: Self.panelColor, stroke: nil))
    var overlay = self
    overlay.scene = Scene()
    overlay.look = Look(scale: look.scale, in: Size(panel.width, max(panel.height, panel.width * 0.75)), words: words)
    let look = overlay.look
    let padding = min(look.points(16), panel.size.shorterSide / 12)
    let inner = panel.inset(by: padding)
    guard inner.width > 0, inner.height > 0 else { return }
    let parts = overlay.parts(inspector, width: inner.width)
    let start = min(model.showsKeys ? 0 : model.scroll, max(0, parts.count - 1))
    let gap = look.points(7)
    let rest = parts[start...].reduce(-gap) { $0 + $1.height + gap }
    // Where not all has room the last line says so, and what is told ends above it.
    let next: Sentence = "\(words.key("Page ↓")) more"
    let more = rest > inner.height ? look.caption(words(next), maxWidth: inner.width) : nil
    let moreHeight = more.map { measuring.size(of: $0).height } ?? 0
    let end = inner.maxY - (more == nil ? 0 : moreHeight + gap)
    var (y, shown) = (inner.minY, 0)
    for (index, part) in zip(start..., parts[start...]) {
      // A part that is as high as the panel stands there alone.
      if y + part.height > (shown == 0 ? inner.maxY : end) { break }
      if part.isHeading, shown > 0, index + 1 < parts.count, y + part.height + gap + parts[index + 1].height > end {
        break
      }
      part.draw(&overlay, Point(inner.minX, y))
      y += part.height + gap
      shown += 1
    }
    if let more, start + shown < parts.count, y - gap <= end {
      let corner = Point<ScreenPixels>(inner.maxX - measuring.size(of: more).width, inner.maxY - moreHeight)
      overlay.scene.drawing.add(.text(more, at: corner))
      overlay.scene.targets.append(
        Scene.Target(rect: Rect(origin: corner, size: measuring.size(of: more)), command: .scroll(1)))
    }
    let told = words.isRightToLeft ? overlay.scene.mirrored(within: panel, measuring) : overlay.scene
    scene.drawing.add(told.drawing)
    scene.targets += told.targets
    guard !model.showsKeys else { return }
    // How far it can be scrolled: until the last part is in sight.
    var (last, room) = (parts.count, inner.height)
    while last > 0, parts[last - 1].height <= room {
      room -= parts[last - 1].height + gap
      last -= 1
    }
    scene.scrollLimit = last
    scene.scrollPage = max(1, shown - 1)
  }

  /// Points from which a panel holds its layers and the loupe as well.
  private static var leastHeightBesideLoupe: Double { 560 }

  /// Opaque: a picture behind text would be read as a part of it.
  static var panelColor: Color { Color(0x12161C) }
  static var chipColor: Color { Color(0x2B323C) }

  private func parts(_ inspector: InspectorModel, width: Double) -> [PanelPart] {
    let state = inspector.state
    var parts = [
      chips(
        InspectorState.Page.allCases.map {
          Chip($0.title, isOn: $0 == state.page, .inspect(.page($0)))
        }, width: width)
    ]
    if state.asksForBundle { parts += bundleQuestion(width) }
    switch state.page {
    case .why: parts += why(inspector, width)
    case .whatIf: parts += whatIf(inspector, width)
    case .frames: parts += frames(inspector, width)
    case .times: parts += times(inspector, width)
    case .numbers: parts += inspector.numbers.lines.map { text($0, width, lines: 2) }
    }
    parts.append(hinted("I", "at the other side, put away, back", .inspect(.side), width))
    parts.append(hinted("D", "close the inspector", .inspect(.toggle), width))
    return parts
  }

  // MARK: Pages

  private func why(_ inspector: InspectorModel, _ width: Double) -> [PanelPart] {
    let (state, diagnosis) = (inspector.state, inspector.insight?.diagnosis)
    var parts = [sentence(inspector, width)]
    if let peer = state.peer { parts.append(text(peer.sentence, width, lines: 3)) }
    parts.append(caption("Layers", hint: "Tab", width))
    parts.append(
      chips(
        InspectionLayer.allCases.map { Chip($0.title, isOn: $0 == state.layer, .inspect(.show($0))) }, width: width))
    parts += state.layer.legend.map { legend($0.mark, $0.text, width) }
    if diagnosis != nil, inspector.shapes.isEmpty, state.layer.legend.contains(where: { $0.mark != nil }) {
      parts.append(text("Nothing of this kind is in the picture.", width, lines: 2))
    }
    if let doubt = inspector.doubtWords { parts.append(text(doubt, width, lines: 4, color: Look.warning)) }
    if let words = inspector.levelWords { parts.append(hinted("T", words.text, words.command, width)) }
    if state.layer == .bars, let strip = strip(inspector, width) { parts += strip }
    if let loupe = inspector.loupe {
      // In a panel that is short the layers make room for it: the pointer is on the picture, and not on them.
      let isShort = (inspector.panel?.height ?? 0) < Self.leastHeightBesideLoupe * look.points(1)
      parts.insert(contentsOf: self.loupe(loupe, width), at: isShort ? 1 : parts.count)
    }
    guard let diagnosis, !diagnosis.candidates.isEmpty else {
      if diagnosis?.suspect != nil {
        parts.append(caption("Candidates", hint: nil, width))
        parts.append(
          text("No reader took it for a code of its kind: it stands out by its contrast alone.", width, lines: 3))
      }
      return parts
    }
    parts.append(caption("Candidates", hint: state.chosen == nil ? "1" : "0", width))
    for (index, candidate) in diagnosis.candidates.prefix(Explanation.mostTold).enumerated() {
      parts.append(self.candidate(candidate, index, isChosen: state.chosen == index, inspector, width))
    }
    let rest = diagnosis.candidates.count - Explanation.mostTold
    if rest > 0 { parts.append(text(Explanation.lessLikely(rest), width, lines: 2)) }
    return parts
  }

  private func whatIf(_ inspector: InspectorModel, _ width: Double) -> [PanelPart] {
    let state = inspector.state
    var parts = [caption("As it is", hint: nil, width), sentence(inspector, width)]
    parts.append(caption("With these changes", hint: nil, width))
    let isCurrent = state.outcome?.change == state.whatIf
    let told: Sentence? =
      state.whatIf == WhatIf()
      ? "Nothing is changed yet: choose with ↑ ↓, change with ← →" : isCurrent ? state.outcome?.sentence : "searching…"
    parts.append(text(told ?? "searching…", width, lines: 5, size: 15))
    if isCurrent, let outcome = state.outcome, state.whatIf != WhatIf() {
      parts.append(text("in \(Explanation.decimal(outcome.elapsed / .milliseconds(1))) ms", width, lines: 2))
    }
    for row in WhatIfRow.allCases {
      parts.append(
        pressable(
          "\(row.title): \(row.word(state.whatIf))", isOn: row == state.row,
          row == state.row ? .inspect(.change(1)) : .inspect(.row(row)), width))
    }
    parts.append(hinted("C", "copy the command that does the same", .inspect(.command), width))
    return parts
  }

  private func frames(_ inspector: InspectorModel, _ width: Double) -> [PanelPart] {
    let (state, ring) = (inspector.state, inspector.state.ring)
    let megabytes = Explanation.decimal(Double(ring.bytes) / 1_048_576)
    let kept = Sentence(
      one: "{count} frame is kept, \(megabytes) of at most 128 MiB",
      others: "{count} frames are kept, \(megabytes) of at most 128 MiB", count: ring.entries.count)
    var parts = [
      text(
        inspector.isFrozen
          ? "Frozen at frame \(inspector.numbers.sequence)" : "Running: \(words.key("Space")) freezes it", width,
        lines: 2, size: 15),
      text(kept, width, lines: 2),
      timeline(ring, shown: inspector.numbers.sequence, width),
      text("high: read; low: not read; dot: the one that is shown", width, lines: 2),
    ]
    if let entry = ring.place(of: inspector.numbers.sequence).map({ ring.entries[$0] }), let sentence = entry.sentence {
      parts.append(text(sentence, width, lines: 3))
    }
    if let kept = state.kept {
      parts.append(caption("Shown and kept", hint: nil, width))
      parts.append(pair(inspector.insight?.inspection?.frame, kept.frame, width))
      parts.append(text("frame \(kept.frame.sequence): \(kept.sentence ?? "not searched")", width, lines: 3))
    }
    parts += [
      hinted("Space", inspector.isFrozen ? "go on" : "freeze", .inspect(.freeze), width),
      hinted(",", "a frame back", .inspect(.step(-1)), width),
      hinted(".", "a frame forward", .inspect(.step(1)), width),
      hinted("K", "keep this frame to compare", .inspect(.keep), width),
      hinted("S", "save this frame as a picture, in its colors", .inspect(.savePicture), width),
      hinted("Y", "save all that are kept as a video, sample by sample", .inspect(.saveVideo), width),
      hinted("B", "save a bug bundle", .inspect(.bundle), width),
    ]
    return parts
  }

  private func times(_ inspector: InspectorModel, _ width: Double) -> [PanelPart] {
    let (insight, ring) = (inspector.insight, inspector.state.ring)
    let total = max(0.001, (inspector.numbers.elapsed ?? .zero) / .milliseconds(1))
    // What was asked for comes first; a test that goes on is all that counts.
    var parts = (inspector.state.latency?.lines ?? []).map { text($0, width, lines: 3) }
    if inspector.state.latency?.isRunning == true {
      return parts + [hinted("U", "end the test", .inspect(.latency), width)]
    }
    parts.append(caption("This frame: \(Explanation.decimal(total)) ms", hint: nil, width))
    func bars(_ name: Sentence, _ time: Duration?, _ times: (FrameRing.Entry) -> Duration?) -> PanelPart? {
      guard time != nil || ring.entries.contains(where: { times($0) != nil }) else { return nil }
      return timeBars(
        name, ring.entries.map { (times($0) ?? .zero) / .milliseconds(1) }, shown: shown, now: time ?? .zero,
        most: most, width)
    }
    let shown = ring.place(of: inspector.numbers.sequence)
    let most = ring.entries.reduce(total) { max($0, $1.elapsed / .milliseconds(1)) }
    parts += SymbolFamily.allCases.compactMap { family in
      bars(family.title, insight?.familyTimes[family]) { $0.families[family] }
    }
    parts.append(caption("By stage", hint: nil, width))
    parts += DetectionStage.allCases.compactMap { stage in
      bars(stage.title, insight?.stageTimes[stage]) { $0.stages[stage] }
    }
    if ring.entries.count > 1 {
      parts.append(
        text(
          """
          a bar a frame, the newest at the right, the light one is shown; as high as a row is \
          \(Explanation.decimal(most)) ms
          """, width, lines: 2))
    }
    parts.append(caption("Frame to result", hint: nil, width))
    let latencies = ring.latencies.map { latency -> Sentence in
      "\(Int(latency.share * 100)) % within \(Explanation.decimal(latency.time / .milliseconds(1))) ms"
    }
    parts.append(
      text(
        Sentence.list(latencies) ?? "not known: the source has no clock of ours", width, lines: 2))
    parts.append(hinted("U", "time a camera that looks at this screen", .inspect(.latency), width))
    parts.append(text("frames let go: \(inspector.numbers.status.letGo)", width, lines: 2))
    if let measures = insight?.measures {
      parts.append(caption("Greys of the region, dark to light", hint: nil, width))
      parts.append(plot(measures.histogram, width))
    }
    let measured = ring.entries.compactMap(\.measures)
    if measured.count > 1 {
      parts.append(caption("The same over time: light above, dark below", hint: nil, width))
      parts.append(greysOverTime(measured, width))
    }
    let widths = measured.compactMap(\.edgeWidth)
    if let last = widths.last {
      parts.append(
        caption("Edges spread over \(Explanation.decimal(last)) px: the lower, the sharper", hint: nil, width))
      parts.append(plot(widths, width))
    }
    return parts
  }

  private func bundleQuestion(_ width: Double) -> [PanelPart] {
    [
      text(
        """
        A bug bundle holds this picture with all that is seen in it, what was read, and your settings for scanning. \
        Write it?
        """, width, lines: 6, size: 15, color: Look.warning),
      hinted("B", "write it", .inspect(.bundle), width), hinted("Esc", "do not", .back, width),
    ]
  }
}
