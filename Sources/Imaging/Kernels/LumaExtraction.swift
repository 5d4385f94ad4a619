/// Where the luma of a pixel lies among the bytes of a row.
enum LumaLayout {
  /// One byte a pixel.
  case planar
  /// Every second byte, from this one.
  case packed(first: Int)
  /// Three colour bytes a pixel; red is first or last.
  case rgb(redFirst: Bool)

  init(_ format: PixelFormat) {
    switch format {
    case .grey, .nv12, .nv21, .yuv420, .yvu420: self = .planar
    case .yuyv: self = .packed(first: 0)
    case .uyvy: self = .packed(first: 1)
    case .rgb24: self = .rgb(redFirst: true)
    case .bgr24: self = .rgb(redFirst: false)
    }
  }
}

/// Copies the luma of a rectangle of `bytes` row after row into `grey`.
///
/// - Parameters:
///   - start: the first byte of the rectangle's first row, at the picture's left edge.
///   - left: pixels from the picture's left edge to the rectangle's.
/// - Precondition: the rectangle lies within `bytes`, and `grey` holds `width * height` bytes.
/// - Complexity: one pass at about the speed of memory for planar and packed layouts.
func extractLuma(
  from bytes: [UInt8], layout: LumaLayout, start: Int, left: Int, stride: Int, width: Int, height: Int,
  into grey: inout [UInt8]
) {
  let step =
    switch layout {
    case .planar: 1
    case .packed: 2
    case .rgb: 3
    }
  precondition(grey.count >= width * height)
  precondition(start >= 0 && start + (height - 1) * stride + (left + width) * step <= bytes.count)
  unsafe bytes.withUnsafeBufferPointer { source in
    unsafe grey.withUnsafeMutableBufferPointer { target in
      for y in 0..<height {
        let row = unsafe source.baseAddress! + (start + y * stride + left * step)
        let out = unsafe target.baseAddress! + y * width
        switch layout {
        case .planar:
          unsafe out.update(from: row, count: width)
        case .packed(let first):
          for x in 0..<width { unsafe out[x] = row[2 &* x &+ first] }
        case .rgb(let redFirst):
          // ITU-R BT.601 weights 0.299, 0.587, 0.114 in 256ths.
          let (red, blue): (UInt16, UInt16) = redFirst ? (77, 29) : (29, 77)
          for x in 0..<width {
            let sum =
              unsafe red &* UInt16(row[3 &* x]) &+ 150 &* UInt16(row[3 &* x &+ 1])
              &+ blue &* UInt16(row[3 &* x &+ 2])
            unsafe out[x] = UInt8(truncatingIfNeeded: sum &>> 8)
          }
        }
      }
    }
  }
}
