import CV4L2
import Capture
public import Imaging

/// V4L2's name of a layout: four characters, the first in the lowest byte.
package struct FourCC: Hashable {
  package let code: UInt32

  package init(code: UInt32) { self.code = code }

  /// Shorter names are filled up with spaces.
  package init(_ name: String) {
    let bytes = Array(name.utf8.prefix(4)) + [UInt8](repeating: 0x20, count: max(0, 4 - name.utf8.count))
    code = bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Bytes that are no printing ASCII become `?`: the name is shown.
  package var name: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }
    return String(decoding: bytes.map { 0x20..<0x7F ~= $0 ? $0 : 0x3F }, as: UTF8.self)
  }
}

extension PixelFormat {
  /// Raw layouts by V4L2's names, as linux/videodev2.h defines them.
  private static let byFourCC: [String: PixelFormat] = [
    "GREY": .grey, "YUYV": .yuyv, "UYVY": .uyvy, "NV12": .nv12, "NV21": .nv21, "YU12": .yuv420, "YV12": .yvu420,
    "RGB3": .rgb24, "BGR3": .bgr24,
  ]

  /// The layout with this four-character code, or nil if it is compressed or we do not read it.
  public init?(fourCC: String) {
    guard let format = Self.byFourCC[fourCC] else { return nil }
    self = format
  }
}

/// How the pictures that a driver promised lie in its buffers.
package struct V4L2Layout: Hashable {
  package let format: PixelFormat
  package let width: Int
  package let height: Int
  /// With the rows as far apart as the driver says.
  package let planes: [Plane]
  package let isFullRange: Bool

  /// - Parameter bytesPerLine: of the first plane. Not believed if rows would overlap or be absurdly long: then
  ///   the rows are taken to follow without padding.
  package init?(format: PixelFormat, width: Int, height: Int, bytesPerLine: Int, isFullRange: Bool) {
    guard 1...CaptureFormat.longestSide ~= width, 1...CaptureFormat.longestSide ~= height else { return nil }
    let tight = format.planes(width: width, height: height)
    self.format = format
    self.width = width
    self.height = height
    self.isFullRange = isFullRange
    // Hardware pads rows to pages at most; a longer one is a lie that would only cost memory.
    if tight[0].stride...(tight[0].stride + 4096) ~= bytesPerLine {
      planes = Self.planes(tight, of: format, stride: bytesPerLine)
    } else {
      planes = tight
    }
  }

  /// One past the last byte of a picture; the last row may end without its padding.
  package var neededBytes: Int { Self.needed(planes, tightPlanes) }

  /// The planes of a buffer with so many bytes used, or nil if they are too few. A driver that promised padded rows
  /// and fills exactly a picture without padding has not padded it.
  package func planes(used: Int) -> [Plane]? {
    if used >= neededBytes { return planes }
    let tight = tightPlanes
    return used == Self.needed(tight, tight) ? tight : nil
  }

  private var tightPlanes: [Plane] { format.planes(width: width, height: height) }

  private static func needed(_ planes: [Plane], _ tight: [Plane]) -> Int {
    zip(planes, tight).map { $0.offset + $0.stride * ($1.rows - 1) + $1.stride }.max() ?? 0
  }

  /// V4L2 tells the first plane's stride alone: an interleaved chroma plane has the same, planar ones half of it
  /// (Linux media documentation, "Planar YUV formats").
  private static func planes(_ tight: [Plane], of format: PixelFormat, stride: Int) -> [Plane] {
    let isPlanar = format == .yuv420 || format == .yvu420
    var offset = 0
    return tight.enumerated().map { index, plane in
      let own = index == 0 ? stride : isPlanar ? max(stride / 2, plane.stride) : max(stride, plane.stride)
      defer { offset += own * plane.rows }
      return Plane(offset: offset, stride: own, rows: plane.rows)
    }
  }
}

extension V4L2Layout {
  /// The layout that a driver set, or nil if it is none that we read raw.
  init?(_ pixels: v4l2_pix_format) {
    guard let format = PixelFormat(fourCC: FourCC(code: pixels.pixelformat).name) else { return nil }
    self.init(
      format: format, width: Int(pixels.width), height: Int(pixels.height), bytesPerLine: Int(pixels.bytesperline),
      isFullRange: pixels.isFullRange(of: format))
  }
}

extension v4l2_pix_format {
  /// Whether luma uses all 256 values. Where the driver says "default", V4L2 defines it: full for RGB and the JPEG
  /// color space, else limited. Grey has no color space to follow, and sensors that deliver it use the full range.
  fileprivate func isFullRange(of format: PixelFormat) -> Bool {
    switch quantization {
    case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
    case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
    default:
      format == .rgb24 || format == .bgr24 || format == .grey || colorspace == V4L2_COLORSPACE_JPEG.rawValue
    }
  }
}
