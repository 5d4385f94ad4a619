public import Geometry

/// One picture as it was delivered, never changed afterwards: its bytes, their layout, and when it was taken.
public struct Frame: Sendable {
  /// How the bytes are to be read.
  public let format: PixelFormat
  /// Pixels in a row, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// As many as `PixelFormat.planes` names, with the strides of this frame.
  public let planes: [Plane]
  /// All planes; `planes` says where each row lies.
  public let bytes: [UInt8]
  /// Counts up from the source's first frame; a gap tells that frames were dropped before us.
  public let sequence: Int
  /// When it was taken, on the clock of its source (the driver's monotonic clock for a camera).
  public let timestamp: Duration
  /// Whether luma uses 0…255 (JPEG, pictures) or 16…235 (ITU-R BT.601, most raw cameras).
  public let isFullRange: Bool

  /// A frame over bytes whose rows may be padded.
  ///
  /// - Throws: `FrameError` where the planes do not fit the bytes or the rows do not hold the width.
  public init(
    format: PixelFormat, width: Int, height: Int, planes: [Plane], bytes: [UInt8],
    sequence: Int = 0, timestamp: Duration = .zero, isFullRange: Bool = true
  ) throws(FrameError) {
    try Self.checkSides(width, height)
    let needed = format.planes(width: width, height: height)
    guard planes.count == needed.count else { throw .planes(expected: needed.count, found: planes.count) }
    for (plane, least) in zip(planes, needed) {
      guard plane.offset >= 0, plane.stride >= least.stride, plane.rows >= least.rows else { throw .strideTooSmall }
      // The last row may end without its padding, as some drivers deliver it.
      // In floating point, for the product of numbers that anybody may have made up need not fit an Int.
      let end = Double(plane.offset) + Double(plane.stride) * Double(least.rows - 1) + Double(least.stride)
      guard end <= Double(bytes.count) else {
        throw .tooFewBytes(needed: Int(min(end, Self.mostBytes)), found: bytes.count)
      }
    }
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.bytes = bytes
    self.sequence = sequence
    self.timestamp = timestamp
    self.isFullRange = isFullRange
  }

  /// A frame over bytes without padding.
  public init(
    format: PixelFormat, width: Int, height: Int, bytes: [UInt8],
    sequence: Int = 0, timestamp: Duration = .zero, isFullRange: Bool = true
  ) throws(FrameError) {
    try Self.checkSides(width, height)
    try self.init(
      format: format, width: width, height: height, planes: format.planes(width: width, height: height),
      bytes: bytes, sequence: sequence, timestamp: timestamp, isFullRange: isFullRange)
  }

  /// Pixels of a side at most: three bytes of each pixel of such a square can be counted.
  private static let longestSide = 1 << 30
  /// Told where a picture would need more.
  private static let mostBytes = 0x1p62

  private static func checkSides(_ width: Int, _ height: Int) throws(FrameError) {
    guard width > 0, height > 0 else { throw .empty }
    guard width <= longestSide, height <= longestSide else { throw .tooLarge }
  }
}

/// Why bytes are not a frame.
public enum FrameError: Error, Hashable, Sendable {
  /// Width or height is not positive.
  case empty
  /// A side has more than 2³⁰ pixels.
  case tooLarge
  /// The format has `expected` planes, and `found` were given.
  case planes(expected: Int, found: Int)
  /// A plane's rows are shorter than the width, or fewer than the height.
  case strideTooSmall
  /// The planes reach to byte `needed`, and there are `found`.
  case tooFewBytes(needed: Int, found: Int)
}

extension FrameError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .empty: "the picture has no pixels"
    case .tooLarge: "the picture's sides are longer than any picture's"
    case .planes(let expected, let found): "the picture has \(found) planes where its format has \(expected)"
    case .strideTooSmall: "the picture's rows are shorter than its width"
    case .tooFewBytes(let needed, let found): "the picture has \(found) bytes where its size needs \(needed)"
    }
  }
}

extension Frame {
  /// The whole picture, in its own pixels.
  public var size: Size<FramePixels> { Size(width, height) }

  /// The whole picture as a rectangle.
  public var bounds: Rect<FramePixels> { Rect(origin: Point(0, 0), size: size) }
}
