package import Bits
public import Geometry

/// A candidate's modules as they were read from the image, before decoding.
public struct SampledGrid: Sendable {
  package let modules: BitMatrix
  /// Modules a row.
  public var width: Int { modules.width }
  /// Rows of modules.
  public var height: Int { modules.height }
  /// How sure each module is, row after row: 0 is on the threshold, 1 is as dark or light as the surest.
  public let confidences: [Float]
  /// The outer corners, clockwise from the symbol's own top left.
  public let corners: Quadrilateral<FramePixels>
  /// Where each module's center was taken, row after row.
  public let centers: [Point<FramePixels>]

  package init(
    modules: BitMatrix, confidences: [Float], corners: Quadrilateral<FramePixels>, centers: [Point<FramePixels>]
  ) {
    self.modules = modules
    self.confidences = confidences
    self.corners = corners
    self.centers = centers
  }

  /// Whether a module was taken for dark.
  ///
  /// - Precondition: `x` is in `0..<width` and `y` in `0..<height`, counted from the symbol's own top left.
  public func isDark(x: Int, y: Int) -> Bool { modules[x, y] }
}
