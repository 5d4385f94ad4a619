package import Geometry

/// Places on a symbol's grid, eight a vector, whose grey is asked for again and again as the grid is moved.
package struct GridPlaces: Sendable {
  package let count: Int
  /// The last vector is filled up with zeros.
  fileprivate let x: [SIMD8<Float>]
  fileprivate let y: [SIMD8<Float>]

  package init(_ places: [Point<Modules>]) {
    count = places.count
    var (x, y) = ([SIMD8<Float>](), [SIMD8<Float>]())
    for (place, index) in zip(places, 0...) {
      if index % 8 == 0 {
        x.append(.zero)
        y.append(.zero)
      }
      x[index / 8][index % 8] = Float(place.x)
      y[index / 8][index % 8] = Float(place.y)
    }
    (self.x, self.y) = (x, y)
  }
}

/// The sum of some grey levels, and that of their squares.
package struct GreySums: Sendable {
  package let sum: Double
  package let squares: Double

  package init(sum: Double, squares: Double) {
    self.sum = sum
    self.squares = squares
  }
}

/// The grey where a perspective takes places of a symbol's grid, bilinear between pixels.
///
/// - Precondition: as `sampleModules` has it.
/// - Complexity: O(places), 2 ns each.
package func greySums(
  _ image: LuminanceImage, at places: GridPlaces, _ map: Perspective<Modules, ImagePixels>
) -> GreySums {
  let (width, height) = (image.width, image.height)
  precondition(width >= 2 && height >= 2 && max(width, height) < 1 << 15 && image.pixels.count >= width * height)
  let (a, b, c) = (Float(map.a), Float(map.b), Float(map.c))
  let (d, e, f) = (Float(map.d), Float(map.e), Float(map.f))
  let (g, h, i) = (Float(map.g), Float(map.h), Float(map.i))
  let (lastX, lastY) = (Float(256 * (width - 1) - 1), Float(256 * (height - 1) - 1))
  // In 256ths of a grey level.
  var (sum, squares) = (0, 0)
  unsafe image.pixels.withUnsafeBytes { pixels in
    for vector in places.x.indices {
      let (u, v) = (places.x[vector], places.y[vector])
      let w = 1 / (g * u + h * v + i)
      let x = in256ths((a * u + b * v + c) * w - 0.5, last: lastX)
      let y = in256ths((d * u + e * v + f) * w - 0.5, last: lastY)
      for lane in 0..<min(8, places.count &- 8 &* vector) {
        let value = unsafe Int(bilinear(pixels, width, x[lane], y[lane]) &>> 8)
        sum &+= value
        squares &+= value &* value
      }
    }
  }
  return GreySums(sum: Double(sum) / 256, squares: Double(squares) / 65_536)
}
