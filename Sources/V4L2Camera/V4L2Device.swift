import CV4L2
import Capture
import Glibc

/// An open camera node. Closed when it goes out of use.
struct V4L2Device: ~Copyable {
  let descriptor: CInt

  init(path: String) throws(SystemError) {
    descriptor = try system("open") { unsafe vf_open(path) }
  }

  /// Has libv4l2 convert pictures to layouts that we read. For cameras that have none of their own: it costs a copy
  /// and more, and its JPEG decoder refuses sizes that cameras send.
  func convert() throws(SystemError) { _ = try system("v4l2_fd_open") { vf_convert(descriptor) } }

  deinit { _ = vf_close(descriptor) }
}

/// What a node is, by `VIDIOC_QUERYCAP`.
package struct V4L2Identity: Hashable {
  /// As the maker calls it.
  package let card: String
  /// Where it is plugged in, such as `usb-0000:00:14.0-8`.
  package let bus: String
  package let delivers: Bool

  /// - Parameter capabilities: of this node alone, `device_caps` where the driver tells.
  package init(card: String, bus: String, capabilities: UInt32) {
    self.card = card
    self.bus = bus
    // A memory-to-memory device captures what is put into it, and a metadata node no pictures. A loopback that may be
    // written to delivers all the same.
    let has = { (flag: Int32) in capabilities & UInt32(bitPattern: flag) != 0 }
    delivers = has(V4L2_CAP_VIDEO_CAPTURE) && has(V4L2_CAP_STREAMING) && !has(V4L2_CAP_VIDEO_M2M)
  }
}

extension V4L2Device {
  func identity() throws(SystemError) -> V4L2Identity {
    var capability = v4l2_capability()
    _ = try system("VIDIOC_QUERYCAP") { unsafe vf_query_capability(descriptor, &capability) }
    let ofNode = capability.capabilities & V4L2_CAP_DEVICE_CAPS != 0
    return V4L2Identity(
      card: text(of: capability.card), bus: text(of: capability.bus_info),
      capabilities: ofNode ? capability.device_caps : capability.capabilities)
  }

  /// What is set now.
  func format() throws(SystemError) -> v4l2_format {
    var format = unsafe v4l2_format()
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    _ = try system("VIDIOC_G_FMT") { unsafe vf_get_format(descriptor, &format) }
    return unsafe format
  }

  /// Asks for a format. The driver answers with the nearest that it has.
  func set(_ wanted: CaptureFormat) throws(SystemError) -> v4l2_pix_format {
    var format = unsafe Self.request(wanted)
    _ = try system("VIDIOC_S_FMT") { unsafe vf_set_format(descriptor, &format) }
    return unsafe format.fmt.pix
  }

  /// Whether the driver would deliver this layout if it were asked to.
  func delivers(_ wanted: CaptureFormat) -> Bool {
    var format = unsafe Self.request(wanted)
    guard (try? system("VIDIOC_TRY_FMT") { unsafe vf_try_format(descriptor, &format) }) != nil else { return false }
    return unsafe format.fmt.pix.pixelformat == FourCC(wanted.fourCC).code
  }

  private static func request(_ wanted: CaptureFormat) -> v4l2_format {
    var format = unsafe v4l2_format()
    unsafe format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    unsafe format.fmt.pix.width = UInt32(clamping: wanted.width)
    unsafe format.fmt.pix.height = UInt32(clamping: wanted.height)
    unsafe format.fmt.pix.pixelformat = FourCC(wanted.fourCC).code
    unsafe format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
    return unsafe format
  }

  /// Asks for a rate in frames a second. Many drivers have none to set; they deliver at theirs.
  ///
  /// - Returns: the rate that the driver set, or nil if it does not tell.
  func set(rate: Double) throws(SystemError) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
    // Thousandths hold 29.97 and its kin; a million a second is more than any camera has.
    let thousandths = UInt32(min(max(rate * 1000, 1), 1e9))
    unsafe parameters.parm.capture.timeperframe = v4l2_fract(numerator: 1000, denominator: thousandths)
    do throws(SystemError) {
      _ = try system("VIDIOC_S_PARM") { unsafe vf_set_parameters(descriptor, &parameters) }
    } catch {
      if error.number == ENODEV || error.number == EBUSY { throw error }
      return nil
    }
    return unsafe parameters.parm.capture.timeperframe.rate
  }
}

extension v4l2_fract {
  /// Frames a second of a frame's duration, or nil where the driver gives no sensible one.
  var rate: Double? {
    guard numerator > 0, denominator > 0 else { return nil }
    let rate = Double(denominator) / Double(numerator)
    return CaptureFormat.rates ~= rate ? rate : nil
  }
}

/// The text in a fixed array of bytes, up to the first NUL if there is one; what is no UTF-8 is replaced.
func text<Bytes: BitwiseCopyable>(of bytes: Bytes) -> String {
  unsafe withUnsafeBytes(of: bytes) { unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
