import Geometry
import Presentation
import Scanner

/// How two cameras share the window: side by side where it is wide, one above the other where it is high.
struct PaneLayout {
  let window: Size<ScreenPixels>

  var parts: [Rect<ScreenPixels>] {
    let isWide = window.width >= window.height
    let half = ((isWide ? window.width : window.height) / 2).rounded(.down)
    return isWide
      ? [
        Rect(x: 0, y: 0, width: half, height: window.height),
        Rect(x: half, y: 0, width: window.width - half, height: window.height),
      ]
      : [
        Rect(x: 0, y: 0, width: window.width, height: half),
        Rect(x: 0, y: half, width: window.width, height: window.height - half),
      ]
  }

  /// A line between the two, and one around that of the two which keys are for.
  func drawing(focus: Int, scale: Double) -> Drawing {
    Drawing(
      parts.enumerated().map { number, part in
        .rectangle(
          part, radius: 0, fill: nil,
          stroke: number == focus ? Stroke(Look.accent, width: 2 * scale) : Stroke(Look.hairline, width: scale))
      })
  }
}

/// Which part of the window what a person does is for: pointers where they are, and until they are let go; all else where a person
/// pressed last, or Ctrl and Tab led.
struct PaneFocus {
  private(set) var part = 0
  private var isHeld = false

  /// Leads to the first part, where files are shown and their paths are typed.
  mutating func leadToFirst() { part = 0 }

  /// - Returns: the events of each part, with its corner as their origin.
  mutating func events(_ events: [ScreenEvent], _ layout: PaneLayout) -> [[ScreenEvent]] {
    let parts = layout.parts
    var routed: [[ScreenEvent]] = [[], []]
    for event in events {
      switch event {
      case .pointer(let phase, let point):
        let there = isHeld ? part : parts.lastIndex { $0.contains(point) } ?? part
        if phase == .pressed { (part, isHeld) = (there, true) }
        if phase == .released { isHeld = false }
        routed[there].append(.pointer(phase, at: point - Vector(parts[there].minX, parts[there].minY)))
      case .key(.tab, let modifiers, let isRepeat) where modifiers.contains(.control):
        if !isRepeat { part = 1 - part }
      case .resized(let size, let scale):
        for (number, part) in PaneLayout(window: size).parts.enumerated() {
          routed[number].append(.resized(part.size, scale: scale))
        }
      case .exposed, .woken: for number in routed.indices { routed[number].append(event) }
      // Files are shown in place of the first camera.
      case .closed, .dropped: routed[0].append(event)
      case .key, .text, .wheel: routed[part].append(event)
      }
    }
    return routed
  }
}
