/// A picture of which each pixel is the weighted sum of those around it, first along its row, then along its column; the
/// border goes on outside.
///
/// - Parameter weights: of the pixel itself, of those beside it, of those beside these…
/// - Precondition: there is a weight.
/// - Complexity: O(pixels × weights); 10 ms for a million pixels and 12 weights.
package func filterEvenly(_ image: LuminanceImage, weights: [Float]) -> [UInt8] {
  let (width, height, reach) = (image.width, image.height, weights.count - 1)
  precondition(reach >= 0 && image.pixels.count == width * height)
  // Sixteen pixels are made at a time: the last ones of a row may need as many more columns.
  let stride = (width + 15) / 16 * 16
  var line = [Float](repeating: 0, count: stride + 2 * reach)
  var rows = [Float](repeating: 0, count: stride * height)
  var result = [UInt8](repeating: 0, count: width * height)
  unsafe image.pixels.withUnsafeBufferPointer { pixels in
    unsafe line.withUnsafeMutableBytes { line in
      unsafe rows.withUnsafeMutableBytes { rows in
        unsafe weights.withUnsafeBufferPointer { weights in
          for y in 0..<height {
            for i in 0..<stride &+ 2 &* reach {
              let x = min(max(i &- reach, 0), width &- 1)
              unsafe line.storeBytes(of: Float(pixels[y &* width &+ x]), toByteOffset: 4 &* i, as: Float.self)
            }
            for x in Swift.stride(from: 0, to: stride, by: 16) {
              let middle = 4 &* (x &+ reach)
              var sum = unsafe weights[0] * floats(line, middle)
              for i in 1..<reach &+ 1 {
                sum += unsafe weights[i] * (floats(line, middle &- 4 &* i) + floats(line, middle &+ 4 &* i))
              }
              unsafe rows.storeBytes(of: sum, toByteOffset: 4 &* (y &* stride &+ x), as: SIMD16<Float>.self)
            }
          }
        }
      }
    }
  }
  unsafe rows.withUnsafeMutableBytes { rows in
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe result.withUnsafeMutableBytes { result in
        for y in 0..<height {
          for x in Swift.stride(from: 0, to: width, by: 16) {
            var sum = unsafe weights[0] * floats(rows, 4 &* (y &* stride &+ x))
            for i in 1..<reach &+ 1 {
              let above = max(y &- i, 0) &* stride &+ x
              let below = min(y &+ i, height &- 1) &* stride &+ x
              sum += unsafe weights[i] * (floats(rows, 4 &* above) + floats(rows, 4 &* below))
            }
            unsafe storeGrey(sum, result, y &* width &+ x, columns: width &- x)
          }
        }
      }
    }
  }
  return result
}

@inline(__always)
private func floats(_ memory: UnsafeMutableRawBufferPointer, _ offset: Int) -> SIMD16<Float> {
  unsafe memory.loadUnaligned(fromByteOffset: offset, as: SIMD16<Float>.self)
}

/// Writes sixteen values, rounded to the nearest grey, or as many as there are columns left.
@inline(__always)
func storeGrey(_ values: SIMD16<Float>, _ target: UnsafeMutableRawBufferPointer, _ offset: Int, columns: Int) {
  // `clamped` goes lane by lane, at four times the price of all the rest.
  var bounded = values
  bounded.replace(with: 0, where: values .< 0)
  bounded.replace(with: 255, where: values .> 255)
  // From 2²³ on a float has no fraction, and its lowest bits are the integer's.
  let whole = bounded + 8_388_608
  let greys = unsafe SIMD16<UInt8>(truncatingIfNeeded: unsafeBitCast(whole, to: SIMD16<UInt32>.self))
  if columns >= 16 {
    unsafe target.storeBytes(of: greys, toByteOffset: offset, as: SIMD16<UInt8>.self)
  } else {
    for i in 0..<columns { unsafe target[offset &+ i] = greys[i] }
  }
}
