import Foundation
public import Geometry

/// How a symbol stands before the camera. The camera looks along z; the symbol's middle projects to `center`.
public struct ScenePose: Hashable, Sendable {
  /// Where the symbol's middle is seen.
  public var center: Point<FramePixels>
  /// Pixels a module at the symbol's middle, before it is tilted away.
  public var moduleSize: Double
  /// Turn in the picture's plane, radians clockwise.
  public var rotation: Double
  /// Turn about the symbol's own vertical axis, radians: its right side goes away from the camera.
  public var yaw: Double
  /// Turn about the symbol's own horizontal axis, radians: its top goes away from the camera.
  public var pitch: Double
  /// The angle of a cylinder that the symbol's width wraps around, radians; 0 is flat. A label around half of
  /// a bottle has π.
  public var wrap: Double
  /// The camera's distance in widths of the symbol: near ones (2) show strong perspective, far ones (20) none.
  public var distance: Double
  /// Seen in a mirror.
  public var isMirrored: Bool

  public init(
    center: Point<FramePixels>, moduleSize: Double, rotation: Double = 0, yaw: Double = 0, pitch: Double = 0,
    wrap: Double = 0, distance: Double = 4, isMirrored: Bool = false
  ) {
    self.center = center
    self.moduleSize = moduleSize
    self.rotation = rotation
    self.yaw = yaw
    self.pitch = pitch
    self.wrap = wrap
    self.distance = distance
    self.isMirrored = isMirrored
  }

  /// Where a place of a symbol is seen: the truth that a detector's grid is compared with.
  ///
  /// - Parameter size: of the whole symbol, without quiet zone.
  public func project(_ point: Point<Modules>, of size: Size<Modules>) -> Point<FramePixels> {
    // On the symbol, from its middle, in pixels; a wrapped one bends away to both sides.
    let across = (point.x - size.width / 2) * moduleSize
    let down = (point.y - size.height / 2) * moduleSize
    let width = max(size.width, size.height) * moduleSize
    var (x, y, z) = (across, down, 0.0)
    if wrap > 0 {
      let radius = size.width * moduleSize / wrap
      x = radius * sin(across / radius)
      z = radius * (1 - cos(across / radius))
    }

    // Turned about its own axes, mirrored, then turned in the picture.
    (x, z) = (x * cos(yaw) - z * sin(yaw), x * sin(yaw) + z * cos(yaw))
    (y, z) = (y * cos(pitch) + z * sin(pitch), z * cos(pitch) - y * sin(pitch))
    if isMirrored { x = -x }
    (x, y) = (x * cos(rotation) - y * sin(rotation), x * sin(rotation) + y * cos(rotation))

    let depth = distance * width
    let scale = depth / max(depth + z, 0.05 * depth)
    return Point(center.x + x * scale, center.y + y * scale)
  }

  /// The symbol's outer corners as they are seen, clockwise from its own top left.
  public func corners(of size: Size<Modules>) -> Quadrilateral<FramePixels> {
    Rect<Modules>(origin: Point(0, 0), size: size).corners.map { project($0, of: size) }
  }
}
