/// Width and height, in the space's units.
@frozen public struct Size<Space>: Hashable, Sendable {
  public var width: Double
  public var height: Double

  @inlinable public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  @inlinable public init(_ width: Int, _ height: Int) { self.init(Double(width), Double(height)) }

  @inlinable public var area: Double { width * height }
  @inlinable public var shorterSide: Double { min(width, height) }
  @inlinable public var longerSide: Double { max(width, height) }

  @inlinable public static func * (size: Size, k: Double) -> Size { Size(size.width * k, size.height * k) }
}
