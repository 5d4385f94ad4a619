public import Geometry
public import Presentation
import Scanner

/// What a camera of a station sees: shown whole, with its viewfinder, until a code is read.
public struct StationPicture: Hashable, Sendable {
  public let size: Size<FramePixels>
  public let viewfinder: Rect<Normalized>

  public init(size: Size<FramePixels>, viewfinder: Rect<Normalized>) {
    (self.size, self.viewfinder) = (size, viewfinder)
  }

  /// Where one lies in the window, and what is drawn on it from its corner.
  public struct Place: Hashable, Sendable {
    public let rect: Rect<ScreenPixels>
    public let drawing: Drawing
    /// From the picture's pixels to the place's.
    public let mapping: Mapping<FramePixels, ScreenPixels>
  }

  /// Side by side in a room that is wide, one above the other in one that is high; each as large as its part allows.
  static func places(of pictures: [StationPicture], in room: Rect<ScreenPixels>, gap: Double) -> [Place] {
    let count = Double(pictures.count)
    let isWide = room.width > room.height
    let part = Size<ScreenPixels>(
      isWide ? (room.width - gap * (count - 1)) / count : room.width,
      isWide ? room.height : (room.height - gap * (count - 1)) / count)
    return pictures.enumerated().map { number, picture in
      let step = Double(number)
      let corner = Point<ScreenPixels>(
        room.minX + (isWide ? step * (part.width + gap) : 0), room.minY + (isWide ? 0 : step * (part.height + gap)))
      return picture.place(in: Rect(origin: corner, size: part), line: gap / 3)
    }
  }

  private func place(in part: Rect<ScreenPixels>, line: Double) -> Place {
    let factor = min(part.width / max(1, size.width), part.height / max(1, size.height))
    let (width, height) = ((size.width * factor).rounded(), (size.height * factor).rounded())
    let rect = Rect<ScreenPixels>(
      x: (part.center.x - width / 2).rounded(), y: (part.center.y - height / 2).rounded(), width: width, height: height)
    let box = Mapping<Normalized, ScreenPixels>(scaleX: width, scaleY: height, shiftX: 0, shiftY: 0)(viewfinder)
    var drawing = Drawing()
    // Of a viewfinder that is all of the picture its corners alone are seen.
    if viewfinder != .full { drawing.add(.surround(box, radius: 0, color: Look.dimming)) }
    let inner = box.inset(by: line / 2)
    let arm = min(inner.width, inner.height) * 0.2
    for (x, inwardX) in [(inner.minX, arm), (inner.maxX, -arm)] {
      for (y, inwardY) in [(inner.minY, arm), (inner.maxY, -arm)] {
        let bend: [Point<ScreenPixels>] = [Point(x + inwardX, y), Point(x, y), Point(x, y + inwardY)]
        drawing.add(.path(bend, closed: false, stroke: Stroke(Look.hairline, width: line * 1.6)))
        drawing.add(.path(bend, closed: false, stroke: Stroke(Look.accent, width: line)))
      }
    }
    return Place(
      rect: rect, drawing: drawing,
      mapping: Mapping(scaleX: width / max(1, size.width), scaleY: height / max(1, size.height), shiftX: 0, shiftY: 0))
  }
}
