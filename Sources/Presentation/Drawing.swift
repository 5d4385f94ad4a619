public import Geometry

/// A display list: what lies on the picture, back to front, in screen pixels. Nothing in it knows the screen.
public struct Drawing: Hashable, Sendable {
  public enum Item: Hashable, Sendable {
    /// A rounded rectangle on whole pixels; `radius` 0 gives sharp corners. The stroke runs along the border's inside.
    case rectangle(Rect<ScreenPixels>, radius: Double, fill: Color?, stroke: Stroke?)
    /// A soft shadow around a rounded rectangle, fading out over `blur` pixels. Inside the rectangle there is none,
    /// so that what is translucent there stays as light as it is.
    case shadow(Rect<ScreenPixels>, radius: Double, blur: Double, color: Color)
    /// All of the screen except a rounded rectangle, covered by one color.
    case surround(Rect<ScreenPixels>, radius: Double, color: Color)
    /// A line through points, smooth at its edges; closed if the last point joins the first.
    case path([Point<ScreenPixels>], closed: Bool, stroke: Stroke)
    /// A filled convex polygon.
    case polygon([Point<ScreenPixels>], fill: Color)
    /// A filled disk.
    case disk(center: Point<ScreenPixels>, radius: Double, fill: Color)
    /// Text whose box has its top-left corner at `at`.
    case text(Text, at: Point<ScreenPixels>)
    /// A small picture scaled into a rectangle; `smooth` interpolates, else pixels stay squares.
    case bitmap(Bitmap, in: Rect<ScreenPixels>, smooth: Bool)
    /// Items that look the same for long, and cover a rectangle of whole pixels wholly and opaquely: a screen may draw them once
    /// and keep the picture. None lies outside, and none covers all of the screen.
    indirect case still(Drawing, in: Rect<ScreenPixels>)
  }

  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  public mutating func add(_ item: Item) { items.append(item) }
  public mutating func add(_ other: Drawing) { items += other.items }
}

/// A picture inside a drawing: R G B A, alpha not premultiplied, rows without padding.
public struct Bitmap: Hashable, Sendable {
  public let width: Int
  public let height: Int
  public let pixels: [UInt8]

  /// - Precondition: both sides are positive and the pixels fill them exactly.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0 && pixels.count == 4 * width * height, "pixels do not fill the bitmap")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Knows how large a text will be, so that a layout can be decided before anything is drawn.
public protocol TextMeasuring {
  /// Width and height of the text's box, in screen pixels.
  func size(of text: Text) -> Size<ScreenPixels>

  /// Where a caret stands before each character of a text of one line, and behind the last one: in screen pixels from the
  /// left of its box. In scripts that run from the right, and where directions are mixed, they do not ascend.
  func carets(in text: Text) -> [Double]
}

extension TextMeasuring {
  /// Of letters that all run from the left.
  public func carets(in text: Text) -> [Double] {
    var before = text
    return text.string.indices.reduce(into: [0]) { carets, place in
      before.string = String(text.string[...place])
      carets.append(size(of: before).width)
    }
  }
}
