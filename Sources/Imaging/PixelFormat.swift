/// The pixel layouts that a `Frame` may have. Names are V4L2's, in lower case; `luma` is 8 bits in each.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  /// Luma alone, one byte a pixel.
  case grey
  /// Packed 4:2:2: Y0 U Y1 V.
  case yuyv
  /// Packed 4:2:2: U Y0 V Y1.
  case uyvy
  /// A luma plane, then U and V interleaved at half width and height.
  case nv12
  /// A luma plane, then V and U interleaved at half width and height.
  case nv21
  /// Three planes: Y, then U and V at half width and height.
  case yuv420
  /// Three planes: Y, then V and U at half width and height.
  case yvu420
  /// Packed, three bytes a pixel: R G B.
  case rgb24
  /// Packed, three bytes a pixel: B G R.
  case bgr24

  /// The planes of a picture without padding, in the order in which they lie in memory.
  ///
  /// Chroma planes of an odd size round up, so that each luma sample has a chroma sample.
  public func planes(width: Int, height: Int) -> [Plane] {
    let halfWidth = (width + 1) / 2
    let halfHeight = (height + 1) / 2
    let luma = width * height
    switch self {
    case .grey: return [Plane(offset: 0, stride: width, rows: height)]
    case .yuyv, .uyvy: return [Plane(offset: 0, stride: 4 * halfWidth, rows: height)]
    case .nv12, .nv21:
      return [
        Plane(offset: 0, stride: width, rows: height), Plane(offset: luma, stride: 2 * halfWidth, rows: halfHeight),
      ]
    case .yuv420, .yvu420:
      return [
        Plane(offset: 0, stride: width, rows: height),
        Plane(offset: luma, stride: halfWidth, rows: halfHeight),
        Plane(offset: luma + halfWidth * halfHeight, stride: halfWidth, rows: halfHeight),
      ]
    case .rgb24, .bgr24: return [Plane(offset: 0, stride: 3 * width, rows: height)]
    }
  }
}

/// Where the rows of one plane lie among a frame's bytes.
public struct Plane: Hashable, Sendable {
  /// The first byte of the first row.
  public let offset: Int
  /// Bytes from one row's start to the next one's.
  public let stride: Int
  /// Rows of the plane: fewer than the picture has where chroma is halved.
  public let rows: Int

  /// The plane that lies there.
  public init(offset: Int, stride: Int, rows: Int) {
    self.offset = offset
    self.stride = stride
    self.rows = rows
  }

  /// One past the last byte, padding of the last row included.
  public var end: Int { offset + stride * rows }
}
