import Glibc

/// Pixels as a decoder gives them, row after row without gaps.
@safe package final class Raster {
  package enum Layout {
    case grey
    case rgb
    /// The fourth is opacity; the colors are as bright as they would be without it.
    case rgba
    /// The colors are multiplied by the opacity.
    case premultipliedRGBA
    /// Blue, green, red, and a byte without meaning.
    case bgrx

    /// Bytes a pixel.
    package var size: Int {
      switch self {
      case .grey: 1
      case .rgb: 3
      case .rgba, .premultipliedRGBA, .bgrx: 4
      }
    }
  }

  package let width: Int
  package let height: Int
  package let layout: Layout
  let memory: UnsafeMutablePointer<UInt8>

  /// Black, and transparent where there is opacity.
  ///
  /// - Throws: `DecodeFailure` where there are no or too many pixels, before there is memory for them, and where there
  ///   is none.
  package init(width: Int, height: Int, _ layout: Layout) throws(DecodeFailure) {
    guard width > 0, height > 0 else { throw .damaged("it has no pixels") }
    let (area, overflows) = width.multipliedReportingOverflow(by: height)
    guard !overflows, area <= PictureLimits.pixels else { throw .tooManyPixels(width: width, height: height) }
    guard let memory = unsafe calloc(area, layout.size) else { throw .damaged("no memory for its pixels") }
    (self.width, self.height, self.layout) = (width, height, layout)
    unsafe self.memory = unsafe memory.bindMemory(to: UInt8.self, capacity: area * layout.size)
  }

  deinit { unsafe free(memory) }

  /// Bytes from a row to the next.
  package var stride: Int { width * layout.size }

  package var bytes: UnsafeMutableBufferPointer<UInt8> {
    unsafe UnsafeMutableBufferPointer(start: memory, count: stride * height)
  }

  package func row(_ y: Int) -> UnsafeMutableBufferPointer<UInt8> {
    precondition(0..<height ~= y)
    return unsafe UnsafeMutableBufferPointer(start: memory + y * stride, count: stride)
  }
}
