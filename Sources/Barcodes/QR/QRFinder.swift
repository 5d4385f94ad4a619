import Geometry

/// One of the three squares that mark a symbol's corners: 7×7 modules, dark, with a light ring within.
/// ISO/IEC 18004:2024 §5.3.3.
struct QRFinder {
  /// The middle of the pattern, in pixels of level 0.
  var center: Point<ImagePixels>
  /// One module along the pattern's two axes, in pixels. Which of its four sides is which is not known:
  /// the pattern looks the same from each.
  var u: Vector<ImagePixels>
  var v: Vector<ImagePixels>
  /// How much farther away each module along u, and along v, is than the one before, as a share of the middle's distance: 0 where
  /// the pattern is seen from the front, or was not asked.
  var recession = (u: 0.0, v: 0.0)
  /// What its rings show where they are round and not square, as some draw them.
  var circles: Circles?
  /// Grey levels of its dark and light parts, as if it were dark on light.
  var dark: Float
  var light: Float
  /// How far its edges lie from a perfect square, root mean square, in modules.
  var residual: Double
  let isInverted: Bool

  /// Side of a module, in pixels: the mean of both axes.
  var moduleSize: Double { (abs(u.cross(v))).squareRoot() }

  /// A vector from the center in the pattern's own axes, in modules.
  func modules(_ vector: Vector<ImagePixels>) -> (u: Double, v: Double) {
    let area = u.cross(v)
    return (vector.cross(v) / area, u.cross(vector) / area)
  }

  /// The place that lies so many modules from the center.
  func place(_ alongU: Double, _ alongV: Double) -> Point<ImagePixels> {
    center + (u * alongU + v * alongV) / (1 + recession.u * alongU + recession.v * alongV)
  }
}

extension QRFinder {
  /// Rings that are circles: they tell their size in all directions, and not how the pattern is turned.
  struct Circles {
    /// One module along two directions that are square to each other in the symbol, in pixels.
    let u: Vector<ImagePixels>
    let v: Vector<ImagePixels>

    /// A vector in modules, in the pattern's own plane.
    func modules(_ vector: Vector<ImagePixels>) -> Vector<Modules> {
      let area = u.cross(v)
      return Vector(vector.cross(v) / area, u.cross(vector) / area)
    }

    /// One module in a direction of the pattern's own plane, in pixels.
    func module(along direction: Vector<Modules>) -> Vector<ImagePixels> { u * direction.x + v * direction.y }
  }
}
