package import Geometry

/// Which modules of a grid are dark, each by the four pixels around its middle against the threshold of the block
/// they lie in: a twentieth of the price of grey values with their own thresholds, and enough for plain print.
///
/// - Parameters:
///   - plane: from modules to pixels of the image, whose first pixel has its middle at ½, ½.
///   - width: modules in a row.
///   - height: rows.
///   - isInverted: for a symbol that is light on dark.
/// - Returns: a value for each module, row after row; places outside the image count as at its border.
/// - Precondition: the image is at least 2 × 2 and at most 32 767 pixels wide and high, and the thresholds are its own.
package func darkModules(
  _ image: LuminanceImage, _ thresholds: ThresholdGrid, plane: Perspective<Modules, ImagePixels>, width: Int,
  height: Int, isInverted: Bool
) -> [Bool] {
  precondition(min(image.width, image.height) >= 2 && max(image.width, image.height) < 1 << 15)
  precondition(image.pixels.count >= image.width * image.height)
  precondition(thresholds.columns * 8 >= image.width && thresholds.rows * 8 >= image.height)
  precondition(thresholds.thresholds.count >= thresholds.columns * thresholds.rows)
  let (pixelWidth, blocks) = (image.width, thresholds.columns)
  // Of the square of four pixels the upper left one, so that the last has one to its right and one below it.
  let (lastX, lastY) = (Float(image.width - 2), Float(image.height - 2))
  let (across, down, depth) = (Float(plane.a), Float(plane.d), Float(plane.g))
  return unsafe [Bool](unsafeUninitializedCapacity: width * height) { modules, count in
    unsafe image.pixels.withUnsafeBytes { pixels in
      unsafe thresholds.thresholds.withUnsafeBufferPointer { levels in
        for row in 0..<height {
          let v = Double(row) + 0.5
          let (x0, y0, w0) = (
            Float(plane.b * v + plane.c), Float(plane.e * v + plane.f), Float(plane.h * v + plane.i)
          )
          for first in stride(from: 0, to: width, by: 8) {
            let u = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + Float(first)
            let w = 1 / (u * depth + w0)
            let x = wholePixels((u * across + x0) * w, last: lastX)
            let y = wholePixels((u * down + y0) * w, last: lastY)
            for lane in 0..<min(8, width &- first) {
              let (px, py) = (Int(truncatingIfNeeded: x[lane]), Int(truncatingIfNeeded: y[lane]))
              let at = py &* pixelWidth &+ px
              let above = unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt16.self)
              let below = unsafe pixels.loadUnaligned(fromByteOffset: at &+ pixelWidth, as: UInt16.self)
              let sum = (above & 255) &+ (above &>> 8) &+ (below & 255) &+ (below &>> 8)
              let level = unsafe UInt16(levels[py &>> 3 &* blocks &+ px &>> 3])
              unsafe modules[row &* width &+ first &+ lane] = (sum < level &* 4) != isInverted
            }
          }
        }
      }
    }
    count = width * height
  }
}

/// The pixel whose lower right corner is nearest to each place, between 0 and `last`; what is no number is 0.
@inline(__always)
private func wholePixels(_ places: SIMD8<Float>, last: Float) -> SIMD8<UInt32> {
  var corner = places - 1
  corner.replace(with: 0, where: .!(corner .>= 0))
  corner.replace(with: last, where: corner .> last)
  // As in `ModuleSamples`: from 2²³ on a Float's lowest bits are the rounded number.
  return unsafe unsafeBitCast(corner + 8_388_608, to: SIMD8<UInt32>.self) & 0x7F_FFFF
}
