import Geometry

/// A bull's-eye's own plane: origin in its middle, turned as in the image but not drawn out as there, one unit for each pixel on
/// the geometric mean of all directions.
enum EyePlane {}

/// How a bull's-eye that is seen aslant is drawn out in the image.
///
/// Rays at equal angles meet the corners of a square a quarter turn apart. Those of a square that is tilted by 55° may be a sixth
/// of a turn apart, so that what is taken for a side would be parts of two.
struct AztecTilt {
  /// The symmetric matrix from the plane to the image, with a determinant of 1.
  private let (xx, xy, yy): (Double, Double, Double)

  /// How many times as long the longest direction of the plane is in the image as the shortest.
  var ratio: Double {
    let (mean, half) = ((xx + yy) / 2, (xx - yy) / 2)
    let spread = (half * half + xy * xy).squareRoot()
    return (mean + spread) / (mean - spread)
  }

  /// That of an eye seen from the front.
  static let none = AztecTilt(xx: 1, xy: 0, yy: 1)

  private init(xx: Double, xy: Double, yy: Double) { (self.xx, self.xy, self.yy) = (xx, xy, yy) }

  /// The tilt of a ring: of a square's second moments all are alike, those that differ do so by its tilt.
  ///
  /// - Parameter ring: places on it around its middle, in order. Nil where they have no area.
  init?(ring: [Vector<ImagePixels>]) {
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (index, a) in ring.enumerated() {
      // Of a triangle with a corner in the origin, ∫xx, ∫xy and ∫yy but for a factor that all have.
      let b = ring[(index + 1) % ring.count]
      let area = a.cross(b)
      xx += area * (a.x * a.x + a.x * b.x + b.x * b.x)
      xy += area * (a.x * a.y + (a.x * b.y + a.y * b.x) / 2 + b.x * b.y)
      yy += area * (a.y * a.y + a.y * b.y + b.y * b.y)
    }
    let determinant = xx * yy - xy * xy
    guard xx > 0, yy > 0, determinant > 1e-6 * xx * yy else { return nil }
    // The square root of a matrix of two rows is the matrix itself and its determinant's root, scaled.
    let root = determinant.squareRoot()
    let scale = 1 / (root * (xx + yy + 2 * root)).squareRoot()
    self.init(xx: (xx + root) * scale, xy: xy * scale, yy: (yy + root) * scale)
  }

  func callAsFunction(_ way: Vector<EyePlane>) -> Vector<ImagePixels> {
    Vector(xx * way.x + xy * way.y, xy * way.x + yy * way.y)
  }
}
