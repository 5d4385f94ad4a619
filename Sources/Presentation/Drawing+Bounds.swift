public import Geometry

extension Drawing.Item {
  /// The smallest rectangle that holds what it marks, as far as layouts know; nil where it covers the whole screen. Of a
  /// text its box.
  public func bounds(_ measuring: some TextMeasuring) -> Rect<ScreenPixels>? {
    switch self {
    case .rectangle(let rect, _, _, _), .bitmap(_, let rect, _), .still(_, let rect): rect
    case .shadow(let rect, _, let blur, _): rect.inset(by: -blur)
    case .surround: nil
    case .path(let points, _, let stroke): Rect(enclosing: points)?.inset(by: -stroke.width / 2)
    case .polygon(let points, _): Rect(enclosing: points)
    case .disk(let center, let radius, _): Rect(center: center, size: Size(2 * radius, 2 * radius))
    case .text(let text, let at): Rect(origin: at, size: measuring.size(of: text))
    }
  }
}

extension Drawing.Item {
  /// The same at the other side of a window so wide, for scripts that run from the right. Places are mirrored; letters and
  /// pictures are as they were.
  public func mirrored(in width: Double, _ measuring: some TextMeasuring) -> Self {
    func flipped(_ rect: Rect<ScreenPixels>) -> Rect<ScreenPixels> { rect.mirrored(in: width) }
    func flipped(_ point: Point<ScreenPixels>) -> Point<ScreenPixels> { Point(width - point.x, point.y) }
    return switch self {
    case .rectangle(let rect, let radius, let fill, let stroke):
      .rectangle(flipped(rect), radius: radius, fill: fill, stroke: stroke)
    case .shadow(let rect, let radius, let blur, let color):
      .shadow(flipped(rect), radius: radius, blur: blur, color: color)
    case .surround(let rect, let radius, let color): .surround(flipped(rect), radius: radius, color: color)
    case .path(let points, let closed, let stroke):
      .path(points.map { flipped($0) }, closed: closed, stroke: stroke)
    case .polygon(let points, let fill): .polygon(points.map { flipped($0) }, fill: fill)
    case .disk(let center, let radius, let fill): .disk(center: flipped(center), radius: radius, fill: fill)
    case .text(let text, let place): .text(text, at: Point(width - place.x - measuring.size(of: text).width, place.y))
    case .bitmap(let bitmap, let rect, let smooth): .bitmap(bitmap, in: flipped(rect), smooth: smooth)
    case .still(let part, let rect):
      .still(Drawing(part.items.map { $0.mirrored(in: width, measuring) }), in: flipped(rect))
    }
  }
}

extension Rect<ScreenPixels> {
  /// The same at the other side of a window so wide.
  public func mirrored(in width: Double) -> Self { Rect(x: width - maxX, y: minY, width: self.width, height: height) }
}

extension Drawing {
  /// The same with every item elsewhere.
  public func moved(by way: Vector<ScreenPixels>) -> Drawing {
    if way.x == 0, way.y == 0 { return self }
    return Drawing(
      items.map { item in
        switch item {
        case .rectangle(let rect, let radius, let fill, let stroke):
          .rectangle(rect.moved(by: way), radius: radius, fill: fill, stroke: stroke)
        case .shadow(let rect, let radius, let blur, let color):
          .shadow(rect.moved(by: way), radius: radius, blur: blur, color: color)
        case .surround(let rect, let radius, let color): .surround(rect.moved(by: way), radius: radius, color: color)
        case .path(let points, let closed, let stroke): .path(points.map { $0 + way }, closed: closed, stroke: stroke)
        case .polygon(let points, let fill): .polygon(points.map { $0 + way }, fill: fill)
        case .disk(let center, let radius, let fill): .disk(center: center + way, radius: radius, fill: fill)
        case .text(let text, let place): .text(text, at: place + way)
        case .bitmap(let bitmap, let rect, let smooth): .bitmap(bitmap, in: rect.moved(by: way), smooth: smooth)
        case .still(let part, let rect): .still(part.moved(by: way), in: rect.moved(by: way))
        }
      })
  }
}
