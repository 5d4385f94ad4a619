import Geometry
import Imaging
import Presentation

// What the inspector plots, of one frame and over time.
extension Overlay {
  /// A name, what the time was frame by frame, and a figure of the one that is shown. Of a picture that stands still a bar as
  /// long as its share.
  ///
  /// - Parameters:
  ///   - values: milliseconds a frame, the newest last.
  ///   - shown: which of them is shown, if it is among them.
  ///   - most: milliseconds that fill the height, or the length.
  func timeBars(
    _ name: Sentence, _ values: [Double], shown: Int?, now: Duration, most: Double, _ width: Double
  ) -> PanelPart {
    let (look, now) = (look, now / .milliseconds(1))
    let label = Text(words(name), pixels: look.points(12.5), color: Look.text, maxWidth: width * 0.32)
    let time: Sentence = "\(Explanation.decimal(now)) ms"
    let number = Text(words(time), pixels: look.points(12.5), color: Look.text, maxWidth: width * 0.26)
    let (left, right) = (measuring.size(of: label), measuring.size(of: number))
    let height = max(left.height, right.height, look.points(values.count > 1 ? 20 : 0))
    let room = Rect<ScreenPixels>(x: width * 0.33, y: 0, width: width * 0.4, height: height)
    // Bars narrower than this are no bars.
    let first = max(0, values.count - Int(room.width / look.points(2.5)))
    return PanelPart(height: height) { overlay, place in
      overlay.scene.drawing.add(.text(label, at: place + Vector(0, (height - left.height) / 2)))
      overlay.scene.drawing.add(
        .text(number, at: place + Vector(width - right.width, (height - right.height) / 2)))
      func bar(_ box: Rect<ScreenPixels>, _ color: Color) {
        overlay.scene.drawing.add(.rectangle(box, radius: 0, fill: color, stroke: nil))
      }
      guard values.count > 1 else {
        let length = max(look.points(1.5), room.width * min(1, max(0, now / most)))
        bar(
          Rect(x: place.x + room.minX, y: place.y + height * 0.2, width: length, height: height * 0.6), Look.accent)
        return
      }
      let step = room.width / Double(values.count - first)
      for index in first..<values.count {
        let high = max(1, height * min(1, max(0, values[index] / most)))
        bar(
          Rect(
            x: place.x + room.minX + Double(index - first) * step, y: place.y + height - high,
            width: max(1, min(step, look.points(8)) - 1), height: high), index == shown ? Look.text : Look.accent)
      }
    }
  }

  /// Values from left to right as bars; the highest fills the height.
  func plot(_ values: [Double], _ width: Double) -> PanelPart {
    let (look, height, most) = (look, look.points(44), max(1e-9, values.max() ?? 1))
    return PanelPart(height: height) { overlay, place in
      let step = width / Double(max(1, values.count))
      for (index, value) in values.enumerated() {
        let high = max(look.points(1), height * min(1, max(0, value / most)))
        overlay.scene.drawing.add(
          .rectangle(
            Rect(x: place.x + Double(index) * step, y: place.y + height - high, width: max(1, step - 1), height: high),
            radius: 0, fill: Look.quiet, stroke: nil))
      }
    }
  }

  /// The greys of frame after frame: a column a frame, light above and dark below, the lighter the more pixels have it.
  func greysOverTime(_ frames: [FrameMeasures], _ width: Double) -> PanelPart {
    let levels = frames[0].histogram.count
    var greys = [UInt8](repeating: 0, count: frames.count * levels)
    for (column, frame) in frames.enumerated() {
      let most = max(1e-9, frame.histogram.max() ?? 1)
      for (level, share) in frame.histogram.enumerated() {
        // The root: a code has few pixels beside its ground.
        // Time runs as the language does.
        let place = words.isRightToLeft ? frames.count - 1 - column : column
        greys[(levels - 1 - level) * frames.count + place] = UInt8(255 * (share / most).squareRoot())
      }
    }
    let bitmap = Self.bitmap(greys, width: frames.count, height: levels)
    let height = look.points(56)
    return PanelPart(height: height) { overlay, place in
      overlay.scene.drawing.add(
        .bitmap(bitmap, in: Rect(x: place.x, y: place.y, width: width, height: height), smooth: false))
    }
  }

  /// A bar a frame, high where it was read; pressing one shows it.
  func timeline(_ ring: FrameRing, shown: Int, _ width: Double) -> PanelPart {
    let (look, height) = (look, look.points(40))
    return PanelPart(height: height) { overlay, place in
      let step = width / Double(max(24, ring.entries.count))
      for (index, entry) in ring.entries.enumerated() {
        let isRead = !entry.observations.isEmpty
        let high = isRead ? look.points(26) : look.points(9)
        let x = place.x + Double(index) * step
        overlay.scene.drawing.add(
          .rectangle(
            Rect(x: x, y: place.y + look.points(28) - high, width: max(1, step - look.points(1)), height: high),
            radius: 0, fill: isRead ? Look.accent : Look.quiet, stroke: nil))
        if entry.frame.sequence == shown {
          overlay.scene.drawing.add(
            .disk(
              center: Point(x + step / 2, place.y + look.points(34)), radius: look.points(3), fill: Look.text))
        }
        overlay.scene.targets.append(
          .init(
            rect: Rect(x: x, y: place.y, width: step, height: height),
            command: .inspect(.frame(entry.frame.sequence))))
      }
    }
  }

  /// Two frames side by side, in their colors.
  func pair(_ shown: Frame?, _ kept: Frame, _ width: Double) -> PanelPart {
    let gap = look.points(6)
    let each = (width - gap) / 2
    let pictures = [shown, kept].map { frame -> Bitmap? in
      let factor = frame.map { min(1, max(1, each) / $0.size.width) } ?? 1
      guard let frame, let small = RGBAImage(frame, reducedBy: factor) else { return nil }
      return Bitmap(width: small.width, height: small.height, pixels: small.pixels)
    }
    let height = each * kept.size.height / kept.size.width
    return PanelPart(height: height) { overlay, place in
      for (index, picture) in pictures.enumerated() {
        guard let picture else { continue }
        let x = place.x + Double(index) * (each + gap)
        overlay.scene.drawing.add(
          .bitmap(picture, in: Rect(x: x, y: place.y, width: each, height: height), smooth: true))
      }
    }
  }
}
