import CTurboJPEG
import Geometry
public import Imaging

/// Decodes JPEG pictures to planes, as cameras and files of Motion-JPEG hold them: color to `yuv420`, grey to `grey`,
/// the rare RGB to `rgb24`. Used by one thread at a time.
///
/// Pictures without Huffman tables, as cameras send them, are decoded with the standard's own (ITU-T T.81, K.3).
@safe public final class MJPEGDecoder {
  /// Sides and pixels beyond which a header is not believed: 8K video (7680×4320) either way up, so that a few
  /// hostile bytes cannot ask for gigabytes.
  package static let longestSide = 8192
  package static let mostPixels = 7680 * 4320

  private var handle: tjhandle?

  /// Nil if libjpeg-turbo has no memory for a decoder.
  public init?() {
    guard let handle = unsafe tjInitDecompress() else { return nil }
    unsafe self.handle = handle
  }

  deinit { _ = unsafe tjDestroy(handle) }

  /// Decodes one picture.
  ///
  /// - Throws: `JPEGFailure` if it is not whole, not JPEG, too large, or not in a color space of video.
  public func frame(from jpeg: RawSpan, sequence: Int = 0, timestamp: Duration = .zero) throws(JPEGFailure) -> Frame {
    let picture = try header(of: jpeg)
    let planes: [Plane]
    let bytes: [UInt8]
    let format: PixelFormat
    switch picture.coding {
    case .packed:
      format = .rgb24
      planes = format.planes(width: picture.width, height: picture.height)
      bytes = try packed(jpeg, picture)
    case .planar where picture.sampling == TJSAMP_GRAY:
      format = .grey
      planes = picture.planes
      bytes = try planar(jpeg, picture)
    case .planar:
      format = .yuv420
      let decoded = try planar(jpeg, picture)
      (planes, bytes) = halvingChroma(of: decoded, planes: picture.planes, width: picture.width, height: picture.height)
    }
    do throws(FrameError) {
      return try Frame(
        format: format, width: picture.width, height: picture.height, planes: planes, bytes: bytes,
        sequence: sequence, timestamp: timestamp, isFullRange: true)
    } catch {
      throw JPEGFailure(reason: "\(error)")
    }
  }

  /// Decodes one picture.
  public func frame(from jpeg: [UInt8], sequence: Int = 0, timestamp: Duration = .zero) throws(JPEGFailure) -> Frame {
    unsafe try frame(from: jpeg.span.bytes, sequence: sequence, timestamp: timestamp)
  }

  private func header(of jpeg: RawSpan) throws(JPEGFailure) -> JPEGHeader {
    var width: CInt = 0
    var height: CInt = 0
    var sampling: CInt = 0
    var space: CInt = 0
    let result = unsafe jpeg.withUnsafeBytes { bytes in
      unsafe tjDecompressHeader3(
        handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count), &width, &height,
        &sampling, &space)
    }
    try check(result, of: jpeg)
    return try JPEGHeader(width: Int(width), height: Int(height), sampling: sampling, space: space)
  }

  private func planar(_ jpeg: RawSpan, _ picture: JPEGHeader) throws(JPEGFailure) -> [UInt8] {
    let planes = picture.planes
    let size = planes[planes.count - 1].end
    var strides = planes.map { CInt($0.stride) }
    var result: CInt = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      guard let base = memory.baseAddress else { return }
      var starts: [UnsafeMutablePointer<UInt8>?] = unsafe planes.map { unsafe base + $0.offset }
      unsafe result = jpeg.withUnsafeBytes { bytes in
        unsafe tjDecompressToYUVPlanes(
          handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count), &starts,
          CInt(picture.width), &strides, CInt(picture.height), TJFLAG_LIMITSCANS)
      }
      count = size
    }
    try check(result, of: jpeg)
    return bytes
  }

  private func packed(_ jpeg: RawSpan, _ picture: JPEGHeader) throws(JPEGFailure) -> [UInt8] {
    let size = 3 * picture.width * picture.height
    var result: CInt = -1
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { memory, count in
      unsafe result = jpeg.withUnsafeBytes { bytes in
        unsafe tjDecompress2(
          handle, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CUnsignedLong(bytes.count),
          memory.baseAddress, CInt(picture.width), 0, CInt(picture.height), CInt(TJPF_RGB.rawValue),
          TJFLAG_LIMITSCANS)
      }
      count = size
    }
    try check(result, of: jpeg)
    return bytes
  }

  /// Tells harmless warnings from damage. Many cameras fill the end of a frame with bytes that belong to nothing;
  /// any other warning, and a picture without its end, means that parts of the picture are made up.
  private func check(_ result: CInt, of jpeg: RawSpan) throws(JPEGFailure) {
    guard result != 0 else { return }
    let reason = unsafe String(cString: tjGetErrorStr2(handle))
    let isWarning = unsafe tjGetErrorCode(handle) == CInt(TJERR_WARNING.rawValue)
    let isHarmless = isWarning && (reason.contains("extraneous bytes") || reason.contains("JFIF revision"))
    if isHarmless && jpeg.endsAsJPEG { return }
    // After an error in a header libjpeg-turbo (2.1) would read the next picture on from the broken marker.
    _ = unsafe tjDestroy(handle)
    unsafe handle = tjInitDecompress()
    throw JPEGFailure(reason: reason)
  }
}

/// What the header of a picture says, once it is believed.
struct JPEGHeader {
  enum Coding { case planar, packed }

  let width: Int
  let height: Int
  let sampling: TJSAMP
  let coding: Coding

  init(width: Int, height: Int, sampling: CInt, space: CInt) throws(JPEGFailure) {
    let longest = MJPEGDecoder.longestSide
    guard 1...longest ~= width, 1...longest ~= height, width * height <= MJPEGDecoder.mostPixels else {
      throw JPEGFailure(reason: "\(width)x\(height) pixels are more than a camera sends")
    }
    switch TJCS(rawValue: UInt32(bitPattern: space)) {
    case TJCS_YCbCr, TJCS_GRAY: coding = .planar
    case TJCS_RGB: coding = .packed
    default: throw JPEGFailure(reason: "the picture is coded for print (CMYK)")
    }
    guard (0..<TJ_NUMSAMP).contains(sampling) else { throw JPEGFailure(reason: "unusual color sampling") }
    self.sampling = TJSAMP(rawValue: UInt32(bitPattern: sampling))
    self.width = width
    self.height = height
  }

  /// The planes in which libjpeg-turbo writes the picture, one behind the other. They may be a little larger than the
  /// picture: sides are rounded up to whole groups of samples.
  var planes: [Plane] {
    let sampling = CInt(bitPattern: sampling.rawValue)
    var offset = 0
    return (0..<(self.sampling == TJSAMP_GRAY ? 1 : 3)).map { (component: CInt) in
      let stride = Int(tjPlaneWidth(component, CInt(width), sampling))
      let rows = Int(tjPlaneHeight(component, CInt(height), sampling))
      defer { offset += stride * rows }
      return Plane(offset: offset, stride: stride, rows: rows)
    }
  }
}

extension RawSpan {
  /// Whether the bytes end with the marker EOI, zeros after it aside.
  fileprivate var endsAsJPEG: Bool {
    var end = byteCount
    while end > 0, unsafe unsafeLoad(fromByteOffset: end - 1, as: UInt8.self) == 0 { end -= 1 }
    guard end >= 2 else { return false }
    return unsafe unsafeLoad(fromByteOffset: end - 2, as: UInt8.self) == 0xFF
      && unsafeLoad(fromByteOffset: end - 1, as: UInt8.self) == 0xD9
  }
}
