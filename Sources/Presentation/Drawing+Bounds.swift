public import Geometry

extension Drawing.Item {
  /// The smallest rectangle that holds what it marks, as far as layouts know; nil where it covers the whole screen. Of a
  /// text its box.
  public func bounds(_ measuring: some TextMeasuring) -> Rect<ScreenPixels>? {
    switch self {
    case .rectangle(let rect, _, _, _), .bitmap(_, let rect, _): rect
    case .shadow(let rect, _, let blur, _): rect.inset(by: -blur)
    case .surround: nil
    case .path(let points, _, let stroke): Rect(enclosing: points)?.inset(by: -stroke.width / 2)
    case .polygon(let points, _): Rect(enclosing: points)
    case .disk(let center, let radius, _): Rect(center: center, size: Size(2 * radius, 2 * radius))
    case .text(let text, let at): Rect(origin: at, size: measuring.size(of: text))
    }
  }
}
