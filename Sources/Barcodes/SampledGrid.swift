package import Bits
package import Geometry

/// A candidate's modules as they were read from the image, before decoding.
package struct SampledGrid: Sendable {
  package let modules: BitMatrix
  /// How sure each module is, row after row: 0 is on the threshold, 1 is as dark or light as the surest.
  package let confidences: [Float]
  /// The outer corners, clockwise from the symbol's own top left.
  package let corners: Quadrilateral<FramePixels>
  /// Where each module's center was taken, row after row.
  package let centers: [Point<FramePixels>]

  package init(
    modules: BitMatrix, confidences: [Float], corners: Quadrilateral<FramePixels>, centers: [Point<FramePixels>]
  ) {
    self.modules = modules
    self.confidences = confidences
    self.corners = corners
    self.centers = centers
  }
}
