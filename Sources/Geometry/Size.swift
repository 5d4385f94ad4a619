/// Width and height, in the space's units.
@frozen public struct Size<Space>: Hashable, Sendable {
  /// Across.
  public var width: Double
  /// Down.
  public var height: Double

  /// The size with these sides.
  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// The size with these sides, such as those of a picture in pixels.
  @inlinable public init(_ width: Int, _ height: Int) { self.init(Double(width), Double(height)) }

  /// Width times height.
  @inlinable public var area: Double { width * height }
  /// Width or height, whichever is less.
  @inlinable public var shorterSide: Double { min(width, height) }
  /// Width or height, whichever is more.
  @inlinable public var longerSide: Double { max(width, height) }

  /// `k` times as wide and as high.
  @inlinable public static func * (size: Size, k: Double) -> Size { Size(size.width * k, size.height * k) }
}
