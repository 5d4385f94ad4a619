/// The grey of a row of modules, each the mean of its middle, twice, and of four points around it, bilinear between
/// pixels.
///
/// - Parameters:
///   - middles: of the row's modules and of one more, in pixels from the middle of the image's first pixel.
///   - below: of the next row's modules, as many.
///   - reach: how far the four points lie from the middle, in the ways to the next module of the row and of the
///     column.
///   - values: receives a value for each module of the row, from `start` on.
/// - Precondition: the image is at least 2 × 2 and at most 32 767 pixels wide and high. Its border goes on outside.
package func sampleModules(
  _ image: LuminanceImage, middles: [SIMD2<Float>], below: [SIMD2<Float>], reach: Float,
  into values: inout [Float], from start: Int
) {
  let (width, height, modules) = (image.width, image.height, middles.count - 1)
  precondition(width >= 2 && height >= 2 && max(width, height) < 1 << 15 && image.pixels.count >= width * height)
  precondition(below.count >= modules && start >= 0 && start + modules <= values.count)
  let right = SIMD8<Float>(0, reach, -reach, 0, 0, 0, 0, 0)
  let down = SIMD8<Float>(0, 0, 0, reach, -reach, 0, 0, 0)
  // The last place that has a pixel to its right and one below it, in 256ths of a pixel.
  let (lastX, lastY) = (Float(256 * (width - 1) - 1), Float(256 * (height - 1) - 1))
  unsafe image.pixels.withUnsafeBytes { pixels in
    unsafe middles.withUnsafeBufferPointer { middles in
      unsafe below.withUnsafeBufferPointer { below in
        unsafe values.withUnsafeMutableBufferPointer { values in
          for module in 0..<modules {
            let middle = unsafe middles[module]
            let (across, along) = unsafe (middles[module &+ 1] - middle, below[module] - middle)
            let x = in256ths(middle.x + right * across.x + down * along.x, last: lastX)
            let y = in256ths(middle.y + right * across.y + down * along.y, last: lastY)
            var sum = unsafe 2 &* bilinear(pixels, width, x[0], y[0])
            for point in 1...4 { unsafe sum &+= bilinear(pixels, width, x[point], y[point]) }
            // Six values, each in 65 536ths of a grey level.
            unsafe values[start &+ module] = Float(sum) * (1 / (6 * 65_536))
          }
        }
      }
    }
  }
}

/// Eight grey values on the way from each place to the next, bilinear between pixels, and that of the last place.
///
/// - Parameters:
///   - places: in pixels from the middle of the image's first pixel.
///   - values: receives eight values for each place but the last, which gives one.
/// - Precondition: as `sampleModules` has it.
package func sampleWay(_ image: LuminanceImage, through places: [SIMD2<Float>], into values: inout [Float]) {
  let (width, height, last) = (image.width, image.height, places.count - 1)
  precondition(width >= 2 && height >= 2 && max(width, height) < 1 << 15 && image.pixels.count >= width * height)
  precondition(last >= 0 && values.count > 8 * last)
  let eighths = SIMD8<Float>(0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875)
  let (lastX, lastY) = (Float(256 * (width - 1) - 1), Float(256 * (height - 1) - 1))
  unsafe image.pixels.withUnsafeBytes { pixels in
    unsafe places.withUnsafeBufferPointer { places in
      unsafe values.withUnsafeMutableBufferPointer { values in
        for place in 0..<last &+ 1 {
          let here = unsafe places[place]
          let way = unsafe places[min(place &+ 1, last)] - here
          let x = in256ths(here.x + eighths * way.x, last: lastX)
          let y = in256ths(here.y + eighths * way.y, last: lastY)
          for i in 0..<(place == last ? 1 : 8) {
            unsafe values[8 &* place &+ i] = Float(bilinear(pixels, width, x[i], y[i])) * (1 / 65_536)
          }
        }
      }
    }
  }
}

/// Places in whole 256ths of a pixel, brought between 0 and `last`; what is no number is 0.
@inline(__always)
func in256ths(_ places: SIMD8<Float>, last: Float) -> SIMD8<UInt32> {
  var scaled = places * 256
  scaled.replace(with: 0, where: .!(scaled .>= 0))
  scaled.replace(with: last, where: scaled .> last)
  // From 2²³ on a Float's last bit is 1, so the sum's lower bits are the rounded number: a conversion that traps
  // for each lane costs several times as much.
  return unsafe unsafeBitCast(scaled + 8_388_608, to: SIMD8<UInt32>.self) & 0x7F_FFFF
}

/// The value between four pixels, in 65 536ths of a grey level.
@inline(__always)
func bilinear(_ pixels: UnsafeRawBufferPointer, _ width: Int, _ x: UInt32, _ y: UInt32) -> Int32 {
  let at = Int(truncatingIfNeeded: y &>> 8) &* width &+ Int(truncatingIfNeeded: x &>> 8)
  let (tx, ty) = (Int32(truncatingIfNeeded: x & 255), Int32(truncatingIfNeeded: y & 255))
  let above = unsafe pixels.loadUnaligned(fromByteOffset: at, as: UInt16.self)
  let below = unsafe pixels.loadUnaligned(fromByteOffset: at &+ width, as: UInt16.self)
  let (a, b) = (Int32(above & 255), Int32(above &>> 8))
  let (c, d) = (Int32(below & 255), Int32(below &>> 8))
  let upper = a &<< 8 &+ (b &- a) &* tx
  let lower = c &<< 8 &+ (d &- c) &* tx
  return upper &<< 8 &+ (lower &- upper) &* ty
}
